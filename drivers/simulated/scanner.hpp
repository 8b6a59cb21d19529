// How a sensor board notices its pieces: one square after the other, row by row, a full scan in 200 to 250
// ms. What comes and goes between two looks is never seen; what moves with the scan is seen twice. Source:
// device-protocols 1.1, 1.10.
#pragma once

#include <array>
#include <optional>

#include "drivers/simulated/seeded_random.hpp"
#include "rules/bitboard.hpp"
#include "rules/instant.hpp"
#include "rules/piece.hpp"

namespace boardbridge::simulated {

/// A change noticed by the scan. `field`: 0 to 63 in the board's own order (0 = a8 with the connector at
/// White's left).
struct FieldChange {
    Instant at;
    unsigned field = 0;
    rules::Piece piece = rules::Piece::None;
};

class Scanner {
public:
    using Fields = std::array<rules::Piece, 64>;

    /// `slowness`: 1 wired, 2 for boards on Bluetooth. Dead sensors (bit = field) never feel anything.
    Scanner(SeededRandom random, Instant first_scan, int slowness = 1, std::uint64_t dead = 0);

    /// What lies on the field from now on; run() must have been called up to that moment.
    void place(unsigned field, rules::Piece p);
    /// Takes the placement as already scanned: the state at power-up.
    void power_up(const Fields& fields);

    /// Looks at every field whose turn comes before `until` and tells what has changed.
    template <class Sink>
    void run(Instant until, Sink&& sink) {
        while (const auto next = next_change()) {
            if (*next >= until) break;
            roll(*next);
            const auto field = next_field_;
            sensed_[field] = physical_[field];
            dirty_ &= ~(std::uint64_t{1} << field);
            cursor_ = *next;
            sink(FieldChange{*next, field, sensed_[field]});
        }
        roll(until);
        if (cursor_ < until) cursor_ = until;
    }
    /// When the next change will be noticed if nothing moves meanwhile.
    std::optional<Instant> next_change();

    const Fields& sensed() const { return sensed_; }

private:
    void roll(Instant now);
    Micros draw_period() { return slowness_ * random_.between(kScan); }

    static constexpr Span kScan{std::chrono::milliseconds(200), std::chrono::milliseconds(250)};

    SeededRandom random_;
    int slowness_;
    std::uint64_t dead_;
    Fields physical_{};
    Fields sensed_{};
    std::uint64_t dirty_ = 0;
    unsigned next_field_ = 0;
    Instant scan_start_;
    Micros period_;
    Micros next_period_;
    Instant cursor_;
};

}  // namespace boardbridge::simulated
