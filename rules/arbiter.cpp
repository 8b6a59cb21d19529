// The arbiter as others see it: settings, the life of a game and of its alerts, timers. What is judged lies
// in the files arbiter_*.cpp.
#include "rules/arbiter.hpp"

#include <algorithm>
#include <utility>

#include "rules/arbiter_state.hpp"

namespace boardbridge::rules {
namespace {

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

/// Alerts that the result still depends on; the others are over with the game.
bool outlives_the_end(const OpenAlert& open) {
    switch (open.alert.kind) {
        case AlertKind::BothKingsInCheck:
        case AlertKind::PromotionNotCompleted:
            return open.alert.severity != Severity::Watch;
        case AlertKind::IllegalMove:
        case AlertKind::TwoMovesInARow:
        case AlertKind::FlagFallen:
        case AlertKind::BothFlagsFallen:
        case AlertKind::FlagMarkShown:
        case AlertKind::FivefoldRepetition:
        case AlertKind::SeventyFiveMoves:
        case AlertKind::DeadPosition:
        case AlertKind::WrongStartPosition:
        case AlertKind::MoveCountsDiffer:
        case AlertKind::ResultConflict:
        case AlertKind::ScoreRequests:
            return true;
        case AlertKind::ClockPressedWithoutMove:
        case AlertKind::ThreefoldRepetition:
        case AlertKind::FiftyMoves:
        case AlertKind::QuickplayClaimPossible:
        case AlertKind::TouchMove:
        case AlertKind::BoardDisturbed:
        case AlertKind::BoardMismatch:
        case AlertKind::MovesMissed:
        case AlertKind::BoardsDiverge:
        case AlertKind::ClockEdited:
        case AlertKind::ClockNotFollowing:
        case AlertKind::ClockStoppedInPlay:
        case AlertKind::ClockRunningAfterEnd:
        case AlertKind::ClockSettingWrong:
        case AlertKind::ClockSidesUncertain:
            return false;
        case AlertKind::SensorUnstable:
        case AlertKind::ClockLost:
        case AlertKind::DeviceLost:
        case AlertKind::DeviceSilent:
        case AlertKind::BatteryLow:
        case AlertKind::ServiceDegraded:
            return true;  // matters of devices: they belong to no game
    }
    return false;
}

bool of_device(AlertKind kind) {
    return kind == AlertKind::SensorUnstable || kind == AlertKind::ClockLost ||
           kind == AlertKind::DeviceLost || kind == AlertKind::DeviceSilent ||
           kind == AlertKind::BatteryLow || kind == AlertKind::ServiceDegraded;
}

}  // namespace

Arbiter::State::State(ArbiterSettings given, Sink sink, MateOracle quick)
    : settings(std::move(given)), book(std::move(sink)), oracle(std::move(quick)) {
    watch.expect(settings.time_control);
}

OpenAlert Arbiter::State::draft(AlertKind kind, AlertSide side, int ply) const {
    OpenAlert open;
    open.under = {settings.laws, settings.play, settings.supervision, settings.guideline_3,
                  settings.language};
    open.of_game = !of_device(kind);
    open.alert.kind = kind;
    open.alert.side = side;
    open.alert.ply = ply;
    if (open.of_game) open.alert.game_id = game_id;
    open.alert.evidence.clock = times();
    return open;
}

void Arbiter::State::clear(AlertKind kind, AlertSide side, std::string_view resolution) {
    book.clear_where([&](const OpenAlert& o) { return o.alert.kind == kind && o.alert.side == side; },
                     resolution);
}

void Arbiter::State::clear_kind(AlertKind kind, std::string_view resolution) {
    book.clear_where([&](const OpenAlert& o) { return o.alert.kind == kind; }, resolution);
}

void Arbiter::State::game_started(const std::string& id, const Position& start, Instant now) {
    const Placement array = start.placement();
    book.clear_where(
        [&](const OpenAlert& o) {
            if (!o.of_game) return false;
            // The game that goes on from a wrong array keeps what was said of the array.
            return o.alert.kind != AlertKind::WrongStartPosition ||
                   o.alert.evidence.fen_after != to_fen_placement(array);
        },
        "new game");
    timers = {};
    questions.clear();
    playing = true;
    ended = false;
    outcome = {};
    game_id = id;
    started = now;
    start_key = start.repetition_key();
    plies.clear();
    recent.assign(1, RecentPly{start, ""});
    last_made = now;
    completed = 0;
    moves = presses = score_requests = {};
    offences.clear();
    before_game = watch.believed();
    clocks = {};
    for (std::size_t i = 0; before_game && i < 2; ++i) {
        clocks[i].stale = before_game->time[i] == Ms(0) || before_game->blocked[i] || before_game->mark[i];
    }
    setting_checked = ran_in_game = swapped = false;
    periods_added = followed_ply = levers_ahead = increments_off = wrong_sides = right_sides = 0;
    sides_proven = 0;
    side_vote_ply = -1;
    for (const Color c : {Color::White, Color::Black}) {
        const bool runs = before_game && before_game->running && before_game->to_move == c;
        clocks[rules::index(c)].ran = runs && before_game->time[rules::index(c)] > Ms(0);
        if (clocks[rules::index(c)].ran) ran_in_game = true;
    }
}

void Arbiter::State::game_ended(const Outcome& how, Instant now) {
    if (!playing) return;
    raise_ending(how.termination);
    playing = false;
    ended = true;
    outcome = how;
    ended_at = now;
    const bool watching_clock = watch.believed() && watch.believed()->running;
    timers = {};
    if (watching_clock) set(Timer::RunningAfterEnd, now + settings.delays.clock_running_after_end);
    if (how.termination == Termination::KingsSignal) check_result(how.result);
    book.clear_where([](const OpenAlert& o) { return !outlives_the_end(o); }, "game over");
}

bool Arbiter::State::acknowledge(std::uint64_t id, std::string by, std::string remark) {
    OpenAlert* open = book.find_id(id);
    if (open == nullptr) return false;
    const Ruling ruling = ruling_of(remark);
    book.acknowledge(*open, std::move(by), std::move(remark));
    if (ruling == Ruling::None) return true;
    const auto it =
        std::find_if(offences.begin(), offences.end(), [id](const Offence& o) { return o.alert == id; });
    if (it == offences.end()) return true;
    it->counts = ruling == Ruling::Penalised;
    it->ruled = true;
    renumber(it->side);
    return true;
}

std::optional<ClockChanged> Arbiter::State::on_wake(Instant now) {
    const auto due = [&](Timer t) {
        const bool is_due = timers[index(t)] && *timers[index(t)] <= now;
        if (is_due) stop(t);
        return is_due;
    };
    std::optional<ClockChanged> changed;
    if (const auto step = watch.settle(now)) changed = on_step(*step, now);
    if (due(Timer::PressWhite)) press_without_move(Color::White, now);
    if (due(Timer::PressBlack)) press_without_move(Color::Black, now);
    if (due(Timer::FlagWhite)) flag_falls(Color::White, now);
    if (due(Timer::FlagBlack)) flag_falls(Color::Black, now);
    if (due(Timer::ClockSetting)) check_setting(now);
    if (due(Timer::ClockStopped)) {
        OpenAlert open = draft(AlertKind::ClockStoppedInPlay, AlertSide::Both);
        open.facts.shown = settings.delays.clock_stopped;
        book.raise(std::move(open));
    }
    if (due(Timer::RunningAfterEnd) && watch.believed() && watch.believed()->running) {
        OpenAlert open = draft(AlertKind::ClockRunningAfterEnd, AlertSide::Both);
        open.facts.shown = settings.delays.clock_running_after_end;
        book.raise(std::move(open));
    }
    return changed;
}

Arbiter::Arbiter(ArbiterSettings settings, Sink sink, MateOracle quick)
    : state_(std::make_unique<State>(std::move(settings), std::move(sink), std::move(quick))) {}
Arbiter::~Arbiter() = default;
Arbiter::Arbiter(Arbiter&&) noexcept = default;
Arbiter& Arbiter::operator=(Arbiter&&) noexcept = default;

void Arbiter::reconfigure(ArbiterSettings settings) {
    state_->settings = std::move(settings);
    state_->watch.expect(state_->settings.time_control);
}

void Arbiter::number_alerts_from(std::uint64_t next) { state_->book.number_from(next); }

void Arbiter::game_started(const std::string& game_id, const Position& start, Instant now) {
    state_->game_started(game_id, start, now);
}

void Arbiter::observe(const Observation& what, Instant now) {
    State& s = *state_;
    std::visit(Overloaded{[](const GameOpened&) {},  // the table tells the id with game_started
                          [&](const PlyMade& o) { s.on_ply(o.ply, now); },
                          [&](const PlyConfirmed& o) { s.on_confirmed(o, now); },
                          [&](const PliesRevised& o) { s.on_revised(o, now); },
                          [&](const Pressed& o) { s.on_pressed(o, now); },
                          [&](const TrackingLost& o) { s.on_lost(o); },
                          [&](const TrackingResumed& o) { s.on_resumed(o); },
                          [&](const SensorUnstable& o) { s.on_unstable(o); },
                          [&](const KingsSignal& o) { s.on_signal(o.result); },
                          [&](const WrongStart& o) { s.on_wrong_start(o); },
                          [&](const TouchNote& o) { s.on_touch(o); }},
               what);
}

void Arbiter::game_ended(const Outcome& outcome, Instant now) { state_->game_ended(outcome, now); }

std::optional<ClockChanged> Arbiter::clock(const ClockReading& reading, const ClockFace& face, Instant now) {
    return state_->on_reading(reading, face, now);
}
std::optional<ClockChanged> Arbiter::clock_silent(Instant) { return state_->clock_lost(false); }
void Arbiter::device_changed(const DeviceChanged& change, Instant) { state_->device_changed(change); }
void Arbiter::service_degraded(bool degraded, std::string detail, Instant) {
    state_->service_degraded(degraded, std::move(detail));
}
void Arbiter::score_requested(Color player, Instant) { state_->score_requested(player); }

bool Arbiter::acknowledge(std::uint64_t id, std::string by, std::string remark, Instant) {
    return state_->acknowledge(id, std::move(by), std::move(remark));
}

std::optional<Instant> Arbiter::wake_at() const {
    std::optional<Instant> earliest = state_->watch.wake_at();
    for (const auto& timer : state_->timers) {
        if (timer && (!earliest || *timer < *earliest)) earliest = timer;
    }
    return earliest;
}

std::optional<ClockChanged> Arbiter::on_wake(Instant now) { return state_->on_wake(now); }

std::vector<Alert> Arbiter::open_alerts() const {
    std::vector<Alert> alerts;
    alerts.reserve(state_->book.open().size());
    for (const OpenAlert& open : state_->book.open()) alerts.push_back(open.alert);
    return alerts;
}

bool Arbiter::flag_fallen() const {
    return state_->playing && (state_->clocks[0].fallen || state_->clocks[1].fallen);
}

ClockChanged Arbiter::clock_now() const { return state_->view(); }
bool Arbiter::clock_sides_look_swapped() const { return state_->swapped; }

}  // namespace boardbridge::rules
