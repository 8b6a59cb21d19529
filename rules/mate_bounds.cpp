// The bounds are the least sets closed under the rules below; by induction over the moves of a game nothing
// outside them is ever reached. Each rule errs on the side of letting things happen.
#include "rules/mate_bounds.hpp"

namespace boardbridge::rules {

namespace {

constexpr Bitboard kAll = ~Bitboard{0};

constexpr Color as_color(std::size_t side) {
    return side == MateBoard::kWinner ? Color::White : Color::Black;
}
constexpr Bitboard ahead(Bitboard b, std::size_t side) {
    return side == MateBoard::kWinner ? b << 8 : b >> 8;
}
constexpr Bitboard home_pawns(std::size_t side) { return rank_mask(side == MateBoard::kWinner ? 1 : 6); }
constexpr Bitboard end_rank(std::size_t side) { return side == MateBoard::kWinner ? kRank8 : kRank1; }

/// Squares of the file strictly in front of `s`.
constexpr Bitboard lane(Square s, std::size_t side) {
    const Bitboard file = file_mask(file_of(s));
    const Bitboard from_here = kAll << index(s);
    return file & (side == MateBoard::kWinner ? from_here & ~bit(s) : ~from_here);
}

Bitboard pawn_attack_set(Bitboard pawns, std::size_t side) {
    const Bitboard up = ahead(pawns, side);
    return (up & ~kFileA) >> 1 | (up & ~kFileH) << 1;
}

}  // namespace

bool can_occupy(Bitboard squares, std::span<const Bitboard> men) {
    if (static_cast<std::size_t>(count(squares)) > men.size()) return false;
    std::array<Bitboard, 64> given{};  // the square that a man holds
    while (squares != 0) {
        std::array<std::size_t, 64> parent{};
        std::array<std::size_t, 64> queue{};
        std::size_t head = 0;
        std::size_t tail = 0;
        Bitboard seen = 0;
        const auto ask_for = [&](Bitboard square, std::size_t asker) {
            for (std::size_t i = 0; i < men.size(); ++i) {
                if ((seen >> i & 1) != 0 || (men[i] & square) == 0) continue;
                seen |= Bitboard{1} << i;
                parent[i] = asker;
                queue[tail++] = i;
            }
        };
        const Bitboard wanted = squares & -squares;
        squares ^= wanted;
        ask_for(wanted, men.size());
        while (head < tail && given[queue[head]] != 0) {
            ask_for(given[queue[head]], queue[head]);
            ++head;
        }
        if (head == tail) return false;
        std::size_t at = queue[head];
        for (; parent[at] != men.size(); at = parent[at]) given[at] = given[parent[at]];
        given[at] = wanted;
    }
    return true;
}

MateBounds::MateBounds(const MateBoard& b)
    : castling_(b.castling_rooks()), en_passant_(b.en_passant()), turn_(b.turn()) {
    for (std::size_t side = 0; side < 2; ++side) {
        for (Bitboard left = b.side(side); left != 0;) {
            const Square s = pop_first(left);
            Man& m = pieces_[count_];
            m.side = side;
            m.type = b.type_at(s);
            m.start = s;
            m.reach = bit(s);
            if (m.type == PieceType::Pawn) m.on_file = bit(s);
            if (m.type == PieceType::King) king_[side] = count_;
            ++count_;
        }
        stuck_[side] = b.side(side);
    }
    if (en_passant_ != MateBoard::kNoSquare)
        for (std::size_t i = 0; i < count_; ++i)
            if (bit(pieces_[i].start) == ahead(bit(square_at(en_passant_)), turn_ ^ 1U))
                pieces_[i].capturable = true;
    while (grow()) {
    }
    for (std::size_t i = 0; i < count_; ++i) {
        attacks_[i] = attack_set(pieces_[i]);
        if (pieces_[i].side != MateBoard::kLoser || pieces_[i].type == PieceType::King) continue;
        blockable_ |= pieces_[i].reach;
    }
    blockable_ |= promoted_[MateBoard::kLoser].queen | promoted_[MateBoard::kLoser].knight;
}

/// Squares on which a man of that side may come to stand, its own stuck men and a stuck enemy king apart.
Bitboard MateBounds::landing(std::size_t side) const {
    const Man& enemy_king = pieces_[king_[side ^ 1U]];
    return ~stuck_[side] & ~(stuck_[side ^ 1U] & bit(enemy_king.start));
}

Bitboard MateBounds::attacks_from(PieceType type, std::size_t side, Square from) const {
    return rules::attacks_of(type, side, from, stuck_[0] | stuck_[1]);
}

Bitboard MateBounds::steps(const Man& m, Square from) const {
    Bitboard to = attacks_from(m.type, m.side, from) & landing(m.side);
    if (m.type == PieceType::King) to &= ~guarded_[m.side ^ 1U];
    return to;
}

/// A square is guarded for good if some man that is never taken attacks it from wherever it can stand. Of men
/// that move on lines only the next squares count: others might be cut off.
void MateBounds::find_guarded() {
    guarded_ = {};
    for (std::size_t i = 0; i < count_; ++i) {
        const Man& m = pieces_[i];
        if (m.capturable || m.promotes || count(m.reach) > 8) continue;
        Bitboard always = kAll;
        for (Bitboard left = m.reach; left != 0 && always != 0;) {
            const Square s = pop_first(left);
            switch (m.type) {
                case PieceType::Pawn:
                    always &= pawn_attacks(as_color(m.side), s);
                    break;
                case PieceType::Knight:
                    always &= knight_attacks(s);
                    break;
                case PieceType::Bishop:
                    always &= bishop_attacks(s, kAll);
                    break;
                case PieceType::Rook:
                    always &= rook_attacks(s, kAll);
                    break;
                case PieceType::Queen:
                case PieceType::King:
                    always &= king_attacks(s);
                    break;
            }
        }
        guarded_[m.side] |= always;
    }
}

/// Squares of a pawn's own file that stay beyond it while it has not captured: those from the first enemy
/// pawn on that can neither be taken nor leave the file, and those that a pawn of its own ahead of it can't
/// make room for.
Bitboard MateBounds::lane_limit(const Man& m) const {
    Bitboard beyond = 0;
    const Bitboard way = lane(m.start, m.side);
    for (std::size_t i = 0; i < count_; ++i) {
        const Man& other = pieces_[i];
        if (other.type != PieceType::Pawn || !contains(way, other.start)) continue;
        if (other.capturable || other.leaves_file) continue;
        if (other.side != m.side) {
            beyond |= bit(other.start) | lane(other.start, m.side);
        } else if (!other.promotes) {
            Bitboard reached = other.on_file;
            Square furthest = first(reached);
            if (m.side == MateBoard::kWinner)
                while (reached != 0) furthest = pop_first(reached);
            beyond |= bit(furthest) | lane(furthest, m.side);
        }
    }
    return beyond;
}

Bitboard MateBounds::targets_of_enemy(std::size_t side) const {
    Bitboard targets = promoted_[side ^ 1U].queen | promoted_[side ^ 1U].knight;
    for (std::size_t i = 0; i < count_; ++i)
        if (pieces_[i].side != side && pieces_[i].type != PieceType::King) targets |= pieces_[i].reach;
    return targets;
}

bool MateBounds::grow_pawn(Man& m) {
    const Bitboard stuck = stuck_[0] | stuck_[1];
    const Bitboard old_on = m.on_file;
    const Bitboard old_off = m.off_file;
    const Bitboard file_free = ~stuck & ~lane_limit(m);
    const Bitboard one = ahead(m.on_file, m.side) & file_free;
    const Bitboard passed_home = ahead(m.on_file & home_pawns(m.side), m.side) & one;
    m.on_file |= one | (ahead(passed_home, m.side) & file_free);
    m.hits |= pawn_attack_set(m.reach, m.side);
    Bitboard taken = m.hits & targets_of_enemy(m.side);
    if (en_passant_ != MateBoard::kNoSquare && m.side == turn_)
        taken |= pawn_attack_set(bit(m.start), m.side) & bit(square_at(en_passant_));
    if (taken != 0) m.leaves_file = true;
    m.off_file |= taken;
    m.off_file |= ahead(m.off_file, m.side) & ~stuck;
    promoted_[m.side].from |= (m.on_file | m.off_file) & end_rank(m.side);
    m.promotes = m.promotes || ((m.on_file | m.off_file) & end_rank(m.side)) != 0;
    m.on_file &= ~end_rank(m.side);
    m.off_file &= ~end_rank(m.side);
    m.reach |= m.on_file | m.off_file;
    return m.on_file != old_on || m.off_file != old_off;
}

bool MateBounds::grow_man(Man& m) {
    if (m.type == PieceType::Pawn) return grow_pawn(m);
    const Bitboard old = m.reach;
    Bitboard done = 0;
    while ((m.reach & ~done) != 0) {
        const Square s = first(m.reach & ~done);
        done |= bit(s);
        const Bitboard to = steps(m, s);
        m.hits |= to;
        m.reach |= to;
    }
    for (Bitboard rooks = castling_; rooks != 0;) {
        const Square rook = pop_first(rooks);
        const Square king = pieces_[king_[m.side]].start;
        if (rank_of(rook) != (m.side == MateBoard::kWinner ? 0 : 7)) continue;
        const bool kingside = file_of(rook) > file_of(king);
        if (m.type == PieceType::King) m.reach |= bit(make_square(kingside ? 6 : 2, rank_of(rook)));
        if (m.start == rook) m.reach |= bit(make_square(kingside ? 5 : 3, rank_of(rook)));
    }
    return m.reach != old;
}

bool MateBounds::grow_promoted(std::size_t side) {
    Promoted& p = promoted_[side];
    if (p.from == 0) return false;
    const Promoted old = p;
    const Bitboard allowed = landing(side);
    p.queen |= p.from;
    p.knight |= p.from;
    Bitboard done = 0;
    while ((p.queen & ~done) != 0) {
        const Square s = first(p.queen & ~done);
        done |= bit(s);
        p.queen |= attacks_from(PieceType::Queen, side, s) & allowed;
    }
    done = 0;
    while ((p.knight & ~done) != 0) {
        const Square s = first(p.knight & ~done);
        done |= bit(s);
        p.knight |= knight_attacks(s) & allowed;
    }
    return p.queen != old.queen || p.knight != old.knight;
}

/// Who can be taken now, and which first squares are no longer held for good.
bool MateBounds::mark_captures() {
    bool changed = false;
    std::array<Bitboard, 2> hits{promoted_[0].queen | promoted_[0].knight,
                                 promoted_[1].queen | promoted_[1].knight};
    for (std::size_t i = 0; i < count_; ++i) hits[pieces_[i].side] |= pieces_[i].hits;
    for (std::size_t i = 0; i < count_; ++i) {
        Man& m = pieces_[i];
        if (m.type != PieceType::King && !m.capturable && (hits[m.side ^ 1U] & m.reach) != 0) {
            m.capturable = true;
            changed = true;
        }
        const bool free = m.capturable || m.promotes || m.reach != bit(m.start);
        if (!free || !contains(stuck_[m.side], m.start)) continue;
        stuck_[m.side] &= ~bit(m.start);
        changed = true;
    }
    return changed;
}

bool MateBounds::grow() {
    find_guarded();
    bool changed = false;
    for (std::size_t i = 0; i < count_; ++i) changed = grow_man(pieces_[i]) || changed;
    for (std::size_t side = 0; side < 2; ++side) changed = grow_promoted(side) || changed;
    return mark_captures() || changed;
}

Bitboard MateBounds::attack_set(const Man& m) const {
    Bitboard set = 0;
    for (Bitboard left = m.reach; left != 0;) set |= attacks_from(m.type, m.side, pop_first(left));
    return set;
}

bool MateBounds::blocked_by_own_men(Bitboard squares) const {
    std::array<Bitboard, kMost> standing{};
    std::size_t n = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        const Man& m = pieces_[i];
        if (m.side != MateBoard::kLoser || m.type == PieceType::King) continue;
        standing[n++] = m.reach | (m.promotes ? promoted_squares(MateBoard::kLoser) : 0);
    }
    return can_occupy(squares, {standing.data(), n});
}

/// Can `checker` on `from` mate a king there, the other men attacking `others` and the king and the loser's
/// own men doing the rest?
bool MateBounds::mate_from(Square king_square, const Man& checker, Square from, Bitboard others) const {
    const Bitboard stuck = (stuck_[0] | stuck_[1]) & ~bit(king_square);
    Bitboard covers = 0;
    switch (checker.type) {
        case PieceType::Bishop:
            covers = bishop_attacks(from, stuck);
            break;
        case PieceType::Rook:
            covers = rook_attacks(from, stuck);
            break;
        case PieceType::Queen:
            covers = queen_attacks(from, stuck);
            break;
        case PieceType::Pawn:
        case PieceType::Knight:
        case PieceType::King:
            covers = attacks_from(checker.type, checker.side, from);
            break;
    }
    if (!contains(covers, king_square)) return false;
    const Bitboard zone = king_attacks(king_square);
    const Bitboard open = zone & ~others & ~covers;
    Bitboard winner_king = king_squares(MateBoard::kWinner) & ~zone & ~bit(king_square) & ~bit(from);
    const Bitboard only_king = open & (~blockable_ | bit(from));
    for (Bitboard left = only_king; left != 0;) winner_king &= king_attacks(pop_first(left));
    while (winner_king != 0) {
        const Square w = pop_first(winner_king);
        if (blocked_by_own_men(open & ~king_attacks(w))) return true;
    }
    return false;
}

bool MateBounds::mate_on(Square king_square) const {
    for (std::size_t i = 0; i < count_; ++i) {
        const Man& checker = pieces_[i];
        if (checker.side != MateBoard::kWinner || checker.type == PieceType::King) continue;
        if (!contains(attacks_[i], king_square)) continue;
        Bitboard others = 0;
        for (std::size_t j = 0; j < count_; ++j)
            if (j != i && pieces_[j].side == MateBoard::kWinner && pieces_[j].type != PieceType::King)
                others |= attacks_[j];
        for (Bitboard left = checker.reach & ~bit(king_square); left != 0;)
            if (mate_from(king_square, checker, pop_first(left), others)) return true;
    }
    return false;
}

bool MateBounds::rules_out_mate() const {
    if (promoted_[MateBoard::kWinner].from != 0) return false;
    for (Bitboard left = king_squares(MateBoard::kLoser); left != 0;)
        if (mate_on(pop_first(left))) return false;
    return true;
}

}  // namespace boardbridge::rules
