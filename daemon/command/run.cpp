// boardbridge run: the daemon in the foreground.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "daemon/command/commands.hpp"
#include "daemon/command/log_level.hpp"
#include "daemon/config.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/service.hpp"

namespace boardbridge::daemon {

namespace {

void log_mistakes(const Log& log, const ConfigReading& reading) {
    for (const ConfigMistake& mistake : reading.mistakes) {
        if (mistake.warning) {
            log.warning(to_string(mistake));
        } else {
            log.error(to_string(mistake));
        }
    }
}

/// systemd's StateDirectory=, the first of several; without it nothing is remembered.
std::filesystem::path state_directory() {
    const char* const named = std::getenv("STATE_DIRECTORY");
    const std::string_view text = named != nullptr ? named : "";
    return text.substr(0, text.find(':'));
}

int run(const CommonOptions& common, double speed) {
    const Log log(log_level(common));
    const TimeSource time(speed);
    ConfigReading reading = read_config(common.config);
    log_mistakes(log, reading);
    if (reading.missing) return kNoInput;
    if (!reading.usable()) return kBadConfig;
    if (reading.config.files.empty())
        log.warning("no configuration file found: the defaults hold, there are no lines");
    ServiceOptions options;
    options.config = std::move(reading.config);
    options.supervisor.runtime_directories = {runtime_directory()};
    options.supervisor.runtime_required = runtime_directory_is_named();
    options.supervisor.state_directory = state_directory();
    options.reread = [&log, &common]() -> std::optional<Config> {
        ConfigReading again = read_config(common.config);
        log_mistakes(log, again);
        if (again.missing || !again.usable()) return std::nullopt;
        return std::move(again.config);
    };
    return serve(std::move(options), time, log);
}

}  // namespace

void add_run(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand("run", "Run the daemon in the foreground");
    auto speed = std::make_shared<double>(1.0);
    command
        ->add_option(
            "--speed", *speed,
            "Seconds of the hall in one second: for boards that are simulated or played from a capture")
        ->type_name("X")
        ->check(CLI::Range(0.1, 1000.0));
    command->callback([&line, speed] { line.chosen = [&line, speed] { return run(line.common, *speed); }; });
}

}  // namespace boardbridge::daemon
