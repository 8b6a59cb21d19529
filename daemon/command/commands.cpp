// The list of subcommands.
#include "daemon/command/commands.hpp"

namespace boardbridge::daemon {

void add_commands(CommandLine& line) {
    add_check_config(line);
    add_replay(line);
}

const char* version() { return BOARDBRIDGE_VERSION; }

}  // namespace boardbridge::daemon
