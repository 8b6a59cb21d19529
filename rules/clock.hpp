// What an electronic chess clock shows, by physical side, and which side is White.
// Sources: device-protocols 1.7 to 1.9; contract section 6.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "rules/square.hpp"

namespace boardbridge::rules {

/// Seen from the front of the clock.
enum class ClockSide : std::uint8_t { Left, Right };
constexpr std::size_t index(ClockSide s) { return static_cast<std::size_t>(s); }
constexpr ClockSide other(ClockSide s) { return s == ClockSide::Left ? ClockSide::Right : ClockSide::Left; }

struct ClockDisplay {
    std::chrono::milliseconds time{0};  ///< 0 to 9:59:59, whole seconds on DGT clocks
    bool flag_blocked = false;          ///< DGT bit 4: flag fallen and blocked at zero
    bool flag_shown = false;            ///< DGT bit 6: a flag or "-" is shown, the clock may run on
    bool per_move = false;              ///< DGT bit 5: time-per-move indicator (Fischer, Bronstein ...)
    friend bool operator==(const ClockDisplay&, const ClockDisplay&) = default;
};

/// One reading. With connected == false nothing else counts.
struct ClockReading {
    std::array<ClockDisplay, 2> side{};  ///< [index(ClockSide)]
    bool running = false;
    ClockSide to_move = ClockSide::Left;  ///< whose lever is high: the side that thinks
    bool battery_low = false;
    bool connected = true;
    friend bool operator==(const ClockReading&, const ClockReading&) = default;
};

/// Which physical side is White's. It normally follows the board: connector at White's left, then White is
/// Left.
struct ClockFace {
    ClockSide white = ClockSide::Left;
    ClockSide side_of(Color c) const { return c == Color::White ? white : other(white); }
    Color color_of(ClockSide s) const { return s == white ? Color::White : Color::Black; }
};

/// The reading in colours: what events and alerts carry. Absent times are unknown, never zero.
struct ClockTimes {
    std::optional<std::chrono::milliseconds> white;
    std::optional<std::chrono::milliseconds> black;
    std::optional<Color> running;  ///< nothing: stopped or unknown
    friend bool operator==(const ClockTimes&, const ClockTimes&) = default;
};

}  // namespace boardbridge::rules
