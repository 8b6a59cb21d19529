#include "rules/line_decoder.hpp"

#include <algorithm>

#include "rules/attacks.hpp"

namespace boardbridge::rules {

namespace {

/// A piece may come to its square, leave it again and come back.
constexpr int kArrivals = 3;
/// Ways to read the same moves that are followed.
constexpr int kReadings = 2;
/// More than any line costs.
constexpr int kHopeless = 100'000;

}  // namespace

/// The side to move has a piece on its way: where it came to stand the scan never saw it, so it went on.
std::optional<Square> LineDecoder::on_its_way(const PlayedLine& line) {
    if (line.size() < 2) return std::nullopt;
    const PlayedPly& own = line[line.size() - 2];
    const Move reply = line.back().move;
    const bool taken = reply.to() == own.key || reply.kind() == MoveKind::EnPassant;
    if (own.seen || taken) return std::nullopt;
    return own.key;
}

/// Its piece left its square, and came to the other one, or was taken there or went on before the scan saw
/// it.
bool LineDecoder::may_be(const Node& node, Move m) const {
    const SensedLog& log = evidence_.log();
    const Position& p = node.position;
    if (const auto on_way = on_its_way(node.line)) {
        return m.from() == *on_way && contains(log.changed(), m.to());
    }
    const Bitboard left = changed_squares(p, m) & ~(m.kind() == MoveKind::Castling ? 0 : bit(m.to()));
    if ((left & log.departed()) == 0) return false;
    if (m.kind() == MoveKind::Castling) return (log.arrived(p.turn()) & rank_mask(rank_of(m.from()))) != 0;
    if (contains(log.changed(), m.to())) return true;
    const Piece mover = p.piece_at(m.from());
    if (type_of(mover) != PieceType::Pawn) {
        return (piece_attacks(type_of(mover), m.to(), p.occupied() & ~bit(m.from())) & log.arrived(mover)) !=
               0;
    }
    // A pawn's double step that is taken in passing.
    const Square passed = make_square(file_of(m.to()), (rank_of(m.from()) + rank_of(m.to())) / 2);
    return contains(log.arrived(opposite(p.turn())), passed);
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
    // Nor would the scan miss a piece twice.
    if (fixed || !on_its_way(node.line)) try_it(read(LineEvidence::kNever, false));
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
    // What the line costs for certain weighs more than what lies ahead of it: else lines that skip to the
    // newest events crowd out the others.
    node.rank = (node.bound + cost) / 2;
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
