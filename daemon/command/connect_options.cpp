// Finding the daemon; see the header.
#include "daemon/command/connect_options.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "daemon/exit_code.hpp"

namespace boardbridge::daemon {

namespace {
volatile std::sig_atomic_t g_end_wanted = 0;
}

std::shared_ptr<std::string> add_connect_option(CLI::App& command) {
    auto connect = std::make_shared<std::string>();
    command.add_option("--connect", *connect, "Where the daemon is; default: from the configuration")
        ->type_name("tcp://H:P|unix:PATH")
        ->check([](const std::string& text) {
            return parse_connect_target(text)
                       ? std::string()
                       : "expected tcp://HOST:PORT or unix:PATH, found \"" + text + "\"";
        });
    return connect;
}

Expected<StreamClient, int> connect_daemon(const CommonOptions& common, const std::string& connect) {
    std::vector<ConnectTarget> targets;
    if (!connect.empty()) {
        targets.push_back(*parse_connect_target(connect));
    } else {
        const ConfigReading reading = read_config(common.config);
        // Mistakes that do not concern the stream are no obstacle, unless this very file was asked for.
        if (!common.config.empty() && !reading.usable()) {
            for (const ConfigMistake& mistake : reading.mistakes) std::cerr << to_string(mistake) << "\n";
            return Unexpected<int>(reading.missing ? kNoInput : kBadConfig);
        }
        targets = targets_of(reading.config.stream, runtime_directory());
    }
    auto client = StreamClient::connect(targets);
    if (client) return std::move(*client);
    std::cerr << "boardbridge: the daemon is not reached: " << client.error() << "\n";
    return Unexpected<int>(kUnavailable);
}

int exit_code(protocol::CommandStatus status) {
    switch (status) {
        case protocol::CommandStatus::Done:
            return kDone;
        case protocol::CommandStatus::NotFound:
        case protocol::CommandStatus::Refused:
        case protocol::CommandStatus::Invalid:
        case protocol::CommandStatus::Conflict:
            return kBadData;
        case protocol::CommandStatus::Unauthenticated:
        case protocol::CommandStatus::Forbidden:
            return kNoPermission;
        case protocol::CommandStatus::UnknownCommand:
        case protocol::CommandStatus::Busy:
        case protocol::CommandStatus::Failed:
            return kUnavailable;
    }
    return kBug;
}

void catch_end_signals() {
    struct sigaction action {};
    action.sa_handler = [](int) { g_end_wanted = 1; };
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool end_wanted() { return g_end_wanted != 0; }

}  // namespace boardbridge::daemon
