// See dgt_clock.hpp. Displays round up: 0:00 is shown when the time is gone, not a second before.
#include "drivers/simulated/dgt_clock.hpp"

#include <algorithm>

namespace boardbridge::simulated {

using rules::ClockSide;
using std::chrono::seconds;

namespace {

constexpr Micros kMostShown = seconds(9 * 3600 + 59 * 60 + 59);
constexpr Micros kBars = std::chrono::minutes(5);

constexpr std::byte bcd(std::int64_t v) { return static_cast<std::byte>((v / 10) << 4 | v % 10); }

}  // namespace

DgtClock::DgtClock(DgtClockOptions options, ClockSide to_move, Instant now)
    : options_(std::move(options)), to_move_(to_move), since_(now) {
    if (options_.periods.empty()) options_.periods.push_back({std::nullopt, seconds(5400), seconds(30)});
    reset(to_move, now);
}

void DgtClock::reset(ClockSide to_move, Instant now) {
    advance(now);
    const auto& first = options_.periods.front();
    left_.fill(first.base + (options_.first_increment ? first.increment : seconds(0)));
    flag_.fill(false);
    bars_until_.fill(std::nullopt);
    period_ = 0;
    to_move_ = to_move;
    running_ = false;
}

void DgtClock::start(Instant now) {
    advance(now);
    if (thinking() > Micros{0}) running_ = true;
}

void DgtClock::pause(Instant now) {
    advance(now);
    running_ = false;
}

void DgtClock::press(ClockSide side, Instant now) {
    advance(now);
    if (side != to_move_) return;
    if (running_) {
        if (thinking() > Micros{0}) thinking() += increment();
    }
    to_move_ = other(side);
    if (running_ && thinking() == Micros{0} && options_.halts_at_flag) running_ = false;
}

void DgtClock::connect(bool connected, Instant now) {
    advance(now);
    connected_ = connected;
}

void DgtClock::set(ClockSide side, Micros left, Instant now) {
    advance(now);
    left_[index(side)] = std::clamp(left, Micros{0}, kMostShown);
    if (left > Micros{0}) flag_[index(side)] = false;
}

void DgtClock::advance(Instant now) {
    while (running_ && since_ < now) {
        const Micros run = std::min(now - since_, thinking());
        if (thinking() == Micros{0}) break;  // counts no further, the other side may go on after the lever
        thinking() -= run;
        since_ += run;
        if (thinking() == Micros{0}) used_up(since_);
    }
    since_ = std::max(since_, now);
    for (auto& bars : bars_until_) {
        if (bars && *bars <= now) bars.reset();
    }
}

void DgtClock::used_up(Instant at) {
    const std::size_t side = index(to_move_);
    if (period_ + 1 < options_.periods.size()) {
        ++period_;
        bars_until_[side] = at + kBars;
        for (Micros& left : left_) left += options_.periods[period_].base;
        return;
    }
    const bool other_fell = flag_[1 - side];
    flag_[side] = !other_fell;  // the second to reach zero shows no flag
    if (options_.halts_at_flag) running_ = false;
}

std::optional<Instant> DgtClock::next_change() const {
    std::optional<Instant> next;
    for (const auto& bars : bars_until_) {
        if (bars && (!next || *bars < *next)) next = bars;
    }
    const Micros left = left_[index(to_move_)];
    if (running_ && left > Micros{0}) {
        const Micros part = left % seconds(1);
        const Instant tick = since_ + (part == Micros{0} ? Micros{seconds(1)} : part);
        if (!next || tick < *next) next = tick;
    }
    return next;
}

std::array<std::byte, 3> DgtClock::side_bytes(ClockSide side) const {
    const std::size_t i = index(side);
    const Micros shown = std::min(left_[i], kMostShown);
    const std::int64_t s = std::chrono::ceil<seconds>(shown).count();
    std::byte flags{0};
    if (flag_[i]) flags |= options_.flag_bit == FlagBit::Blocked ? std::byte{0x10} : std::byte{0x40};
    if (bars_until_[i]) flags |= std::byte{0x40};
    if (increment() > Micros{0}) flags |= std::byte{0x20};
    return {flags | static_cast<std::byte>(s / 3600), bcd(s / 60 % 60), bcd(s % 60)};
}

std::array<std::byte, 7> DgtClock::reading() const {
    constexpr std::byte kZero{0};
    if (!connected_) return {kZero, kZero, kZero, kZero, kZero, kZero, std::byte{0x20}};
    const auto right = side_bytes(ClockSide::Right);
    const auto left = side_bytes(ClockSide::Left);
    const bool right_thinks = to_move_ == ClockSide::Right;
    std::byte status{0};
    if (running_) status |= std::byte{0x01};
    if (right_thinks) status |= std::byte{0x02};
    if (options_.battery_low) status |= std::byte{0x04};
    if (options_.turn_bits) status |= right_thinks ? std::byte{0x10} : std::byte{0x08};
    return {right[0], right[1], right[2], left[0], left[1], left[2], status};
}

}  // namespace boardbridge::simulated
