// What stands on the 64 squares, as sensed or as played: no side to move, no rights, no claim to be legal.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rules/bitboard.hpp"
#include "rules/piece.hpp"
#include "rules/square.hpp"

namespace boardbridge::rules {

class Placement {
public:
    constexpr Placement() : squares_{} {}

    constexpr Piece operator[](Square s) const { return squares_[index(s)]; }
    constexpr void set(Square s, Piece p) { squares_[index(s)] = p; }
    friend constexpr bool operator==(const Placement&, const Placement&) = default;

    constexpr const std::array<Piece, kSquareCount>& squares() const { return squares_; }
    /// Squares that are not empty.
    Bitboard occupied() const;
    /// Squares on which exactly this piece stands.
    Bitboard squares_of(Piece p) const;
    /// The board turned by 180 degrees.
    Placement rotated() const;
    /// Every piece replaced by Piece::Unknown: what a board without piece identity would sense.
    Placement occupancy() const;

private:
    std::array<Piece, kSquareCount> squares_;
};

/// Squares whose pieces are not the same value: Piece::Unknown is like no other here. Fast.
Bitboard unequal_squares(const std::array<Piece, kSquareCount>& a, const std::array<Piece, kSquareCount>& b);
/// Squares that differ. Piece::Unknown equals any piece, never an empty square.
Bitboard differing_squares(const Placement& a, const Placement& b);

/// First field of a FEN, "rnbqkbnr/pppppppp/8/..."; Unknown is written '?'.
std::string to_fen_placement(const Placement& p);
/// Reads the first field of a FEN ('?' allowed); nothing if it is malformed.
std::optional<Placement> parse_fen_placement(std::string_view text);

/// The array of Article 2.3.
Placement standard_start_placement();

}  // namespace boardbridge::rules
