// The order of attack: what is on the board, what material says, a short search, the two proofs that there is
// no mate, a long search.
#include "rules/mate_possible.hpp"

#include "rules/mate_board.hpp"
#include "rules/mate_bounds.hpp"
#include "rules/mate_material.hpp"
#include "rules/mate_proof.hpp"
#include "rules/mate_search.hpp"

namespace boardbridge::rules {

namespace {

constexpr std::uint64_t kShortSearch = 2'000;
constexpr std::size_t kProofPositions = 100'000;

bool proved_impossible(const MateBoard& b) {
    const MateBounds bounds(b);
    if (bounds.rules_out_mate()) return true;
    return KingsAndPawnsProof(b, bounds).rules_out_mate(kProofPositions);
}

}  // namespace

MateAnswer seek_mate(const Position& p, Color winner, std::uint64_t nodes) {
    MateAnswer answer;
    const MateBoard board(p, winner);
    if (!p.has_legal_move()) {
        const bool mated = p.in_check() && p.turn() != winner;
        answer.verdict = mated ? MateVerdict::Possible : MateVerdict::Impossible;
        return answer;
    }
    if (material_rules_out_mate(p, winner)) {
        answer.verdict = MateVerdict::Impossible;
        return answer;
    }
    const auto search = [&](std::uint64_t budget) {
        MateSearch s(board, budget);
        answer.verdict = s.run();
        answer.nodes += s.nodes();
        if (answer.verdict == MateVerdict::Possible)
            for (const Move m : s.line()) answer.line.push_back(MateBoard::turned(m, winner));
        return answer.verdict != MateVerdict::Unknown;
    };
    if (search(std::min(nodes, kShortSearch))) return answer;
    if (proved_impossible(board)) {
        answer.verdict = MateVerdict::Impossible;
        return answer;
    }
    if (answer.nodes < nodes) search(nodes - answer.nodes);
    return answer;
}

MateVerdict can_mate(const Position& p, Color winner, std::uint64_t nodes) {
    return seek_mate(p, winner, nodes).verdict;
}

MatePossible who_can_mate(const Position& p, std::uint64_t nodes) {
    const MateAnswer white = seek_mate(p, Color::White, nodes);
    const MateAnswer black = seek_mate(p, Color::Black, nodes);
    return {white.verdict, black.verdict, white.nodes + black.nodes};
}

bool quick_dead_position(const Position& p) {
    return material_rules_out_mate(p, Color::White) && material_rules_out_mate(p, Color::Black);
}

MateVerdict decidable(const Position& p, std::uint64_t nodes) {
    const MateVerdict white = can_mate(p, Color::White, nodes);
    if (white == MateVerdict::Possible) return white;
    const MateVerdict black = can_mate(p, Color::Black, nodes);
    return black == MateVerdict::Impossible ? white : black;
}

}  // namespace boardbridge::rules
