// From the configuration to what the daemon runs on: settings of the hall and of lines, and what has changed
// when it was read again. Values in, values out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daemon/config.hpp"
#include "daemon/hall.hpp"
#include "daemon/line_runner.hpp"

namespace boardbridge::daemon {

/// Table settings and bindings as the configuration has them.
HallSettings hall_settings(const Config& config, const std::string& game_id_prefix);
/// How a line is opened: the driver's settings, overridden by what the configuration names.
LineSetup line_setup(const LineConfig& line, const rules::Delays& delays);
/// All lines, by name.
std::map<std::string, LineSetup> line_setups(const Config& config);

/// One line of the log of a reload.
struct ReloadNote {
    std::string text;
    bool restart_needed = false;  ///< stays as it was until the daemon is started again
};
/// What of the event has changed, lines and tables that were added, removed or changed, and what needs a
/// restart.
std::vector<ReloadNote> reload_notes(const Config& before, const Config& after);

}  // namespace boardbridge::daemon
