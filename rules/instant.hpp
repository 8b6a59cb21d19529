// Time as an argument: a moment on the monotonic line of whoever drives the code (the daemon's steady clock,
// a capture's offsets, a test's numbers). Nothing below daemon/ reads a clock.
#pragma once

#include <chrono>

namespace boardbridge {

struct DrivenClock {
    using duration = std::chrono::microseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<DrivenClock>;
    static constexpr bool is_steady = true;
};

using Instant = DrivenClock::time_point;

}  // namespace boardbridge
