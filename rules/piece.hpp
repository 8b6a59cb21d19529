// Pieces as the rules name them, with the codes used inside one placement. "Unknown" is a piece of which a
// sensor tells only that it is there (boards without piece identity).
#pragma once

#include <cstdint>
#include <optional>

#include "rules/square.hpp"

namespace boardbridge::rules {

enum class PieceType : std::uint8_t { Pawn = 1, Knight, Bishop, Rook, Queen, King };

/// Bits 0-2 are the PieceType, bit 3 the colour (set for Black).
enum class Piece : std::uint8_t {
    None = 0,
    WhitePawn = 1,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    BlackPawn = 9,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
    Unknown = 15
};

constexpr Piece make_piece(Color c, PieceType t) {
    return static_cast<Piece>(static_cast<int>(t) | (c == Color::Black ? 8 : 0));
}
/// True for the twelve pieces with identity (neither None nor Unknown).
constexpr bool is_piece(Piece p) { return p != Piece::None && p != Piece::Unknown; }
/// Only for is_piece(p).
constexpr PieceType type_of(Piece p) { return static_cast<PieceType>(static_cast<int>(p) & 7); }
/// Only for is_piece(p).
constexpr Color color_of(Piece p) { return (static_cast<int>(p) & 8) != 0 ? Color::Black : Color::White; }
constexpr bool is(Piece p, Color c, PieceType t) { return p == make_piece(c, t); }

/// FEN letter: PNBRQK, pnbrqk, '?' for Unknown, '.' for None.
char fen_letter(Piece p);
/// Inverse of fen_letter for the twelve pieces; nothing for any other letter.
std::optional<Piece> parse_piece(char fen_letter);

}  // namespace boardbridge::rules
