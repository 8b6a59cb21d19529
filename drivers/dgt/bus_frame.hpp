// Bytes of DGT bus mode: commands with address and checksum out, replies with address and checksum in. Ids
// overlap with those of single-board mode and mean other things. device-protocols 2.1, 2.2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "drivers/device_event.hpp"
#include "drivers/dgt/frame.hpp"

namespace boardbridge::drivers::dgt {

/// The commands that are ever sent. No 88 (leaves bus mode), no 89 (reset), no single-board command.
enum class BusCommand : std::uint8_t {
    SendClock = 0x81,
    SendBoard = 0x82,
    SendChanges = 0x83,
    RepeatChanges = 0x84,
    SetStartGame = 0x85,
    SendFromStart = 0x86,
    Ping = 0x87,
    IgnoreNextPing = 0x8A,
    SendVersion = 0x8B
};

enum class BusReplyId : std::uint8_t {
    BoardDump = 0x83,
    ClockTimes = 0x84,
    Changes = 0x85,
    FromStart = 0x86,
    Ping = 0x87,
    StartGameWritten = 0x88,
    Version = 0x89,
    BoardDump50Black = 0x8A
};

/// To every board at once.
inline constexpr BoardAddress kBroadcast{0};

using BusCommandBytes = std::array<std::byte, 4>;
BusCommandBytes encode(BusCommand command, BoardAddress address);

/// Length rule of FrameReader.
bool is_possible_bus_length(std::uint8_t id, std::size_t total);

struct BusReply {
    std::uint8_t id = 0;
    BoardAddress address;
    std::span<const std::uint8_t> data;
    std::size_t size() const { return data.size() + 6; }
};

/// Sum of the bytes, 7 bits.
std::uint8_t bus_checksum(std::span<const std::uint8_t> bytes);
/// The reply in a frame; BadChecksum otherwise (also for an address of 0, which no board has).
std::variant<BusReply, DiscardReason> parse_bus_reply(const Frame& frame);

}  // namespace boardbridge::drivers::dgt
