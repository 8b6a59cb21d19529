// The clock as the arbiter needs it: lost, set wrong, edited, standing, running on, not following, the wrong
// way round. Readings are believed by ClockWatch first. Follows contract section 6;
// device-protocols 1.7, 1.9; field-cases D.
#include <algorithm>
#include <cstdlib>

#include "rules/arbiter_state.hpp"

namespace boardbridge::rules {
namespace {

constexpr int kPliesWithoutPress = 3;  // a forgotten press leaves two; three are two of one player
constexpr int kMostLeversAhead = 16;   // so many plies at most are found at once after they were lost
constexpr int kWrongSides = 3;         // plies during which time fell on the wrong side
constexpr int kRightSides = 2;
// After so many right ones it is rather the score that lacks a ply, until the contrary lasts.
constexpr int kProvenSides = 4;
constexpr int kWrongSidesProven = 15;
constexpr int kIncrementsOff = 2;   // presses in a row
constexpr int kContradictions = 3;  // within a minute
constexpr Ms kSettled{1500};        // after this a move has long been pressed, if it is
constexpr Ms kSettledBlitz{700};    // so soon in blitz, for what speaks for the clock
constexpr Ms kSecond{1000};

Ms since(Instant from, Instant to) { return std::chrono::duration_cast<Ms>(to - from); }
bool differs(Ms a, Ms b, Ms by) { return a - b > by || b - a > by; }

}  // namespace

std::optional<ClockChanged> Arbiter::State::on_reading(const ClockReading& reading, const ClockFace& now_face,
                                                       Instant now) {
    if (!reading.connected) return clock_lost(true);
    if (!face_known || face.white != now_face.white) turn_face(now_face);
    clock_seen = true;
    if (clock_gone) {
        clock_gone = false;
        clear_kind(AlertKind::ClockLost, "back");
    }
    const auto step = watch.read(ClockBelief::of(reading, face, now));
    if (!step) {
        check_contradictions(now);
        return std::nullopt;
    }
    return on_step(*step, now);
}

std::optional<ClockChanged> Arbiter::State::clock_lost(bool by_cable) {
    if (!clock_seen || clock_gone) return std::nullopt;
    OpenAlert open = draft(AlertKind::ClockLost, AlertSide::None);  // with the last times that were believed
    open.facts.variant = by_cable;
    book.raise(std::move(open));
    clock_gone = true;
    watch.forget();
    running_since.reset();
    for (const Timer t : {Timer::ClockStopped, Timer::ClockSetting, Timer::RunningAfterEnd}) stop(t);
    clear_kind(AlertKind::ClockStoppedInPlay, "clock lost");
    clear_kind(AlertKind::ClockRunningAfterEnd, "clock lost");
    clock_battery(false);
    return view();
}

std::optional<ClockChanged> Arbiter::State::on_step(const ClockStep& step, Instant now) {
    const ClockBelief& c = step.after;
    if (!c.running) {
        running_since.reset();
    } else if (!running_since) {
        running_since = now;
    }
    if (step.before.to_move != c.to_move) {
        note_lever();
        if (OpenAlert* open = book.find(AlertKind::ClockNotFollowing, AlertSide::Both))
            book.clear(*open, "follows again");
    }
    clock_battery(c.battery_low);
    check_contradictions(now);
    if (playing) {
        if (c.running) ran_in_game = true;
        check_edit(step);
        check_setting(now);
        check_increment(step);
        check_sides(step, now);
        check_period_moves(step);
        check_flags(step, now);
        check_quickplay(c);
    }
    check_running(step, now);
    if (!worth_telling(step)) return std::nullopt;
    ClockChanged changed = view();
    changed.period_change = step.period;
    return changed;
}

/// In play: standing for long. After the end: running on.
void Arbiter::State::check_running(const ClockStep& step, Instant now) {
    if (step.after.running) {
        stop(Timer::ClockStopped);
        clear_kind(AlertKind::ClockStoppedInPlay, "runs again");
        const Ms limit = settings.delays.clock_running_after_end;
        if (ended && !timers[rules::index(Timer::RunningAfterEnd)] && now < ended_at + limit) {
            set(Timer::RunningAfterEnd, ended_at + limit);
        } else if (ended && now >= ended_at + limit &&
                   book.find(AlertKind::ClockRunningAfterEnd, AlertSide::Both) == nullptr) {
            OpenAlert open = draft(AlertKind::ClockRunningAfterEnd, AlertSide::Both);
            open.facts.shown = limit;
            book.raise(std::move(open));
        }
        return;
    }
    stop(Timer::RunningAfterEnd);
    clear_kind(AlertKind::ClockRunningAfterEnd, "stopped");
    arm_stopped(now);
}

void Arbiter::State::arm_stopped(Instant now) {
    const bool in_play =
        playing && (ran_in_game || last_ply() >= 2) && !clocks[0].fallen && !clocks[1].fallen;
    if (!in_play || !watch.believed() || watch.believed()->running) return;
    if (timers[rules::index(Timer::ClockStopped)]) return;
    if (book.find(AlertKind::ClockStoppedInPlay, AlertSide::Both) != nullptr) return;
    set(Timer::ClockStopped, now + settings.delays.clock_stopped);
}

/// A change against expectation: while the clock stood somebody set it; while it ran the clock itself jumped.
void Arbiter::State::check_edit(const ClockStep& step) {
    if (!step.jump || step.period || (!ran_in_game && last_ply() == 0)) return;
    const std::array<Ms, 2> change{step.after.time[0] - step.before.time[0],
                                   step.after.time[1] - step.before.time[1]};
    const std::size_t side = std::chrono::abs(change[1]) > std::chrono::abs(change[0]) ? 1 : 0;
    const bool to_zero = step.after.time[side] == Ms(0) && clocks[side].ran && !clocks[side].stale;
    if (to_zero) return;  // a flag, told as such
    const AlertSide named = side == 0 ? AlertSide::White : AlertSide::Black;
    OpenAlert open = draft(AlertKind::ClockEdited, named, last_ply());
    open.facts.variant = !step.stopped_between;
    open.facts.expected = step.before.time[side];
    open.facts.shown = step.after.time[side];
    if (OpenAlert* already = book.find(AlertKind::ClockEdited, named)) {
        already->facts.shown = open.facts.shown;
        book.update(*already);
    } else {
        book.raise(std::move(open));
    }
    if (OpenAlert* setting = book.find(AlertKind::ClockSettingWrong, AlertSide::White))
        book.clear(*setting, "set anew");
    if (OpenAlert* setting = book.find(AlertKind::ClockSettingWrong, AlertSide::Black))
        book.clear(*setting, "set anew");
}

/// The first reading of the game against the time control. What is left over from the game before says
/// nothing.
void Arbiter::State::check_setting(Instant now) {
    if (!settings.time_control || settings.time_control->periods.empty() || !watch.believed()) return;
    const bool open = book.find(AlertKind::ClockSettingWrong, AlertSide::White) != nullptr ||
                      book.find(AlertKind::ClockSettingWrong, AlertSide::Black) != nullptr;
    if (last_ply() > 0 || (setting_checked && !open)) {
        setting_checked = true;
        return;
    }
    const ClockBelief& c = *watch.believed();
    const bool left_over = before_game && before_game->same_display(c);
    if (!c.running && !setting_checked) {
        if (left_over) return;
        auto& timer = timers[rules::index(Timer::ClockSetting)];
        if (!timer && now < c.at + settings.delays.clock_setting)
            timer = c.at + settings.delays.clock_setting;
        if (now < c.at + settings.delays.clock_setting) return;  // still being set
    }
    stop(Timer::ClockSetting);
    setting_checked = true;
    const TimePeriod& first = settings.time_control->periods.front();
    const Ms base = first.base;
    const Ms with_increment = base + Ms(first.increment);  // some clocks add the first increment at the start
    const Ms tolerance = settings.delays.clock_setting;
    for (const Color side : {Color::White, Color::Black}) {
        const Ms shown = c.time[rules::index(side)];
        const Ms used = c.running && c.to_move == side && running_since ? since(*running_since, now) : Ms(0);
        const auto fits = [&](Ms wanted) {
            return shown <= wanted + tolerance && shown >= wanted - tolerance - used;
        };
        setting_is(!fits(base) && !fits(with_increment), side, shown, base);
    }
}

void Arbiter::State::setting_is(bool wrong, Color side, Ms shown, Ms expected) {
    OpenAlert* already = book.find(AlertKind::ClockSettingWrong, alert_side(side));
    if (!wrong) {
        if (already != nullptr) book.clear(*already, "put right");
        return;
    }
    OpenAlert open = draft(AlertKind::ClockSettingWrong, alert_side(side), last_ply());
    open.facts.shown = shown;
    open.facts.expected = expected;
    open.facts.count = completed;
    if (already == nullptr) {
        book.raise(std::move(open));
        return;
    }
    if (watch.believed() && watch.believed()->running) return;  // it merely runs down
    already->facts.shown = shown;
    book.update(*already);
}

/// What a press adds, against the time control of the running period.
void Arbiter::State::check_increment(const ClockStep& step) {
    const bool press =
        !step.first && !step.jump && step.before.running && step.before.to_move != step.after.to_move;
    if (!press || !settings.time_control) return;
    const auto& periods = settings.time_control->periods;
    const Ms wanted =
        periods[std::min(static_cast<std::size_t>(periods_added), periods.size() - 1)].increment;
    const std::size_t side = rules::index(step.before.to_move);
    const Ms rise = step.after.time[side] - step.before.time[side];
    const Ms used = since(step.before.at, step.after.at);
    const bool too_much = rise > wanted + kSecond;
    const bool too_little = rise + used + kSecond < wanted;
    const Ms seen = std::max(Ms(0), rise + (too_little ? used : Ms(0)));
    OpenAlert* already = book.find(AlertKind::ClockSettingWrong, AlertSide::Both);
    if (!too_much && !too_little) {
        increments_off = 0;
        if (already != nullptr) book.clear(*already, "put right");
        return;
    }
    const std::optional<Ms> last = increment_seen;
    increment_seen = seen;
    increments_off = last && increments_off > 0 && !differs(*last, seen, kSecond) ? increments_off + 1 : 1;
    if (increments_off < kIncrementsOff || already != nullptr) return;
    OpenAlert open = draft(AlertKind::ClockSettingWrong, AlertSide::Both, last_ply());
    open.facts.variant = true;
    open.facts.shown = seen;
    open.facts.expected = wanted;
    open.facts.count = completed;
    book.raise(std::move(open));
}

/// One vote a ply, while the clock runs between two presses and the move has long been made.
void Arbiter::State::check_sides(const ClockStep& step, Instant now) {
    const ClockBelief& a = step.before;
    const ClockBelief& b = step.after;
    const bool between_presses =
        !step.first && !step.jump && a.running && b.running && a.to_move == b.to_move;
    if (!between_presses || last_ply() < 1 || side_vote_ply == last_ply() || now < last_made + kSettledBlitz)
        return;
    const Ms white = a.time[0] - b.time[0];
    const Ms black = a.time[1] - b.time[1];
    const bool one_falls = (white >= kSecond && black == Ms(0)) || (black >= kSecond && white == Ms(0));
    if (!one_falls) return;
    const Color falling = white >= kSecond ? Color::White : Color::Black;
    const bool blitz = settings.play == Play::Blitz;
    if (now < last_made + kSettled && !(blitz && falling == to_move())) return;
    side_vote_ply = last_ply();
    if (falling == to_move()) {
        wrong_sides = 0;
        ++sides_proven;
        if (++right_sides < kRightSides) return;
        swapped = false;
        clear_kind(AlertKind::ClockSidesUncertain, "agrees again");
        return;
    }
    right_sides = 0;
    if (++wrong_sides < (sides_proven < kProvenSides ? kWrongSides : kWrongSidesProven)) return;
    sides_proven = 0;
    swapped = true;
    book.raise(draft(AlertKind::ClockSidesUncertain, AlertSide::Both, last_ply()));
}

/// A ply is completed while the clock runs and nobody presses.
/// A lever answers the plies made so far, or one that the board has not told of yet.
void Arbiter::State::note_lever() {
    if (last_ply() > followed_ply) {
        followed_ply = last_ply();
        levers_ahead = 0;
    } else if (levers_ahead < kMostLeversAhead) {
        ++levers_ahead;
    }
}

void Arbiter::State::check_following() {
    const bool runs = watch.believed() && watch.believed()->running;
    if (!runs || clocks[0].fallen || clocks[1].fallen) return;
    followed_ply = std::min(followed_ply, last_ply());  // plies may have been taken back
    const int unanswered = completed - followed_ply - levers_ahead;
    if (unanswered < kPliesWithoutPress) return;
    if (OpenAlert* already = book.find(AlertKind::ClockNotFollowing, AlertSide::Both)) {
        already->facts.count = unanswered;  // told with the next real change
        return;
    }
    OpenAlert open = draft(AlertKind::ClockNotFollowing, AlertSide::Both, last_ply());
    open.facts.count = unanswered;
    book.raise(std::move(open));
}

void Arbiter::State::check_contradictions(Instant now) {
    const int now_dropped = watch.contradictions(now);
    if (now_dropped == contradictions_told) return;
    contradictions_told = now_dropped;
    OpenAlert* already = book.find(AlertKind::ClockNotFollowing, AlertSide::Both, 1);
    if (now_dropped == 0 && already != nullptr) book.clear(*already, "consistent again");
    if (now_dropped < kContradictions || already != nullptr || !playing) return;
    OpenAlert open = draft(AlertKind::ClockNotFollowing, AlertSide::Both, last_ply());
    open.subject = 1;
    open.facts.variant = true;
    open.facts.count = now_dropped;
    book.raise(std::move(open));
}

/// The table knows better now which side is White's: what was said of the colours is void.
void Arbiter::State::turn_face(const ClockFace& to) {
    const bool turned = face_known && face.white != to.white;
    face = to;
    face_known = true;
    if (!turned) return;
    watch.swap_colors();
    if (before_game) {
        std::swap(before_game->time[0], before_game->time[1]);
        before_game->to_move = opposite(before_game->to_move);
    }
    std::swap(clocks[0], clocks[1]);
    std::swap(presses[0], presses[1]);
    for (SideClock& c : clocks) {
        c.fallen = false;
        c.mark_at.reset();
    }
    wrong_sides = right_sides = sides_proven = 0;
    swapped = false;
    for (const Timer t : {Timer::PressWhite, Timer::PressBlack, Timer::FlagWhite, Timer::FlagBlack}) stop(t);
    for (const AlertKind kind : {AlertKind::FlagFallen, AlertKind::BothFlagsFallen, AlertKind::FlagMarkShown,
                                 AlertKind::ClockSidesUncertain, AlertKind::QuickplayClaimPossible,
                                 AlertKind::ClockPressedWithoutMove, AlertKind::ClockEdited}) {
        clear_kind(kind, "clock turned");
    }
}

ClockTimes Arbiter::State::times() const {
    ClockTimes out;
    if (!watch.believed()) return out;
    const ClockBelief& c = *watch.believed();
    out.white = c.time[0];
    out.black = c.time[1];
    if (c.running) out.running = c.to_move;
    return out;
}

ClockChanged Arbiter::State::view() const {
    ClockChanged out;
    out.times = times();
    out.disconnected = clock_gone;
    if (!watch.believed()) return out;
    const ClockBelief& c = *watch.believed();
    out.white_flag = clocks[0].fallen || c.blocked[0];
    out.black_flag = clocks[1].fallen || c.blocked[1];
    out.white_mark = c.mark[0] || c.blocked[0];
    out.black_mark = c.mark[1] || c.blocked[1];
    return out;
}

/// A lever, a start or stop, a flag or mark, a jump, and each new second.
bool Arbiter::State::worth_telling(const ClockStep& step) const {
    const ClockBelief& a = step.before;
    const ClockBelief& b = step.after;
    const auto second = [](Ms time) { return time / kSecond; };
    return step.first || step.jump || a.to_move != b.to_move || a.running != b.running ||
           a.blocked != b.blocked || a.mark != b.mark || second(a.time[0]) != second(b.time[0]) ||
           second(a.time[1]) != second(b.time[1]);
}

}  // namespace boardbridge::rules
