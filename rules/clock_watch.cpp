// Judges each reading against the last believed one. Whole seconds only: a DGT clock sends no tenths.
#include "rules/clock_watch.hpp"

#include <algorithm>
#include <utility>

namespace boardbridge::rules {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds kContradictionWindow{60};
constexpr milliseconds kLargestIncrement{60000};

milliseconds between(Instant a, Instant b) { return std::chrono::duration_cast<milliseconds>(b - a); }

template <class T>
void swap_pair(std::array<T, 2>& pair) {
    std::swap(pair[0], pair[1]);
}

void swap_sides(ClockBelief& belief) {
    swap_pair(belief.time);
    swap_pair(belief.blocked);
    swap_pair(belief.mark);
    swap_pair(belief.per_move);
    belief.to_move = opposite(belief.to_move);
}

}  // namespace

ClockBelief ClockBelief::of(const ClockReading& reading, const ClockFace& face, Instant now) {
    ClockBelief belief;
    for (const Color c : {Color::White, Color::Black}) {
        const ClockDisplay& display = reading.side[index(face.side_of(c))];
        belief.time[index(c)] = display.time;
        belief.blocked[index(c)] = display.flag_blocked;
        belief.mark[index(c)] = display.flag_shown;
        belief.per_move[index(c)] = display.per_move;
    }
    belief.running = reading.running;
    belief.to_move = face.color_of(reading.to_move);
    belief.battery_low = reading.battery_low;
    belief.at = now;
    belief.last_seen = now;
    return belief;
}

bool ClockBelief::same_display(const ClockBelief& o) const {
    return time == o.time && running == o.running && to_move == o.to_move && blocked == o.blocked &&
           mark == o.mark && per_move == o.per_move && battery_low == o.battery_low;
}

void ClockWatch::expect(const std::optional<TimeControl>& control) {
    additions_.clear();
    increment_ = milliseconds(0);
    if (!control) return;
    for (std::size_t i = 0; i < control->periods.size(); ++i) {
        increment_ = std::max(increment_, milliseconds(control->periods[i].increment));
        if (i > 0) additions_.push_back(milliseconds(control->periods[i].base));
    }
}

bool ClockWatch::side_follows(const ClockBelief& a, const ClockBelief& b, Color side) const {
    const std::size_t i = index(side);
    const milliseconds change = b.time[i] - a.time[i];
    const bool moving = a.running || b.running;
    const bool lever = a.to_move != b.to_move;
    if (b.blocked[i] && !a.blocked[i] && b.time[i] > milliseconds(0)) return false;  // bit 4 belongs to zero
    if (change <= milliseconds(0)) {
        const bool ran = moving && (side == a.to_move || side == b.to_move);
        const Instant since = a.running ? a.at : a.last_seen;
        return -change <= kSlack + (ran ? between(since, b.at) : milliseconds(0));
    }
    if (!moving) return change <= kSlack;
    // The clock may be set to another increment than the round's: that is for the arbiter to hear, not to
    // doubt.
    if (lever) return change <= kSlack + std::max(increment_, kLargestIncrement);
    // Two presses between two readings bring an increment without a lever change; otherwise time does not
    // rise.
    return change <= increment_;
}

bool ClockWatch::follows(const ClockBelief& a, const ClockBelief& b) const {
    return side_follows(a, b, Color::White) && side_follows(a, b, Color::Black);
}

/// The next period's time is added at once to both sides (DGT), or to the side that reached zero. The mark of
/// a period change stands beside a time above zero.
bool ClockWatch::is_period_change(const ClockBelief& a, const ClockBelief& b) const {
    std::array<milliseconds, 2> rise{};
    for (std::size_t i = 0; i < 2; ++i) {
        rise[i] = b.time[i] - a.time[i];
        if (b.mark[i] && rise[i] > kSlack) return true;
    }
    for (const milliseconds added : additions_) {
        const auto fits = [&](std::size_t i) {
            return rise[i] > kSlack && rise[i] >= added - kSlack && rise[i] <= added + increment_ + kSlack;
        };
        const auto ran_out = [&](std::size_t i) { return a.time[i] <= kSlack; };
        if (fits(0) && fits(1)) return true;
        if ((fits(0) && ran_out(0)) || (fits(1) && ran_out(1))) return true;
    }
    return false;
}

std::optional<ClockStep> ClockWatch::read(const ClockBelief& reading) {
    heard_at_ = reading.at;
    if (!believed_) {
        believed_ = reading;
        return ClockStep{reading, reading, true, false, false, false};
    }
    if (believed_->same_display(reading)) {
        believed_->last_seen = reading.at;
        if (held_) drop_held();
        return std::nullopt;
    }
    if (follows(*believed_, reading)) {
        if (held_) drop_held();
        return accept(reading, false, false);
    }
    if (is_period_change(*believed_, reading)) return accept(reading, true, true);
    if (held_ && (held_->last.same_display(reading) || follows(held_->last, reading))) {
        held_->last = reading;
        if (++held_->readings >= kConsistent) return settle(reading.at + kUncontradicted);
        return std::nullopt;
    }
    if (held_) drop_held();
    held_ = Held{reading, reading};
    return std::nullopt;
}

std::optional<Instant> ClockWatch::wake_at() const {
    if (!held_) return std::nullopt;
    return held_->first.at + kUncontradicted;
}

std::optional<ClockStep> ClockWatch::settle(Instant now) {
    if (!held_ || now < held_->first.at + kUncontradicted) return std::nullopt;
    const Held held = *held_;
    const bool stood = !believed_->running || !held.first.running;
    const bool both_rose =
        held.last.time[0] > believed_->time[0] + kSlack && held.last.time[1] > believed_->time[1] + kSlack;
    ClockStep step = accept(held.last, true, both_rose && !stood);
    step.stopped_between = stood;
    return step;
}

ClockStep ClockWatch::accept(const ClockBelief& reading, bool jump, bool period) {
    const ClockStep step{*believed_, reading, false, jump, period, false};
    believed_ = reading;
    held_.reset();
    return step;
}

void ClockWatch::drop_held() {
    bool far = false;  // a second to and fro is a reading out of order, no lie
    for (std::size_t i = 0; i < 2; ++i) {
        const milliseconds off = held_->first.time[i] - believed_->time[i];
        far = far || off > kSlack || -off > kSlack + between(believed_->at, held_->first.at);
    }
    if (far) dropped_[dropped_count_++ % dropped_.size()] = held_->first.at;
    held_.reset();
}

void ClockWatch::forget() {
    believed_.reset();
    held_.reset();
}

void ClockWatch::swap_colors() {
    if (believed_) swap_sides(*believed_);
    if (held_) {
        swap_sides(held_->first);
        swap_sides(held_->last);
    }
}

int ClockWatch::contradictions(Instant now) const {
    const std::size_t kept = std::min(dropped_count_, dropped_.size());
    return static_cast<int>(std::count_if(dropped_.begin(),
                                          dropped_.begin() + static_cast<std::ptrdiff_t>(kept),
                                          [&](Instant at) { return now - at <= kContradictionWindow; }));
}

}  // namespace boardbridge::rules
