// How the commands that talk to a running daemon find it: --connect, else the configuration, else the default
// places.
#pragma once

#include <memory>
#include <string>

#include "daemon/command/commands.hpp"
#include "daemon/stream_client.hpp"

namespace boardbridge::daemon {

/// Adds --connect to the command.
std::shared_ptr<std::string> add_connect_option(CLI::App& command);

/// A connected client, or the exit status after having said on stderr what is wrong.
Expected<StreamClient, int> connect_daemon(const CommonOptions& common, const std::string& connect);

/// The exit status that tells how a command was answered.
int exit_code(protocol::CommandStatus status);

/// SIGINT and SIGTERM set a flag instead of ending the process, so that a view or a file is left in order.
void catch_end_signals();
bool end_wanted();

}  // namespace boardbridge::daemon
