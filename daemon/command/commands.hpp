// The subcommands: one function a file adds one subcommand to the command line. main() parses, then runs what
// was chosen. To add a command: declare its function here, define it in daemon/command/NAME.cpp, call it in
// add_commands().
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace boardbridge::daemon {

/// Given before or after the subcommand's name (contract section 1).
struct CommonOptions {
    std::string config;  ///< -c FILE; empty: the default places
    bool verbose = false;
};

struct CommandLine {
    CLI::App& app;
    CommonOptions& common;
    /// Set by the callback of the subcommand that was chosen; returns the exit status (exit_code.hpp). Never
    /// run while parsing, so that a usage error is always found first.
    std::function<int()>& chosen;
};

/// All commands, in the order of --help.
void add_commands(CommandLine& line);

void add_check_config(CommandLine& line);
void add_replay(CommandLine& line);

/// The version printed by --version and sent in Hello.
const char* version();

}  // namespace boardbridge::daemon
