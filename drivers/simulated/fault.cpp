// See fault.hpp.
#include "drivers/simulated/fault.hpp"

#include <algorithm>

namespace boardbridge::simulated {

bool FaultyWire::cut(Instant now) const {
    return std::any_of(options_.cuts.begin(), options_.cuts.end(),
                       [now](const auto& c) { return c.first <= now && now < c.second; });
}

void FaultyWire::put(std::span<const std::byte> bytes, Instant now) {
    if (cut(now)) return;
    Chunk chunk{now, {}};
    chunk.bytes.reserve(bytes.size());
    for (std::byte b : bytes) {
        if (hit(options_.insert)) chunk.bytes.push_back(static_cast<std::byte>(random_.below(256)));
        if (hit(options_.drop)) continue;
        if (hit(options_.corrupt)) b ^= static_cast<std::byte>(1U << random_.below(8));
        chunk.bytes.push_back(b);
        if (hit(options_.repeat)) chunk.bytes.push_back(b);
    }
    if (random_.chance(options_.late)) chunk.at += random_.between(options_.lateness);
    if (!on_the_way_.empty()) chunk.at = std::max(chunk.at, on_the_way_.back().at);
    if (!chunk.bytes.empty()) on_the_way_.push_back(std::move(chunk));
}

std::vector<std::byte> FaultyWire::take(Instant now) {
    std::vector<std::byte> out;
    while (!on_the_way_.empty() && on_the_way_.front().at <= now) {
        const auto& bytes = on_the_way_.front().bytes;
        out.insert(out.end(), bytes.begin(), bytes.end());
        on_the_way_.pop_front();
    }
    return out;
}

std::optional<Instant> FaultyWire::ready_at() const {
    if (on_the_way_.empty()) return std::nullopt;
    return on_the_way_.front().at;
}

}  // namespace boardbridge::simulated
