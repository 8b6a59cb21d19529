// Games to be played by simulated hands: random, legal, and rich in what is hard to follow (captures,
// castlings, promotions, en passant). Seeded; equal seeds give equal games everywhere.
#pragma once

#include <optional>
#include <vector>

#include "drivers/simulated/seeded_random.hpp"
#include "rules/position.hpp"

namespace boardbridge::simulated {

struct RandomGame {
    rules::Position start;
    std::vector<rules::Move> moves;
    rules::Position last;  ///< after all moves
};

/// At most `plies` moves, fewer at mate, stalemate or with bare kings. `chess960`: 0 to 959; nothing:
/// standard chess.
RandomGame random_game(std::uint64_t seed, int plies, std::optional<int> chess960 = std::nullopt);
/// The same from any position.
RandomGame random_game_from(const rules::Position& start, std::uint64_t seed, int plies);

}  // namespace boardbridge::simulated
