// What a session says of the boards on its line: the closed set that crosses from drivers/ to daemon/.
// Squares are those of a board whose connector is at White's left (DGT field 0 = a8); who sits where is the
// table's matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "rules/clock.hpp"
#include "rules/placement.hpp"

namespace boardbridge::drivers {

/// Which board on the line: the bus address (1 to 16383), 0 when the line carries a single board.
struct BoardAddress {
    std::uint16_t value = 0;
    friend auto operator<=>(BoardAddress, BoardAddress) = default;
};

struct BoardDump {
    rules::Placement placement;
};
struct SquareChange {
    rules::Square square{};
    rules::Piece piece{};  ///< None: emptied
    bool past = false;     ///< read from the board's memory, not happening now
};
/// connected == false as well when the board answers, but not to a poll of its clock (contract section 6).
struct ClockRead {
    rules::ClockReading reading;
};
/// Empty texts are unknown. All that is known so far, sent whenever something becomes known or turns out
/// different.
struct DeviceInfo {
    std::string serial;    ///< "01025"; the long form where the board tells no other
    std::string firmware;  ///< "1.80"
    std::string trademark;
    std::string long_serial;                   ///< ten digits, newer boards only
    std::string hardware;                      ///< "1.2", newer boards only
    std::optional<std::uint16_t> bus_address;  ///< what the board answers to on a bus
    std::string remarks;                       ///< what was seen where documents disagree; "; " between
    friend bool operator==(const DeviceInfo&, const DeviceInfo&) = default;
};
struct Battery {
    int percent = 0;  ///< 0 to 100
    bool charging = false;
};
enum class DiscardReason : std::uint8_t {
    Garbage,
    BadLength,
    BadValue,
    BadChecksum,
    UnknownMessage,
    Interrupted
};
/// Bytes that made no message; counted, never fatal.
struct Discarded {
    std::size_t bytes = 0;
    DiscardReason reason = DiscardReason::Garbage;
};
/// No complete message for 3 s although asked (state silent) / talking again.
struct DeviceSilent {};
struct DeviceBack {};
/// No complete message for 15 s. The end of the line itself is the line runner's to tell.
struct DeviceLost {};

struct DeviceEvent {
    BoardAddress address;
    std::variant<BoardDump, SquareChange, ClockRead, DeviceInfo, Battery, Discarded, DeviceSilent, DeviceBack,
                 DeviceLost>
        what;
};

}  // namespace boardbridge::drivers
