// Which squares a piece attacks on a board that is otherwise given by its occupancy alone (Laws 2023,
// Articles 3.2 to 3.8). Lines of rooks and bishops are looked up in tables found by one multiplication
// ("magic bitboards"). The tables are filled before any other static object of the program is made, so these
// functions may be used everywhere.
#pragma once

#include <array>
#include <cstdint>

#include "rules/bitboard.hpp"
#include "rules/piece.hpp"
#include "rules/square.hpp"

namespace boardbridge::rules {

namespace attack_tables {

/// Where the line attacks from one square are kept: entry (occupied & mask) * factor >> shift.
struct Magic {
    Bitboard mask;
    Bitboard factor;
    const Bitboard* entries;
    unsigned shift;
    Bitboard operator[](Bitboard occupied) const { return entries[((occupied & mask) * factor) >> shift]; }
};

using BySquare = std::array<Bitboard, kSquareCount>;
extern std::array<Magic, kSquareCount> bishop;
extern std::array<Magic, kSquareCount> rook;
extern const BySquare knight;
extern const BySquare king;
extern const std::array<BySquare, 2> pawn;
extern std::array<BySquare, kSquareCount> between;

}  // namespace attack_tables

/// Squares that a pawn of colour `c` on `s` attacks (not those it pushes to).
inline Bitboard pawn_attacks(Color c, Square s) { return attack_tables::pawn[index(c)][index(s)]; }
inline Bitboard knight_attacks(Square s) { return attack_tables::knight[index(s)]; }
inline Bitboard king_attacks(Square s) { return attack_tables::king[index(s)]; }
/// Up to and including the first occupied square of each line.
inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
    return attack_tables::bishop[index(s)][occupied];
}
inline Bitboard rook_attacks(Square s, Bitboard occupied) { return attack_tables::rook[index(s)][occupied]; }
inline Bitboard queen_attacks(Square s, Bitboard occupied) {
    return bishop_attacks(s, occupied) | rook_attacks(s, occupied);
}
/// Where a piece other than a pawn goes from there; of a pawn, which needs a colour, nothing.
inline Bitboard piece_attacks(PieceType type, Square s, Bitboard occupied) {
    switch (type) {
        case PieceType::Knight:
            return knight_attacks(s);
        case PieceType::Bishop:
            return bishop_attacks(s, occupied);
        case PieceType::Rook:
            return rook_attacks(s, occupied);
        case PieceType::Queen:
            return queen_attacks(s, occupied);
        case PieceType::King:
            return king_attacks(s);
        case PieceType::Pawn:
            break;
    }
    return 0;
}
/// The squares strictly between two squares of one rank, file or diagonal; empty for any other pair.
inline Bitboard between(Square a, Square b) { return attack_tables::between[index(a)][index(b)]; }

}  // namespace boardbridge::rules
