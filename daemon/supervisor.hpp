// Wires the daemon: lines to the hall, the hall to the publisher, the publisher to the endpoints; waits for
// what the hall wants to be woken for. All state lives on one executor. Design sections 4 and 5.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "daemon/config.hpp"
#include "daemon/hall.hpp"
#include "daemon/line_runner.hpp"
#include "daemon/log.hpp"
#include "daemon/time_source.hpp"
#include "rules/expected.hpp"

namespace boardbridge::daemon {

/// Why the daemon does not come up; what is only a board that is missing is none.
struct StartFailure {
    int exit_code = 0;  ///< exit_code.hpp
    std::string text;
};

struct SupervisorOptions {
    /// endpoints.json goes there; made when missing. One daemon each.
    std::vector<std::filesystem::path> runtime_directories;
    /// They were asked for: without them the daemon does not start. Else it goes on without endpoints.json.
    bool runtime_required = false;
    /// Where the numbers of boards without a row are remembered; empty: nowhere.
    std::filesystem::path state_directory;
    /// What the configuration cannot say (names in a simulated hall); optional.
    std::function<TableSettings(const std::string& line, std::uint16_t address, TableSettings)> adjust;
};

struct BoundEndpoints {
    std::string tcp;          ///< "127.0.0.1:40123", empty: none
    std::string unix_socket;  ///< path, empty: none
};

class Supervisor {
public:
    /// Everything handed in by reference outlives the supervisor.
    Supervisor(boost::asio::any_io_executor executor, const TimeSource& time, const Log& log, Config config,
               SupervisorOptions options);
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    /// Binds the listeners, starts the lines, writes endpoints.json.
    Expected<BoundEndpoints, StartFailure> start();
    /// SIGHUP: lines and tables come, go and change, settings take effect at once, and each change is logged.
    /// Listeners stay where they are.
    void reload(Config config);
    /// Clients are told, ports closed, files removed; `stopped` is called at the end, within about two
    /// seconds.
    void stop(std::function<void()> stopped);
    /// At once and without a word; the loop has to be polled after that, so that everything lets go.
    void cut();

private:
    class State;
    std::unique_ptr<State> state_;
};

}  // namespace boardbridge::daemon
