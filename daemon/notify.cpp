// libsystemd's notifications; see the header.
#include "daemon/notify.hpp"

#include <fmt/format.h>
#include <systemd/sd-daemon.h>
#include <time.h>

namespace boardbridge::daemon {

void notify_ready(const std::string& status) {
    sd_notify(0, fmt::format("READY=1\nSTATUS={}", status).c_str());
}

// systemd wants the moment too, so that it can tell which READY belongs to which reload.
void notify_reloading() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const long long microseconds = static_cast<long long>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000;
    sd_notify(0, fmt::format("RELOADING=1\nMONOTONIC_USEC={}", microseconds).c_str());
}

void notify_stopping() { sd_notify(0, "STOPPING=1"); }

void notify_alive() { sd_notify(0, "WATCHDOG=1"); }

std::optional<std::chrono::microseconds> watchdog_interval() {
    std::uint64_t limit = 0;
    if (sd_watchdog_enabled(0, &limit) <= 0 || limit == 0) return std::nullopt;
    return std::chrono::microseconds(limit / 2);
}

}  // namespace boardbridge::daemon
