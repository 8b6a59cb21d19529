#include "rules/line_search.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {

std::size_t wing_of(Move castling) {
    return castling.to() > castling.from() ? CastlingRights::kKingside : CastlingRights::kQueenside;
}

/// Sets are small here: counting on takes less than counting to the end.
bool more_than(Bitboard set, int n) {
    for (; n > 0 && set != 0; --n) set &= set - 1;
    return set != 0;
}

Square en_passant_victim(Move m) { return make_square(file_of(m.to()), rank_of(m.from())); }

}  // namespace

Bitboard changed_squares(const Position& p, Move m) {
    switch (m.kind()) {
        case MoveKind::Normal:
        case MoveKind::Promotion:
            return bit(m.from()) | bit(m.to());
        case MoveKind::EnPassant:
            return bit(m.from()) | bit(m.to()) | bit(en_passant_victim(m));
        case MoveKind::Castling: {
            const Square king = castled_king_square(p.turn(), wing_of(m));
            const Square rook = castled_rook_square(p.turn(), wing_of(m));
            Bitboard touched = bit(m.from()) | bit(m.to()) | bit(king) | bit(rook);
            if (king == m.from()) touched &= ~bit(king);
            if (rook == m.to()) touched &= ~bit(rook);
            return touched;
        }
    }
    return 0;
}

Piece piece_after(const Position& p, Move m, Square s) {
    const Color c = p.turn();
    switch (m.kind()) {
        case MoveKind::Normal:
        case MoveKind::EnPassant:
            return s == m.to() ? p.piece_at(m.from()) : Piece::None;
        case MoveKind::Promotion:
            return s == m.to() ? make_piece(c, m.promotion()) : Piece::None;
        case MoveKind::Castling:
            if (s == castled_king_square(c, wing_of(m))) return make_piece(c, PieceType::King);
            if (s == castled_rook_square(c, wing_of(m))) return make_piece(c, PieceType::Rook);
            return Piece::None;
    }
    return Piece::None;
}

bool fits(const SearchTarget& target, Square s, Piece expected) {
    if (contains(target.ignored, s)) return true;
    const Piece sensed = target.placement[s];
    if (sensed == expected) return true;
    if (expected == Piece::None || sensed == Piece::None) return false;
    if (target.occupancy_only || sensed == Piece::Unknown) return true;
    return contains(target.any_identity, s) && color_of(sensed) == color_of(expected);
}

bool move_reaches(const Position& p, Move m, Bitboard differing, const SearchTarget& target) {
    const Bitboard changed = changed_squares(p, m);
    if ((differing & ~changed) != 0) return false;
    for (Bitboard rest = changed; rest != 0;) {
        const Square s = pop_first(rest);
        if (!fits(target, s, piece_after(p, m, s))) return false;
    }
    return true;
}

LineSearch::LineSearch(const SearchTarget& target, Limits limits) : target_(target), limits_(limits) {
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const Piece p = target_.placement[square_at(i)];
        if (is_piece(p)) sensed_[index(color_of(p))] |= bit(square_at(i));
        if (p == Piece::Unknown) exact_ = false;
    }
    if (target_.occupancy_only || (target_.ignored | target_.any_identity) != 0) exact_ = false;
    for (const Color c : {Color::White, Color::Black}) sensed_men_[index(c)] = count(sensed_[index(c)]);
    slack_ = count(target_.ignored);
}

Bitboard LineSearch::differing(const Position& p) const {
    Bitboard d = unequal_squares(target_.placement.squares(), p.board());
    if (d == 0 || exact_) return d;
    for (Bitboard rest = d; rest != 0;) {
        const Square s = pop_first(rest);
        if (fits(target_, s, p.piece_at(s))) d &= ~bit(s);
    }
    return d;
}

bool LineSearch::reachable(Bitboard differing, int plies, const Men& men, bool castling) const {
    // A ply changes two squares, castling four, en passant three.
    if (more_than(differing, 2 * plies + (castling ? 4 : 1))) return false;
    if (target_.occupancy_only) return true;
    const int mine = (plies + 1) / 2;
    const int theirs = plies / 2;
    const std::size_t us = index(men.turn);
    const std::size_t them = index(opposite(men.turn));
    // Each ply brings one piece to where it is sensed now, castling two.
    const int spare = castling ? 1 : 0;
    if (more_than(differing & sensed_[us], mine + spare) ||
        more_than(differing & sensed_[them], theirs + spare))
        return false;
    const int lost_mine = men.standing[us] - sensed_men_[us];
    const int lost_theirs = men.standing[them] - sensed_men_[them];
    return lost_mine >= -slack_ && lost_theirs >= -slack_ && lost_mine <= theirs + slack_ &&
           lost_theirs <= mine + slack_;
}

Bitboard LineSearch::differing_after(const Position& p, Move m, Bitboard differing) const {
    if (exact_ && (m.kind() == MoveKind::Normal || m.kind() == MoveKind::Promotion)) {
        // Nearly all moves: one square is left, one is come to.
        const Piece moved =
            m.kind() == MoveKind::Normal ? p.piece_at(m.from()) : make_piece(p.turn(), m.promotion());
        Bitboard after = differing & ~(bit(m.from()) | bit(m.to()));
        if (target_.placement[m.from()] != Piece::None) after |= bit(m.from());
        if (target_.placement[m.to()] != moved) after |= bit(m.to());
        return after;
    }
    const Bitboard changed = changed_squares(p, m);
    Bitboard after = differing & ~changed;
    for (Bitboard rest = changed; rest != 0;) {
        const Square s = pop_first(rest);
        if (!fits(target_, s, piece_after(p, m, s))) after |= bit(s);
    }
    return after;
}

void LineSearch::descend(const Position& p, Bitboard differing_now, int plies, const Men& men,
                         std::vector<Line>& out) {
    if (++nodes_ > limits_.nodes || out.size() >= limits_.lines) return;
    const Bitboard open = differing_now | target_.ignored;
    MoveList moves;
    p.legal_moves_from(open, moves);
    for (const Move m : moves) {
        if (m.kind() == MoveKind::Castling && (changed_squares(p, m) & open) == 0) continue;
        const Bitboard after = differing_after(p, m, differing_now);
        Men left = men;
        left.turn = opposite(men.turn);
        if (p.captures(m)) --left.standing[index(left.turn)];
        if (plies == 1 ? after != 0 : !reachable(after, plies - 1, left, p.castling_rooks() != 0)) continue;
        path_.push_back(m);
        if (plies > 1) {
            descend(p.play(m), after, plies - 1, left, out);
        } else if (out.size() < limits_.lines) {
            out.push_back(path_);
        }
        path_.pop_back();
    }
}

void LineSearch::find(const Position& from, int plies, std::vector<Line>& out) {
    path_.clear();
    const Bitboard differing_now = differing(from);
    if (plies == 0) {
        ++nodes_;
        if (differing_now == 0) out.emplace_back();
        return;
    }
    const Men men{from.turn(), {count(from.pieces(Color::White)), count(from.pieces(Color::Black))}};
    if (reachable(differing_now, plies, men, from.castling_rooks() != 0))
        descend(from, differing_now, plies, men, out);
}

}  // namespace boardbridge::rules
