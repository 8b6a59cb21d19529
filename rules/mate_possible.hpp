// Can this player still checkmate by any series of legal moves, the opponent helping? It decides flag falls,
// losses by illegal moves, resignations and dead positions (Laws 2023, Articles 5.1.2, 5.2.2, 6.9, 7.5.5,
// A.5.3). Answers are proofs or Unknown, the same on every run; no clock is read and nothing is looked up.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/alert.hpp"
#include "rules/move.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {

/// Positions made before a question is given up as Unknown; or sooner, when 3.5 million different ones are
/// kept (some 250 MB).
constexpr std::uint64_t kMateNodes = 10'000'000;

struct MateAnswer {
    MateVerdict verdict = MateVerdict::Unknown;
    std::uint64_t nodes = 0;  ///< positions made
    /// Possible: legal moves from the position to a checkmate. Seldom the shortest.
    std::vector<Move> line;
};

/// `nodes`: how many positions may be made. A mate that is on the board already counts for the side that gave
/// it.
MateAnswer seek_mate(const Position& p, Color winner, std::uint64_t nodes = kMateNodes);

/// The verdict alone.
MateVerdict can_mate(const Position& p, Color winner, std::uint64_t nodes = kMateNodes);

struct MatePossible {
    MateVerdict white = MateVerdict::Unknown;
    MateVerdict black = MateVerdict::Unknown;
    std::uint64_t nodes = 0;  ///< positions made, both questions together
};

/// Both questions, each with the whole budget.
MatePossible who_can_mate(const Position& p, std::uint64_t nodes = kMateNodes);

/// Article 5.2.2 at a glance, for every move of a busy hall: true only in dead positions, but not in all of
/// them (too little material; walls of pawns that nobody can open). Some nanoseconds, or some 20 microseconds
/// where no pawn can step ahead and neither side has a queen or a rook.
bool quick_dead_position(const Position& p);

/// Article 5.2.2 in earnest: Possible if the game may still be decided, Impossible in a dead position.
MateVerdict decidable(const Position& p, std::uint64_t nodes = kMateNodes);

}  // namespace boardbridge::rules
