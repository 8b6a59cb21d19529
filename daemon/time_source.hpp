// The one place that reads a clock. Turns the steady clock into the Instants on which everything below runs,
// and those into time of day. With a speed other than 1 (simulate) a second of the hall takes 1/speed
// seconds.
#pragma once

#include <chrono>

#include "protocol/convert.hpp"
#include "rules/instant.hpp"

namespace boardbridge::daemon {

class TimeSource {
public:
    /// speed: above 0.
    explicit TimeSource(double speed = 1.0);

    Instant now() const;
    /// When a timer has to go off so that `at` has come.
    std::chrono::steady_clock::time_point real(Instant at) const;
    /// Time of day of an Instant. At speed 1 it follows the system's clock when that is set; else it runs on
    /// from the start.
    protocol::WallTime wall(Instant at) const;
    double speed() const { return speed_; }

private:
    double speed_;
    std::chrono::steady_clock::time_point steady_start_;
    protocol::WallTime wall_start_;
};

}  // namespace boardbridge::daemon
