// boardbridge ack: an arbiter has seen an alert.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "daemon/command/commands.hpp"
#include "daemon/command/connect_options.hpp"
#include "daemon/exit_code.hpp"

namespace boardbridge::daemon {

namespace {

struct AckOptions {
    std::uint64_t alert = 0;
    unsigned table = 0;
    std::string remark;
    std::string by;
};

int ack(const CommonOptions& common, const std::string& connect, const AckOptions& options) {
    auto client = connect_daemon(common, connect);
    if (!client) return client.error();
    protocol::Command command;
    command.id = 1;
    command.table = options.table;
    command.by = options.by;
    command.what = protocol::AcknowledgeAlert{options.alert, options.remark};
    client->send(command);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < deadline) {
        const auto message = client->receive(std::chrono::seconds(1));
        if (!message) return fail(kUnavailable, message.error().text);
        if (!*message) continue;
        const auto* reply = std::get_if<protocol::CommandReply>(&**message);
        if (reply == nullptr) continue;
        if (reply->status == protocol::CommandStatus::Done) return kDone;
        return fail(exit_code(reply->status),
                    fmt::format("{}: {}", protocol::to_string(reply->status), reply->text));
    }
    return fail(kUnavailable, "the daemon does not answer");
}

}  // namespace

void add_ack(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand("ack", "Acknowledge an alert");
    auto options = std::make_shared<AckOptions>();
    if (const char* user = std::getenv("USER")) options->by = user;
    command->add_option("alert", options->alert, "Number of the alert")->required()->type_name("ALERT");
    command->add_option("--table", options->table, "Table at which it is open")->required()->type_name("N");
    command->add_option("--remark", options->remark, "A remark, kept with the alert")->type_name("TEXT");
    command->add_option("--by", options->by, "Who has seen it; default: the user's name")->type_name("NAME");
    auto connect = add_connect_option(*command);
    command->callback([&line, options, connect] {
        line.chosen = [&line, options, connect] { return ack(line.common, *connect, *options); };
    });
}

}  // namespace boardbridge::daemon
