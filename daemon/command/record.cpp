// boardbridge record: a capture from the running daemon. With --last what has just gone over the lines, else
// what goes over them from now on, until Ctrl-C.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>

#include "daemon/command/commands.hpp"
#include "daemon/command/connect_options.hpp"
#include "daemon/exit_code.hpp"

namespace boardbridge::daemon {

namespace {

struct RecordOptions {
    std::string line;
    std::string last;
    std::string file;
};

// "90s", "10m", "2h", or seconds as a bare number; whole seconds above 0.
std::optional<unsigned> parse_span(const std::string& text) {
    unsigned number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const std::string unit(rest, static_cast<std::size_t>(end - rest));
    const unsigned factor = unit == "h" ? 3600 : unit == "m" ? 60 : unit == "s" || unit.empty() ? 1 : 0;
    if (error != std::errc{} || factor == 0 || number == 0 || number > 86'400 / factor) return std::nullopt;
    return number * factor;
}

class RecordOutput {
public:
    explicit RecordOutput(const std::string& file) : name_(file) {
        if (file != "-") out_.open(file, std::ios::binary | std::ios::trunc);
    }
    bool ok() { return name_ == "-" ? static_cast<bool>(std::cout) : static_cast<bool>(out_); }
    void write(const std::string& text) {
        std::ostream& out = name_ == "-" ? std::cout : out_;
        out << text << std::flush;
    }

private:
    std::string name_;
    std::ofstream out_;
};

int receive_capture(StreamClient& client, RecordOutput& out, const std::string& file) {
    for (;;) {
        const auto message = client.receive(std::chrono::seconds(1));
        if (end_wanted()) return kDone;
        if (!message) return fail(kUnavailable, message.error().text);
        if (!*message) continue;
        const auto* reply = std::get_if<protocol::CommandReply>(&**message);
        if (reply == nullptr) continue;
        if (reply->status != protocol::CommandStatus::Done)
            return fail(exit_code(reply->status), reply->text);
        out.write(reply->capture);
        if (!out.ok()) return fail(kIoError, file + ": " + std::strerror(errno));
        if (!reply->more) return kDone;
    }
}

int record(const CommonOptions& common, const std::string& connect, const RecordOptions& options) {
    protocol::ReadCapture what;
    what.line = options.line;
    what.follow = options.last.empty();
    if (!options.last.empty()) what.last_seconds = *parse_span(options.last);
    auto client = connect_daemon(common, connect);
    if (!client) return client.error();
    RecordOutput out(options.file);
    if (!out.ok()) return fail(kIoError, options.file + ": " + std::strerror(errno));
    catch_end_signals();
    protocol::Command command;
    command.id = 1;
    command.what = what;
    client->send(command);
    return receive_capture(*client, out, options.file);
}

}  // namespace

void add_record(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand("record", "Save what goes over the lines as a capture");
    auto options = std::make_shared<RecordOptions>();
    command->add_option("--line", options->line, "One line; default: all")->type_name("L");
    command->add_option("--last", options->last, "What has just happened (90s, 10m, 1h), then end")
        ->type_name("SPAN")
        ->check([](const std::string& text) {
            return parse_span(text)
                       ? std::string()
                       : "expected a span like 90s, 10m or 1h, at most a day, found \"" + text + "\"";
        });
    command->add_option("file", options->file, "Capture file to write, - for standard output")
        ->required()
        ->type_name("FILE");
    auto connect = add_connect_option(*command);
    command->callback([&line, options, connect] {
        line.chosen = [&line, options, connect] { return record(line.common, *connect, *options); };
    });
}

}  // namespace boardbridge::daemon
