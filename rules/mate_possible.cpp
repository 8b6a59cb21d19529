// The order of attack: what is on the board, what material says, drives towards the nearest patterns, a short
// search, the two proofs that there is no mate; then more of each, up to a search of all that can follow.
#include "rules/mate_possible.hpp"

#include <algorithm>
#include <optional>
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

/// Pawns of which none can step ahead, and no man that opens walls easily: the boards where it is worth
/// asking for bounds at every move.
bool walled_up(const Position& p) {
    const Bitboard white = p.pieces(Color::White, PieceType::Pawn);
    const Bitboard black = p.pieces(Color::Black, PieceType::Pawn);
    const Bitboard pawns = white | black;
    return pawns != 0 && (p.pieces(PieceType::Queen) | p.pieces(PieceType::Rook)) == 0 &&
           (white << 8 & ~pawns) == 0 && (black >> 8 & ~pawns) == 0;
}

/// Patterns that are looked for first: cheaply found, and enough in most positions of games.
constexpr int kNear = joint_cost(4, 4);

/// One question, from the cheap means to the dear ones; each gets more in several rounds, since nobody knows
/// beforehand which will do.
class Seeker {
public:
    Seeker(const MateBoard& board, std::uint64_t budget) : board_(board), budget_(budget) {}

    MateVerdict run() {
        if (drive_quickly() || search(2'000)) return verdict_;
        const MateBounds bounds(board_);
        if (bounds.rules_out_mate() || proved(bounds, 3'000)) return MateVerdict::Impossible;
        const MateGround ground(board_, bounds);
        const auto patterns = PatternFinder(board_, ground).find(100, 4);
        if (drive(ground, patterns, 16, 300) || search(60'000)) return verdict_;
        if (drive(ground, patterns, 24, 1'000) || search(400'000)) return verdict_;
        if (drive(ground, patterns, 24, 3'000)) return verdict_;
        if (proved(bounds, 100'000)) return MateVerdict::Impossible;
        if (search(1'200'000) || drive(ground, patterns, 100, 5'000) || search(3'000'000)) return verdict_;
        if (proved(bounds, 300'000)) return MateVerdict::Impossible;
        search(budget_);
        return verdict_;
    }
    std::uint64_t nodes() const { return driven_ + (search_ ? search_->nodes() : 0); }
    const std::vector<Move>& line() const { return line_; }

private:
    std::uint64_t left(std::uint64_t wanted) const {
        return std::min(wanted, budget_ - std::min(budget_, nodes()));
    }

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
            driven_ += d.nodes();
            if (!found) continue;
            verdict_ = MateVerdict::Possible;
            line_ = d.line();
            return true;
        }
        return false;
    }
    bool drive_quickly() {
        const MateGround ground(board_);
        PatternFinder finder(board_, ground);
        return drive(ground, finder.find(2, 1, kNear), 2, 60) || drive(ground, finder.find(12, 2), 12, 100);
    }
    bool proved(const MateBounds& bounds, std::size_t positions) const {
        return nodes() < budget_ && KingsAndPawnsProof(board_, bounds).rules_out_mate(positions);
    }
    /// The long search, until it has made so many positions itself.
    bool search(std::uint64_t wanted) {
        if (!search_) search_.emplace(board_);
        verdict_ = search_->run(std::min(wanted, search_->nodes() + left(budget_)));
        if (verdict_ == MateVerdict::Possible) line_ = search_->line();
        return verdict_ != MateVerdict::Unknown;
    }

    const MateBoard& board_;
    std::uint64_t budget_;
    std::optional<MateSearch> search_;
    std::uint64_t driven_ = 0;
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
    if (material_rules_out_mate(p, Color::White) && material_rules_out_mate(p, Color::Black)) return true;
    if (!walled_up(p)) return false;
    for (const Color winner : {Color::White, Color::Black})
        if (!MateBounds(MateBoard(p, winner)).rules_out_mate()) return false;
    return true;
}

MateVerdict decidable(const Position& p, std::uint64_t nodes) {
    const MateVerdict white = can_mate(p, Color::White, nodes);
    if (white == MateVerdict::Possible) return white;
    const MateVerdict black = can_mate(p, Color::Black, nodes);
    return black == MateVerdict::Impossible ? white : black;
}

}  // namespace boardbridge::rules
