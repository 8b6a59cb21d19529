// Steady clock and time of day; see the header.
#include "daemon/time_source.hpp"

namespace boardbridge::daemon {

namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

protocol::WallTime wall_now() {
    return std::chrono::time_point_cast<microseconds>(std::chrono::system_clock::now());
}

// Instants are the steady clock's own microseconds up to the start, then scaled.
Instant start_instant(std::chrono::steady_clock::time_point start) {
    return Instant(duration_cast<microseconds>(start.time_since_epoch()));
}

microseconds scaled(microseconds span, double factor) {
    if (factor == 1.0) return span;
    return microseconds(static_cast<microseconds::rep>(static_cast<double>(span.count()) * factor));
}

}  // namespace

TimeSource::TimeSource(double speed)
    : speed_(speed), steady_start_(std::chrono::steady_clock::now()), wall_start_(wall_now()) {}

Instant TimeSource::now() const {
    const auto passed = duration_cast<microseconds>(std::chrono::steady_clock::now() - steady_start_);
    return start_instant(steady_start_) + scaled(passed, speed_);
}

std::chrono::steady_clock::time_point TimeSource::real(Instant at) const {
    return steady_start_ + scaled(at - start_instant(steady_start_), 1.0 / speed_) + microseconds(1);
}

protocol::WallTime TimeSource::wall(Instant at) const {
    if (speed_ == 1.0) return wall_now() - (now() - at);
    return wall_start_ + (at - start_instant(steady_start_));
}

}  // namespace boardbridge::daemon
