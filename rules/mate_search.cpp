// The walk itself: three queues in turn (near to mate, near to promotion, oldest first), so that no heuristic
// can starve the proof, which needs every position to be seen.
#include "rules/mate_search.hpp"

#include <algorithm>

#include "rules/mate_bounds.hpp"
#include "rules/mate_material.hpp"

namespace boardbridge::rules {

namespace {
int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}
int edge(Square s) {
    return std::min(std::min(file_of(s), 7 - file_of(s)), std::min(rank_of(s), 7 - rank_of(s)));
}

int mating_score(const MateBoard& b) {
    constexpr std::size_t W = MateBoard::kWinner, L = MateBoard::kLoser;
    const Square k = b.king(L);
    const Square w = b.king(W);
    const Bitboard zone = king_attacks(k);
    const Bitboard occ = b.occupied() & ~bit(k);
    Bitboard open = zone & ~b.side(L);
    int free = 0;
    while (open)
        if (!b.attacked(pop_first(open), W, occ)) ++free;
    int score = 8 * free + 3 * distance(k, w) + 3 * edge(k);
    for (Bitboard left = b.side(W) & ~b.kind(PieceType::Pawn); left;) score += distance(pop_first(left), k);
    score += 40 - 10 * (b.pieces(W, PieceType::Queen) ? 4
                        : b.pieces(W, PieceType::Rook)
                            ? 3
                            : std::min(3, count(b.side(W) & ~b.kind(PieceType::Pawn)) - 1));
    return score;
}
int advancing_score(const MateBoard& b) {
    constexpr std::size_t W = MateBoard::kWinner, L = MateBoard::kLoser;
    int best = 8;
    const Bitboard occ = b.occupied();
    for (Bitboard left = b.pieces(W, PieceType::Pawn); left;) {
        const Square s = pop_first(left);
        int d = 7 - rank_of(s);
        Bitboard way = (kFileA << index(s)) & ~bit(s);
        d += count(way & b.side(L)) + 2 * count(way & b.pieces(L, PieceType::Pawn));
        best = std::min(best, d);
    }
    if (b.pieces(W, PieceType::Queen) | b.pieces(W, PieceType::Rook)) best = 0;
    int score = 10 * best;
    for (Bitboard left = b.pieces(W, PieceType::Pawn); left;) score += 7 - rank_of(pop_first(left));
    for (Bitboard left = b.pieces(L, PieceType::Pawn); left;) score += rank_of(pop_first(left));
    score += 3 * count(occ);
    return score;
}
}  // namespace

void MateSearch::Queue::push(int score, std::uint32_t node) {
    const auto i = static_cast<std::size_t>(std::clamp(score, 0, 511));
    if (i >= buckets_.size()) buckets_.resize(i + 1);
    buckets_[i].push_back(node);
    lowest_ = std::min(lowest_, i);
    ++size_;
}
std::uint32_t MateSearch::Queue::pop() {
    while (buckets_[lowest_].empty()) ++lowest_;
    const auto n = buckets_[lowest_].back();
    buckets_[lowest_].pop_back();
    --size_;
    return n;
}

MateSearch::MateSearch(const MateBoard& root) {
    table_.resize(1024);
    insert(root, 0, Move{});
    enqueue(root, 0);
}

/// False if the board is known already.
bool MateSearch::insert(const MateBoard& b, std::uint32_t parent, Move m) {
    if (count_ * std::size_t{5} >= table_.size() * 3) grow_table();
    const PackedBoard packed = b.packed();
    const std::uint64_t hash = packed.hash();
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    const std::size_t mask = table_.size() - 1;
    std::size_t i = hash & mask;
    for (; table_[i].number != 0; i = (i + 1) & mask)
        if (table_[i].tag == tag && node(table_[i].number - 1).holds(packed)) return false;
    if (count_ % kBlock == 0) blocks_.push_back(std::make_unique_for_overwrite<Node[]>(kBlock));
    node(count_) = {
        packed.planes, parent, m, packed.en_passant, static_cast<std::uint8_t>(packed.turn & 1U), 0};
    table_[i] = {++count_, tag};
    return true;
}

void MateSearch::grow_table() {
    table_.assign(table_.size() * 2, Slot{});
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t n = 0; n < count_; ++n) {
        const std::uint64_t hash = node(n).board().hash();
        std::size_t i = hash & mask;
        while (table_[i].number != 0) i = (i + 1) & mask;
        table_[i] = {n + 1, static_cast<std::uint32_t>(hash >> 32)};
    }
}

void MateSearch::enqueue(const MateBoard& b, std::uint32_t index) {
    mating_.push(mating_score(b), index);
    advancing_.push(advancing_score(b), index);
}

/// Makes all that follow from a position. True if one of them is a mate.
bool MateSearch::expand(std::uint32_t index) {
    node(index).expanded = 1;
    const MateBoard board(node(index).board());
    MoveList moves;
    board.legal_moves(moves);
    if (moves.overflowed()) whole_ = false;
    for (const Move m : moves) {
        ++nodes_;
        const MateBoard next = board.play(m);
        if (board.irreversible(m) && material_rules_out_mate(next)) continue;
        if (!insert(next, index, m)) continue;
        if (board.turn() == MateBoard::kWinner && next.checkmate()) {
            mate_ = count_ - 1;
            return true;
        }
        enqueue(next, count_ - 1);
    }
    return false;
}

/// The next position to expand; nothing when all are.
std::optional<std::uint32_t> MateSearch::next_node() {
    const std::uint64_t turn = turn_++ % 4;
    Queue& q = turn == 1 ? advancing_ : mating_;
    while (turn != 3 && !q.empty()) {
        const std::uint32_t n = q.pop();
        if (node(n).expanded == 0) return n;
    }
    while (oldest_ < count_ && node(oldest_).expanded != 0) ++oldest_;
    if (oldest_ == count_) return std::nullopt;
    return oldest_;
}

MateVerdict MateSearch::run(std::uint64_t budget) {
    while (nodes_ < budget && !full()) {
        const auto next = next_node();
        if (!next) return whole_ ? MateVerdict::Impossible : MateVerdict::Unknown;
        if (expand(*next)) return MateVerdict::Possible;
    }
    return MateVerdict::Unknown;
}

std::vector<Move> MateSearch::line() const {
    std::vector<Move> moves;
    for (std::uint32_t at = mate_; at != 0; at = node(at).parent) moves.push_back(node(at).move);
    std::reverse(moves.begin(), moves.end());
    return moves;
}

}  // namespace boardbridge::rules
