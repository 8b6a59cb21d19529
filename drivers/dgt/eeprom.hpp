// The event stream of a DGT board's memory: what the bus commands for changes and EE_MOVES deliver. Also what
// can be told from it after a gap: which changes followed a placement that is known. device-protocols 2.4.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "rules/clock.hpp"
#include "rules/placement.hpp"

namespace boardbridge::drivers::dgt {

enum class MemoryTag : std::uint8_t {
    PowerUp = 0x6A,
    Eof = 0x6B,
    FourRows = 0x6C,
    EmptyBoard = 0x6D,
    Downloaded = 0x6E,
    BeginPosition = 0x6F,
    BeginPositionRotated = 0x7A,
    StartTag = 0x7B,
    WatchdogAction = 0x7C
};

struct MemoryChange {
    rules::Square square{};
    rules::Piece piece{};
};
/// The lever was pressed: this side's clock was halted, showing this time.
struct MemoryTime {
    rules::ClockSide halted{};
    std::chrono::milliseconds time{0};
};
struct MemoryUndefined {};  ///< one byte that begins nothing known

using MemoryEvent = std::variant<MemoryChange, MemoryTime, MemoryTag, MemoryUndefined>;

/// Event by event; fillers (NOP, reserved) are passed over.
class MemoryReader {
public:
    explicit MemoryReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
    /// Nothing at the end; a last event that is cut off counts as the end.
    std::optional<MemoryEvent> next();

private:
    std::span<const std::uint8_t> rest_;
};

/// Plays events onto a placement. Power-up and start tags begin an inventory: one event for each piece found,
/// told as one new placement when it is over.
class MemoryPlayer {
public:
    explicit MemoryPlayer(const rules::Placement& placement) : placement_(placement) {}

    /// A change, or after an inventory the whole placement; both already part of placement().
    using Step = std::variant<std::monostate, MemoryChange, rules::Placement>;
    /// At most two steps come of one event: an inventory that it ended, then the change itself.
    std::pair<Step, Step> play(const MemoryEvent& event);

    const rules::Placement& placement() const { return placement_; }
    /// The inventory is not over, as far as one can see.
    bool in_inventory() const { return in_inventory_; }

private:
    rules::Placement placement_;
    bool in_inventory_ = false;
};

/// The events of `stream` that came after the last moment at which the board stood as `known`; nothing if it
/// never did. `final` is what stands there after the whole stream: it fills in what the stream alone leaves
/// open.
std::optional<std::vector<MemoryEvent>> events_after(std::span<const std::uint8_t> stream,
                                                     const rules::Placement& known,
                                                     const rules::Placement& final);

}  // namespace boardbridge::drivers::dgt
