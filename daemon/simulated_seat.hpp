// One table of a simulated hall: the hands that play its games, one after another, on a device. No I/O.
#pragma once

#include <atomic>
#include <cstdint>

#include "daemon/simulated_hall.hpp"
#include "drivers/simulated/dgt_device.hpp"

namespace boardbridge::daemon {

/// The device of table `number` (from 0), as it is when its power comes on.
simulated::DgtDeviceOptions simulated_device(unsigned number, const SimulatedHallOptions& options);
/// What stands on that board at first.
rules::Placement simulated_start(unsigned number, const SimulatedHallOptions& options);

class SimulatedSeat {
public:
    /// All outlive the seat; `finished` counts the games of all seats.
    SimulatedSeat(simulated::DgtDevice& device, unsigned number, const SimulatedHallOptions& options,
                  std::atomic<std::uint64_t>& finished)
        : device_(device), options_(options), finished_(finished), number_(number) {}

    /// Hands of different tables begin out of step, within the first ten seconds.
    void start(Instant now);
    /// Begins the next game when it is time for it.
    void work(Instant now);
    /// When there is something to begin; Instant::max() while hands play.
    Instant wake_at() const { return device_.idle_hands() ? next_game_at_ : Instant::max(); }

private:
    void begin_game(Instant now);
    void reset_clock(Instant now);

    simulated::DgtDevice& device_;
    const SimulatedHallOptions& options_;
    std::atomic<std::uint64_t>& finished_;
    unsigned number_;
    std::uint64_t played_ = 0;
    Instant next_game_at_ = Instant::max();
};

}  // namespace boardbridge::daemon
