// The order of attack: what is on the board, what material says, a short search, the two proofs that there is
// no mate, a long search.
#include "rules/mate_possible.hpp"

#include <algorithm>
#include <span>

#include "rules/mate_board.hpp"
#include "rules/mate_bounds.hpp"
#include "rules/mate_drive.hpp"
#include "rules/mate_ground.hpp"
#include "rules/mate_material.hpp"
#include "rules/mate_pattern.hpp"
#include "rules/mate_proof.hpp"
#include "rules/mate_search.hpp"

namespace boardbridge::rules {

namespace {

constexpr std::uint64_t kShortSearch = 2'000;
constexpr std::size_t kProofPositions = 100'000;

/// One question, from the cheap means to the dear ones.
class Seeker {
public:
    Seeker(const MateBoard& board, std::uint64_t budget) : board_(board), budget_(budget) {}

    MateVerdict run() {
        if (drive_quickly() || search(kShortSearch)) return verdict_;
        const MateBounds bounds(board_);
        if (bounds.rules_out_mate() || KingsAndPawnsProof(board_, bounds).rules_out_mate(kProofPositions))
            return MateVerdict::Impossible;
        if (drive_hard(bounds)) return verdict_;
        search(budget_);
        return verdict_;
    }
    std::uint64_t nodes() const { return nodes_; }
    const std::vector<Move>& line() const { return line_; }

private:
    std::uint64_t left(std::uint64_t wanted) const { return std::min(wanted, budget_ - nodes_); }

    /// Drives towards the `most` nearest of some patterns, `each` positions long.
    bool drive(const MateGround& ground, std::span<const MatePattern> patterns, std::size_t most,
               std::uint64_t each) {
        std::vector<MateDrive> drives;
        drives.reserve(patterns.size());
        for (const MatePattern& pattern : patterns) drives.emplace_back(board_, ground, pattern);
        std::ranges::stable_sort(drives, {}, &MateDrive::cost);
        if (drives.size() > most)
            drives.erase(drives.begin() + static_cast<std::ptrdiff_t>(most), drives.end());
        for (MateDrive& d : drives) {
            const bool found = d.run(left(each));
            nodes_ += d.nodes();
            if (!found) continue;
            verdict_ = MateVerdict::Possible;
            line_ = d.line();
            return true;
        }
        return false;
    }
    bool drive_quickly() {
        const MateGround ground(board_);
        return drive(ground, PatternFinder(board_, ground).find(8, 2), 3, 100);
    }
    bool drive_hard(const MateBounds& bounds) {
        const MateGround ground(board_, bounds);
        const auto patterns = PatternFinder(board_, ground).find(100, 4);
        return drive(ground, patterns, 16, 1'000) || drive(ground, patterns, 24, 5'000);
    }
    bool search(std::uint64_t wanted) {
        MateSearch s(board_, left(wanted));
        verdict_ = s.run();
        nodes_ += s.nodes();
        if (verdict_ == MateVerdict::Possible) line_ = s.line();
        return verdict_ != MateVerdict::Unknown;
    }

    const MateBoard& board_;
    std::uint64_t budget_;
    std::uint64_t nodes_ = 0;
    MateVerdict verdict_ = MateVerdict::Unknown;
    std::vector<Move> line_;
};

}  // namespace

MateAnswer seek_mate(const Position& p, Color winner, std::uint64_t nodes) {
    MateAnswer answer;
    if (!p.has_legal_move()) {
        const bool mated = p.in_check() && p.turn() != winner;
        answer.verdict = mated ? MateVerdict::Possible : MateVerdict::Impossible;
        return answer;
    }
    if (material_rules_out_mate(p, winner)) {
        answer.verdict = MateVerdict::Impossible;
        return answer;
    }
    const MateBoard board(p, winner);
    Seeker seeker(board, nodes);
    answer.verdict = seeker.run();
    answer.nodes = seeker.nodes();
    for (const Move m : seeker.line()) answer.line.push_back(MateBoard::turned(m, winner));
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
