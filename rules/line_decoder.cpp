#include "rules/line_decoder.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {

/// A piece may come to its square, leave it again and come back.
constexpr int kArrivals = 3;
/// Ways to read the same moves that are followed.
constexpr int kReadings = 2;
/// More than any line costs.
constexpr int kHopeless = 100'000;

}  // namespace

/// Its piece left its square, and came to the other one or was taken there before the scan saw it.
bool LineDecoder::may_be(const Node& node, Move m) const {
    const SensedLog& log = evidence_.log();
    const Position& p = node.position;
    if (!node.line.empty() && !node.line.back().seen) {
        // What was never seen has to be taken at once.
        const bool takes = m.to() == node.line.back().key || m.kind() == MoveKind::EnPassant;
        if (!takes) return false;
    }
    const Bitboard left = changed_squares(p, m) & ~(m.kind() == MoveKind::Castling ? 0 : bit(m.to()));
    if ((left & log.departed()) == 0) return false;
    if (m.kind() == MoveKind::Castling) return (log.arrived(p.turn()) & rank_mask(rank_of(m.from()))) != 0;
    if (contains(log.changed(), m.to())) return true;
    // A pawn's double step that is taken in passing.
    const Square passed = make_square(file_of(m.to()), (rank_of(m.from()) + rank_of(m.to())) / 2);
    return type_of(p.piece_at(m.from())) == PieceType::Pawn &&
           contains(log.arrived(opposite(p.turn())), passed);
}

void LineDecoder::add(const Node& node, Move m, const PlayedPly& ply, bool fixed) {
    Node child{node.line, node.position, 0, 0, static_cast<int>(&node - level_.data())};
    child.line.push_back(ply);
    ++nodes_;
    child.bound = evidence_.cost_of_plies(child.line, false);
    if (child.bound >= below_) return;
    child.bound += evidence_.cost_of_settled(child.line, below_ - child.bound);
    child.rank = child.bound;
    if (child.bound >= below_) return;
    child.position = node.position.play(m);
    if (!fixed) {
        // Lines of one length are compared by what they would cost if they ended here.
        judge_end(child);
    }
    next_.push_back(std::move(child));
}

void LineDecoder::extend(const Node& node, Move m, bool fixed) {
    const auto read = [&](int arrival, bool first_lift) {
        return evidence_.played(node.line, node.position, m, {arrival, first_lift});
    };
    const auto try_it = [&](const PlayedPly& ply) {
        if (ply.left || fixed) add(node, m, ply, fixed);
    };
    for (int nth = 0; nth < kArrivals; ++nth) {
        const PlayedPly ply = read(nth, false);
        if (!ply.seen) break;
        try_it(ply);
        const PlayedPly sooner = read(nth, true);
        if (sooner.lifted != ply.lifted) try_it(sooner);
    }
    const PlayedPly misread = read(LineEvidence::kMisreadFirst, false);
    if (misread.seen) try_it(misread);
    try_it(read(LineEvidence::kNever, false));
}

void LineDecoder::keep_the_likeliest() {
    std::ranges::stable_sort(next_, {}, &Node::rank);
    level_.clear();
    for (Node& node : next_) {
        if (level_.size() == limits_.width) break;
        const auto same = [&](const Node& kept) {
            return kept.sibling == node.sibling && kept.line.back().move == node.line.back().move;
        };
        if (std::ranges::count_if(level_, same) < kReadings) level_.push_back(std::move(node));
    }
    next_.clear();
}

void LineDecoder::judge_end(Node& node) {
    PlayedLine line = node.line;
    int cost = evidence_.cost_of_plies(line, true);
    cost += evidence_.cost_of_board(line, node.position);
    node.rank = cost;
    if (cost >= below_) return;
    below_ = cost;
    best_ = Found{std::move(line), cost};
}

void LineDecoder::search(const Position& from, const Line& fixed, bool only_fixed) {
    level_.assign(1, Node{{}, from, 0, 0, 0});
    next_.clear();
    best_.reset();
    for (std::size_t length = 0; !level_.empty(); ++length) {
        const bool is_fixed = length < fixed.size();
        if (length == fixed.size()) {
            for (Node& node : level_) judge_end(node);
        }
        if (length == limits_.plies || (only_fixed && !is_fixed)) return;
        for (const Node& node : level_) {
            if (is_fixed) {
                extend(node, fixed[length], true);
                continue;
            }
            for (const Move m : node.position.legal_moves()) {
                if (may_be(node, m)) extend(node, m, false);
            }
        }
        keep_the_likeliest();
    }
}

std::optional<LineDecoder::Found> LineDecoder::best(const Position& from, const Line& fixed, int below) {
    below_ = below;
    search(from, fixed, false);
    return std::move(best_);
}

LineDecoder::Found LineDecoder::weigh(const Position& from, const Line& moves) {
    below_ = kHopeless;
    search(from, moves, true);
    if (!best_) return Found{{}, kHopeless};
    return std::move(*best_);
}

}  // namespace boardbridge::rules
