// boardbridge check-config: every mistake of the configuration at once.
#include <CLI/CLI.hpp>
#include <iostream>

#include "daemon/command/commands.hpp"
#include "daemon/config.hpp"
#include "daemon/exit_code.hpp"

namespace boardbridge::daemon {

namespace {

int check_config(const CommonOptions& common) {
    const ConfigReading reading = read_config(common.config);
    for (const ConfigMistake& mistake : reading.mistakes) std::cerr << to_string(mistake) << "\n";
    if (reading.missing) return kNoInput;
    if (!reading.usable()) return kBadConfig;
    if (reading.config.files.empty()) std::cerr << "no configuration file found: the defaults hold\n";
    if (common.verbose) {
        for (const auto& file : reading.config.files) std::cerr << "read " << file.string() << "\n";
    }
    return kDone;
}

}  // namespace

void add_check_config(CommandLine& line) {
    CLI::App* command =
        line.app.add_subcommand("check-config", "Check the configuration and name every mistake");
    command->callback([&line] { line.chosen = [&line] { return check_config(line.common); }; });
}

}  // namespace boardbridge::daemon
