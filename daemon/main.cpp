// The one executable: parses the command line and runs the chosen command. Exit codes: exit_code.hpp,
// contract section 1.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "daemon/command/commands.hpp"
#include "daemon/exit_code.hpp"

namespace {

using namespace boardbridge::daemon;

int parse_and_run(int argc, char** argv) {
    CLI::App app{"Reads the chess boards and clocks of a tournament hall and streams the games.",
                 "boardbridge"};
    CommonOptions common;
    std::function<int()> chosen;
    app.set_version_flag("--version", std::string("boardbridge ") + version());
    app.add_option("-c,--config", common.config, "Configuration file, instead of the default places")
        ->type_name("FILE");
    app.add_flag("-v,--verbose", common.verbose, "Log more");
    app.require_subcommand(1);
    app.fallthrough();
    CommandLine line{app, common, chosen};
    add_commands(line);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const std::vector<std::string> words = app.remaining();
        if (error.get_exit_code() != 0 && app.get_subcommands().empty() && !words.empty() &&
            !words.front().starts_with('-')) {
            std::cerr << "boardbridge: there is no command \"" << words.front()
                      << "\"; see boardbridge --help\n";
            return kUsage;
        }
        return app.exit(error) == 0 ? kDone : kUsage;
    }
    const int code = chosen();
    std::cout.flush();
    if (code == kDone && !std::cout) {
        std::cerr << "boardbridge: cannot write to standard output\n";
        return kIoError;
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return parse_and_run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << "boardbridge: bug: " << error.what() << "\n";
        return kBug;
    }
}
