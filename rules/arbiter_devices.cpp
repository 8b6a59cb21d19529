// Boards, lines, batteries and the service itself; requests to see the score. Device alerts belong to no game
// and end with their device's recovery.
#include <utility>

#include "rules/arbiter_state.hpp"

namespace boardbridge::rules {
namespace {

constexpr int kBatteryHysteresis = 5;  // percent above the limit before a low battery is over
constexpr int kScoreRequestsAllowed = 5;
constexpr std::uint32_t kClockBattery = 0xFFFFFFFF;

/// FNV-1a over line and address.
std::uint32_t subject_of(const DeviceChanged& change) {
    std::uint32_t hash = 2166136261U;
    const auto mix = [&hash](unsigned char byte) { hash = (hash ^ byte) * 16777619U; };
    for (const char c : change.line) mix(static_cast<unsigned char>(c));
    mix(static_cast<unsigned char>(change.address & 0xFF));
    mix(static_cast<unsigned char>(change.address >> 8 & 0xFF));
    return hash;
}

std::string name_of(const DeviceChanged& change) {
    std::string name = change.line;
    if (change.address != 0) name += "/" + std::to_string(change.address);
    if (!change.serial.empty()) name += " (" + change.serial + ")";
    return name;
}

}  // namespace

void Arbiter::State::device_changed(const DeviceChanged& change) {
    const std::uint32_t subject = subject_of(change);
    const auto raise = [&](AlertKind kind, int count) {
        OpenAlert open = draft(kind, AlertSide::None);
        open.subject = subject;
        open.facts.name = name_of(change);
        open.facts.count = count;
        open.alert.evidence.detail = change.detail;
        book.raise(std::move(open));
    };
    const auto over = [&](AlertKind kind, std::string_view resolution) {
        if (OpenAlert* open = book.find(kind, AlertSide::None, subject)) book.clear(*open, resolution);
    };
    switch (change.state) {
        case DeviceState::Connecting:
            break;  // not back yet
        case DeviceState::Active:
        case DeviceState::Delayed:
            over(AlertKind::DeviceSilent, "answers again");
            over(AlertKind::DeviceLost, "back");
            break;
        case DeviceState::Silent:
            if (book.find(AlertKind::DeviceLost, AlertSide::None, subject) == nullptr)
                raise(AlertKind::DeviceSilent, 0);
            break;
        case DeviceState::Lost:
            over(AlertKind::DeviceSilent, "lost");
            raise(AlertKind::DeviceLost, 0);
            clear_kind(AlertKind::SensorUnstable, "device lost");
            break;
    }
    if (!change.battery_percent) return;
    const int limit = settings.delays.battery_low_percent;
    if (change.charging || *change.battery_percent > limit + kBatteryHysteresis) {
        over(AlertKind::BatteryLow, change.charging ? "charging" : "charged");
    } else if (*change.battery_percent <= limit) {
        raise(AlertKind::BatteryLow, *change.battery_percent);
    }
}

void Arbiter::State::clock_battery(bool low) {
    OpenAlert* already = book.find(AlertKind::BatteryLow, AlertSide::None, kClockBattery);
    if (!low && already != nullptr) book.clear(*already, "charged");
    if (!low || already != nullptr) return;
    OpenAlert open = draft(AlertKind::BatteryLow, AlertSide::None);
    open.subject = kClockBattery;
    open.facts.variant = true;
    book.raise(std::move(open));
}

void Arbiter::State::service_degraded(bool degraded, std::string detail) {
    OpenAlert* already = book.find(AlertKind::ServiceDegraded, AlertSide::None);
    if (!degraded) {
        if (already != nullptr) book.clear(*already, "restored");
        return;
    }
    if (already != nullptr) {
        already->alert.evidence.detail = std::move(detail);
        book.update(*already);
        return;
    }
    OpenAlert open = draft(AlertKind::ServiceDegraded, AlertSide::None);
    open.alert.evidence.detail = std::move(detail);
    book.raise(std::move(open));
}

/// Full supervision in rapid and blitz: at most five times a game (2018 A.3.2, B.3.2; 2023 A.4.2, B.2).
void Arbiter::State::score_requested(Color player) {
    if (!playing) return;
    const int times = ++score_requests[rules::index(player)];
    if (times <= kScoreRequestsAllowed) return;
    if (OpenAlert* already = book.find(AlertKind::ScoreRequests, alert_side(player))) {
        already->facts.count = times;
        book.update(*already);
        return;
    }
    OpenAlert open = draft(AlertKind::ScoreRequests, alert_side(player), last_ply());
    open.facts.count = times;
    book.raise(std::move(open));
}

}  // namespace boardbridge::rules
