// Flags: fallen, marked, both and in which order, final or the change of a period; the counts of moves that
// matter then; the last two minutes of a quickplay finish. Follows contract section 6; laws-and-alerts
// sections 2, 5.
#include <algorithm>
#include <cstdlib>

#include "rules/arbiter_state.hpp"
#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

constexpr Ms kZero{0};
constexpr Ms kPeriodGrace{3000};  // a clock that adds the next period's time does so at once
constexpr Ms kQuickplay{120000};
constexpr Ms kQuickplayOver{125000};  // with more than this the last two minutes are over

Timer flag_timer(Color side) { return side == Color::White ? Timer::FlagWhite : Timer::FlagBlack; }

/// When that side ran out: at this reading, or earlier when data were missing and nothing else can have
/// happened.
Instant zero_instant(const ClockStep& step, Color side) {
    const ClockBelief& a = step.before;
    const ClockBelief& b = step.after;
    const bool ran = !step.first && a.running && a.to_move == side && b.to_move == side;
    const bool both_at_once =
        a.time[index(opposite(side))] != kZero && b.time[index(opposite(side))] == kZero;
    if (!ran || both_at_once) return b.at;
    return std::clamp(a.at + a.time[index(side)], a.at, b.at);
}

}  // namespace

void Arbiter::State::check_flags(const ClockStep& step, Instant now) {
    const ClockBelief& c = step.after;
    if (c.running && c.time[rules::index(c.to_move)] > kZero) clocks[rules::index(c.to_move)].ran = true;
    const bool dead_clock = c.time[0] == kZero && c.time[1] == kZero && !clocks[0].ran && !clocks[1].ran;
    for (const Color side : {Color::White, Color::Black}) {
        const std::size_t i = rules::index(side);
        SideClock& s = clocks[i];
        const bool zero = c.time[i] == kZero;
        if (!zero && !c.blocked[i]) {
            s.stale = false;
            stop(flag_timer(side));
            if (s.fallen) time_added(side, step.period);
            s.zero_at.reset();
            continue;
        }
        if (s.stale) continue;
        const bool falls = (zero && s.ran) || c.blocked[i] || (zero && c.mark[i] && !dead_clock);
        if (!falls) continue;
        if (!s.zero_at) s.zero_at = zero_instant(step, side);
        if (s.fallen) {
            if (zero && (c.mark[i] || c.blocked[i])) mark_shown(side, now);
            continue;
        }
        if (more_periods_follow() && !c.blocked[i]) {
            auto& timer = timers[rules::index(flag_timer(side))];
            if (!timer) timer = now + kPeriodGrace;
            continue;
        }
        flag_falls(side, now);
    }
}

void Arbiter::State::flag_falls(Color side, Instant now) {
    SideClock& s = clocks[rules::index(side)];
    if (!playing || s.fallen || !watch.believed()) return;
    s.fallen = true;
    if (!s.zero_at) s.zero_at = now;
    stop(Timer::ClockStopped);  // a clock that freezes on a flag stands rightly
    clear_kind(AlertKind::ClockStoppedInPlay, "flag fallen");
    clear(AlertKind::QuickplayClaimPossible, alert_side(side), "flag fallen");
    const ClockBelief& c = *watch.believed();
    OpenAlert open = draft(AlertKind::FlagFallen, alert_side(side), last_ply());
    open.facts.needed = moves_asked_for();
    AlertEvidence& e = open.alert.evidence;
    e.confidence = c.blocked[rules::index(side)] || c.mark[rules::index(side)] ? 1.0 : 0.9;
    e.moves_rebuilt = moves[rules::index(side)];
    e.presses_seen = presses[rules::index(side)];
    const Color winner = opposite(side);
    if (position() != nullptr) {
        e.fen_before = to_fen(*position());
        e.opponent_can_mate = quick_verdict(*position(), winner);
    }
    const MateVerdict quick = e.opponent_can_mate;
    if (const OpenAlert* raised = book.raise(std::move(open)); raised != nullptr && position() != nullptr) {
        ask(raised->alert.id, *position(), winner, quick);
    }
    if (c.mark[rules::index(side)] || c.blocked[rules::index(side)]) mark_shown(side, now);
    check_counts(side);
    if (clocks[0].fallen && clocks[1].fallen) both_flags(now);
}

void Arbiter::State::mark_shown(Color side, Instant now) {
    SideClock& s = clocks[rules::index(side)];
    if (s.mark_at) return;
    s.mark_at = now;
    book.raise(draft(AlertKind::FlagMarkShown, alert_side(side), last_ply()));
    if (clocks[0].fallen && clocks[1].fallen) both_flags(now);
}

/// Who was first: the mark decides; else our own readings; else nobody knows.
void Arbiter::State::both_flags(Instant) {
    const auto earlier = [](const std::optional<Instant>& white, const std::optional<Instant>& black) {
        if (!white || !black || *white == *black) return AlertSide::None;
        return *white < *black ? AlertSide::White : AlertSide::Black;
    };
    const auto& [w, b] = clocks;
    const AlertSide by_readings = earlier(w.zero_at, b.zero_at);
    AlertSide by_mark = earlier(w.mark_at, b.mark_at);
    if (w.mark_at.has_value() != b.mark_at.has_value())
        by_mark = w.mark_at ? AlertSide::White : AlertSide::Black;

    OpenAlert open = draft(AlertKind::BothFlagsFallen, AlertSide::Both, last_ply());
    open.facts.last_period = last_period();
    AlertEvidence& e = open.alert.evidence;
    e.first_flag = by_mark != AlertSide::None ? by_mark : by_readings;
    if (e.first_flag != AlertSide::None)
        e.first_flag_source = by_mark != AlertSide::None ? "mark" : "readings";
    if (by_readings != AlertSide::None && by_readings == e.first_flag) {
        const auto gap = *w.zero_at > *b.zero_at ? *w.zero_at - *b.zero_at : *b.zero_at - *w.zero_at;
        e.flag_gap = std::chrono::duration_cast<Ms>(gap);
    } else if (by_readings != AlertSide::None) {
        e.detail = "the readings saw the other side at zero first";
    }
    if (position() == nullptr) return;
    e.fen_before = to_fen(*position());
    const Color winner = e.first_flag == AlertSide::White ? Color::Black : Color::White;
    const bool known = e.first_flag != AlertSide::None;
    if (known) e.opponent_can_mate = quick_verdict(*position(), winner);
    const MateVerdict quick = e.opponent_can_mate;
    OpenAlert* both = book.find(AlertKind::BothFlagsFallen, AlertSide::Both);
    if (both != nullptr) {
        both->alert.evidence = e;
        book.update(*both);
    } else {
        both = book.raise(std::move(open));
    }
    if (both != nullptr && known) ask(both->alert.id, *position(), winner, quick);
}

/// The side has time again: the next period's, or the arbiter's. A mark that merely goes out never gets here.
void Arbiter::State::time_added(Color side, bool period) {
    SideClock& s = clocks[rules::index(side)];
    s.fallen = false;
    s.mark_at.reset();
    const std::string_view why = period ? "period change" : "time added";
    clear(AlertKind::FlagFallen, alert_side(side), why);
    clear(AlertKind::FlagMarkShown, alert_side(side), why);
    clear_kind(AlertKind::BothFlagsFallen, why);
}

int Arbiter::State::moves_asked_for() const {
    if (!settings.time_control) return 0;
    int sum = 0;
    const auto& periods = settings.time_control->periods;
    for (std::size_t i = 0; i < periods.size() && i <= static_cast<std::size_t>(periods_added); ++i) {
        if (!periods[i].moves) return 0;
        sum += *periods[i].moves;
    }
    return sum;
}

bool Arbiter::State::more_periods_follow() const {
    return settings.time_control &&
           static_cast<std::size_t>(periods_added) + 1 < settings.time_control->periods.size();
}

std::optional<bool> Arbiter::State::last_period() const {
    if (!settings.time_control) return std::nullopt;
    return !more_periods_follow();
}

/// A missed press makes the clock's own count one short: both counts, where the number of moves matters.
void Arbiter::State::check_counts(Color side) {
    const std::size_t i = rules::index(side);
    const bool matters = !settings.time_control || moves_asked_for() > 0;
    if (!matters || presses[i] == 0 || presses[i] == moves[i]) return;
    OpenAlert open = draft(AlertKind::MoveCountsDiffer, alert_side(side), last_ply());
    open.facts.needed = moves_asked_for();
    open.alert.evidence.moves_rebuilt = moves[i];
    open.alert.evidence.presses_seen = presses[i];
    book.raise(std::move(open));
}

/// The clock adds the next period's time by itself. If a side that ran out had not made its moves, as far as
/// they were rebuilt, the arbiter is told the counts.
void Arbiter::State::check_period_moves(const ClockStep& step) {
    if (!step.period) return;
    const int asked = moves_asked_for();
    if (more_periods_follow() || !settings.time_control) ++periods_added;
    for (const Color side : {Color::White, Color::Black}) {
        const std::size_t i = rules::index(side);
        const bool ran_out = step.before.time[i] <= Ms(2000) || step.after.mark[i];
        const bool one_made = last_ply() > completed && plies.back().side == side;
        const int made = moves[i] + (one_made ? 1 : 0);
        if (asked == 0 || !ran_out || made >= asked) continue;
        OpenAlert open = draft(AlertKind::MoveCountsDiffer, alert_side(side), last_ply());
        open.facts.variant = true;
        open.facts.needed = asked;
        open.alert.evidence.moves_rebuilt = moves[i];
        open.alert.evidence.presses_seen = presses[i];
        book.raise(std::move(open));
    }
}

/// Article 10 (2009), Guidelines III where announced: under two minutes, no increment, all the rest in that
/// time.
void Arbiter::State::check_quickplay(const ClockBelief& c) {
    for (const Color side : {Color::White, Color::Black}) {
        if (c.time[rules::index(side)] > kQuickplayOver) {
            clear(AlertKind::QuickplayClaimPossible, alert_side(side), "time added");
        }
    }
    const Ms left = c.time[rules::index(c.to_move)];
    if (!c.running || left >= kQuickplay || left == kZero) return;
    if (settings.laws != Edition::Fide2009 && !settings.guideline_3) return;
    const auto& control = settings.time_control;
    const bool no_increment =
        control ? last_period().value_or(false) && control->periods.back().increment.count() == 0
                : !c.per_move[0] && !c.per_move[1];
    if (!no_increment) return;
    if (book.find(AlertKind::QuickplayClaimPossible, alert_side(c.to_move)) != nullptr) return;
    OpenAlert open = draft(AlertKind::QuickplayClaimPossible, alert_side(c.to_move), last_ply());
    open.facts.shown = left;
    book.raise(std::move(open));
}

}  // namespace boardbridge::rules
