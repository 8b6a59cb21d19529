// The part of the move tracker that deals with unlawful placements. Nothing is said before the move is
// completed: the clock was pressed and the placement stood, the opponent answered it, or (no clock) it rested
// (contract section 5).
#include <algorithm>

#include "rules/move_tracker.hpp"
#include "rules/san.hpp"
#include "rules/tracker_timing.hpp"

namespace boardbridge::rules {

using namespace tracker_timing;  // NOLINT(google-build-using-namespace): our own constants, in a source file

/// Remembers the unlawful move that stands, if it is one; only judge_illegal and reply_to_illegal act on it.
void MoveTracker::note_illegal(std::optional<Instant> pressed_at, Instant now) {
    if (difference_ == 0 || lost_ || gap_) return;
    const auto move = classify_illegal(head(), target());
    if (!move) return;
    auto after = move->after.position(Legality::Playable);
    PendingIllegal pending;
    pending.move = *move;
    pending.playable = after.has_value();
    if (after) pending.after = *after;
    pending.before = head();
    pending.sensed = board_.placement();
    pending.seen = rest_since();
    pending.pressed = pressed_at;
    pending_ = std::move(pending);
    say("unlawful placement noted: " + pending_->move.san + (pressed_at ? ", pressed" : ", not pressed") +
        " at " + std::to_string(now.time_since_epoch().count() / 1000) + " ms");
}

/// The side that has just moved (and pressed) has moved again, lawfully for itself, while the clock gave the
/// turn away.
void MoveTracker::judge_two_in_a_row(Instant now) {
    if (pending_ || lost_ || gap_ || steps_.empty() || difference_ == 0) return;
    const Color again = steps_.back().side;
    const bool others_turn = clock_present_ && running_ && lever_ == opposite(again) && steps_.back().pressed;
    if (!others_turn) return;
    const SearchTarget exact = target();
    std::optional<Move> found;
    const Position same_side = head().pass();
    std::vector<Line> lines;
    LineSearch search(exact, LineSearch::Limits{2'000, 4});
    search.find(same_side, 1, lines);
    std::optional<IllegalMove> move;
    PendingIllegal pending;
    if (!lines.empty()) {
        const Move m = lines.front().front();
        pending.legal_move = m;
        pending.after = same_side.play(m);
        pending.playable = true;
        pending.move.san = to_san(same_side, m);
        pending.move.uci = to_uci(same_side, m);
        pending.move.from = m.from();
        pending.move.to = m.to();
    } else if ((move = went_on_from_last_ply())) {
        pending.move = *move;
        const auto after = move->after.position(Legality::Playable);
        pending.playable = after.has_value();
        if (after) pending.after = *after;
    } else {
        return;
    }
    pending.move.kind = IllegalKind::TwoMovesInARow;
    pending.two_in_a_row = true;
    pending.before = head();
    pending.sensed = board_.placement();
    pending.seen = rest_since();
    pending.pressed = steps_.back().pressed;
    pending_ = std::move(pending);
    say("second move of the same side noted: " + pending_->move.san + " at " +
        std::to_string(now.time_since_epoch().count() / 1000) + " ms");
}

/// The second move is no lawful one by itself.
std::optional<IllegalMove> MoveTracker::went_on_from_last_ply() const {
    const Position same_side = head().pass();
    auto move = classify_illegal(same_side, target());
    if (move && (move->kind == IllegalKind::KingCaptured || move->kind == IllegalKind::OpponentsPiece))
        return std::nullopt;
    // Kings that walk to the centre give a result; their sign is judged elsewhere.
    if (move && type_of(move->piece) == PieceType::King && contains(kCentre, move->to)) return std::nullopt;
    return move;
}

std::optional<Instant> MoveTracker::illegal_due() const {
    if (!pending_) return std::nullopt;
    if (pending_->two_in_a_row) return pending_->seen + kTwoInARowStands;
    if (pending_->pressed) {
        return std::max(*pending_->pressed + settings_.delays.late_change, pending_->seen + kIllegalStands);
    }
    if (!clock_present_) return pending_->seen + settings_.delays.illegal_rest;
    return std::nullopt;
}

void MoveTracker::judge_illegal(Instant now, const Sink& sink) {
    const auto due = illegal_due();
    if (!due || now < *due) return;
    // Something else stands there now (a hand is moving): wait for rest, or for the reply.
    if (board_.placement() != pending_->sensed) return;
    // Any lawful explanation goes first, however costly.
    if (!pending_->two_in_a_row && explain_placement(now, sink, Patience::Resting)) return;
    if (pending_) accept_illegal(now, sink);
}

/// A lawful answer to the unlawful move shows that it was completed.
bool MoveTracker::reply_to_illegal(Instant now, const Sink& sink) {
    if (!pending_ || !pending_->playable || board_.placement() == pending_->sensed) return false;
    // It must have stood by itself: what lasts no longer than a sensor's slip proves nothing.
    const auto stood = changed_from_pending_at_.value_or(now) - pending_->seen;
    if (!changed_from_pending_at_) changed_from_pending_at_ = now;
    if (stood < kScan) return false;
    std::vector<Line> lines;
    LineSearch search(target(), LineSearch::Limits{2'000, 2});
    search.find(pending_->after, 1, lines);
    if (lines.empty()) return false;
    const bool pressed_reply = clock_present_ && lever_ == pending_->before.turn() && pending_->pressed;
    const bool stands = now - rest_since() >= kIllegalStands;
    if (!pressed_reply && !stands) return false;
    const Line reply = lines.front();
    accept_illegal(now, sink);
    difference_ = head_difference();
    accept(Candidate{plies(), reply, 0, false, false, 0, {}, {}}, "answers the unlawful move", now, sink);
    return true;
}

void MoveTracker::accept_illegal(Instant now, const Sink& sink) {
    const PendingIllegal taken = *pending_;
    pending_.reset();
    changed_from_pending_at_.reset();
    Step step;
    step.move = taken.legal_move.value_or(Move(taken.move.from, taken.move.to));
    step.side = taken.two_in_a_row ? opposite(taken.before.turn()) : taken.before.turn();
    step.illegal = taken.move.kind;
    step.key = taken.move.to;
    step.piece = taken.sensed[step.key];
    step.landed = taken.seen;
    // A king was taken: no position can follow; the score ends there and the board waits to be put right.
    push_step(step, taken.playable ? taken.after : taken.before.pass());
    illegal_text_.insert_or_assign(plies(), std::pair{taken.move.san, taken.move.uci});
    if (taken.move.kind == IllegalKind::PawnOnLastRank || taken.move.kind == IllegalKind::WrongPromotion) {
        any_identity_ |= bit(taken.move.to);
        unpromoted_ |= bit(taken.move.to);
    }
    if (!taken.two_in_a_row) assign_presses(plies());
    difference_ = head_difference();
    sink(PlyMade{make_ply(plies())});
    if (difference_ == 0) resumed(sink);
    settle_presses(now, sink);
    confirm_through(plies(), sink);
}

}  // namespace boardbridge::rules
