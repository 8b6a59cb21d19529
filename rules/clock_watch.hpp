// Which readings of a clock are to be believed. A reading that follows from the last one is taken at once;
// one that does not is held until two more agree with it or nothing has contradicted it for a while, and
// dropped if the next one fits the old again: a clock that lies is never believed over three consistent
// readings. It knows no game. Sources: contract section 6; device-protocols 1.7 to 1.9; field-cases 57, 61,
// 63, 65, 69.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "rules/clock.hpp"
#include "rules/instant.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::rules {

/// One reading by colour.
struct ClockBelief {
    std::array<std::chrono::milliseconds, 2> time{};  ///< [index(Color)]
    std::array<bool, 2> blocked{};                    ///< flag fallen and blocked (bit 4)
    std::array<bool, 2> mark{};                       ///< flag or "-" shown (bit 6)
    std::array<bool, 2> per_move{};                   ///< increment or delay mode (bit 5)
    bool running = false;
    Color to_move = Color::White;
    bool battery_low = false;
    Instant at{};         ///< when these values were first read
    Instant last_seen{};  ///< when they were last read

    static ClockBelief of(const ClockReading& reading, const ClockFace& face, Instant now);
    /// The same values, whenever read.
    bool same_display(const ClockBelief& other) const;
};

/// A believed change.
struct ClockStep {
    ClockBelief before;
    ClockBelief after;
    bool first = false;            ///< nothing was known before
    bool jump = false;             ///< does not follow from `before`
    bool period = false;           ///< the next period's time was added
    bool stopped_between = false;  ///< the clock stood when the jump appeared
};

class ClockWatch {
public:
    static constexpr int kConsistent = 3;  ///< readings that agree
    static constexpr std::chrono::milliseconds kUncontradicted{2500};
    static constexpr std::chrono::milliseconds kSlack{2000};

    /// From the round's time control: which increments and additions are to be expected.
    void expect(const std::optional<TimeControl>& control);

    /// Nothing: the display is as it was, or the reading is held.
    std::optional<ClockStep> read(const ClockBelief& reading);
    std::optional<Instant> wake_at() const;
    /// A held reading that nothing contradicted.
    std::optional<ClockStep> settle(Instant now);

    const std::optional<ClockBelief>& believed() const { return believed_; }
    Instant heard_at() const { return heard_at_; }
    /// The clock is gone: what comes next need not follow.
    void forget();
    /// The clock was found to stand the other way round.
    void swap_colors();

    /// Readings dropped as contradictions within the last minute.
    int contradictions(Instant now) const;

private:
    struct Held {
        ClockBelief first;
        ClockBelief last;
        int readings = 1;
    };

    bool follows(const ClockBelief& a, const ClockBelief& b) const;
    bool side_follows(const ClockBelief& a, const ClockBelief& b, Color side) const;
    bool is_period_change(const ClockBelief& a, const ClockBelief& b) const;
    ClockStep accept(const ClockBelief& reading, bool jump, bool period);
    void drop_held();

    std::optional<ClockBelief> believed_;
    std::optional<Held> held_;
    Instant heard_at_{};
    std::chrono::milliseconds increment_{0};            ///< the largest of the time control, as far as known
    std::vector<std::chrono::milliseconds> additions_;  ///< base times of the second and later periods
    std::array<Instant, 3> dropped_{};                  ///< latest contradictions, a ring
    std::size_t dropped_count_ = 0;
};

}  // namespace boardbridge::rules
