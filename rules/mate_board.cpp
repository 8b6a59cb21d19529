// Moves on the helpmate board. The rules are those of Position; they are written a second time because the
// search makes millions of positions, and a test compares both on every position it can find.
#include "rules/mate_board.hpp"

#include <bit>
#include <cassert>

namespace boardbridge::rules {

namespace {

constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 32)) * 0x9E3779B97F4A7C15ULL;
    return x ^ (x >> 29);
}

constexpr Bitboard flipped(Bitboard b, Color winner) {
    return winner == Color::White ? b : __builtin_bswap64(b);
}

constexpr std::array<PieceType, 4> kPromotions = {PieceType::Queen, PieceType::Knight, PieceType::Rook,
                                                  PieceType::Bishop};
constexpr std::array<PieceType, 6> kTypes = {PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                             PieceType::Rook, PieceType::Queen,  PieceType::King};

constexpr Color as_color(std::size_t side) {
    return side == MateBoard::kWinner ? Color::White : Color::Black;
}
constexpr Bitboard end_rank(std::size_t side) { return side == MateBoard::kWinner ? kRank8 : kRank1; }
constexpr Square step_up(Square s, std::size_t side, int ranks = 1) {
    return square_at(side == MateBoard::kWinner ? index(s) + 8U * static_cast<unsigned>(ranks)
                                                : index(s) - 8U * static_cast<unsigned>(ranks));
}
constexpr Square castled_king(Square king, Square rook) {
    return make_square(file_of(rook) > file_of(king) ? 6 : 2, rank_of(king));
}
constexpr Square castled_rook(Square king, Square rook) {
    return make_square(file_of(rook) > file_of(king) ? 5 : 3, rank_of(king));
}

}  // namespace

MateBoard::MateBoard(const Position& p, Color winner) {
    for (const Color c : {Color::White, Color::Black})
        for (const PieceType t : kTypes)
            for (Bitboard left = flipped(p.pieces(c, t), winner); left != 0;)
                put(c == winner ? kWinner : kLoser, t, pop_first(left));
    if (p.turn() != winner) turn_ = kLoser;
    castling_ = flipped(p.castling_rooks(), winner);
    if (const auto square = p.en_passant())
        set_en_passant(
            static_cast<std::uint8_t>(winner == Color::White ? index(*square) : index(*square) ^ 56U));
}

// The words spell 1 to 6 for a pawn to a king, 7 for a rook that may castle; the last word is the side.
PackedBoard MateBoard::packed() const {
    const auto& k = kind_;
    return {
        {k[0] | k[2] | k[4] | castling_, k[1] | k[2] | k[5] | castling_, k[3] | k[4] | k[5], side_[kLoser]},
        en_passant_,
        turn_};
}

MateBoard::MateBoard(const PackedBoard& packed) : en_passant_(packed.en_passant), turn_(packed.turn) {
    const auto& [one, two, four, loser] = packed.planes;
    castling_ = one & two & four;
    kind_ = {one & ~two & ~four, ~one & two & ~four, one & two & ~four,
             ~two & ~one & four, one & ~two & four,  ~one & two & four};
    kind_[slot(PieceType::Rook)] |= castling_;
    side_ = {(one | two | four) & ~loser, loser};
}

std::uint64_t PackedBoard::hash() const {
    const std::uint64_t rest = std::uint64_t{en_passant} << 1 | turn;
    return mix(planes[0] + mix(planes[1] + mix(planes[2] + mix(planes[3] + rest * 0xD6E8FEB86659FD93ULL))));
}

void MateBoard::set_turn(std::size_t s) {
    turn_ = static_cast<std::uint8_t>(s);
    en_passant_ = kNoSquare;
    castling_ = 0;
}

Move MateBoard::turned(Move m, Color winner) {
    if (winner == Color::White) return m;
    return Move(square_at(index(m.from()) ^ 56U), square_at(index(m.to()) ^ 56U), m.kind(), m.promotion());
}

PieceType MateBoard::type_at(Square s) const {
    for (const PieceType t : kTypes)
        if (contains(kind_[slot(t)], s)) return t;
    assert(false);
    return PieceType::King;
}

void MateBoard::put(std::size_t s, PieceType t, Square at) {
    side_[s] |= bit(at);
    kind_[slot(t)] |= bit(at);
}

void MateBoard::take(std::size_t s, PieceType t, Square at) {
    side_[s] &= ~bit(at);
    kind_[slot(t)] &= ~bit(at);
}

/// Kept only where a pawn stands ready to take, so that equal positions are equal boards.
void MateBoard::set_en_passant(std::uint8_t square) {
    const Square target = square_at(square);
    if ((pawn_attacks(as_color(turn_ ^ 1U), target) & pieces(turn_, PieceType::Pawn)) == 0) return;
    en_passant_ = square;
}

Bitboard MateBoard::attackers(Square s, std::size_t by, Bitboard occupied) const {
    const Bitboard queens = kind_[slot(PieceType::Queen)];
    return side_[by] & ((pawn_attacks(as_color(by ^ 1U), s) & kind_[slot(PieceType::Pawn)]) |
                        (knight_attacks(s) & kind_[slot(PieceType::Knight)]) |
                        (king_attacks(s) & kind_[slot(PieceType::King)]) |
                        (bishop_attacks(s, occupied) & (kind_[slot(PieceType::Bishop)] | queens)) |
                        (rook_attacks(s, occupied) & (kind_[slot(PieceType::Rook)] | queens)));
}

bool MateBoard::attacked(Square s, std::size_t by, Bitboard occupied) const {
    return attackers(s, by, occupied) != 0;
}

template <class Sink>
bool MateBoard::generate_king(Sink&& sink) const {
    const Square from = king(turn_);
    const Bitboard without_king = occupied() ^ bit(from);
    for (Bitboard targets = king_attacks(from) & ~side_[turn_]; targets != 0;) {
        const Square to = pop_first(targets);
        if (!attacked(to, turn_ ^ 1U, without_king) && sink(Move(from, to))) return true;
    }
    return false;
}

template <class Sink>
bool MateBoard::generate_pawn(Sink&& sink, Square from, Bitboard targets) const {
    const Bitboard empty = ~occupied();
    Bitboard reached = pawn_attacks(as_color(turn_), from) & side_[turn_ ^ 1U];
    const Square ahead = step_up(from, turn_);
    if (contains(empty, ahead)) {
        reached |= bit(ahead);
        const bool at_home = rank_of(from) == (turn_ == kWinner ? 1 : 6);
        if (at_home) reached |= bit(step_up(ahead, turn_)) & empty;
    }
    reached &= targets;
    while (reached != 0) {
        const Square to = pop_first(reached);
        if (!contains(end_rank(turn_), to)) {
            if (sink(Move(from, to))) return true;
            continue;
        }
        for (const PieceType t : kPromotions)
            if (sink(Move(from, to, MoveKind::Promotion, t))) return true;
    }
    return false;
}

template <class Sink>
bool MateBoard::generate_piece(Sink&& sink, Square from, Bitboard targets) const {
    const Bitboard here = bit(from);
    if ((kind_[slot(PieceType::Pawn)] & here) != 0) return generate_pawn(sink, from, targets);
    Bitboard reached = 0;
    if ((kind_[slot(PieceType::Knight)] & here) != 0) {
        reached = knight_attacks(from);
    } else {
        const Bitboard queens = kind_[slot(PieceType::Queen)];
        if (((kind_[slot(PieceType::Bishop)] | queens) & here) != 0)
            reached |= bishop_attacks(from, occupied());
        if (((kind_[slot(PieceType::Rook)] | queens) & here) != 0) reached |= rook_attacks(from, occupied());
    }
    for (reached &= targets; reached != 0;)
        if (sink(Move(from, pop_first(reached)))) return true;
    return false;
}

template <class Sink>
bool MateBoard::generate_en_passant(Sink&& sink) const {
    if (en_passant_ == kNoSquare) return false;
    const Square target = square_at(en_passant_);
    const Bitboard taken = bit(step_up(target, turn_ ^ 1U));
    const Square own_king = king(turn_);
    for (Bitboard takers = pawn_attacks(as_color(turn_ ^ 1U), target) & pieces(turn_, PieceType::Pawn);
         takers != 0;) {
        const Square from = pop_first(takers);
        const Bitboard after = (occupied() ^ bit(from) ^ taken) | bit(target);
        if ((attackers(own_king, turn_ ^ 1U, after) & ~taken) != 0) continue;
        if (sink(Move(from, target, MoveKind::EnPassant))) return true;
    }
    return false;
}

template <class Sink>
bool MateBoard::generate_castling(Sink&& sink) const {
    const Square from = king(turn_);
    for (Bitboard rooks = castling_ & side_[turn_]; rooks != 0;) {
        const Square rook = pop_first(rooks);
        const Square king_to = castled_king(from, rook);
        const Square rook_to = castled_rook(from, rook);
        const Bitboard others = occupied() & ~(bit(from) | bit(rook));
        const Bitboard king_way = between(from, king_to) | bit(king_to);
        if (((king_way | between(rook, rook_to) | bit(rook_to)) & others) != 0) continue;
        bool safe = true;
        for (Bitboard way = king_way & ~bit(from); way != 0 && safe;)
            safe = !attacked(pop_first(way), turn_ ^ 1U, occupied() ^ bit(from));
        safe = safe && !attacked(king_to, turn_ ^ 1U, others | bit(king_to) | bit(rook_to));
        if (safe && sink(Move(from, rook, MoveKind::Castling))) return true;
    }
    return false;
}

template <class Sink>
bool MateBoard::generate(Sink&& sink) const {
    const std::size_t them = turn_ ^ 1U;
    const Square own_king = king(turn_);
    const Bitboard all = occupied();
    const Bitboard checkers = attackers(own_king, them, all);
    if (generate_king(sink)) return true;
    Bitboard targets = ~side_[turn_];
    if (checkers != 0) {
        if ((checkers & (checkers - 1)) != 0) return false;
        targets = checkers | between(own_king, first(checkers));
    }
    const Bitboard queens = kind_[slot(PieceType::Queen)];
    Bitboard pinned = 0;
    Bitboard snipers =
        side_[them] & ((bishop_attacks(own_king, side_[them]) & (kind_[slot(PieceType::Bishop)] | queens)) |
                       (rook_attacks(own_king, side_[them]) & (kind_[slot(PieceType::Rook)] | queens)));
    while (snipers != 0) {
        const Square sniper = pop_first(snipers);
        const Bitboard line = between(own_king, sniper);
        const Bitboard blockers = line & all;
        if (blockers == 0 || (blockers & (blockers - 1)) != 0) continue;
        pinned |= blockers;
        if (generate_piece(sink, first(blockers), targets & (line | bit(sniper)))) return true;
    }
    for (Bitboard movers = side_[turn_] & ~pinned & ~bit(own_king); movers != 0;)
        if (generate_piece(sink, pop_first(movers), targets)) return true;
    if (generate_en_passant(sink)) return true;
    return checkers == 0 && generate_castling(sink);
}

void MateBoard::legal_moves(MoveList& out) const {
    generate([&out](Move m) {
        out.add(m);
        return false;
    });
}

bool MateBoard::has_legal_move() const {
    return generate([](Move) { return true; });
}

void MateBoard::play_castling(Move m) {
    const std::size_t us = turn_;
    drop_castling(castling_ & side_[us]);
    take(us, PieceType::King, m.from());
    take(us, PieceType::Rook, m.to());
    put(us, PieceType::King, castled_king(m.from(), m.to()));
    put(us, PieceType::Rook, castled_rook(m.from(), m.to()));
}

MateBoard MateBoard::play(Move m) const {
    MateBoard next = *this;
    const std::size_t us = turn_;
    const std::size_t them = us ^ 1U;
    next.en_passant_ = kNoSquare;
    if (m.kind() == MoveKind::Castling) {
        next.play_castling(m);
        next.turn_ = static_cast<std::uint8_t>(them);
        return next;
    }
    const Square from = m.from();
    const Square to = m.to();
    const PieceType mover = type_at(from);
    if (contains(side_[them], to)) next.take(them, type_at(to), to);
    if (m.kind() == MoveKind::EnPassant) next.take(them, PieceType::Pawn, step_up(to, them));
    next.take(us, mover, from);
    next.put(us, m.kind() == MoveKind::Promotion ? m.promotion() : mover, to);
    if (castling_ != 0) {
        next.drop_castling(bit(from) | bit(to));
        if (mover == PieceType::King) next.drop_castling(castling_ & side_[us]);
    }
    next.turn_ = static_cast<std::uint8_t>(them);
    if (mover == PieceType::Pawn && (index(from) ^ index(to)) == 16U)
        next.set_en_passant(static_cast<std::uint8_t>(index(step_up(from, us))));
    return next;
}

Bitboard attacks_of(PieceType type, std::size_t side, Square from, Bitboard occupied) {
    return type == PieceType::Pawn ? pawn_attacks(as_color(side), from) : piece_attacks(type, from, occupied);
}

}  // namespace boardbridge::rules
