#include "daemon/table.hpp"

#include <algorithm>
#include <utility>

#include "rules/fen.hpp"
#include "rules/game.hpp"
#include "rules/mate_possible.hpp"
#include "rules/move_tracker.hpp"

namespace boardbridge::daemon {

using rules::Color;
using rules::Observation;

namespace {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

rules::TrackerSettings tracker_settings(const TableSettings& s) {
    return rules::TrackerSettings{s.play, s.delays, s.occupancy_only, s.chess960, s.start};
}

rules::ArbiterSettings arbiter_settings(const TableSettings& s) {
    return rules::ArbiterSettings{s.laws,        s.play,     s.supervision, s.time_control,
                                  s.guideline_3, s.language, s.delays};
}

/// What the thread of all tables can spare, some tenths of a millisecond.
rules::MateVerdict quick_verdict(const rules::Position& position, Color winner) {
    constexpr std::uint64_t kNodes = 1000;
    return rules::can_mate(position, winner, kNodes);
}

}  // namespace

struct Table::State {
    State(TableSettings s, Sink out)
        : settings(std::move(s)),
          sink(std::move(out)),
          tracker(tracker_settings(settings)),
          arbiter(
              arbiter_settings(settings), [this](const rules::Alert& a) { on_alert(a); }, quick_verdict),
          observe([this](const Observation& o) { on_observation(o); }) {}

    // Device side
    void on_device(const drivers::DeviceEvent& event);
    void on_clock(const rules::ClockReading& reading);
    void turn_clock();
    void device_state(rules::DeviceState state, std::string detail);
    void publish_device();
    // Tracker side
    void on_observation(const Observation& o);
    void on_opened(const rules::GameOpened& opened);
    void on_made(const rules::PlyMade& made);
    void on_confirmed(const rules::PlyConfirmed& confirmed);
    void on_revised(const rules::PliesRevised& revised);
    void on_kings(const rules::KingsSignal& signal);
    void end_game(const rules::Outcome& outcome);
    void settle();
    void on_alert(const rules::Alert& alert);

    rules::ClockFace face() const;

    TableSettings settings;
    Sink sink;
    Instant now{};
    rules::MoveTracker tracker;
    rules::Arbiter arbiter;
    rules::MoveTracker::Sink observe;
    std::optional<rules::Game> game;
    std::string white;  ///< names of the game, as last configured while it went on
    std::string black;
    TableHistory numbered;
    bool clock_turned = false;  ///< learnt: the clock stands the other way round
    std::optional<rules::ClockReading> reading;
    rules::ClockTimes times;
    std::optional<rules::ClockChanged> clock;
    rules::DeviceChanged device;
    bool device_known = false;
    /// The game ends when the tracker has told all it had to tell.
    std::optional<rules::Outcome> ending;
};

Table::Table(TableSettings settings, Sink sink)
    : state_(std::make_unique<State>(std::move(settings), std::move(sink))) {}
Table::~Table() = default;
Table::Table(Table&&) noexcept = default;
Table& Table::operator=(Table&&) noexcept = default;

/// Connector at White's left: White is the clock's left side; the clock does not turn with the game
/// (protocols 1.6).
rules::ClockFace Table::State::face() const {
    switch (settings.white_clock) {
        case WhiteClock::Left:
            return {rules::ClockSide::Left};
        case WhiteClock::Right:
            return {rules::ClockSide::Right};
        case WhiteClock::Auto:
            break;
    }
    const bool right = tracker.flipped() != clock_turned;
    return {right ? rules::ClockSide::Right : rules::ClockSide::Left};
}

void Table::State::on_clock(const rules::ClockReading& r) {
    reading = r;
    if (auto told = arbiter.clock(r, face(), now)) {
        times = told->times;
        clock = *told;
        sink(now, *told);
    }
    if (!r.connected) {
        times = {};
        tracker.on_clock_absent();
        return;
    }
    if (settings.white_clock == WhiteClock::Auto && arbiter.clock_sides_look_swapped()) turn_clock();
    // White's first move cannot be completed by Black's lever: then the clock stands the other way round.
    const Color to_move = face().color_of(r.to_move);
    if (settings.white_clock == WhiteClock::Auto && !clock_turned && tracker.open() &&
        tracker.first_press_is_wrong(to_move)) {
        turn_clock();
    }
    tracker.on_lever(face().color_of(r.to_move), r.running, now, observe);
}

void Table::State::turn_clock() {
    clock_turned = !clock_turned;
    tracker.turn_lever();
}

void Table::State::on_device(const drivers::DeviceEvent& event) {
    const auto placement_sensed = [this] { sink(now, rules::PlacementSensed{tracker.sensed()}); };
    std::visit(
        Overloaded{
            [&](const drivers::SquareChange& c) {
                const auto before = tracker.changes();
                tracker.on_square(c.square, c.piece, now, observe);
                if (tracker.changes() != before) placement_sensed();
            },
            [&](const drivers::ClockRead& c) { on_clock(c.reading); },
            [&](const drivers::BoardDump& d) {
                if (!device_known || device.state != rules::DeviceState::Active) {
                    device_state(rules::DeviceState::Active, "");
                }
                const auto before = tracker.changes();
                tracker.on_dump(d.placement, now, observe);
                if (tracker.changes() != before) placement_sensed();
            },
            [&](const drivers::DeviceInfo& i) {
                const bool news = (!i.serial.empty() && i.serial != device.serial) ||
                                  (!i.firmware.empty() && i.firmware != device.firmware);
                if (!i.serial.empty()) device.serial = i.serial;
                if (!i.firmware.empty()) device.firmware = i.firmware;
                if (news) publish_device();
            },
            [&](const drivers::Battery& b) {
                const bool news = device.battery_percent != b.percent || device.charging != b.charging;
                device.battery_percent = b.percent;
                device.charging = b.charging;
                if (news) publish_device();
            },
            [&](const drivers::Discarded&) { tracker.on_gap(now); },
            [&](const drivers::DeviceSilent&) { device_state(rules::DeviceState::Silent, "no answer"); },
            [&](const drivers::DeviceBack&) { device_state(rules::DeviceState::Active, ""); },
            [&](const drivers::DeviceLost&) {
                tracker.on_gap(now);
                device_state(rules::DeviceState::Lost, "no answer");
            },
        },
        event.what);
}

void Table::State::device_state(rules::DeviceState state, std::string detail) {
    device.state = state;
    device.detail = std::move(detail);
    publish_device();
}

void Table::State::publish_device() {
    device_known = true;
    device.clock_connected = reading && reading->connected;
    sink(now, device);
    arbiter.device_changed(device, now);
}

void Table::State::on_observation(const Observation& o) {
    // The arbiter hears of a game before the observations that belong to it; of all else after it was
    // published.
    std::visit(Overloaded{
                   [&](const rules::GameOpened& x) { on_opened(x); },
                   [&](const rules::PlyMade& x) { on_made(x); },
                   [&](const rules::PlyConfirmed& x) { on_confirmed(x); },
                   [&](const rules::PliesRevised& x) { on_revised(x); },
                   [&](const rules::KingsSignal& x) { on_kings(x); },
                   [&](const auto& x) { arbiter.observe(x, now); },
               },
               o);
}

void Table::State::on_opened(const rules::GameOpened& opened) {
    if (game && !game->ended())
        end_game(ending.value_or(rules::Outcome{rules::Result::Unknown, rules::Termination::Abandoned}));
    ending.reset();
    ++numbered.games;
    rules::GameStarted started;
    started.game_id =
        settings.game_id_prefix + std::to_string(settings.number) + "." + std::to_string(numbered.games);
    started.start_fen = rules::to_fen(opened.start);
    started.chess960 = opened.start.chess960();
    started.flipped = opened.flipped;
    started.white = white = settings.white;
    started.black = black = settings.black;
    game.emplace(started, opened.start);
    sink(now, started);
    arbiter.game_started(started.game_id, opened.start, now);
    arbiter.observe(opened, now);
    if (reading && reading->connected) on_clock(*reading);
}

void Table::State::on_made(const rules::PlyMade& made) {
    if (!game) return;
    rules::PlyMade told = made;
    told.ply.clock = times;
    sink(now, game->add(told.ply, times, arbiter.flag_fallen()));
    arbiter.observe(told, now);
}

void Table::State::on_confirmed(const rules::PlyConfirmed& confirmed) {
    if (!game) return;
    game->confirm(confirmed.ply);
    sink(now, rules::MoveConfirmed{game->started().game_id, confirmed.ply});
    arbiter.observe(confirmed, now);
    if (confirmed.ply != game->plies()) return;
    if (!game->ended()) ending = game->outcome_of(tracker.head(), settings.laws);
}

void Table::State::on_revised(const rules::PliesRevised& revised) {
    if (!game) return;
    rules::PliesRevised told = revised;
    for (rules::Ply& ply : told.plies) ply.clock = times;
    sink(now, game->revise(told, times, arbiter.flag_fallen()));
    arbiter.observe(told, now);
}

void Table::State::on_kings(const rules::KingsSignal& signal) {
    arbiter.observe(signal, now);
    if (!game || game->ended()) return;
    sink(now, rules::ResultSignalled{game->started().game_id, signal.result, "kings"});
    ending = rules::Outcome{signal.result, rules::Termination::KingsSignal};
}

void Table::State::end_game(const rules::Outcome& outcome) {
    sink(now, game->end(outcome, settings.laws));
    arbiter.game_ended(outcome, now);
}

void Table::State::on_alert(const rules::Alert& alert) {
    numbered.last_alert = std::max(numbered.last_alert, alert.id);
    sink(now, alert);
}

/// After every call from outside: what had to wait until the tracker was done.
void Table::State::settle() {
    if (ending && game && !game->ended()) {
        end_game(*ending);
        tracker.close_game();
    }
    ending.reset();
}

void Table::on_device(const drivers::DeviceEvent& event, Instant now) {
    state_->now = now;
    state_->on_device(event);
    state_->settle();
}

void Table::on_device_changed(const rules::DeviceChanged& change, Instant now) {
    State& s = *state_;
    s.now = now;
    s.device.line = change.line;
    s.device.address = change.address;
    s.device.driver = change.driver;
    if (change.state == rules::DeviceState::Lost || change.state == rules::DeviceState::Connecting)
        s.tracker.on_gap(now);
    s.device_state(change.state, change.detail);
    s.settle();
}

void Table::attach(std::string line, int address, std::string driver) {
    state_->device.line = std::move(line);
    state_->device.address = address;
    state_->device.driver = std::move(driver);
}

std::optional<Instant> Table::wake_at() const {
    const auto a = state_->tracker.wake_at();
    const auto b = state_->arbiter.wake_at();
    if (!a || !b) return a ? a : b;
    return std::min(*a, *b);
}

void Table::on_wake(Instant now) {
    State& s = *state_;
    s.now = now;
    s.tracker.on_wake(now, s.observe);
    if (auto told = s.arbiter.on_wake(now)) {
        s.times = told->times;
        s.clock = *told;
        s.sink(now, *told);
    }
    s.settle();
}

void Table::reconfigure(const TableSettings& settings, Instant now) {
    State& s = *state_;
    s.now = now;
    const rules::ClockSide white_before = s.face().white;
    TableSettings next = settings;
    next.number = s.settings.number;
    next.start = s.settings.start;
    if (next.start) next.chess960 = s.settings.chess960;
    s.settings = std::move(next);
    if (s.game && !s.game->ended()) {
        s.white = s.settings.white;
        s.black = s.settings.black;
    }
    s.tracker.reconfigure(tracker_settings(s.settings));
    s.arbiter.reconfigure(arbiter_settings(s.settings));
    if (s.face().white == white_before) return;
    s.tracker.turn_lever();
    if (s.reading && s.reading->connected) s.on_clock(*s.reading);
    s.settle();
}

TableHistory Table::close(const std::string& why, Instant now) {
    State& s = *state_;
    s.now = now;
    if (s.game && !s.game->ended()) s.end_game({rules::Result::Unknown, rules::Termination::Abandoned});
    for (rules::Alert alert : s.arbiter.open_alerts()) {
        alert.state = rules::AlertState::Cleared;
        alert.evidence.resolution = why;
        s.on_alert(alert);
    }
    // No alert of this: nothing is wrong with the board.
    rules::DeviceChanged gone = s.device;
    gone.state = rules::DeviceState::Lost;
    gone.detail = why;
    s.sink(now, gone);
    return s.numbered;
}

void Table::number_after(const TableHistory& past) {
    state_->numbered = past;
    state_->arbiter.number_alerts_from(past.last_alert + 1);
}

void Table::take_board(const Table& before, Instant now) {
    State& s = *state_;
    const State& other = *before.state_;
    s.now = now;
    s.device = other.device;
    if (!other.device_known) return;
    s.publish_device();
    // From a board that does not answer nobody knows what stands on it.
    if (s.device.state != rules::DeviceState::Active) return;
    s.on_device({{}, drivers::BoardDump{other.tracker.sensed()}});
    if (other.reading) s.on_clock(*other.reading);
    s.settle();
}

bool Table::acknowledge(std::uint64_t alert, std::string by, std::string remark, Instant now) {
    state_->now = now;
    return state_->arbiter.acknowledge(alert, std::move(by), std::move(remark), now);
}

std::optional<rules::VerdictRequest> Table::take_verdict_request() {
    return state_->arbiter.take_verdict_request();
}

void Table::verdict(std::uint64_t id, rules::MateVerdict answer, Instant now) {
    state_->now = now;
    state_->arbiter.verdict(id, answer, now);
}

void Table::explain_to(std::function<void(Instant, const std::string&)> explain) {
    State* s = state_.get();
    s->tracker.explain_to(
        [s, explain = std::move(explain)](const std::string& line) { explain(s->now, line); });
}

rules::TableSnapshot Table::snapshot() const {
    const State& s = *state_;
    rules::TableSnapshot out;
    out.table = s.settings.number;
    if (s.game) {
        out.game = s.game->started();
        out.game->white = s.white;
        out.game->black = s.black;
        out.moves = s.game->moves([&](int ply) { return s.tracker.position_after(ply); });
        out.ended = s.game->end_of_game();
    }
    out.clock = s.clock;
    out.placement = rules::PlacementSensed{s.tracker.sensed()};
    if (s.device_known) out.devices.push_back(s.device);
    out.open_alerts = s.arbiter.open_alerts();
    return out;
}

unsigned Table::number() const { return state_->settings.number; }

}  // namespace boardbridge::daemon
