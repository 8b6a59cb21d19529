// Mishaps that are played out before the listed ply, or in its place.
#include "drivers/simulated/hand_extras.hpp"

#include <algorithm>

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

void Mishap::act(ActKind kind, Square s, Piece p, Micros then) {
    start = stage.touch(side(), kind, s, p, start, ply) + then;
}

namespace {

std::optional<Square> random_member(Bitboard set, SeededRandom& random) {
    if (set == 0) return std::nullopt;
    for (auto skip = random.below(static_cast<std::uint64_t>(count(set))); skip > 0; --skip) pop_first(set);
    return first(set);
}

/// Squares on which two placements differ go back, pieces lifted first, then set.
void put_back(Mishap& m, const Placement& is, const Placement& should_be) {
    const Bitboard wrong = differing_squares(is, should_be);
    for (Bitboard b = wrong; b != 0;) {
        const Square s = pop_first(b);
        if (is[s] != Piece::None) m.act(ActKind::Lift, s, Piece::None, m.some(80, 300));
    }
    for (Bitboard b = wrong; b != 0;) {
        const Square s = pop_first(b);
        if (should_be[s] != Piece::None) m.act(ActKind::Set, s, should_be[s], m.some(100, 500));
    }
}

void make_other_move(Mishap& m, bool pressed) {
    MoveList others;
    for (const Move other : m.position.legal_moves()) {
        if (other != m.move && other.kind() == MoveKind::Normal) others.add(other);
    }
    if (others.empty()) return;
    const Move other = others[m.random.below(others.size())];
    const Position after = m.position.play(other);
    const auto timing = m.stage.perform(plan_move(m.position, after, other, m.rates, m.random), m.side(),
                                        m.start, m.start, m.ply);
    m.start = timing.settled + m.some(300, 1000);
    if (pressed) m.stage.clock(ActKind::Press, m.side(), m.start, m.ply);
    m.start += m.some(500, 2500);
    put_back(m, after.placement(), m.position.placement());
    if (pressed) {
        m.stage.clock(ActKind::Press, opposite(m.side()), m.start, m.ply);
        m.start += m.some(300, 1500);
    }
    m.start += m.some(300, 1500);
}

Placement carry_out_illegal(Mishap& m, const IllegalMove& illegal) {
    Placement board = m.position.placement();
    const Piece p = board[illegal.from];
    m.act(ActKind::Lift, illegal.from, Piece::None, m.random.between(m.rates.carry));
    if (board[illegal.to] != Piece::None) m.act(ActKind::Lift, illegal.to, Piece::None, m.some(100, 400));
    m.act(ActKind::Set, illegal.to, p, m.random.between(m.rates.press));
    board.set(illegal.from, Piece::None);
    board.set(illegal.to, p);
    return board;
}

void play_illegal(Mishap& m, bool pressed) {
    const auto illegal = find_illegal_move(m.position, m.random);
    if (!illegal) return;
    const Placement board = carry_out_illegal(m, *illegal);
    if (pressed) {
        m.stage.clock(ActKind::Press, m.side(), m.start, m.ply);
        m.start += m.some(2500, 5000);
        m.stage.clock(ActKind::PauseClock, opposite(m.side()), m.start, m.ply);
    }
    m.start += m.some(500, 2500);
    put_back(m, board, m.position.placement());
    if (pressed) {
        m.start += m.some(500, 1500);
        m.stage.clock(ActKind::Press, opposite(m.side()), m.start, m.ply);
        m.start += m.some(500, 1500);
        m.stage.clock(ActKind::StartClock, m.side(), m.start, m.ply);
    }
    m.start += m.some(500, 2500);
}

void press_without_move(Mishap& m) {
    m.stage.clock(ActKind::Press, m.side(), m.start, m.ply);
    m.start += m.some(2500, 5000);
    m.stage.clock(ActKind::Press, opposite(m.side()), m.start, m.ply);
    m.start += m.some(300, 2000);
}

void knock_over(Mishap& m) {
    const Placement board = m.position.placement();
    Placement fallen = board;
    Bitboard free_squares = ~board.occupied();
    Bitboard standing = board.occupied();
    for (auto n = 3 + m.random.below(4); n > 0 && standing != 0; --n) {
        const Square s = *random_member(standing, m.random);
        standing &= ~bit(s);
        m.act(ActKind::DropOut, s, Piece::None, m.some(5, 80));
        fallen.set(s, Piece::None);
        if (!m.random.chance(60)) continue;
        if (const auto rolled = random_member(free_squares, m.random)) {
            free_squares &= ~bit(*rolled);
            m.act(ActKind::Set, *rolled, board[s], m.some(5, 150));
            fallen.set(*rolled, board[s]);
        }
    }
    m.start += m.some(2000, 6000);
    put_back(m, fallen, board);
    m.start += m.some(500, 2000);
}

void hover(Mishap& m) {
    const Square from = m.move.from();
    const Piece p = m.position.piece_at(from);
    m.act(ActKind::Lift, from, Piece::None, m.some(150, 600));
    for (const Move other : m.position.legal_moves()) {
        if (other.from() != from || m.position.piece_at(other.to()) != Piece::None || !m.random.chance(30))
            continue;
        m.act(ActKind::Cross, other.to(), p, m.some(100, 600));
        m.act(ActKind::Leave, other.to(), Piece::None, m.some(50, 400));
    }
    m.act(ActKind::Set, from, p, m.some(400, 2500));
}

/// The ply has been carried out by single acts; the last of them made it stand.
void performed_by_hand(Mishap& m, Instant first_touch, Instant landed) {
    m.performed = HandStage::Timing{first_touch, landed, landed, landed};
}

void put_on_top(Mishap& m) {
    const Square from = m.move.from();
    const Square to = m.move.to();
    const Piece p = m.position.piece_at(from);
    const bool plain = m.move.kind() == MoveKind::Normal && m.position.piece_at(to) == Piece::None;
    const auto top = random_member(m.position.occupied() & ~bit(from), m.random);
    if (!plain || !top) return;
    const Instant first = m.start;
    m.act(ActKind::Lift, from, Piece::None, m.random.between(m.rates.carry));
    m.act(ActKind::Set, *top, p, m.some(300, 900));
    m.act(ActKind::Set, to, p, m.some(10, 300));
    m.act(ActKind::Set, *top, m.position.piece_at(*top), Micros{0});
    performed_by_hand(m, first, m.start);
}

void take_promotion_victim(Mishap& m) {
    if (m.position.piece_at(m.move.to()) != Piece::None)
        m.act(ActKind::Lift, m.move.to(), Piece::None, m.some(100, 400));
    m.act(ActKind::Lift, m.move.from(), Piece::None, m.random.between(m.rates.carry));
}

void change_promotion(Mishap& m) {
    if (m.move.kind() != MoveKind::Promotion) return;
    const Instant first = m.start;
    const PieceType other = m.move.promotion() == PieceType::Queen ? PieceType::Knight : PieceType::Queen;
    take_promotion_victim(m);
    m.act(ActKind::Set, m.move.to(), make_piece(m.side(), other), m.some(500, 2500));
    m.act(ActKind::Lift, m.move.to(), Piece::None, m.random.between(m.rates.carry));
    m.act(ActKind::Set, m.move.to(), make_piece(m.side(), m.move.promotion()), Micros{0});
    performed_by_hand(m, first, m.start);
}

void leave_pawn(Mishap& m) {
    if (m.move.kind() != MoveKind::Promotion) return;
    const Instant first = m.start;
    take_promotion_victim(m);
    m.act(ActKind::Set, m.move.to(), make_piece(m.side(), PieceType::Pawn), m.random.between(m.rates.press));
    m.pressed = m.start;
    m.start += m.some(2500, 6000);
    m.act(ActKind::Lift, m.move.to(), Piece::None, m.random.between(m.rates.carry));
    m.act(ActKind::Set, m.move.to(), make_piece(m.side(), m.move.promotion()), Micros{0});
    performed_by_hand(m, first, m.start);
}

void castle_onto_wrong_square(Mishap& m) {
    if (m.move.kind() != MoveKind::Castling) return;
    const std::size_t wing = file_of(m.move.to()) > file_of(m.move.from()) ? CastlingRights::kKingside
                                                                           : CastlingRights::kQueenside;
    const Square king_to = castled_king_square(m.side(), wing);
    const Square rook_to = castled_rook_square(m.side(), wing);
    Bitboard free_squares =
        ~(m.position.occupied() | bit(king_to) | bit(rook_to)) & rank_mask(home_rank(m.side()));
    free_squares |= bit(m.move.from()) & ~bit(king_to) & ~bit(rook_to);
    const auto wrong = random_member(free_squares, m.random);
    if (!wrong) return;
    const Piece rook = make_piece(m.side(), PieceType::Rook);
    const Instant first = m.start;
    m.act(ActKind::Lift, m.move.from(), Piece::None, m.some(50, 200));
    m.act(ActKind::Lift, m.move.to(), Piece::None, m.random.between(m.rates.carry));
    m.act(ActKind::Set, king_to, make_piece(m.side(), PieceType::King), m.random.between(m.rates.carry));
    m.act(ActKind::Set, *wrong, rook, m.some(300, 1500));
    m.act(ActKind::Lift, *wrong, Piece::None, m.random.between(m.rates.carry));
    m.act(ActKind::Set, rook_to, rook, Micros{0});
    performed_by_hand(m, first, m.start);
}

void bounce(Mishap& m) {
    const Bitboard touched = bit(m.move.from()) | bit(m.move.to());
    const auto s = random_member(m.position.occupied() & ~touched, m.random);
    if (!s || m.move.kind() != MoveKind::Normal) return;
    Instant at = m.start;
    for (auto n = 60 + m.random.below(40); n > 0; --n) {
        at = m.stage.touch(m.side(), ActKind::DropOut, *s, Piece::None, at + m.some(20, 60), m.ply);
        at = m.stage.touch(m.side(), ActKind::Set, *s, m.position.piece_at(*s), at + m.some(20, 60), m.ply);
    }
}

}  // namespace

void mishap_before(ExtraKind kind, Mishap& m) {
    switch (kind) {
        case ExtraKind::TakeBack:
            return make_other_move(m, false);
        case ExtraKind::AgreedTakeBack:
            return make_other_move(m, true);
        case ExtraKind::IllegalPutRight:
            return play_illegal(m, false);
        case ExtraKind::IllegalPressed:
            return play_illegal(m, true);
        case ExtraKind::PressWithoutMove:
            return press_without_move(m);
        case ExtraKind::KnockedOver:
            return knock_over(m);
        case ExtraKind::Hover:
            return hover(m);
        case ExtraKind::PutOnTop:
            return put_on_top(m);
        case ExtraKind::ChangedPromotion:
            return change_promotion(m);
        case ExtraKind::PawnLeft:
            return leave_pawn(m);
        case ExtraKind::WrongCastlingSquare:
            return castle_onto_wrong_square(m);
        case ExtraKind::BouncingSensor:
            return bounce(m);
        case ExtraKind::IllegalStands:
        case ExtraKind::MisreadForGood:
            return;
    }
}

void mishap_after(ExtraKind kind, Mishap& m, const Position& after, Instant at) {
    if (kind == ExtraKind::MisreadForGood && m.move.kind() == MoveKind::Normal) {
        const Piece p = after.piece_at(m.move.to());
        const auto wrong = static_cast<PieceType>(
            1 + (static_cast<int>(type_of(p)) + static_cast<int>(m.random.below(4))) % 5);
        const PieceType read = wrong == type_of(p) ? PieceType::King : wrong;
        m.stage.touch(m.side(), ActKind::Misread, m.move.to(), make_piece(color_of(p), read), at, m.ply);
    }
    if (kind == ExtraKind::IllegalStands) {
        const auto illegal = find_illegal_move(after, m.random);
        if (!illegal) return;
        Mishap next{
            m.stage, m.random, m.rates, after, m.move, m.ply + 1, at + m.random.between(m.rates.think)};
        carry_out_illegal(next, *illegal);
        m.stage.clock(ActKind::Press, next.side(), next.start, next.ply);
    }
}

std::optional<IllegalMove> find_illegal_move(const Position& p, SeededRandom& random) {
    const MoveList legal = p.legal_moves();
    for (int attempt = 0; attempt < 200; ++attempt) {
        const auto from = random_member(p.pieces(p.turn()), random);
        const auto to =
            random_member(~p.pieces(p.turn()) & ~p.pieces(opposite(p.turn()), PieceType::King), random);
        if (!from || !to) return std::nullopt;
        const bool far =
            std::abs(file_of(*from) - file_of(*to)) > 2 || std::abs(rank_of(*from) - rank_of(*to)) > 2;
        if (far && attempt < 100) continue;
        const bool same = std::any_of(legal.begin(), legal.end(), [&](Move m) {
            return m.from() == *from && (m.to() == *to || m.kind() == MoveKind::Castling);
        });
        if (!same) return IllegalMove{*from, *to};
    }
    return std::nullopt;
}

}  // namespace boardbridge::simulated
