// Placements: comparing them, turning them, and the first field of a FEN (PGN specification 1994,
// section 16.1.3.1), in which '?' stands for a piece of unknown identity.
#include "rules/placement.hpp"

#include <cstring>

namespace boardbridge::rules {

namespace {

template <class Wanted>
Bitboard squares_where(const Placement& p, Wanted wanted) {
    Bitboard found = 0;
    for (std::size_t i = 0; i < kSquareCount; ++i)
        if (wanted(p[square_at(i)])) found |= bit(square_at(i));
    return found;
}

bool may_be_same(Piece a, Piece b) {
    if (a == b) return true;
    if (a == Piece::None || b == Piece::None) return false;
    return a == Piece::Unknown || b == Piece::Unknown;
}

}  // namespace

Bitboard Placement::occupied() const {
    static constexpr std::array<Piece, kSquareCount> kEmpty{};
    return unequal_squares(squares_, kEmpty);
}

Bitboard Placement::squares_of(Piece piece) const {
    return squares_where(*this, [piece](Piece p) { return p == piece; });
}

Placement Placement::rotated() const {
    Placement turned;
    for (std::size_t i = 0; i < kSquareCount; ++i) turned.set(rules::rotated(square_at(i)), squares_[i]);
    return turned;
}

Placement Placement::occupancy() const {
    Placement there = *this;
    for (Piece& p : there.squares_)
        if (p != Piece::None) p = Piece::Unknown;
    return there;
}

Bitboard unequal_squares(const std::array<Piece, kSquareCount>& a, const std::array<Piece, kSquareCount>& b) {
    // Eight squares at a time: each byte that differs gives one bit.
    Bitboard unequal = 0;
    for (std::size_t rank = 0; rank < 8; ++rank) {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        std::memcpy(&x, a.data() + 8 * rank, 8);
        std::memcpy(&y, b.data() + 8 * rank, 8);
        x ^= y;
        if (x == 0) continue;
        constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7FULL;
        const std::uint64_t set = (((x & kLow) + kLow) | x) & ~kLow;
        unequal |= ((set >> 7) * 0x0102040810204080ULL >> 56) << (8 * rank);
    }
    return unequal;
}

Bitboard differing_squares(const Placement& a, const Placement& b) {
    Bitboard differing = 0;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const Square s = square_at(i);
        if (!may_be_same(a[s], b[s])) differing |= bit(s);
    }
    return differing;
}

std::string to_fen_placement(const Placement& p) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const Piece piece = p[make_square(file, rank)];
            if (piece == Piece::None) {
                ++empty;
                continue;
            }
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
            text += fen_letter(piece);
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (rank > 0) text += '/';
    }
    return text;
}

std::optional<Placement> parse_fen_placement(std::string_view text) {
    Placement placement;
    int rank = 7;
    int file = 0;
    for (const char c : text) {
        if (c == '/') {
            if (file != 8 || rank == 0) return std::nullopt;
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
            if (file > 8) return std::nullopt;
        } else {
            const std::optional<Piece> piece = c == '?' ? Piece::Unknown : parse_piece(c);
            if (!piece || file > 7) return std::nullopt;
            placement.set(make_square(file++, rank), *piece);
        }
    }
    if (rank != 0 || file != 8) return std::nullopt;
    return placement;
}

Placement standard_start_placement() {
    using enum PieceType;
    constexpr std::array<PieceType, 8> kArray = {Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook};
    Placement p;
    for (int file = 0; file < 8; ++file) {
        for (const Color c : {Color::White, Color::Black}) {
            const int forward = c == Color::White ? 1 : -1;
            p.set(make_square(file, home_rank(c)), make_piece(c, kArray[static_cast<std::size_t>(file)]));
            p.set(make_square(file, home_rank(c) + forward), make_piece(c, Pawn));
        }
    }
    return p;
}

}  // namespace boardbridge::rules
