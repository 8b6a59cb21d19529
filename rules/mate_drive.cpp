#include "rules/mate_drive.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {
constexpr std::size_t kWinner = MateBoard::kWinner;
constexpr std::size_t kLoser = MateBoard::kLoser;
constexpr std::size_t kChecker = 1;  // number of the aim of the man who gives check
constexpr int kBarred = 1;           // what it is worth to open a king's way
constexpr int kLost = 40;            // an aim that no man is left for
}  // namespace

MateDrive::MateDrive(const MateBoard& root, const MateGround& ground, const MatePattern& pattern)
    : root_(root) {
    aims_.reserve(pattern.size);
    for (const MateTarget& t : pattern.list()) add_aim(ground, t);
    line_ = between(aims_[0].target.at, aims_[kChecker].target.at);
    for (auto& walk : king_walk_) walk.fill(kFar);
    for (const Aim& aim : aims_)
        if (aim.target.type == PieceType::King) king_walk_[aim.target.side] = aim.as_piece;
    const Plan p = plan(root);
    cost_ = joint_cost(p.moves[kWinner], p.moves[kLoser]);
}

void MateDrive::add_aim(const MateGround& ground, const MateTarget& target) {
    Aim& aim = aims_.emplace_back();
    aim.target = target;
    aimed_at_ |= bit(target.at);
    if (target.type == PieceType::Pawn) {
        aim.as_piece = ground.pawn_way(target.side, target.at);
        return;
    }
    aim.as_piece = ground.reach(target.type, target.side, bit(target.at));
    if (target.type != PieceType::King && root_.pieces(target.side, PieceType::Pawn) != 0)
        aim.as_pawn = ground.pawn_way(target.side, aim.as_piece);
}

/// Men of both sides that keep a king from every square that would bring it nearer to its aim.
Bitboard MateDrive::way_guards(const MateBoard& b, std::size_t side) const {
    const Distances& walk = king_walk_[side];
    const Square king = b.king(side);
    const int here = walk[index(king)];
    if (here == 0 || here >= kFar) return 0;
    const Bitboard occupied = b.occupied() & ~bit(king);
    Bitboard guards = 0;
    for (Bitboard next = king_attacks(king); next != 0;) {
        const Square s = pop_first(next);
        if (walk[index(s)] >= here) continue;
        const Bitboard attackers = contains(b.side(side), s) ? bit(s) : b.attackers(s, side ^ 1U, occupied);
        if (attackers == 0) return 0;
        guards |= attackers;
    }
    return guards;
}

MateDrive::Plan MateDrive::plan(const MateBoard& b) const {
    Plan p;
    for (std::size_t i = 0; i < aims_.size(); ++i) {
        const Aim& aim = aims_[i];
        const MateTarget& t = aim.target;
        int best = kLost;
        std::size_t chosen = 64;
        const auto ask = [&](Bitboard men, const Distances& moves) {
            while (men != 0) {
                const std::size_t s = index(pop_first(men));
                if (p.aim_of[s] != 0 || moves[s] >= best) continue;
                best = moves[s];
                chosen = s;
            }
        };
        ask(b.pieces(t.side, t.type), aim.as_piece);
        if (t.type != PieceType::Pawn && t.type != PieceType::King)
            ask(b.pieces(t.side, PieceType::Pawn), aim.as_pawn);
        if (chosen < 64) p.aim_of[chosen] = static_cast<std::uint8_t>(i + 1);
        // The checking man comes last, or the king would never go there.
        if (i == kChecker && best == 0 && p.moves[kLoser] != 0) best = 2;
        p.moves[t.side] += best;
        if (chosen != index(t.at) && contains(b.side(t.side), t.at)) ++p.moves[t.side];
    }
    add_obstacles(b, p);
    return p;
}

/// What stands in the plan's way: men that could answer the check, men on its line, men that bar a king.
void MateDrive::add_obstacles(const MateBoard& b, Plan& p) const {
    const Bitboard occupied = b.occupied();
    const Square from = aims_[kChecker].target.at;
    p.defenders = b.attackers(from, kLoser, occupied) & ~b.kind(PieceType::King);
    for (Bitboard way = line_; way != 0;)
        p.defenders |= b.attackers(pop_first(way), kLoser, occupied) &
                       ~(b.kind(PieceType::King) | b.kind(PieceType::Pawn));
    p.moves[kLoser] += count(p.defenders | (b.side(kLoser) & line_));
    p.moves[kWinner] += count(b.side(kWinner) & line_);
    for (std::size_t side = 0; side < 2; ++side) {
        const Bitboard guards = way_guards(b, side);
        p.guards |= guards;
        if ((guards & b.side(side)) != 0)
            p.moves[side] += kBarred;
        else if (guards != 0)
            p.moves[side ^ 1U] += kBarred;
    }
}

/// What the plan will take after the move, guessed from the move alone.
int MateDrive::score_after(const MateBoard& b, const Plan& p, Move m) const {
    const std::size_t us = b.turn();
    const std::size_t from = index(m.from());
    const std::size_t to = index(m.to());
    std::array<int, 2> moves = p.moves;
    if (m.kind() != MoveKind::Castling && contains(b.side(us ^ 1U), m.to())) {
        if (p.aim_of[to] != 0)
            moves[us ^ 1U] += 12;  // it takes a needed man
        else if (contains(p.defenders | aimed_at_ | line_, m.to()))
            --moves[us ^ 1U];
    }
    if (p.aim_of[from] != 0) {
        const Aim& aim = aims_[p.aim_of[from] - 1U];
        const bool pawn = contains(b.kind(PieceType::Pawn), m.from()) && aim.target.type != PieceType::Pawn;
        int after = (pawn ? aim.as_pawn : aim.as_piece)[to];
        if (m.kind() == MoveKind::Promotion)
            after = m.promotion() == aim.target.type ? aim.as_piece[to] : kLost;
        const int before = std::min<int>((pawn ? aim.as_pawn : aim.as_piece)[from], kLost);
        moves[us] += std::min(after, kLost) - before;
        if (p.aim_of[from] == kChecker + 1 && p.moves[kLoser] != 0) {
            if (before == 0) moves[us] -= 2;
            if (after == 0) moves[us] += 2;
        }
        if (contains(aimed_at_, m.to()) && aim.target.at != m.to()) ++moves[us];
    } else {
        if (contains(aimed_at_, m.to())) ++moves[us];
        if (contains(aimed_at_, m.from())) --moves[us];
    }
    if (contains(line_ | p.defenders, m.from())) --moves[us];
    if (contains(p.guards, m.from())) moves[us] -= kBarred;
    if (contains(line_, m.to())) ++moves[us];
    return joint_cost(std::max(0, moves[kWinner]), std::max(0, moves[kLoser]));
}

bool MateDrive::insert(const PackedBoard& b) {
    if (nodes_seen_.size() * 2 >= table_.size()) {
        table_.assign(table_.size() * 4, 0);
        const std::size_t mask = table_.size() - 1;
        for (std::size_t n = 0; n < nodes_seen_.size(); ++n) {
            std::size_t i = nodes_seen_[n].board.hash() & mask;
            while (table_[i] != 0) i = (i + 1) & mask;
            table_[i] = static_cast<std::uint32_t>(n + 1);
        }
    }
    const std::size_t mask = table_.size() - 1;
    std::size_t i = b.hash() & mask;
    for (; table_[i] != 0; i = (i + 1) & mask)
        if (nodes_seen_[table_[i] - 1].board == b) return false;
    table_[i] = static_cast<std::uint32_t>(nodes_seen_.size() + 1);
    return true;
}

void MateDrive::push(int score, std::uint32_t parent, Move m) {
    const auto bucket = static_cast<std::size_t>(std::clamp(score, 0, static_cast<int>(kBuckets) - 1));
    entries_.push_back({parent, heads_[bucket], m});
    heads_[bucket] = static_cast<std::uint32_t>(entries_.size() - 1);
    lowest_ = std::min(lowest_, bucket);
}

void MateDrive::expand(const MateBoard& b, std::uint32_t self, const Plan& p) {
    MoveList moves;
    b.legal_moves(moves);
    for (const Move next : moves) push(score_after(b, p, next), self, next);
}

/// Takes the board in that a move leads to, and its moves as well unless it is further from the aim than
/// `score`. True if it is a mate.
bool MateDrive::visit(const MateBoard& b, std::uint32_t parent, Move m, int score) {
    const PackedBoard packed = b.packed();
    if (!insert(packed)) return false;
    const auto self = static_cast<std::uint32_t>(nodes_seen_.size());
    nodes_seen_.push_back({packed, parent, m});
    if (b.turn() == kLoser && b.in_check() && !b.has_legal_move()) return true;
    const Plan p = plan(b);
    const int exact = joint_cost(p.moves[kWinner], p.moves[kLoser]);
    if (exact > score)
        push(exact, self, Move{});
    else
        expand(b, self, p);
    return false;
}

/// The lowest bucket, mostly; now and then one of the next few, as a way may lead over a hill.
std::size_t MateDrive::bucket_for(std::uint64_t turn) const {
    constexpr std::uint64_t kSeldom = 8;
    std::size_t bucket = lowest_;
    if (turn % kSeldom != kSeldom - 1) return bucket;
    std::uint64_t up = 1 + turn / kSeldom % 4;
    for (std::size_t i = lowest_ + 1; i < std::min(lowest_ + 32, kBuckets) && up > 0; ++i) {
        if (heads_[i] == kNone) continue;
        bucket = i;
        --up;
    }
    return bucket;
}

bool MateDrive::run(std::uint64_t budget) {
    heads_.fill(kNone);
    table_.assign(512, 0);
    nodes_seen_.reserve(128);
    entries_.reserve(2048);
    if (visit(root_, 0, Move{}, static_cast<int>(kBuckets))) return true;
    for (std::uint64_t turn = 0; nodes_ < budget; ++turn) {
        while (lowest_ < kBuckets && heads_[lowest_] == kNone) ++lowest_;
        if (lowest_ == kBuckets) return false;
        const std::size_t bucket = bucket_for(turn);
        const Entry e = entries_[heads_[bucket]];
        heads_[bucket] = e.next;
        const MateBoard b(nodes_seen_[e.parent].board);
        if (e.move == Move{}) {
            expand(b, e.parent, plan(b));
            continue;
        }
        ++nodes_;
        if (visit(b.play(e.move), e.parent, e.move, static_cast<int>(bucket))) return true;
    }
    return false;
}

std::vector<Move> MateDrive::line() const {
    std::vector<Move> moves;
    for (std::size_t at = nodes_seen_.size() - 1; at != 0; at = nodes_seen_[at].parent)
        moves.push_back(nodes_seen_[at].move);
    std::reverse(moves.begin(), moves.end());
    return moves;
}

}  // namespace boardbridge::rules
