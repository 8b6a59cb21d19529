// A hall of simulated boards on ptys: hands play games, devices sense and answer on the real wire protocol,
// in a thread of their own, so that the daemon can be run, shown and measured without a single board. Daemon
// side of drivers/simulated/.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "daemon/simulated_games.hpp"
#include "daemon/time_source.hpp"
#include "drivers/simulated/hand_profile.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::daemon {

struct SimulatedHallOptions {
    unsigned tables = 8;
    simulated::HandProfile hands = simulated::HandProfile::Hall;
    rules::TimeControl time_control;
    std::uint64_t seed = 1;
    bool bus = false;  ///< chains of a dozen boards in bus mode, instead of a line for each board
    /// Table t (from 0) plays game t, t + tables, t + 2 tables ..., and over again.
    std::vector<GameToPlay> games;
};

/// One end of a cable, for the daemon to open.
struct SimulatedPort {
    std::string name;                      ///< "/dev/pts/5"
    std::vector<std::uint16_t> addresses;  ///< of the boards on a bus; empty: one board
};

class SimulatedHall {
public:
    /// Opens the ptys; the error says what the system refuses. The time source outlives the hall.
    static Expected<std::unique_ptr<SimulatedHall>, std::string> make(SimulatedHallOptions options,
                                                                      const TimeSource& time);
    ~SimulatedHall();
    SimulatedHall(const SimulatedHall&) = delete;
    SimulatedHall& operator=(const SimulatedHall&) = delete;

    const std::vector<SimulatedPort>& ports() const;
    void start();
    void stop();
    /// Games played to their end so far.
    std::uint64_t games_finished() const;

private:
    class State;
    explicit SimulatedHall(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace boardbridge::daemon
