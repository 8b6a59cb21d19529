// Time passing on the device: acts of the hands, the scan, the clock, and what of it goes out unasked.
#include "drivers/simulated/dgt_device.hpp"

#include <algorithm>

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t kMostWaiting = 256;

std::uint16_t address_of(const std::string& serial) {
    unsigned value = 0;
    for (const char c : serial) {
        if (c >= '0' && c <= '9') value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return static_cast<std::uint16_t>(value & 0x3FFFU);
}

ClockSide thinks_first(const DgtDeviceOptions& o) {
    const bool left_is_white = o.rotated == o.clock_turned;
    return (o.first_to_move == Color::White) == left_is_white ? ClockSide::Left : ClockSide::Right;
}

}  // namespace

DgtDevice::DgtDevice(DgtDeviceOptions options, const Placement& start, Instant now)
    : options_(std::move(options)),
      address_(address_of(options_.serial)),
      random_(options_.seed),
      started_(now),
      scanner_(random_.fork(1), now, options_.slowness, options_.dead_sensors),
      clock_(options_.clock, thinks_first(options_), now),
      out_(options_.baud),
      mode_(options_.wakes_on_bus ? Mode::Bus : Mode::Idle) {
    clock_.connect(options_.clock_connected, now);
    Scanner::Fields fields{};
    for (std::size_t i = 0; i < kSquareCount; ++i) fields[field_of(square_at(i))] = start[square_at(i)];
    scanner_.power_up(fields);
    memory_.power_up(scanner_.sensed(), now);
}

unsigned DgtDevice::field_of(Square s) const {
    const auto field = static_cast<unsigned>((7 - rank_of(s)) * 8 + file_of(s));
    return options_.rotated ? 63 - field : field;
}

ClockSide DgtDevice::side_of(Color c) const {
    const bool left_is_white = options_.rotated == options_.clock_turned;
    return (c == Color::White) == left_is_white ? ClockSide::Left : ClockSide::Right;
}

void DgtDevice::perform(std::span<const Act> acts) {
    acts_.erase(acts_.begin(), acts_.begin() + static_cast<std::ptrdiff_t>(next_act_));
    next_act_ = 0;
    acts_.insert(acts_.end(), acts.begin(), acts.end());
}

void DgtDevice::play_on(std::function<std::vector<Act>(Instant)> next) { more_acts_ = std::move(next); }

std::optional<Instant> DgtDevice::next_event() {
    if (next_act_ == acts_.size() && more_acts_) {
        const Instant last = acts_.empty() ? started_ : acts_.back().at;
        perform(more_acts_(last));
        if (acts_.empty()) more_acts_ = nullptr;
    }
    std::optional<Instant> next;
    const auto consider = [&next](std::optional<Instant> at) {
        if (at && (!next || *at < *next)) next = at;
    };
    if (next_act_ < acts_.size()) consider(acts_[next_act_].at);
    consider(scanner_.next_change());
    consider(clock_.next_change());
    consider(ping_at_);
    if (mode_ == Mode::Update) consider(time_sent_at_ + std::chrono::seconds(1));
    return next;
}

void DgtDevice::advance(Instant now) {
    const auto sink = [this](const FieldChange& c) { sensed_change(c); };
    while (const auto next = next_event()) {
        if (*next > now) break;
        const Instant at = *next;
        if (next_act_ < acts_.size() && acts_[next_act_].at <= at) {
            scanner_.run(at, sink);
            apply(acts_[next_act_++]);
            continue;
        }
        scanner_.run(at + Micros{1}, sink);
        clock_.advance(at);
        if (ping_at_ && *ping_at_ <= at) {
            ping_at_.reset();
            bus_say(0x87, {}, at);
        }
        report_clock(at, mode_ == Mode::Update && at >= time_sent_at_ + std::chrono::seconds(1));
    }
    scanner_.run(now, sink);
    clock_.advance(now);
}

void DgtDevice::apply(const Act& act) {
    if (on_board(act.kind)) {
        scanner_.place(field_of(act.square), act.piece);
        return;
    }
    const ClockSide side = side_of(act.hand);
    switch (act.kind) {
        case ActKind::Press: {
            const bool counts = clock_.to_move() == side;
            clock_.press(side, act.at);
            if (counts && clock_.connected()) {
                memory_.lever(side, clock_.left(side));
                writing_until_ = act.at + milliseconds(20);
            }
            break;
        }
        case ActKind::StartClock:
            clock_.start(act.at);
            break;
        case ActKind::PauseClock:
            clock_.pause(act.at);
            break;
        case ActKind::UnplugClock:
            clock_.connect(false, act.at);
            break;
        case ActKind::PlugClock:
            clock_.connect(true, act.at);
            break;
        case ActKind::SetClock:
            clock_.set(side, act.time, act.at);
            break;
        case ActKind::ResetClock:
            clock_.reset(side, act.at);
            break;
        case ActKind::Lift:
        case ActKind::Set:
        case ActKind::Cross:
        case ActKind::Leave:
        case ActKind::Misread:
        case ActKind::DropOut:
            break;
    }
    report_clock(act.at, false);
}

void DgtDevice::sensed_change(const FieldChange& change) {
    memory_.piece(change.field, change.piece, scanner_.sensed(), change.at);
    writing_until_ = change.at + milliseconds(20);
    if (mode_ == Mode::Update || mode_ == Mode::UpdateBoard || mode_ == Mode::UpdateNice) {
        say(dgt_field_update(change.field, change.piece), change.at);
    }
}

void DgtDevice::report_clock(Instant now, bool even_if_same) {
    if (mode_ != Mode::Update && mode_ != Mode::UpdateNice) return;
    const auto reading = clock_.reading();
    if (last_time_sent_ == reading && !even_if_same) return;
    last_time_sent_ = reading;
    time_sent_at_ = now;
    say(dgt_time(reading), now);
}

void DgtDevice::say(Bytes message, Instant earliest) {
    // A host that asks faster than the wire answers loses answers, not our memory.
    if (!silent_ && out_.waiting().size() < kMostWaiting) out_.say(std::move(message), earliest);
}

Bytes DgtDevice::to_send(Instant now) {
    advance(now);
    return out_.take(now);
}

std::optional<WireMessage> DgtDevice::take_message(Instant now) {
    advance(now);
    return out_.take_message(now);
}

void DgtDevice::on_wake(Instant now) { advance(now); }

std::optional<Instant> DgtDevice::wake_at() {
    std::optional<Instant> at = out_.ready_at();
    const bool pushes = mode_ != Mode::Bus && mode_ != Mode::Idle;
    const auto event = pushes ? next_event() : ping_at_;
    return !at || (event && *event < *at) ? event : at;
}

}  // namespace boardbridge::simulated
