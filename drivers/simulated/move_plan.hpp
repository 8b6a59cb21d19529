// One legal move as a hand carries it out: which squares change, when, relative to the hand's start. Chance
// comes from the profile's rates; the outcome on the board is always the move itself. Source: contract
// section 7, device-protocols 1.10.
#pragma once

#include <vector>

#include "drivers/simulated/hand_act.hpp"
#include "drivers/simulated/hand_profile.hpp"
#include "rules/position.hpp"

namespace boardbridge::simulated {

struct Step {
    Micros offset{0};
    ActKind kind = ActKind::Lift;
    rules::Square square = rules::Square::A1;
    rules::Piece piece = rules::Piece::None;
    bool landing =
        false;  ///< part of the move itself, not of its noise: not before the opponent's move stands
};

struct MovePlan {
    std::vector<Step> steps;  ///< ascending
    Micros reveal{0};         ///< from here an onlooker knows where the piece is going
    Micros landed{0};         ///< the move stands
    PlyTraits traits;
};

/// `after` is before.play(move).
MovePlan plan_move(const rules::Position& before, const rules::Position& after, rules::Move move,
                   const HandRates& rates, SeededRandom& random);

}  // namespace boardbridge::simulated
