// The part of the move tracker for boards that tell occupied squares from empty ones and no more: a capture
// is seen only if its square was empty for a moment; which man was taken is else a guess, until later play
// tells.
#include <algorithm>

#include "rules/move_tracker.hpp"

namespace boardbridge::rules {

namespace {

/// A guess is looked at again so many plies later at most.
constexpr int kGuessesBack = 40;
/// What may have been played since the contradiction came up.
constexpr int kPliesSince = 3;
/// Positions looked at for all guesses together: some milliseconds.
constexpr std::uint64_t kNodes = 60'000;

/// The move with the same squares in another position, if it is legal there.
std::optional<Move> same_move(const Position& p, Move wanted) {
    for (const Move m : p.legal_moves()) {
        if (m.from() == wanted.from() && m.to() == wanted.to() && m.promotion() == wanted.promotion())
            return m;
    }
    return std::nullopt;
}

}  // namespace

/// Men of the side that is not to move whose squares were empty for a moment since the last ply: without
/// identity that is all one sees of a capture.
Bitboard MoveTracker::refilled() const {
    const Instant since = steps_.empty() ? opened_ : steps_.back().landed;
    const Bitboard theirs = head().pieces(opposite(head().turn())) & board_.placement().occupied();
    Bitboard found = 0;
    for (std::size_t n = 0; const auto change = board_.recent(n); ++n) {
        if (change->at <= since) break;
        if (change->piece != Piece::None) found |= bit(change->square);
    }
    return found & theirs;
}

/// A board without identity: a piece was lifted, and the clock pressed. It took something, and the scan
/// missed that.
bool MoveTracker::pressed_unseen() const {
    return settings_.occupancy_only && !presses_.empty() && presses_.back().ply == 0 &&
           presses_.back().side == head().turn();
}

/// While hands are at work a lifted man has not taken anything that the board did not show; but the press
/// says that one of them has.
void MoveTracker::drop_unseen(std::vector<Candidate>& candidates) const {
    const int allowed = pressed_unseen() ? 1 : 0;
    std::erase_if(candidates, [allowed](const Candidate& c) { return count(Bitboard{c.unseen}) > allowed; });
}

/// The score with another capture instead of a guessed one, and what it takes to come to what stands now.
std::optional<Line> MoveTracker::otherwise(int ply, Move instead, Patience patience,
                                           std::uint64_t& nodes) const {
    Line line{instead};
    Position p = position_at(ply - 1).play(instead);
    for (int i = ply; i < plies(); ++i) {
        const auto move = same_move(p, steps_[static_cast<std::size_t>(i)].move);
        if (!move) return std::nullopt;
        line.push_back(*move);
        p = p.play(*move);
    }
    LineSearch search(target(), {});
    for (int more = 0; more <= kPliesSince; ++more) {
        std::vector<Line> found;
        search.renew({std::min<std::uint64_t>(nodes, 3'000), 2});
        search.find(p, more, found);
        nodes -= std::min(nodes, search.nodes());
        // What came about since must have been seen, or stand still.
        const Instant since = steps_.back().landed + std::chrono::microseconds(1);
        const auto seen = [&](Move m) { return board_.arrived_since(m.to(), Piece::Unknown, since); };
        for (const Line& then : found) {
            const bool all_seen =
                std::ranges::all_of(then, [&](Move m) { return m.kind() == MoveKind::Castling || seen(m); });
            if (!all_seen && patience != Patience::Resting) continue;
            line.insert(line.end(), then.begin(), then.end());
            return line;
        }
    }
    return std::nullopt;
}

/// Play contradicts the score: a guess was wrong. The last guess that can be put right is.
bool MoveTracker::guess_again(Instant now, const Sink& sink, Patience patience) {
    if (!settings_.occupancy_only || difference_ == 0) return false;
    const SearchTarget now_there = target();
    const auto explains = [&](Move m) { return move_reaches(head(), m, difference_, now_there); };
    if (std::ranges::any_of(head().legal_moves(), explains)) return false;  // a hand is at work
    std::uint64_t nodes = kNodes;
    for (int ply = plies(); ply > std::max(0, plies() - kGuessesBack) && nodes > 0; --ply) {
        const Step& step = steps_[static_cast<std::size_t>(ply - 1)];
        if (step.illegal != IllegalKind::None) return false;
        if (!step.guess) continue;
        const Position before = position_at(ply - 1);
        for (const Move m : before.legal_moves()) {
            if (m.from() != step.move.from() || m == step.move || !before.captures(m)) continue;
            const auto line = otherwise(ply, m, patience, nodes);
            if (!line) continue;
            Candidate taken{ply - 1, *line, 0, false, false, 1, {}, {}};
            accept(taken, "later play shows that another man was taken", now, sink);
            return true;
        }
    }
    return false;
}

}  // namespace boardbridge::rules
