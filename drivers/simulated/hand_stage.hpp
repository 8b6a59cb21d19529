// Two players, one board, one clock: plans become acts in absolute time. What two hands do at once is kept
// apart square by square (a hand waits for a square that the other still uses), so the board always ends
// where the moves lead.
#pragma once

#include <array>
#include <span>

#include "drivers/simulated/move_plan.hpp"
#include "rules/instant.hpp"

namespace boardbridge::simulated {

class HandStage {
public:
    HandStage(const rules::Placement& start, Instant begin);

    struct Timing {
        Instant first_touch;
        Instant reveal;
        Instant landed;
        Instant settled;  ///< the last step of the plan, noise included
    };
    /// Carries the plan out from `start` on; landings not before `not_before`.
    Timing perform(const MovePlan& plan, rules::Color hand, Instant start, Instant not_before, int ply);
    /// One change of one square, in time with what has happened there before; gives the moment it took place.
    Instant touch(rules::Color hand, ActKind kind, rules::Square s, rules::Piece p, Instant at, int ply = 0);
    void clock(ActKind kind, rules::Color hand, Instant at, int ply = 0);

    /// Acts in ascending order, and the start placement.
    HandScript finish();

    HandScript script;

private:
    std::array<Instant, rules::kSquareCount> busy_;  ///< last change of each square
};

}  // namespace boardbridge::simulated
