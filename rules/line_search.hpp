// Finds legal lines that lead from a position to a sensed placement. The search is led by the squares that
// differ, so that it stays cheap while hands move. Source: design section 4, "Rebuilding moves" (placements
// and legality, never from/to pairs).
#pragma once

#include <cstdint>
#include <vector>

#include "rules/placement.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {

using Line = std::vector<Move>;

/// What is to be reached. Squares in `ignored` (dead sensors) match anything.
struct SearchTarget {
    Placement placement;
    Bitboard ignored = 0;
    /// Squares on which a piece of another kind than sensed may stand (identity noise, a pawn left on the
    /// last rank): occupied by the right colour is enough there.
    Bitboard any_identity = 0;
    bool occupancy_only = false;
};

class LineSearch {
public:
    struct Limits {
        std::uint64_t nodes = 20'000;  ///< positions looked at
        std::size_t lines = 16;        ///< found lines kept
    };
    LineSearch(const SearchTarget& target, Limits limits);
    /// Starts counting nodes and lines anew; the target stays.
    void renew(Limits limits) {
        limits_ = limits;
        nodes_ = 0;
    }

    /// Appends every line of exactly `plies` (0 to 12) moves.
    void find(const Position& from, int plies, std::vector<Line>& out);
    bool exhausted() const { return nodes_ >= limits_.nodes; }
    std::uint64_t nodes() const { return nodes_; }

    /// Squares of the position that the target contradicts.
    Bitboard differing(const Position& p) const;

private:
    /// Whose turn it is, and how many men of each colour a position has.
    struct Men {
        Color turn = Color::White;
        std::array<int, 2> standing{};
    };
    void descend(const Position& p, Bitboard differing, int plies, const Men& men, std::vector<Line>& out);
    bool reachable(Bitboard differing, int plies, const Men& men, bool castling) const;
    Bitboard differing_after(const Position& p, Move m, Bitboard differing) const;

    SearchTarget target_;
    Limits limits_;
    Line path_;
    std::uint64_t nodes_ = 0;
    std::array<Bitboard, 2> sensed_{};  ///< squares where that colour is sensed
    std::array<int, 2> sensed_men_{};   ///< how many
    int slack_ = 0;                     ///< men that dead sensors may hide
    bool exact_ = true;                 ///< every square is sensed, and what is sensed is so
};

/// Squares whose contents a legal move changes in this position.
Bitboard changed_squares(const Position& p, Move m);
/// What a square of the changed ones holds afterwards.
Piece piece_after(const Position& p, Move m, Square s);
/// True if the move turns the position's placement into the target.
bool move_reaches(const Position& p, Move m, Bitboard differing, const SearchTarget& target);

/// True if a sensed piece fits an expected one under the target's tolerance.
bool fits(const SearchTarget& target, Square s, Piece expected);

}  // namespace boardbridge::rules
