// A bad wire between a device and its host: bytes are lost, doubled or changed, chunks come late, the line is
// cut for a while. Seeded, sans-I/O; order is kept.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "drivers/simulated/seeded_random.hpp"
#include "rules/instant.hpp"

namespace boardbridge::simulated {

struct FaultOptions {
    unsigned drop = 0;     ///< of a million bytes
    unsigned repeat = 0;   ///< of a million bytes, sent twice
    unsigned corrupt = 0;  ///< of a million bytes, one bit changed
    unsigned insert = 0;   ///< random bytes put in, for a million good ones
    unsigned late = 0;     ///< of a hundred chunks
    Span lateness{std::chrono::milliseconds(16), std::chrono::milliseconds(400)};
    /// From, until: whatever arrives then is lost.
    std::vector<std::pair<Instant, Instant>> cuts{};
    std::uint64_t seed = 1;
};

class FaultyWire {
public:
    explicit FaultyWire(FaultOptions options) : options_(std::move(options)), random_(options_.seed) {}

    void put(std::span<const std::byte> bytes, Instant now);
    /// What has come through by now.
    std::vector<std::byte> take(Instant now);
    std::optional<Instant> ready_at() const;

private:
    struct Chunk {
        Instant at;
        std::vector<std::byte> bytes;
    };
    bool hit(unsigned of_a_million) { return random_.below(1'000'000) < of_a_million; }
    bool cut(Instant now) const;

    FaultOptions options_;
    SeededRandom random_;
    std::deque<Chunk> on_the_way_;
};

}  // namespace boardbridge::simulated
