// What the service manager is told: ready, reloading, stopping, alive. Nothing happens without one.
// sd_notify(3).
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace boardbridge::daemon {

void notify_ready(const std::string& status);
void notify_reloading();
void notify_stopping();
void notify_alive();
/// How often notify_alive is wanted at the latest; nothing: not at all.
std::optional<std::chrono::microseconds> watchdog_interval();

}  // namespace boardbridge::daemon
