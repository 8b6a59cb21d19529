// What a frame of a DGT board says: pieces, clock, names and numbers. Pure decoding, shared by single-board
// and bus mode; knows no conversation. device-protocols 1.4 to 1.8.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "drivers/dgt/frame.hpp"
#include "rules/clock.hpp"
#include "rules/placement.hpp"

namespace boardbridge::drivers::dgt {

/// Field 0 is a8, 7 is h8, 63 is h1, with the connector at White's left. Only for fields below 64.
constexpr rules::Square square_of_field(unsigned field) { return rules::square_at(field ^ 56U); }
/// Codes 0 to 15 (device-protocols 1.5); the "magic" pieces 13 to 15 are there, but unknown.
rules::Piece piece_of_code(unsigned code);

/// 64 piece codes; nothing if one of them is above 15 (a locked Pegasus sends 127 everywhere).
std::optional<rules::Placement> decode_placement(std::span<const std::uint8_t> codes);

/// An answer of the clock to a command, in the place of its times (device-protocols 1.8).
struct ClockAck {
    std::array<std::uint8_t, 4> ack{};
};
/// All seven bytes zero: noise after clock commands.
struct ClockNothing {};
struct BadValue {};

/// The seven bytes of BWTIME. Left is bytes 6-8 of the message, right is bytes 3-5, seen from the clock's
/// front.
std::variant<rules::ClockReading, ClockAck, ClockNothing, BadValue> decode_clock(
    std::span<const std::uint8_t, 7> payload);

struct FieldUpdate {
    rules::Square square{};
    rules::Piece piece{};
    std::uint8_t upper_bits =
        0;  ///< bits 4-6 of the piece byte, undescribed ("S bit"); not part of the piece
};
struct BusAddress {
    std::uint16_t value = 0;
};
/// Trimmed ASCII; valid as long as the frame.
struct SerialNumber {
    std::string_view text;
};
struct LongSerialNumber {
    std::string_view text;
};
struct Trademark {
    std::string_view text;
};
struct Version {
    unsigned major = 0;
    unsigned minor = 0;
};
struct HardwareVersion {
    Version version;
};
struct BatteryStatus {
    std::optional<int> percent;  ///< nothing: the board says not available
    bool charging = false;
    bool short_form = false;  ///< the 7-byte message of the header's constant, never seen in the field
};
/// Event stream of the board's memory, see eeprom.hpp.
struct EepromMoves {
    std::span<const std::uint8_t> bytes;
};
/// A draughts dump, or an id that nobody has described.
struct UnknownMessage {};

using Message = std::variant<BadValue, rules::Placement, rules::ClockReading, ClockAck, ClockNothing,
                             FieldUpdate, BusAddress, SerialNumber, LongSerialNumber, Trademark, Version,
                             HardwareVersion, BatteryStatus, EepromMoves, UnknownMessage>;

Message decode(const Frame& frame);

}  // namespace boardbridge::drivers::dgt
