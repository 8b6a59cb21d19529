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

void add_run(CommandLine& line);
void add_check_config(CommandLine& line);
void add_list_drivers(CommandLine& line);
void add_list_ports(CommandLine& line);
void add_simulate(CommandLine& line);
void add_record(CommandLine& line);
void add_replay(CommandLine& line);
void add_watch(CommandLine& line);
void add_ack(CommandLine& line);
void add_export(CommandLine& line);
void add_perft(CommandLine& line);
void add_adjudicate(CommandLine& line);

/// Says on standard error why a command ends, and returns its exit status.
int fail(int code, const std::string& text);

/// The version printed by --version and sent in Hello.
const char* version();

}  // namespace boardbridge::daemon
