// The part of the move tracker that changes the score: plies are added, confirmed, revised, told.
#include <algorithm>

#include "rules/move_tracker.hpp"
#include "rules/san.hpp"
#include "rules/tracker_timing.hpp"

namespace boardbridge::rules {

using namespace tracker_timing;  // NOLINT(google-build-using-namespace): our own constants, in a source file

namespace {

/// A piece that was never sensed where that ply brought it, and went on from there: it may have been another
/// square.
bool passed_unseen(const PlayedLine& line, std::size_t i) {
    return i + 2 < line.size() && !line[i].seen && line[i + 2].move.from() == line[i].key;
}

}  // namespace

Position MoveTracker::position_at(int ply) const {
    if (ply >= first_position_) return positions_[static_cast<std::size_t>(ply - first_position_)];
    Position p = start_;
    for (int i = 1; i <= ply; ++i) {
        const Step& step = steps_[static_cast<std::size_t>(i - 1)];
        p = step.illegal == IllegalKind::None ? p.play(step.move) : illegal_after_.at(i);
    }
    return p;
}

void MoveTracker::push_step(const Step& step, const Position& after) {
    ++score_changes_;
    steps_.push_back(step);
    if (step.illegal != IllegalKind::None) illegal_after_.insert_or_assign(plies(), after);
    positions_.push_back(after);
    if (positions_.size() > kPositionsKept) {
        constexpr auto kDrop = static_cast<std::ptrdiff_t>(kPositionsKept / 2);
        positions_.erase(positions_.begin(), positions_.begin() + kDrop);
        first_position_ += static_cast<int>(kDrop);
    }
    head_moves_known_ = false;
}

void MoveTracker::drop_after(int ply) {
    ++score_changes_;
    if (ply < first_position_) {
        const Position kept = position_at(ply);
        positions_.assign(1, kept);
        first_position_ = ply;
    } else {
        positions_.resize(static_cast<std::size_t>(ply - first_position_) + 1);
    }
    steps_.resize(static_cast<std::size_t>(ply));
    illegal_after_.erase(illegal_after_.upper_bound(ply), illegal_after_.end());
    illegal_text_.erase(illegal_text_.upper_bound(ply), illegal_text_.end());
    for (Press& p : presses_) {
        if (p.ply > ply) p.ply = 0;
    }
    head_moves_known_ = false;
}

/// Gives every ply from there on the press that completed it.
void MoveTracker::assign_presses(int from_ply) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < presses_.size(); ++i) {
        if (presses_[i].ply >= from_ply) presses_[i].ply = 0;
        if (presses_[i].ply != 0) next = i + 1;
    }
    for (int number = from_ply; number <= plies(); ++number) {
        Step& step = steps_[static_cast<std::size_t>(number - 1)];
        step.pressed.reset();
        for (std::size_t i = next; i < presses_.size(); ++i) {
            Press& press = presses_[i];
            if (press.ply != 0 || press.side != step.side) continue;
            if (press.at + settings_.delays.late_change < step.landed) continue;
            press.ply = number;
            step.pressed = press.at;
            next = i + 1;
            break;
        }
    }
}

Ply MoveTracker::make_ply(int number) const {
    const Step& step = steps_[static_cast<std::size_t>(number - 1)];
    Ply ply;
    ply.number = number;
    ply.side = step.side;
    ply.before = position_at(number - 1);
    ply.after = position_at(number);
    ply.illegal = step.illegal;
    ply.provisional = !step.confirmed;
    ply.guess = step.guess;
    ply.unsure = step.unsure;
    ply.made_at = step.landed;
    if (step.illegal == IllegalKind::None) {
        ply.move = step.move;
        ply.san = to_san(ply.before, step.move);
        ply.uci = to_uci(ply.before, step.move);
        ply.differing = changed_squares(ply.before, step.move);
    } else {
        const auto& [san, uci] = illegal_text_.at(number);
        ply.san = san;
        ply.uci = uci;
        ply.differing = differing_squares(ply.before.placement(), ply.after.placement());
    }
    ply.unpromoted = number == plies() ? unpromoted_ : 0;
    return ply;
}

RevisionReason MoveTracker::reason_for(const Candidate& c) const {
    if (c.moves.empty()) return RevisionReason::TakenBack;
    const Step& old = steps_[static_cast<std::size_t>(c.base)];
    const Move now = c.moves.front();
    if (old.illegal != IllegalKind::None) return RevisionReason::Reordered;
    if (now.kind() == MoveKind::Castling) return RevisionReason::CastlingCompleted;
    if (now.from() != old.move.from()) return RevisionReason::Reordered;
    return now.to() == old.move.to() ? RevisionReason::PromotionChanged : RevisionReason::SlidOn;
}

/// The log tells better than the last change of each square when a ply was made.
void MoveTracker::see(Step& step, const PlayedPly& ply) {
    step.landed = ply.landed;
    if (ply.left) step.lifted = ply.lifted;
}

void MoveTracker::accept(const Candidate& candidate, std::string_view because, Instant now,
                         const Sink& sink) {
    Candidate c = candidate;
    while (c.base < plies() && !c.moves.empty()) {
        const Step& step = steps_[static_cast<std::size_t>(c.base)];
        if (step.illegal != IllegalKind::None || step.move != c.moves.front()) break;
        c.moves.erase(c.moves.begin());
        c.unseen >>= 1U;
        if (!c.played.empty()) {
            see(steps_[static_cast<std::size_t>(c.base)], c.played.front());
            c.played.erase(c.played.begin());
        }
        ++c.base;
    }
    const bool revises = c.base < plies();
    RevisionReason reason = RevisionReason::Reordered;
    if (revises) {
        reason = reason_for(c);
        drop_after(c.base);
        // Moves that are taken back take their presses with them.
        const auto spent = [&](const Press& p) { return p.ply == 0 && p.told && now - p.at > kSpent; };
        if (c.moves.empty()) std::erase_if(presses_, spent);
    }
    for (std::size_t i = 0; i < c.moves.size(); ++i) {
        const Move m = c.moves[i];
        Step step = step_of(head(), m);
        if (!c.played.empty()) see(step, c.played[i]);
        const bool taken_next = i + 1 < c.moves.size() && c.moves[i + 1].to() == m.to();
        const bool unseen = (c.unseen >> i & 1U) != 0 && (settings_.occupancy_only || !taken_next);
        step.unsure = c.played.empty() ? unseen : passed_unseen(c.played, i);
        step.guess = c.guess || step.unsure;
        if (c.guess) step.landed = now;
        push_step(step, head().play(m));
    }
    if (c.loose) any_identity_ |= difference_ & board_.placement().occupied();
    partial_.reset();
    pending_.reset();
    assign_presses(c.base + 1);
    difference_ = head_difference();
    explain_score(c.base + 1, because);
    if (revises) {
        PliesRevised revised{c.base + 1, {}, reason};
        for (int i = c.base + 1; i <= plies(); ++i) revised.plies.push_back(make_ply(i));
        sink(revised);
    } else {
        for (int i = c.base + 1; i <= plies(); ++i) sink(PlyMade{make_ply(i)});
    }
    if (difference_ == 0) resumed(sink);
    settle_presses(now, sink);
    confirm_due(now, sink);
}

void MoveTracker::confirm_through(int ply, const Sink& sink) {
    int first = ply;
    while (first > 0 && !steps_[static_cast<std::size_t>(first - 1)].confirmed) --first;
    for (int i = first + 1; i <= ply; ++i) {
        Step& step = steps_[static_cast<std::size_t>(i - 1)];
        step.confirmed = true;
        PlyConfirmed told;
        told.ply = i;
        told.by = step.pressed ? Completion::Press : i < plies() ? Completion::Reply : Completion::Rest;
        told.unpromoted = i == plies() ? unpromoted_ : 0;
        if (explain_) {
            say("ply " + std::to_string(i) +
                (told.by == Completion::Press   ? " completed: its clock was pressed"
                 : told.by == Completion::Reply ? " completed: it was answered"
                                                : " completed: it stands"));
        }
        sink(told);
        note_touch(i, sink);
    }
}

/// Castling whose rook was in the hand before the king, by more than a scan can confuse (4.4.2). Other pieces
/// that are lifted and put back may only have been adjusted (4.2): nothing is said of them.
void MoveTracker::note_touch(int ply, const Sink& sink) const {
    const Step& step = steps_[static_cast<std::size_t>(ply - 1)];
    if (step.illegal != IllegalKind::None || step.move.kind() != MoveKind::Castling || step.guess) return;
    const Piece rook = make_piece(step.side, PieceType::Rook);
    const auto rook_lifted = board_.departure(step.move.to(), as_sensed(rook));
    const auto king_lifted =
        board_.departure(step.move.from(), as_sensed(make_piece(step.side, PieceType::King)));
    if (!rook_lifted || !king_lifted || *rook_lifted + kScan >= *king_lifted) return;
    sink(TouchNote{step.side, ply, step.move.to(), rook, true});
}

void MoveTracker::resumed(const Sink& sink) {
    any_identity_ &= ~matching_squares();
    unpromoted_ &= any_identity_;
    gap_ = false;
    if (!lost_) return;
    if ((ignored_ & ~matching_squares()) != 0) return;
    ignored_ = 0;
    const LossKind kind = *lost_;
    lost_.reset();
    sink(TrackingResumed{kind});
}

/// Squares that show exactly what the head position has there.
Bitboard MoveTracker::matching_squares() const {
    return ~unequal_squares(board_.placement().squares(), head().board());
}

}  // namespace boardbridge::rules
