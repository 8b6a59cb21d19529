// The one source of chance in the simulated hall: the same seed gives the same numbers on every platform,
// which the distributions of <random> do not promise. SplitMix64 (Steele, Lea, Flood 2014), integers only.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace boardbridge::simulated {

using Micros = std::chrono::microseconds;

/// A range of durations, both ends possible.
struct Span {
    Micros least{0};
    Micros most{0};
};

class SeededRandom {
public:
    explicit constexpr SeededRandom(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31U);
    }
    /// 0 to n-1; 0 for n = 0. n up to 2^32.
    constexpr std::uint64_t below(std::uint64_t n) { return ((next() >> 32U) * n) >> 32U; }
    /// True in `percent` of 100 cases. The number is drawn in any case, so that rates do not shift later
    /// draws.
    constexpr bool chance(unsigned percent) { return below(10000) < std::uint64_t{percent} * 100; }
    constexpr Micros between(Span s) {
        const auto width = s.most > s.least ? static_cast<std::uint64_t>((s.most - s.least).count()) + 1 : 1;
        return s.least + Micros{static_cast<Micros::rep>(below(width))};
    }
    constexpr Micros between(Micros least, Micros most) { return between(Span{least, most}); }
    /// An independent stream: its draws do not move this one's.
    constexpr SeededRandom fork(std::uint64_t stream) const {
        SeededRandom mixed{state_ ^ (stream * 0xD1342543DE82EF95ULL + 0x2545F4914F6CDD1DULL)};
        return SeededRandom{mixed.next()};
    }

private:
    std::uint64_t state_;
};

}  // namespace boardbridge::simulated
