// See scanner.hpp.
#include "drivers/simulated/scanner.hpp"

#include <bit>

namespace boardbridge::simulated {

Scanner::Scanner(SeededRandom random, Instant first_scan, int slowness, std::uint64_t dead)
    : random_(random), slowness_(slowness), dead_(dead), scan_start_(first_scan), cursor_(first_scan) {
    period_ = draw_period();
    next_period_ = draw_period();
}

void Scanner::place(unsigned field, rules::Piece p) {
    const std::uint64_t mask = std::uint64_t{1} << field;
    physical_[field] = (dead_ & mask) != 0 ? rules::Piece::None : p;
    if (physical_[field] == sensed_[field]) {
        dirty_ &= ~mask;
    } else {
        dirty_ |= mask;
    }
}

void Scanner::power_up(const Fields& fields) {
    for (unsigned f = 0; f < 64; ++f) place(f, fields[f]);
    sensed_ = physical_;
    dirty_ = 0;
}

void Scanner::roll(Instant now) {
    while (scan_start_ + period_ <= now) {
        scan_start_ += period_;
        period_ = next_period_;
        next_period_ = draw_period();
    }
}

std::optional<Instant> Scanner::next_change() {
    if (dirty_ == 0) return std::nullopt;
    roll(cursor_);
    std::optional<Instant> best;
    for (std::uint64_t rest = dirty_; rest != 0; rest &= rest - 1) {
        const auto field = static_cast<unsigned>(std::countr_zero(rest));
        Instant at = scan_start_ + period_ * field / 64;
        if (at < cursor_) at = scan_start_ + period_ + next_period_ * field / 64;
        if (!best || at < *best) {
            best = at;
            next_field_ = field;
        }
    }
    return best;
}

}  // namespace boardbridge::simulated
