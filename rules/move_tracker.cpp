#include "rules/move_tracker.hpp"

#include <algorithm>

#include "rules/tracker_timing.hpp"

namespace boardbridge::rules {

using namespace tracker_timing;  // NOLINT(google-build-using-namespace): our own constants, in a source file

MoveTracker::MoveTracker(TrackerSettings settings) : settings_(settings) {
    positions_.reserve(kPositionsKept + 1);
    positions_.emplace_back();
    steps_.reserve(160);
}

void MoveTracker::reconfigure(TrackerSettings settings) {
    settings.start = settings_.start;
    settings_ = settings;
}

SearchTarget MoveTracker::target() const {
    return SearchTarget{board_.placement(), ignored_, any_identity_, settings_.occupancy_only};
}

Bitboard MoveTracker::head_difference() const {
    const auto& expected = head().board();
    Bitboard d = unequal_squares(board_.placement().squares(), expected);
    if (d == 0) return 0;
    const SearchTarget t = target();
    for (Bitboard rest = d; rest != 0;) {
        const Square s = pop_first(rest);
        if (fits(t, s, expected[index(s)])) d &= ~bit(s);
    }
    return d;
}

void MoveTracker::on_dump(const Placement& physical, Instant now, const Sink& sink) {
    const bool first = !board_.known();
    const Placement placement = flipped_ ? physical.rotated() : physical;
    const Bitboard changed_squares = board_.assign(placement, now);
    if (!game_open_) {
        look_for_start(now, sink, false, kStartStands);
        return;
    }
    if (first || gap_) rest_judged_ = false;
    if (changed_squares == 0 && !gap_) return;
    if (gap_ && head_difference() == 0) gap_ = false;
    changed(now, sink);
}

void MoveTracker::on_square(Square physical, Piece piece, Instant now, const Sink& sink) {
    // An array whose first piece is lifted was set up, however shortly it stood.
    if (piece == Piece::None && set_up_anew()) look_for_start(now, sink, false, std::chrono::milliseconds(0));
    const Square s = oriented(physical);
    if (!board_.set(s, piece, now)) return;
    watch_unstable(s, now, sink);
    if (game_open_) {
        changed(now, sink);
    } else {
        look_for_start(now, sink, false, kStartStands);
    }
}

void MoveTracker::on_gap(Instant) { gap_ = true; }

void MoveTracker::on_clock_absent() {
    clock_present_ = false;
    running_ = false;
    lever_.reset();
}

void MoveTracker::on_lever(Color to_move, bool running, Instant now, const Sink& sink) {
    const bool turned = lever_ && *lever_ != to_move;
    const bool live = running || running_;
    clock_present_ = true;
    lever_ = to_move;
    running_ = running;
    if (turned && live) pressed(opposite(to_move), now, sink);
}

void MoveTracker::turn_lever() {
    if (lever_) lever_ = opposite(*lever_);
    for (Press& p : presses_) p.side = opposite(p.side);
    if (!presses_.empty()) assign_presses(1);
}

bool MoveTracker::first_press_is_wrong(Color to_move) const {
    if (!lever_ || *lever_ == to_move || plies() != 1 || steps_[0].pressed) return false;
    const bool other_moved = (difference_ & board_.placement().occupied()) != 0;
    return steps_[0].side == to_move && presses_.empty() && !other_moved;
}

/// The placement changed while a game is open.
void MoveTracker::changed(Instant now, const Sink& sink) {
    rest_judged_ = stands_judged_ = false;
    difference_ = head_difference();
    if (fills_outer_rows(board_.placement().occupied()) && difference_ != 0) start_since_ = now;
    explain_placement(now, sink, Patience::Prompt);
}

void MoveTracker::pressed(Color side, Instant now, const Sink& sink) {
    if (!game_open_) return;
    Press press{side, now, 0, false};
    const std::size_t n = steps_.size();
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, n); ++back) {
        Step& step = steps_[n - back];
        if (step.side != side || step.pressed) continue;
        step.pressed = now;
        press.ply = static_cast<int>(n - back + 1);
        break;
    }
    presses_.push_back(press);
    ++presses_told_;
    if (presses_.size() > kPressesKept) presses_.pop_front();
    if (partial_ && position_at(partial_->first.base).turn() == side) {
        accept_partial(now, sink);
    }
    if (difference_ != 0 && !explain_placement(now, sink, Patience::Prompt) && press.ply == 0 &&
        head().turn() == side) {
        note_illegal(now, now);
    }
    reconsider(now, sink);
    settle_presses(now, sink);
}

/// Tells of presses once it is known whether a move belongs to them.
void MoveTracker::settle_presses(Instant now, const Sink& sink) {
    for (Press& p : presses_) {
        if (p.told) continue;
        if (p.ply != 0) {
            p.told = true;
            sink(Pressed{p.side, true, p.at});
        } else if (now - p.at >= settings_.delays.late_change) {
            p.told = true;
            const bool moved = difference_ != 0 || (pending_ && pending_->pressed);
            sink(Pressed{p.side, moved, p.at});
        }
    }
}

/// Contract section 5: press, the other side's next legal move, or (no running clock) rest.
bool MoveTracker::confirmable(std::size_t i, Instant now) const {
    const Step& step = steps_[i];
    if (step.pressed && now - std::max(*step.pressed, step.landed) >= kSettle) {
        if (held_at_press(step, *step.pressed)) return true;
    }
    if (i + 1 < steps_.size()) {
        const Step& answer = steps_[i + 1];
        return answer.confirmed || now - answer.landed >= (running_ ? kAnswerUnpressed : kAnswerStands);
    }
    const bool at_rest =
        difference_ == 0 && now - std::max(step.landed, rest_since()) >= settings_.delays.confirm_rest;
    return at_rest && (!running_ || !head().has_legal_move());
}

void MoveTracker::confirm_due(Instant now, const Sink& sink) {
    for (std::size_t i = steps_.size(); i > 0 && !steps_[i - 1].confirmed; --i) {
        if (!confirmable(i - 1, now)) continue;
        confirm_through(static_cast<int>(i), sink);
        return;
    }
}

void MoveTracker::watch_unstable(Square s, Instant now, const Sink& sink) {
    if (contains(unstable_, s)) return;
    const Delays& d = settings_.delays;
    if (board_.changes_since(s, now - d.unstable_window) >= d.unstable_changes) {
        unstable_ |= bit(s);
        sink(SensorUnstable{s, true});
    }
}

/// What is due when nothing changes on the board.
void MoveTracker::judge_rest(Instant now, const Sink& sink) {
    const auto rest = now - rest_since();
    for (Bitboard left = unstable_; left != 0;) {
        const Square s = pop_first(left);
        if (now - board_.changed_at(s) < settings_.delays.unstable_window) continue;
        unstable_ &= ~bit(s);
        sink(SensorUnstable{s, false});
    }
    if (difference_ == 0) return;
    if (!stands_judged_ && rest >= kStands) {
        stands_judged_ = true;
        if (explain_placement(now, sink, Patience::Standing)) return;
        if (guess_again(now, sink, Patience::Standing)) return;
    }
    if (!rest_judged_ && rest >= kRestLook) {
        rest_judged_ = true;
        if (explain_placement(now, sink, Patience::Resting)) return;
        if (guess_again(now, sink, Patience::Resting)) return;
        if (!pending_ && !clock_present_) note_illegal(std::nullopt, now);
        judge_two_in_a_row(now);
        if (gap_ || lost_) search_far(now, sink);
        if (difference_ == 0) return;
    }
    if (judge_kings(now, sink)) return;
    if (lost_) return;
    const Delays& d = settings_.delays;
    const bool disturbed = count(difference_) >= 4;
    auto due = disturbed ? d.disturbed : settings_.play == Play::Standard ? d.mismatch_standard : d.mismatch;
    if (!disturbed && waits_for_hand()) due *= kHandPatience;
    if (rest < due || (pending_ && illegal_due())) return;
    search_far(now, sink);
    if (difference_ == 0 || lost_) return;
    lost_ = disturbed ? LossKind::Disturbed : LossKind::Mismatch;
    sink(TrackingLost{*lost_, difference_, {}});
    // A piece that is only missing may be a sensor that died: play is followed without it.
    if (!disturbed && (difference_ & board_.placement().occupied()) == 0) {
        ignored_ |= difference_;
        difference_ = head_difference();
    }
}

/// A player holds a piece, or has put his own one where it may not stand, and has not pressed: his move is
/// not made yet.
bool MoveTracker::waits_for_hand() const {
    if (pending_ && !pending_->pressed && !pending_->two_in_a_row) return true;
    const Bitboard missing = difference_ & ~board_.placement().occupied();
    return running_ && missing == difference_ && (missing & ~head().pieces(head().turn())) == 0;
}

/// So many plies back the log is weighed.
constexpr int kBackAtWake = 6;

void MoveTracker::on_wake(Instant now, const Sink& sink) {
    last_wake_ = now;
    if (!game_open_) {
        look_for_start(now, sink, true, kStartStands);
        return;
    }
    if (partial_ && now - partial_->second >= kPartialStands) {
        accept_partial(now, sink);
    }
    judge_illegal(now, sink);
    judge_log(now, sink, kBackAtWake);
    reconsider(now, sink);
    settle_presses(now, sink);
    confirm_due(now, sink);
    judge_rest(now, sink);
    look_for_start(now, sink, true, kStartStands);
}

std::optional<Instant> MoveTracker::wake_at() const {
    std::optional<Instant> due;
    // What was due at the last wake has been judged then.
    const auto at = [&](Instant t) {
        if (t > last_wake_ && (!due || t < *due)) due = t;
    };
    const Delays& d = settings_.delays;
    if (start_since_) at(*start_since_ + kStartStands);
    if (unstable_ != 0) {
        for (Bitboard left = unstable_; left != 0;)
            at(board_.changed_at(pop_first(left)) + d.unstable_window);
    }
    if (!game_open_) return due;
    if (partial_) at(partial_->second + kPartialStands);
    if (const auto illegal = illegal_due()) at(*illegal);
    for (const Press& p : presses_) {
        if (!p.told) at(p.ply != 0 ? p.at : p.at + d.late_change);
    }
    const std::size_t n = steps_.size();
    for (std::size_t i = n; i > 0 && i + 3 > n && !steps_[i - 1].confirmed; --i) {
        const Step& step = steps_[i - 1];
        if (step.pressed) at(std::max(*step.pressed, step.landed) + kSettle);
        if (i < n) at(steps_[i].landed + (running_ ? kAnswerUnpressed : kAnswerStands));
        if (i == n && difference_ == 0 && (!running_ || !head().has_legal_move())) {
            at(std::max(step.landed, rest_since()) + d.confirm_rest);
        }
    }
    if (difference_ != 0) {
        if (!stands_judged_) at(rest_since() + kStands);
        if (!rest_judged_) at(rest_since() + kRestLook);
        if (!lost_) {
            const bool disturbed = count(difference_) >= 4;
            auto wait = disturbed                          ? d.disturbed
                        : settings_.play == Play::Standard ? d.mismatch_standard
                                                           : d.mismatch;
            if (!disturbed && waits_for_hand()) wait *= kHandPatience;
            if (!(pending_ && illegal_due())) at(rest_since() + wait);
        }
        if (rest_judged_ && kings_signal(board_.placement(), head())) at(rest_since() + d.kings_signal);
    }
    return due;
}

void MoveTracker::close_game() {
    game_open_ = false;
    pending_.reset();
    partial_.reset();
    lost_.reset();
    start_since_.reset();
    presses_.clear();
}

}  // namespace boardbridge::rules
