// Whatever a board and a clock send, in whatever order: no alert is raised twice while it is open, ids are
// used once, memory stays bounded, and a new game with its devices back leaves nothing open.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

/// Watches the life of alerts as a reader of the stream sees them.
class Ledger {
public:
    void take(const Alert& a) {
        const auto key = std::tuple(a.kind, a.side, a.ply, a.evidence.squares, a.evidence.detail, a.text);
        if (a.state == AlertState::Raised) {
            RC_ASSERT(!ever_.contains(a.id));
            RC_ASSERT(keys_.insert(key).second);
            ever_.insert(a.id);
            open_.emplace(a.id, key);
        } else {
            RC_ASSERT(open_.contains(a.id));
            keys_.erase(open_.at(a.id));
            if (a.state == AlertState::Cleared) {
                open_.erase(a.id);
            } else {
                keys_.insert(key);
                open_.at(a.id) = key;
            }
        }
        RC_ASSERT(!a.text.empty());
        RC_ASSERT(a.text.find('{') == std::string::npos);
    }
    std::size_t open() const { return open_.size(); }

private:
    using Key = std::tuple<AlertKind, AlertSide, int, std::vector<std::string>, std::string, std::string>;
    std::set<std::uint64_t> ever_;
    std::map<std::uint64_t, Key> open_;
    std::set<Key> keys_;
};

class Driver {
public:
    explicit Driver(ArbiterSettings s)
        : arbiter_(std::move(s), [this](const Alert& a) { ledger_.take(a); }) {}

    void step() {
        now_ += std::chrono::milliseconds(*rc::gen::inRange(0, 4000));
        while (arbiter_.wake_at() && *arbiter_.wake_at() <= now_) {
            const Instant due = *arbiter_.wake_at();
            arbiter_.on_wake(now_);
            RC_ASSERT(!arbiter_.wake_at() || *arbiter_.wake_at() > due);  // a timer that is due fires once
        }
        switch (*rc::gen::inRange(0, 14)) {
            case 0:
                arbiter_.game_started("g", Position(), now_);
                plies_.clear();
                break;
            case 1:
                arbiter_.game_ended({Result::Draw, ending()}, now_);
                break;
            case 2:
            case 3:
            case 4:
                ply();
                break;
            case 5:
                arbiter_.observe(PlyConfirmed{*rc::gen::inRange(0, 12), Completion::Press, bits()}, now_);
                break;
            case 6:
                revise();
                break;
            case 7:
                arbiter_.observe(Pressed{color(), flip(), now_}, now_);
                break;
            case 8:
                board();
                break;
            case 9:
            case 10:
            case 11:
                clock();
                break;
            case 12:
                device();
                break;
            default:
                other();
                break;
        }
        RC_ASSERT(arbiter_.open_alerts().size() == ledger_.open());
        RC_ASSERT(ledger_.open() <= 200U);
    }

    void finish() {
        for (int i = 0; i < 3; ++i) {
            DeviceChanged d;
            d.line = "l";
            d.address = i;
            d.state = DeviceState::Active;
            d.battery_percent = 100;
            arbiter_.device_changed(d, now_);
        }
        for (int s = 0; s < 64; ++s)
            arbiter_.observe(rules::SensorUnstable{square_at(static_cast<std::size_t>(s)), false}, now_);
        arbiter_.service_degraded(false, "", now_);
        arbiter_.clock(reading_of({.white = std::chrono::minutes(5), .black = std::chrono::minutes(5)}),
                       ClockFace{}, now_);
        arbiter_.observe(WrongStart{{}, 0, false, 0, true}, now_);
        // A reading that jumps is believed a moment later; what it tells belongs to the game that ends here.
        now_ += std::chrono::seconds(10);
        while (arbiter_.wake_at() && *arbiter_.wake_at() <= now_) arbiter_.on_wake(now_);
        arbiter_.game_started("last", Position(), now_);
        now_ += std::chrono::seconds(10);
        while (arbiter_.wake_at() && *arbiter_.wake_at() <= now_) arbiter_.on_wake(now_);
        RC_ASSERT(ledger_.open() == 0U);
    }

private:
    static Color color() { return *rc::gen::inRange(0, 2) == 0 ? Color::White : Color::Black; }
    static bool flip() { return *rc::gen::inRange(0, 2) == 0; }
    static Bitboard bits() { return *rc::gen::inRange(0, 3) == 0 ? bit(Square::E8) : 0; }
    static Termination ending() { return static_cast<Termination>(*rc::gen::inRange(0, 8)); }

    Ply make_ply(int number) const {
        Ply p;
        p.number = number;
        p.side = number % 2 == 1 ? Color::White : Color::Black;
        if (*rc::gen::inRange(0, 3) == 0) {
            p.illegal = static_cast<IllegalKind>(*rc::gen::inRange(1, 9));
            p.provisional = false;
        }
        p.guess = *rc::gen::inRange(0, 8) == 0;
        p.unpromoted = bits();
        static const char* const kFens[] = {
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/4r3/4K3 b - - 99 80",
            "4k3/4R3/8/8/8/8/4r3/4K3 w - - 149 90", "8/8/8/3k4/8/8/8/K7 w - - 3 40"};
        const auto setup = parse_fen(kFens[*rc::gen::inRange(0, 4)]);
        p.after = setup->position(Legality::Playable).value();
        p.before = p.after;
        p.san = "m" + std::to_string(*rc::gen::inRange(0, 4));
        p.completed_by = static_cast<Completion>(*rc::gen::inRange(0, 5));
        return p;
    }
    void ply() {
        const int number = static_cast<int>(plies_.size()) + (*rc::gen::inRange(0, 10) == 0 ? 3 : 1);
        arbiter_.observe(PlyMade{make_ply(number)}, now_);
        plies_.push_back(number);
    }
    void revise() {
        PliesRevised r;
        r.from_ply = *rc::gen::inRange(0, 12);
        r.reason = static_cast<RevisionReason>(*rc::gen::inRange(0, 8));
        const int more = *rc::gen::inRange(0, 3);
        for (int i = 0; i < more; ++i) r.plies.push_back(make_ply(std::max(1, r.from_ply) + i));
        arbiter_.observe(r, now_);
        plies_.resize(static_cast<std::size_t>(std::max(0, r.from_ply - 1 + more)));
    }
    void board() {
        const auto kind = static_cast<LossKind>(*rc::gen::inRange(0, 3));
        const auto squares = static_cast<Bitboard>(*rc::gen::inRange(1, 1000));
        switch (*rc::gen::inRange(0, 6)) {
            case 0:
                arbiter_.observe(TrackingLost{kind, squares, {"e4"}}, now_);
                break;
            case 1:
                arbiter_.observe(TrackingResumed{kind}, now_);
                break;
            case 2:
                arbiter_.observe(
                    rules::SensorUnstable{square_at(static_cast<std::size_t>(*rc::gen::inRange(0, 64))),
                                          flip()},
                    now_);
                break;
            case 3:
                arbiter_.observe(KingsSignal{static_cast<Result>(*rc::gen::inRange(0, 4))}, now_);
                break;
            case 4:
                arbiter_.observe(WrongStart{{}, squares, flip(), *rc::gen::inRange(0, 30), flip()}, now_);
                break;
            default:
                arbiter_.observe(
                    TouchNote{color(), *rc::gen::inRange(0, 12), Square::D1, Piece::WhiteQueen, flip()},
                    now_);
                break;
        }
    }
    void clock() {
        ClockReading r;
        for (ClockDisplay& d : r.side) {
            d.time = std::chrono::seconds(*rc::gen::element(0, 0, 1, 5, 60, 119, 300, 301, 5400));
            d.flag_blocked = *rc::gen::inRange(0, 8) == 0;
            d.flag_shown = *rc::gen::inRange(0, 6) == 0;
        }
        r.running = flip();
        r.to_move = flip() ? ClockSide::Left : ClockSide::Right;
        r.battery_low = *rc::gen::inRange(0, 10) == 0;
        r.connected = *rc::gen::inRange(0, 10) != 0;
        const int times = *rc::gen::inRange(1, 5);
        const ClockFace face{*rc::gen::inRange(0, 20) == 0 ? ClockSide::Right : ClockSide::Left};
        for (int i = 0; i < times; ++i) {
            arbiter_.clock(r, face, now_);
            now_ += std::chrono::milliseconds(700);
        }
        if (*rc::gen::inRange(0, 15) == 0) arbiter_.clock_silent(now_);
    }
    void device() {
        DeviceChanged d;
        d.line = "l";
        d.address = *rc::gen::inRange(0, 3);
        d.state = static_cast<DeviceState>(*rc::gen::inRange(0, 5));
        d.battery_percent = *rc::gen::inRange(0, 101);
        arbiter_.device_changed(d, now_);
    }
    void other() {
        switch (*rc::gen::inRange(0, 4)) {
            case 0:
                arbiter_.score_requested(color(), now_);
                break;
            case 1:
                arbiter_.service_degraded(flip(), "disk", now_);
                break;
            case 2:
                arbiter_.acknowledge(*rc::gen::inRange<std::uint64_t>(0, 60), "a",
                                     flip() ? "excused" : "penalised", now_);
                break;
            default:
                while (const auto q = arbiter_.take_verdict_request()) {
                    arbiter_.verdict(q->id, static_cast<MateVerdict>(*rc::gen::inRange(0, 3)), now_);
                }
                break;
        }
    }

    Ledger ledger_;
    Arbiter arbiter_;
    Instant now_{Instant::duration(std::chrono::hours(1))};
    std::vector<int> plies_;
};

RC_GTEST_PROP(ArbiterProperty, EveryAlertIsRaisedOnceAndClosesInTheEnd, ()) {
    ArbiterSettings s;
    s.laws = static_cast<Edition>(*rc::gen::inRange(0, 3));
    s.play = static_cast<Play>(*rc::gen::inRange(0, 3));
    s.supervision = static_cast<Supervision>(*rc::gen::inRange(0, 2));
    s.language = static_cast<Language>(*rc::gen::inRange(0, 3));
    s.guideline_3 = *rc::gen::inRange(0, 2) == 0;
    const int control = *rc::gen::inRange(0, 3);
    if (control > 0) s.time_control = parse_time_control(control == 1 ? "300" : "3/300+5:60").value();
    Driver driver(s);
    const int steps = *rc::gen::inRange(1, 120);
    for (int i = 0; i < steps; ++i) driver.step();
    driver.finish();
}

}  // namespace
}  // namespace boardbridge::rules::test
