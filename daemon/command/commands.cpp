// The list of subcommands.
#include "daemon/command/commands.hpp"

#include <iostream>

namespace boardbridge::daemon {

void add_commands(CommandLine& line) {
    add_run(line);
    add_check_config(line);
    add_list_drivers(line);
    add_list_ports(line);
    add_simulate(line);
    add_record(line);
    add_replay(line);
    add_watch(line);
    add_ack(line);
    add_export(line);
    add_perft(line);
    add_adjudicate(line);
}

int fail(int code, const std::string& text) {
    std::cerr << "boardbridge: " << text << "\n";
    return code;
}

const char* version() { return BOARDBRIDGE_VERSION; }

}  // namespace boardbridge::daemon
