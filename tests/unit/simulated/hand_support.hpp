// What the tests of the simulated hands share: random games, and the board that a script leaves behind.
#pragma once

#include <vector>

#include "drivers/simulated/random_game.hpp"
#include "drivers/simulated/sloppy_hand.hpp"

namespace boardbridge::simulated {

inline rules::Placement board_after(const HandScript& script) {
    rules::Placement board = script.start;
    for (const Act& act : script.acts) {
        if (on_board(act.kind)) board.set(act.square, act.piece);
    }
    return board;
}

inline HandScript play(const RandomGame& game, HandProfile profile, std::uint64_t seed,
                       std::vector<Extra> extras = {}) {
    HandOptions options;
    options.profile = profile;
    options.seed = seed;
    options.extras = std::move(extras);
    return play_by_hand(game.start, game.moves, options);
}

constexpr HandProfile kAllProfiles[] = {HandProfile::Clean, HandProfile::Hall, HandProfile::Blitz,
                                        HandProfile::Scramble};

}  // namespace boardbridge::simulated
