// How many moves men need from square to square when only what stays for long is in their way. An estimate
// that steers the search for a helpmate; nothing is ever proved with it.
#pragma once

#include <array>
#include <cstdint>

#include "rules/mate_board.hpp"
#include "rules/mate_bounds.hpp"

namespace boardbridge::rules {

using Distances = std::array<std::uint8_t, 64>;
constexpr std::uint8_t kFar = 60;

class MateGround {
public:
    /// Pawns are in the way as they stand now.
    explicit MateGround(const MateBoard& b);
    /// Only men that stay where they are for good are in the way.
    MateGround(const MateBoard& b, const MateBounds& bounds);

    Bitboard lasting() const { return lasting_; }

    /// Moves of a man (not a pawn) of that side from any of the squares `from` to each square; men that join
    /// in later start on the squares of `later`, whose entries tell after how many moves.
    Distances reach(PieceType type, std::size_t side, Bitboard from, const Distances* later = nullptr) const;
    /// Moves of each pawn of that side from the squares `from` to each square, staying a pawn; on the last
    /// rank, until it promotes.
    Distances pawn_reach(std::size_t side, Bitboard from) const;
    /// For each square: moves that a pawn of that side there needs to become a man whose own distances to
    /// some goal are `promoted`.
    Distances pawn_way(std::size_t side, const Distances& promoted) const;
    /// For each square: moves of a pawn there, staying one, to `goal`.
    Distances pawn_way(std::size_t side, Square goal) const;

private:
    /// Moves it costs a pawn to get onto that square.
    int push_cost(std::size_t side, Square to) const {
        return !contains(walked_[side], to) ? kFar : contains(in_way_, to) ? 3 : 1;
    }
    /// The same by taking something there.
    int take_cost(std::size_t side, Square to) const { return contains(walked_[side], to) ? 3 : kFar; }
    Distances pawn_back(std::size_t side, Distances way) const;

    Bitboard lasting_ = 0;               ///< of both sides: no line passes through
    std::array<Bitboard, 2> closed_{};   ///< squares that a side's men never enter
    std::array<Bitboard, 2> guarded_{};  ///< squares that a side's king never enters
    std::array<Bitboard, 2> walked_{};   ///< squares that a side's pawns can reach, the last rank too
    Bitboard in_way_ = 0;                ///< pawns now in each other's way
};

}  // namespace boardbridge::rules
