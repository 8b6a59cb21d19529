// An electronic chess clock as a board reports it: two times, lever, run state, flags, periods, increments.
// Physical sides only; who sits where is the device's matter. Source: device-protocols 1.7, 1.9.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "drivers/simulated/seeded_random.hpp"
#include "rules/clock.hpp"
#include "rules/instant.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::simulated {

/// Models differ in how they tell a fallen flag.
enum class FlagBit : std::uint8_t { Blocked /* bit 4 */, Shown /* bit 6 */ };

struct DgtClockOptions {
    /// Nothing: 90 minutes and 30 seconds a move. Periods follow one another when the time is used up.
    std::vector<rules::TimePeriod> periods;
    FlagBit flag_bit = FlagBit::Blocked;
    bool halts_at_flag = true;  ///< "freeze": nobody counts after a final zero
    bool turn_bits = true;      ///< bits 3 and 4 as most clocks set them; else zero
    bool battery_low = false;
    bool first_increment = true;  ///< the first increment is in the starting time
};

class DgtClock {
public:
    /// `to_move`: whose lever is high, the side that will think first.
    DgtClock(DgtClockOptions options, rules::ClockSide to_move, Instant now);

    void start(Instant now);
    void pause(Instant now);
    /// Nothing if that lever is down already. While paused only the lever changes.
    void press(rules::ClockSide side, Instant now);
    void connect(bool connected, Instant now);
    /// Back to the starting times, stopped, that side to move.
    void reset(rules::ClockSide to_move, Instant now);
    /// An arbiter sets a side's time.
    void set(rules::ClockSide side, Micros left, Instant now);

    void advance(Instant now);
    /// When the reading changes by itself; nothing while nobody's time runs.
    std::optional<Instant> next_change() const;
    /// Payload of a time message: right side (three bytes), left side, status.
    std::array<std::byte, 7> reading() const;

    bool connected() const { return connected_; }
    bool running() const { return running_; }
    rules::ClockSide to_move() const { return to_move_; }
    Micros left(rules::ClockSide side) const { return left_[index(side)]; }

private:
    Micros& thinking() { return left_[index(to_move_)]; }
    void used_up(Instant at);
    Micros increment() const { return options_.periods[period_].increment; }
    std::array<std::byte, 3> side_bytes(rules::ClockSide side) const;

    DgtClockOptions options_;
    std::array<Micros, 2> left_{};
    std::array<bool, 2> flag_{};                        ///< the final one
    std::array<std::optional<Instant>, 2> bars_until_;  ///< sign of a period's end, five minutes
    std::size_t period_ = 0;
    rules::ClockSide to_move_;
    bool running_ = false;
    bool connected_ = true;
    Instant since_;  ///< times are as of this moment
};

}  // namespace boardbridge::simulated
