#include "rules/illegal_move.hpp"

#include <cstdlib>

namespace boardbridge::rules {

namespace {

/// The differing squares sorted by what happened on them, seen by the mover.
struct Differences {
    Bitboard own_left = 0;       ///< an own piece stood there and does not now
    Bitboard own_arrived = 0;    ///< an own piece stands there that did not
    Bitboard other_left = 0;     ///< an opposing piece is gone and the square is empty
    Bitboard other_taken = 0;    ///< an opposing piece was replaced by an own one
    Bitboard other_arrived = 0;  ///< an opposing piece stands where it did not
};

bool own(Piece p, Color c) { return is_piece(p) && color_of(p) == c; }

Differences differences(const Position& before, const SearchTarget& sensed) {
    const Color mover = before.turn();
    Differences d;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const Square s = square_at(i);
        const Piece was = before.piece_at(s);
        const Piece is = sensed.placement[s];
        if (was == is || fits(sensed, s, was)) continue;
        if (own(was, mover)) d.own_left |= bit(s);
        if (own(is, mover)) d.own_arrived |= bit(s);
        if (own(was, opposite(mover))) (own(is, mover) ? d.other_taken : d.other_left) |= bit(s);
        if (own(is, opposite(mover))) d.other_arrived |= bit(s);
    }
    return d;
}

std::string letter(Piece p) {
    if (type_of(p) == PieceType::Pawn) return "";
    return std::string(1, fen_letter(make_piece(Color::White, type_of(p))));
}

/// Rights that are left when these squares have been touched.
CastlingRights rights_after(const Position& before, Bitboard touched) {
    CastlingRights rights = before.castling();
    for (const Color c : {Color::White, Color::Black}) {
        const bool king_moved = contains(touched, before.king(c));
        for (auto& rook : rights.rook[index(c)]) {
            if (rook && (king_moved || contains(touched, *rook))) rook.reset();
        }
    }
    return rights;
}

Setup setup_after(const Position& before, const Placement& placement, Bitboard touched, bool resets_clock) {
    Setup s;
    s.placement = placement;
    s.turn = opposite(before.turn());
    s.castling = rights_after(before, touched);
    s.halfmove_clock = resets_clock ? 0 : before.halfmove_clock() + 1;
    s.fullmove_number = before.fullmove_number() + (before.turn() == Color::Black ? 1 : 0);
    s.chess960 = before.chess960();
    return s;
}

IllegalKind kind_of_single(const Position& before, Square from, Square to, Piece now) {
    const Color mover = before.turn();
    const Piece was = before.piece_at(from);
    const Piece taken = before.piece_at(to);
    if (taken == make_piece(opposite(mover), PieceType::King)) return IllegalKind::KingCaptured;
    if (own(taken, mover)) return IllegalKind::Geometry;
    const bool pawn = type_of(was) == PieceType::Pawn;
    const bool last_rank = rank_of(to) == home_rank(opposite(mover));
    if (type_of(was) == PieceType::King && rank_of(from) == rank_of(to) &&
        std::abs(file_of(from) - file_of(to)) > 1) {
        return IllegalKind::Castling;
    }
    if (!moves_so(before, from, to)) return IllegalKind::Geometry;
    if (pawn && last_rank && now == was) return IllegalKind::PawnOnLastRank;
    if (pawn && last_rank && (!own(now, mover) || type_of(now) == PieceType::King))
        return IllegalKind::WrongPromotion;
    if (now != was && !(pawn && last_rank)) return IllegalKind::Other;
    return IllegalKind::OwnKingLeftInCheck;
}

IllegalMove describe(const Position& before, const SearchTarget& sensed, Square from, Square to,
                     IllegalKind kind) {
    IllegalMove m;
    m.kind = kind;
    m.from = from;
    m.to = to;
    m.piece = before.piece_at(from);
    m.took = before.piece_at(to) != Piece::None;
    Placement placement = sensed.placement;
    if (sensed.occupancy_only) {
        placement = before.placement();
        placement.set(from, Piece::None);
        placement.set(to, m.piece);
    }
    const bool queen = kind == IllegalKind::PawnOnLastRank || kind == IllegalKind::WrongPromotion;
    if (queen) placement.set(to, make_piece(before.turn(), PieceType::Queen));
    m.san = letter(m.piece) + to_string(from) + (m.took ? "x" : "") + to_string(to) + (queen ? "=Q" : "");
    m.uci = to_string(from) + to_string(to) + (queen ? "q" : "");
    Bitboard touched = 0;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        if (before.piece_at(square_at(i)) != placement[square_at(i)]) touched |= bit(square_at(i));
    }
    m.after = setup_after(before, placement, touched, m.took || type_of(m.piece) == PieceType::Pawn);
    return m;
}

bool path_free(const Position& p, Square from, Square to) {
    const int df = (file_of(to) > file_of(from)) - (file_of(to) < file_of(from));
    const int dr = (rank_of(to) > rank_of(from)) - (rank_of(to) < rank_of(from));
    int f = file_of(from) + df;
    int r = rank_of(from) + dr;
    while (make_square(f, r) != to) {
        if (p.piece_at(make_square(f, r)) != Piece::None) return false;
        f += df;
        r += dr;
    }
    return true;
}

bool pawn_moves_so(const Position& p, Square from, Square to, Color c) {
    const int forward = c == Color::White ? 1 : -1;
    const int df = std::abs(file_of(to) - file_of(from));
    const int dr = (rank_of(to) - rank_of(from)) * forward;
    const bool empty = p.piece_at(to) == Piece::None;
    if (df == 0 && dr == 1) return empty;
    if (df == 0 && dr == 2) {
        return empty && rank_of(from) == home_rank(c) + forward && path_free(p, from, to);
    }
    return df == 1 && dr == 1 && (!empty || p.en_passant() == to);
}

/// The one square of a set that has exactly one.
std::optional<Square> only(Bitboard b) {
    if (count(b) != 1) return std::nullopt;
    return first(b);
}

}  // namespace

bool moves_so(const Position& p, Square from, Square to) {
    const Piece piece = p.piece_at(from);
    if (!is_piece(piece) || from == to) return false;
    const int df = std::abs(file_of(to) - file_of(from));
    const int dr = std::abs(rank_of(to) - rank_of(from));
    switch (type_of(piece)) {
        case PieceType::Pawn:
            return pawn_moves_so(p, from, to, color_of(piece));
        case PieceType::Knight:
            return df * dr == 2;
        case PieceType::Bishop:
            return df == dr && path_free(p, from, to);
        case PieceType::Rook:
            return (df == 0 || dr == 0) && path_free(p, from, to);
        case PieceType::Queen:
            return (df == dr || df == 0 || dr == 0) && path_free(p, from, to);
        case PieceType::King:
            return df <= 1 && dr <= 1;
    }
    return false;
}

std::optional<IllegalMove> classify_illegal(const Position& before, const SearchTarget& sensed) {
    const Color mover = before.turn();
    const Differences d = differences(before, sensed);
    const auto arrived = only(d.own_arrived);
    const Bitboard other_gone = d.other_left | d.other_taken;
    // The opponent's piece was moved.
    if (d.own_left == 0 && d.own_arrived == 0) {
        const auto from = only(d.other_left);
        const auto to = only(d.other_arrived);
        if (!from || !to || before.piece_at(*from) != sensed.placement[*to]) return std::nullopt;
        return describe(before, sensed, *from, *to, IllegalKind::OpponentsPiece);
    }
    // A pawn was promoted to a piece of the other colour.
    if (const auto from = only(d.own_left); from && d.own_arrived == 0) {
        const auto to = only(d.other_arrived);
        if (to && before.piece_at(*from) == make_piece(mover, PieceType::Pawn) &&
            rank_of(*to) == home_rank(opposite(mover))) {
            return describe(before, sensed, *from, *to, IllegalKind::WrongPromotion);
        }
        return std::nullopt;
    }
    if (d.other_arrived != 0) return std::nullopt;
    // One piece moved, perhaps onto an own one.
    const Bitboard origins = arrived ? d.own_left & ~bit(*arrived) : d.own_left;
    if (const auto from = only(origins); from && arrived) {
        if (count(other_gone) > 1) return std::nullopt;
        const IllegalKind kind = kind_of_single(before, *from, *arrived, sensed.placement[*arrived]);
        return describe(before, sensed, *from, *arrived, kind);
    }
    // King and rook both moved.
    const Square king = before.king(mover);
    const Bitboard king_now = sensed.placement.squares_of(make_piece(mover, PieceType::King));
    if (count(d.own_left) == 2 && count(d.own_arrived) == 2 && other_gone == 0 &&
        contains(d.own_left, king) && count(king_now) == 1 && (d.own_arrived & king_now) != 0 &&
        (d.own_left & before.pieces(mover, PieceType::Rook)) != 0) {
        return describe(before, sensed, king, first(king_now), IllegalKind::Castling);
    }
    // Two pieces of one's own moved.
    if (count(d.own_left) == 2 && count(d.own_arrived) == 2 && count(other_gone) <= 1) {
        const Square to = first(d.own_arrived);
        for (Bitboard rest = d.own_left; rest != 0;) {
            const Square from = pop_first(rest);
            if (before.piece_at(from) == sensed.placement[to]) {
                return describe(before, sensed, from, to, IllegalKind::Other);
            }
        }
    }
    return std::nullopt;
}

}  // namespace boardbridge::rules
