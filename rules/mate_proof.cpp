// The loosened game: whatever the real game allows, it allows too. So a man that is not followed may pass its
// turn, stand in no one's way, take what lies within its bounds, attack all it could ever attack, and is
// never lost.
#include "rules/mate_proof.hpp"

namespace boardbridge::rules {

namespace {

constexpr std::size_t kWinner = MateBoard::kWinner;
constexpr std::size_t kLoser = MateBoard::kLoser;

constexpr Color as_color(std::size_t side) { return side == kWinner ? Color::White : Color::Black; }
constexpr Bitboard ahead(Bitboard b, std::size_t side) { return side == kWinner ? b << 8 : b >> 8; }
constexpr Bitboard home_pawns(std::size_t side) { return rank_mask(side == kWinner ? 1 : 6); }
constexpr Bitboard end_rank(std::size_t side) { return side == kWinner ? kRank8 : kRank1; }

constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 32)) * 0x9E3779B97F4A7C15ULL;
    return x ^ (x >> 29);
}

Bitboard pawn_attack_set(Bitboard pawns, std::size_t side) {
    const Bitboard up = ahead(pawns, side);
    return (up & ~kFileA) >> 1 | (up & ~kFileH) << 1;
}

}  // namespace

KingsAndPawnsProof::KingsAndPawnsProof(const MateBoard& b, const MateBounds& bounds) : bounds_(bounds) {
    const auto men = bounds.men();
    for (std::size_t i = 0; i < men.size(); ++i) {
        const MateBounds::Man& m = men[i];
        if (m.type == PieceType::Pawn) {
            root_.pawns[m.side] |= bit(m.start);
        } else if (m.type == PieceType::King) {
            root_.king[m.side] = first_king_[m.side] = static_cast<std::uint8_t>(m.start);
        } else if (m.reach == bit(m.start)) {
            root_.fixed |= bit(m.start);
            fixed_side_[m.side] |= bit(m.start);
            fixed_type_[index(m.start)] = m.type;
        } else {
            roamers_[m.side].push_back({m.type, m.reach, m.hits, bounds.attacks_of(i)});
            roaming_reach_[m.side] |= m.reach;
            roaming_hits_[m.side] |= m.hits;
        }
    }
    roamed_ = roaming_reach_[0] | roaming_reach_[1] | bounds.promoted_squares(kLoser);
    for (Bitboard rooks = b.castling_rooks(); rooks != 0;) {
        const Square rook = pop_first(rooks);
        const std::size_t side = contains(b.side(kWinner), rook) ? kWinner : kLoser;
        castled_[side] |= bit(make_square(file_of(rook) > file_of(b.king(side)) ? 6 : 2, rank_of(rook)));
    }
    root_.en_passant = b.en_passant();
    root_.turn = static_cast<std::uint8_t>(b.turn());
}

Bitboard KingsAndPawnsProof::followed(const State& s, std::size_t side) const {
    return s.pawns[side] | (s.fixed & fixed_side_[side]) | bit(square_at(s.king[side]));
}

Bitboard KingsAndPawnsProof::fixed_attacks(const State& s, std::size_t by, Bitboard occupied) const {
    Bitboard set = 0;
    for (Bitboard left = s.fixed & fixed_side_[by]; left != 0;) {
        const Square from = pop_first(left);
        set |= attacks_of(fixed_type_[index(from)], kWinner, from, occupied);
    }
    return set;
}

/// Attacked whatever the men that are not followed do.
bool KingsAndPawnsProof::surely_attacked(const State& s, Square at, std::size_t by) const {
    if (contains(king_attacks(square_at(s.king[by])), at)) return true;
    if ((pawn_attacks(as_color(by ^ 1U), at) & s.pawns[by]) != 0) return true;
    return contains(fixed_attacks(s, by, followed(s) | roamed_), at);
}

bool KingsAndPawnsProof::insert(const State& s) {
    if (seen_.size() * 2 >= table_.size()) grow_table();
    const std::size_t mask = table_.size() - 1;
    const auto place = [&](const State& x) {
        const std::uint64_t rest = std::uint64_t{x.king[0]} | std::uint64_t{x.king[1]} << 8 |
                                   std::uint64_t{x.en_passant} << 16 | std::uint64_t{x.turn} << 24 |
                                   std::uint64_t{x.promoted} << 32;
        return mix(x.pawns[0] + mix(x.pawns[1] + mix(x.fixed + mix(rest)))) & mask;
    };
    std::size_t i = place(s);
    for (; table_[i] != 0; i = (i + 1) & mask)
        if (seen_[table_[i] - 1] == s) return false;
    seen_.push_back(s);
    table_[i] = static_cast<std::uint32_t>(seen_.size());
    return true;
}

void KingsAndPawnsProof::grow_table() {
    const std::vector<State> old = std::move(seen_);
    seen_.clear();
    seen_.reserve(old.size() * 4 + 256);
    table_.assign(old.size() * 8 + 512, 0);
    std::size_t size = 512;
    while (size < table_.size()) size *= 2;
    table_.assign(size, 0);
    for (const State& s : old) insert(s);
}

/// The position after a move, unless it leaves the mover's king surely attacked. True: give up the proof.
bool KingsAndPawnsProof::enter(State next, const Last& last) {
    const std::size_t us = next.turn;
    if (surely_attacked(next, square_at(next.king[us]), us ^ 1U)) return false;
    next.turn = static_cast<std::uint8_t>(us ^ 1U);
    if (us == kWinner && mate_possible(next, last)) return true;
    insert(next);
    return false;
}

bool KingsAndPawnsProof::king_moves(const State& s) {
    const std::size_t us = s.turn;
    const std::size_t them = us ^ 1U;
    const Square from = square_at(s.king[us]);
    Bitboard targets = king_attacks(from) & bounds_.king_squares(us);
    const bool may_castle = s.king[us] == first_king_[us];
    if (may_castle) targets |= castled_[us];
    targets &= ~followed(s, us) & ~bit(square_at(s.king[them]));
    while (targets != 0) {
        const Square to = pop_first(targets);
        State next = s;
        next.en_passant = MateBoard::kNoSquare;
        next.king[us] = static_cast<std::uint8_t>(to);
        next.pawns[them] &= ~bit(to);
        next.fixed &= ~bit(to);
        const bool castled = may_castle && contains(castled_[us], to);
        if (enter(next, {castled, bit(from), 0})) return true;
    }
    return false;
}

bool KingsAndPawnsProof::pawn_arrives(const State& s, Square from, Square to, Bitboard taken,
                                      std::uint8_t en_passant) {
    const std::size_t us = s.turn;
    State next = s;
    next.en_passant = en_passant;
    next.pawns[us] ^= bit(from);
    next.pawns[us ^ 1U] &= ~taken;
    next.fixed &= ~taken;
    if (!contains(end_rank(us), to)) {
        next.pawns[us] |= bit(to);
        return enter(next, {false, bit(from) | taken, bit(to)});
    }
    if (us == kWinner) return true;
    ++next.promoted;
    return enter(next, {false, 0, 0});
}

bool KingsAndPawnsProof::pawn_moves(const State& s) {
    const std::size_t us = s.turn;
    const std::size_t them = us ^ 1U;
    const Bitboard occupied = followed(s);
    Bitboard roaming_enemies = roaming_reach_[them];
    if (them == kLoser && s.promoted != 0) roaming_enemies |= bounds_.promoted_squares(kLoser);
    const Bitboard takeable =
        (followed(s, them) | roaming_enemies) & ~bit(square_at(s.king[them])) & ~followed(s, us);
    for (Bitboard left = s.pawns[us]; left != 0;) {
        const Square from = pop_first(left);
        for (Bitboard hits = pawn_attacks(as_color(us), from) & takeable; hits != 0;) {
            const Square to = pop_first(hits);
            if (pawn_arrives(s, from, to, bit(to), MateBoard::kNoSquare)) return true;
        }
        if (s.en_passant != MateBoard::kNoSquare) {
            const Square to = square_at(s.en_passant);
            if (contains(pawn_attacks(as_color(us), from), to) &&
                pawn_arrives(s, from, to, ahead(bit(to), them), MateBoard::kNoSquare))
                return true;
        }
        const Bitboard one = ahead(bit(from), us) & ~occupied;
        if (one == 0) continue;
        if (pawn_arrives(s, from, first(one), 0, MateBoard::kNoSquare)) return true;
        const Bitboard two = (bit(from) & home_pawns(us)) != 0 ? ahead(one, us) & ~occupied : 0;
        if (two == 0) continue;
        const bool takers = (pawn_attacks(as_color(us), first(one)) & s.pawns[them]) != 0;
        const auto passed = static_cast<std::uint8_t>(first(one));
        if (pawn_arrives(s, from, first(two), 0, takers ? passed : MateBoard::kNoSquare)) return true;
    }
    return false;
}

bool KingsAndPawnsProof::roaming_moves(const State& s) {
    const std::size_t us = s.turn;
    const std::size_t them = us ^ 1U;
    Bitboard hits = roaming_hits_[us];
    if (us == kLoser && s.promoted != 0) hits |= bounds_.promoted_squares(kLoser);
    if (hits == 0) return false;
    State next = s;
    next.en_passant = MateBoard::kNoSquare;
    if (enter(next, {true, 0, 0})) return true;
    for (Bitboard taken = hits & (s.pawns[them] | (s.fixed & fixed_side_[them])); taken != 0;) {
        const Bitboard one = bit(pop_first(taken));
        State after = next;
        after.pawns[them] &= ~one;
        after.fixed &= ~one;
        if (enter(after, {true, 0, 0})) return true;
    }
    return false;
}

/// Can a man on `from`, giving check, mate the loser when `others` are attacked by the rest and `open` are
/// the flights that nothing followed closes?
bool KingsAndPawnsProof::mates_with(const State& s, PieceType type, Square from, Bitboard others,
                                    Bitboard open) const {
    const Square king = square_at(s.king[kLoser]);
    const Bitboard occupied = followed(s) & ~bit(king);
    const Bitboard covers = attacks_of(type, kWinner, from, occupied);
    if (!contains(covers, king)) return false;
    const Bitboard left_open = open & ~covers & ~others;
    if ((left_open & (followed(s, kWinner) | bit(from))) != 0) return false;
    if (left_open == 0) return true;
    std::array<Bitboard, 64> men{};
    std::size_t n = 0;
    for (const Roamer& r : roamers_[kLoser]) men[n++] = r.reach;
    for (std::size_t i = 0; i < s.promoted; ++i) men[n++] = bounds_.promoted_squares(kLoser);
    return can_occupy(left_open, {men.data(), n});
}

bool KingsAndPawnsProof::mate_possible(const State& s, const Last& last) const {
    const Square king = square_at(s.king[kLoser]);
    const Bitboard occupied = followed(s) & ~bit(king);
    const Bitboard closed = king_attacks(square_at(s.king[kWinner])) |
                            pawn_attack_set(s.pawns[kWinner], kWinner) | fixed_attacks(s, kWinner, occupied) |
                            followed(s, kLoser);
    const Bitboard open = king_attacks(king) & ~closed;
    const auto opened_line = [&](Square from) {
        const Bitboard line = between(from, king);
        return (line & occupied) == 0 && (last.roaming ? line != 0 : (line & last.opened) != 0);
    };
    const auto& roamers = roamers_[kWinner];
    for (std::size_t i = 0; i < roamers.size(); ++i) {
        const Roamer& r = roamers[i];
        if (!contains(r.attacks, king)) continue;
        Bitboard others = 0;
        for (std::size_t j = 0; j < roamers.size(); ++j)
            if (j != i) others |= roamers[j].attacks;
        if ((open & ~others & ~r.attacks & followed(s, kWinner)) != 0) continue;
        for (Bitboard squares = r.reach & ~followed(s) & ~bit(king); squares != 0;) {
            const Square from = pop_first(squares);
            if ((last.roaming || opened_line(from)) && mates_with(s, r.type, from, others, open)) return true;
        }
    }
    Bitboard all = 0;
    for (const Roamer& r : roamers) all |= r.attacks;
    if ((last.pawn & pawn_attacks(Color::Black, king)) != 0 &&
        mates_with(s, PieceType::Pawn, first(last.pawn), all, open))
        return true;
    for (Bitboard fixed = s.fixed & fixed_side_[kWinner]; fixed != 0;) {
        const Square from = pop_first(fixed);
        if (opened_line(from) && mates_with(s, fixed_type_[index(from)], from, all, open)) return true;
    }
    return false;
}

bool KingsAndPawnsProof::rules_out_mate(std::size_t limit) {
    if (!seen_.empty()) return false;  // one question a proof
    insert(root_);
    for (std::size_t at = 0; at < seen_.size(); ++at) {
        if (seen_.size() > limit) return false;
        const State s = seen_[at];
        if (king_moves(s) || pawn_moves(s) || roaming_moves(s)) return false;
    }
    return true;
}

}  // namespace boardbridge::rules
