// See dgt_bus.hpp.
#include "drivers/simulated/dgt_bus.hpp"

#include <algorithm>

namespace boardbridge::simulated {

DgtDevice& DgtBus::add(DgtDeviceOptions options, const rules::Placement& start, Instant now) {
    boards_.push_back(std::make_unique<DgtDevice>(std::move(options), start, now));
    return *boards_.back();
}

void DgtBus::on_receive(std::span<const std::byte> bytes, Instant now) {
    if (options_.echo) echo_.insert(echo_.end(), bytes.begin(), bytes.end());
    for (auto& board : boards_) board->on_receive(bytes, now);
}

bool DgtBus::collides(const Spoken& spoken) const {
    if (spoken.message.begin < line_busy_until_ && last_speaker_ != spoken.who) return true;
    for (std::size_t i = 0; i < boards_.size(); ++i) {
        if (i == spoken.who) continue;
        for (const WireMessage& other : boards_[i]->waiting()) {
            if (other.begin < spoken.message.end && spoken.message.begin < other.end) return true;
        }
    }
    return false;
}

Bytes DgtBus::to_send(Instant now) {
    on_wake(now);
    std::vector<Spoken> spoken;
    std::vector<bool> spoilt;
    for (std::size_t i = 0; i < boards_.size(); ++i) {
        while (!boards_[i]->waiting().empty() && boards_[i]->waiting().front().end <= now) {
            const bool bad = collides({boards_[i]->waiting().front(), i});
            spoken.push_back({*boards_[i]->take_message(now), i});
            spoilt.push_back(bad);
        }
    }
    // What was taken out above no longer waits: compare it here.
    for (std::size_t a = 0; a < spoken.size(); ++a) {
        for (std::size_t b = 0; b < spoken.size(); ++b) {
            const auto& [x, who_x] = spoken[a];
            const auto& [y, who_y] = spoken[b];
            if (who_x != who_y && x.begin < y.end && y.begin < x.end) spoilt[a] = spoilt[b] = true;
        }
    }
    Bytes out = std::exchange(echo_, {});
    std::vector<std::size_t> order(spoken.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return spoken[a].message.end < spoken[b].message.end;
    });
    for (const std::size_t i : order) {
        auto& [message, who] = spoken[i];
        if (spoilt[i]) {
            for (std::byte& b : message.bytes) b |= static_cast<std::byte>(random_.below(256));
        }
        out.insert(out.end(), message.bytes.begin(), message.bytes.end());
        if (message.end > line_busy_until_) {
            line_busy_until_ = message.end;
            last_speaker_ = who;
        }
    }
    return out;
}

std::optional<Instant> DgtBus::wake_at() {
    std::optional<Instant> next;
    for (auto& board : boards_) {
        const auto at = board->wake_at();
        if (at && (!next || *at < *next)) next = at;
    }
    return next;
}

void DgtBus::on_wake(Instant now) {
    for (auto& board : boards_) board->on_wake(now);
}

}  // namespace boardbridge::simulated
