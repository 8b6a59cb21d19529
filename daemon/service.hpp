// Runs a supervisor as a service until it is told to end: event loop, signals, reload, service manager,
// descriptors. Shared by `run` and `simulate`.
#pragma once

#include <functional>
#include <optional>

#include "daemon/config.hpp"
#include "daemon/log.hpp"
#include "daemon/supervisor.hpp"
#include "daemon/time_source.hpp"

namespace boardbridge::daemon {

struct ServiceOptions {
    Config config;
    SupervisorOptions supervisor;
    /// SIGHUP: the configuration to go on with; nothing: stay with what is. Without it SIGHUP changes
    /// nothing.
    std::function<std::optional<Config>()> reread;
    /// Everything listens and the lines are being opened.
    std::function<void(const BoundEndpoints&)> ready;
};

/// Returns the exit status after SIGTERM or SIGINT (or when it does not come up).
int serve(ServiceOptions options, const TimeSource& time, const Log& log);

/// As many descriptors as the system allows; a line takes one, a client one.
void raise_descriptor_limit();

}  // namespace boardbridge::daemon
