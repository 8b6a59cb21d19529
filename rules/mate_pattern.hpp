// Mates that men of a board could form: where the loser's king would stand, who would give check, who would
// take or block the flights. They are aims for a search, the nearest first; none of them proves anything.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/mate_board.hpp"
#include "rules/mate_ground.hpp"

namespace boardbridge::rules {

struct MateTarget {
    std::uint8_t side = 0;
    PieceType type = PieceType::King;
    Square at = Square::A1;
};

struct MatePattern {
    std::array<MateTarget, 10> targets{};  ///< the loser's king first
    std::size_t size = 0;
    int cost = 0;

    void add(std::size_t side, PieceType type, Square at) {
        targets[size++] = {static_cast<std::uint8_t>(side), type, at};
    }
    std::span<const MateTarget> list() const { return {targets.data(), size}; }
};

/// What is left to do when each side has so many moves to make: the sides move in turn, so the slower one
/// counts.
constexpr int joint_cost(int winner_moves, int loser_moves) {
    const int slow = winner_moves > loser_moves ? winner_moves : loser_moves;
    const int fast = winner_moves > loser_moves ? loser_moves : winner_moves;
    return 4 * slow + fast;
}

class PatternFinder {
public:
    PatternFinder(const MateBoard& b, const MateGround& ground);

    /// Up to `most` patterns below the cost `limit`, the nearest first; at most `per_king` with the loser's
    /// king on one square.
    std::vector<MatePattern> find(std::size_t most, std::size_t per_king, int limit = joint_cost(kFar, kFar));

private:
    struct Draft {
        int cost;
        Square king, from, winner_king;
        PieceType checker;
        bool with_king;  ///< the winner's king takes flights
    };
    /// How one flight is dealt with.
    struct Closing {
        int moves = kFar;
        bool blocked = false;  ///< by a man of the loser, else attacked
        PieceType type = PieceType::Pawn;
    };

    using Closings = std::array<Closing, 64>;

    void measure();
    void measure_closings();
    void draft_on(Square king);
    void draft_with(Square king, PieceType checker, Square from);
    void draft(const Draft& d, Bitboard open);
    Closing closing(const Draft& d, Square flight) const;
    bool complete(const Draft& d, MatePattern& out) const;
    bool add_attacker(const Draft& d, Square flight, PieceType type, Bitboard taken, MatePattern& out) const;
    bool is_mate(const Draft& d, const MatePattern& pattern, bool others_stay) const;
    Bitboard covers(const Draft& d) const;

    const MateBoard& board_;
    const MateGround& ground_;
    Bitboard lasting_;
    std::array<std::array<Distances, 6>, 2> near_;  ///< moves of the nearest man, by side and type
    std::array<Distances, 6> attack_;               ///< moves until a man of that type attacks
    Closings soonest_attack_, soonest_block_;
    Closings closings_;  ///< of the flights of the draft at hand
    std::array<bool, 2> promotes_{};
    int soonest_promotion_ = kFar;  ///< of the winner
    std::vector<Draft> drafts_;
    std::size_t keep_ = 0;
    int bound_ = 0;
};

}  // namespace boardbridge::rules
