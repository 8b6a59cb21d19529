// Costs are rough: each man is measured alone, and one man may be counted twice. What comes out is checked
// to be a mate on a board made up for the purpose.
#include "rules/mate_pattern.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {

constexpr std::size_t kWinner = MateBoard::kWinner;
constexpr std::size_t kLoser = MateBoard::kLoser;
constexpr std::array<PieceType, 5> kMen = {PieceType::Queen, PieceType::Rook, PieceType::Bishop,
                                           PieceType::Knight, PieceType::Pawn};
constexpr std::size_t slot(PieceType t) { return static_cast<std::size_t>(t) - 1; }

/// Squares from which a man of that type and side attacks `to`.
Bitboard origins(PieceType type, std::size_t side, Square to, Bitboard occupied) {
    return attacks_of(type, side ^ 1U, to, occupied);
}

}  // namespace

PatternFinder::PatternFinder(const MateBoard& b, const MateGround& ground)
    : board_(b), ground_(ground), lasting_(ground.lasting()) {
    measure();
    measure_closings();
}

void PatternFinder::measure() {
    for (std::size_t side = 0; side < 2; ++side) {
        auto& near = near_[side];
        near[slot(PieceType::King)] =
            ground_.reach(PieceType::King, side, board_.pieces(side, PieceType::King));
        const Bitboard pawns = board_.pieces(side, PieceType::Pawn);
        Distances promoted;
        promoted.fill(kFar);
        if (pawns != 0) {
            Distances& walk = near[slot(PieceType::Pawn)];
            walk = ground_.pawn_reach(side, pawns);
            for (std::size_t file = 0; file < 8; ++file) {
                const std::size_t end = side == kWinner ? 56 + file : file;
                std::swap(promoted[end], walk[end]);
                promotes_[side] = promotes_[side] || promoted[end] < kFar;
            }
            if (side == kWinner) soonest_promotion_ = *std::ranges::min_element(promoted);
        } else {
            near[slot(PieceType::Pawn)].fill(kFar);
        }
        for (const PieceType t : kMen) {
            if (t == PieceType::Pawn) continue;
            const Bitboard men = board_.pieces(side, t);
            if (men == 0 && !promotes_[side])
                near[slot(t)].fill(kFar);
            else
                near[slot(t)] = ground_.reach(t, side, men, promotes_[side] ? &promoted : nullptr);
        }
    }
}

Bitboard PatternFinder::covers(const Draft& d) const {
    return attacks_of(d.checker, kWinner, d.from, lasting_ & ~bit(d.king));
}

/// For each square: the man that can soonest attack it, and the loser's man that can soonest block it.
void PatternFinder::measure_closings() {
    for (const PieceType t : kMen) {
        const Distances& near = near_[kWinner][slot(t)];
        Distances& attack = attack_[slot(t)];
        for (std::size_t i = 0; i < 64; ++i) {
            int moves = near[i];
            if (t == PieceType::Pawn) {
                moves = kFar;
                for (Bitboard from = origins(t, kWinner, square_at(i), 0); from != 0;)
                    moves = std::min<int>(moves, near[index(pop_first(from))]);
            } else if (moves < kFar) {  // a man on the square itself does not attack it
                moves = moves == 0 ? 2 : moves - 1;
            }
            attack[i] = static_cast<std::uint8_t>(moves);
            if (moves < soonest_attack_[i].moves) soonest_attack_[i] = {moves, false, t};
            const int block = near_[kLoser][slot(t)][i];
            if (block < soonest_block_[i].moves) soonest_block_[i] = {block, true, t};
        }
    }
}

PatternFinder::Closing PatternFinder::closing(const Draft& d, Square flight) const {
    const std::size_t at = index(flight);
    const auto takes_checker = [&](PieceType t) {
        return contains(attacks_of(t, kLoser, flight, 0), d.from) &&
               (between(flight, d.from) & (lasting_ | bit(d.king))) == 0;
    };
    Closing best;
    if (flight != d.from) {
        best = soonest_block_[at];
        if (best.moves < kFar && takes_checker(best.type)) {
            best = Closing{};
            for (const PieceType t : kMen) {
                const int moves = near_[kLoser][slot(t)][at];
                if (moves < best.moves && !takes_checker(t)) best = {moves, true, t};
            }
        }
    }
    const bool alone = count(board_.pieces(kWinner, d.checker)) < 2;
    Closing attack = soonest_attack_[at];
    if (alone && attack.type == d.checker && attack.moves < best.moves) {  // it can't do both
        attack = Closing{};
        for (const PieceType t : kMen) {
            int moves = attack_[slot(t)][at];
            if (t == d.checker) moves = t == PieceType::Pawn ? kFar : moves + soonest_promotion_;
            if (moves < attack.moves) attack = {moves, false, t};
        }
    }
    return attack.moves < best.moves ? attack : best;
}

void PatternFinder::draft(const Draft& d, Bitboard open) {
    int winner = near_[kWinner][slot(d.checker)][index(d.from)];
    if (d.with_king) winner += near_[kWinner][slot(PieceType::King)][index(d.winner_king)];
    winner += count(between(d.from, d.king) & board_.occupied());
    int loser = near_[kLoser][slot(PieceType::King)][index(d.king)];
    while (open != 0) {
        if (joint_cost(winner, loser) >= bound_) return;
        const Closing& c = closings_[index(pop_first(open))];
        if (c.moves >= kFar) return;
        (c.blocked ? loser : winner) += c.moves;
    }
    const int cost = joint_cost(winner, loser);
    if (cost >= bound_) return;
    Draft made = d;
    made.cost = cost;
    drafts_.push_back(made);
    if (drafts_.size() < 2 * keep_) return;
    const auto nearer = [](const Draft& a, const Draft& b) { return a.cost < b.cost; };
    std::nth_element(drafts_.begin(), drafts_.begin() + static_cast<std::ptrdiff_t>(keep_), drafts_.end(),
                     nearer);
    drafts_.resize(keep_);
    bound_ = std::max_element(drafts_.begin(), drafts_.end(), nearer)->cost;
}

void PatternFinder::draft_with(Square king, PieceType checker, Square from) {
    Draft d{0, king, from, king, checker, false};
    const Bitboard open = king_attacks(king) & ~covers(d);
    std::array<int, 8> moves{};
    std::size_t flights = 0;
    for (Bitboard left = open; left != 0;) {
        const Square flight = pop_first(left);
        closings_[index(flight)] = closing(d, flight);
        moves[flights++] = closings_[index(flight)].moves;
    }
    draft(d, open);
    if (flights == 0) return;
    // The winner's king may take three flights, if he stands two squares away.
    std::sort(moves.begin(), moves.begin() + flights);
    int all = near_[kLoser][slot(PieceType::King)][index(king)] + near_[kWinner][slot(checker)][index(from)];
    for (std::size_t i = 0; i + 3 < flights; ++i) all += moves[i];
    if (joint_cost((all + 1) / 2, all / 2) >= bound_) return;
    d.with_king = true;
    const Distances& walk = near_[kWinner][slot(PieceType::King)];
    Bitboard ring = 0;
    for (Bitboard left = open; left != 0;) ring |= king_attacks(pop_first(left));
    for (ring &= ~(king_attacks(king) | bit(king) | bit(from)); ring != 0;) {
        d.winner_king = pop_first(ring);
        if (walk[index(d.winner_king)] >= kFar) continue;
        draft(d, open & ~king_attacks(d.winner_king));
    }
}

void PatternFinder::draft_on(Square king) {
    const int walk = near_[kLoser][slot(PieceType::King)][index(king)];
    for (const PieceType t : kMen) {
        const Distances& near = near_[kWinner][slot(t)];
        for (Bitboard from = origins(t, kWinner, king, lasting_); from != 0;) {
            const Square s = pop_first(from);
            if (near[index(s)] >= kFar || joint_cost(near[index(s)], walk) >= bound_) continue;
            draft_with(king, t, s);
        }
    }
}

/// A square from which a man of that type takes the flight, for the pattern.
bool PatternFinder::add_attacker(const Draft& d, Square flight, PieceType type, Bitboard taken,
                                 MatePattern& out) const {
    const Distances& near = near_[kWinner][slot(type)];
    const Bitboard blocked = (lasting_ | taken) & ~bit(d.king);
    int best = kFar;
    Square chosen = flight;
    Bitboard from = origins(type, kWinner, flight, blocked) & ~taken & ~bit(d.king);
    if (type != PieceType::Knight && type != PieceType::Pawn) from &= ~king_attacks(d.king) | covers(d);
    while (from != 0) {
        const Square s = pop_first(from);
        if (near[index(s)] >= best) continue;
        best = near[index(s)];
        chosen = s;
    }
    if (best >= kFar) return false;
    out.add(kWinner, type, chosen);
    return true;
}

bool PatternFinder::complete(const Draft& d, MatePattern& out) const {
    out = MatePattern{};
    out.cost = d.cost;
    out.add(kLoser, PieceType::King, d.king);
    out.add(kWinner, d.checker, d.from);
    Bitboard taken = bit(d.king) | bit(d.from);
    Bitboard open = king_attacks(d.king) & ~covers(d);
    if (d.with_king) {
        out.add(kWinner, PieceType::King, d.winner_king);
        taken |= bit(d.winner_king);
        open &= ~king_attacks(d.winner_king);
    }
    Bitboard attacked = 0;
    for (Bitboard left = open; left != 0;) {  // who blocks first, so that attackers know the lines
        const Square flight = pop_first(left);
        const Closing c = closing(d, flight);
        if (!c.blocked) {
            attacked |= bit(flight);
            continue;
        }
        if (contains(taken, flight) || out.size == out.targets.size()) return false;
        out.add(kLoser, c.type, flight);
        taken |= bit(flight);
    }
    while (attacked != 0) {
        const Square flight = pop_first(attacked);
        const Closing c = closing(d, flight);
        if (out.size == out.targets.size() || !add_attacker(d, flight, c.type, taken, out)) return false;
        const MateTarget& added = out.targets[out.size - 1];
        taken |= bit(added.at);
        attacked &= ~attacks_of(c.type, kWinner, added.at, (lasting_ | taken) & ~bit(d.king));
    }
    return is_mate(d, out, true) || is_mate(d, out, false);
}

bool PatternFinder::is_mate(const Draft& d, const MatePattern& pattern, bool others_stay) const {
    MateBoard b;
    Bitboard free = 0;  // squares of the pattern
    for (const MateTarget& t : pattern.list()) free |= bit(t.at);
    std::array<std::array<int, 6>, 2> used{};
    for (const MateTarget& t : pattern.list()) ++used[t.side][slot(t.type)];
    for (std::size_t side = 0; side < 2; ++side)
        for (Bitboard left = board_.side(side); left != 0;) {
            const Square s = pop_first(left);
            const PieceType type = board_.type_at(s);
            const bool stays = contains(lasting_, s) || (others_stay && used[side][slot(type)]-- <= 0);
            if (type == PieceType::King || contains(free, s) || !stays) continue;
            if (contains(between(d.from, d.king), s)) continue;
            b.put(side, type, s);
        }
    for (const MateTarget& t : pattern.list()) b.put(t.side, t.type, t.at);
    if (!d.with_king) {
        Bitboard spare = ~b.occupied() & ~king_attacks(d.king) & ~between(d.from, d.king);
        const Square now = board_.king(kWinner);
        b.put(kWinner, PieceType::King, contains(spare, now) || spare == 0 ? now : first(spare));
    }
    b.set_turn(kLoser);
    return b.checkmate();
}

std::vector<MatePattern> PatternFinder::find(std::size_t most, std::size_t per_king, int limit) {
    keep_ = most * 3;
    bound_ = limit;
    drafts_.clear();
    const Distances& walk = near_[kLoser][slot(PieceType::King)];
    for (int moves = 0; moves < kFar && joint_cost(0, moves) < bound_; ++moves)
        for (std::size_t i = 0; i < 64; ++i)
            if (walk[i] == moves) draft_on(square_at(i));
    std::stable_sort(drafts_.begin(), drafts_.end(),
                     [](const Draft& a, const Draft& b) { return a.cost < b.cost; });
    std::vector<MatePattern> found;
    std::array<std::size_t, 64> on_square{};
    for (const Draft& d : drafts_) {
        if (found.size() == most) break;
        if (on_square[index(d.king)] >= per_king) continue;
        MatePattern pattern;
        if (!complete(d, pattern)) continue;
        ++on_square[index(d.king)];
        found.push_back(pattern);
    }
    return found;
}

}  // namespace boardbridge::rules
