// boardbridge record: a capture from the running daemon. With --last what has just gone over the lines, else
// what goes over them from now on, until Ctrl-C.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
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

// The file comes into being with the first bytes: written beside it, and put in its place at the end, so that
// a recording that does not come about leaves alone what was there.
class RecordOutput {
public:
    explicit RecordOutput(const std::string& file) : file_(file) {
        std::error_code error;
        if (const auto real = std::filesystem::canonical(file, error); !error) file_ = real;
        // A pipe or a device is no file to be replaced.
        const auto status = std::filesystem::status(file_, error);
        in_place_ = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
        written_to_ = in_place_ ? file_.string() : file_.string() + fmt::format(".{}", getpid());
    }
    bool write(const std::string& text) {
        if (!out_.is_open()) out_.open(written_to_, std::ios::binary | std::ios::trunc);
        out_ << text << std::flush;
        return static_cast<bool>(out_);
    }
    /// Nothing recorded: nothing done.
    bool finish() {
        if (!out_.is_open()) return true;
        out_.close();
        if (!out_ || in_place_) return static_cast<bool>(out_);
        std::error_code error;
        const auto former = std::filesystem::status(file_, error);
        if (std::filesystem::exists(former)) {
            std::filesystem::permissions(written_to_, former.permissions(), error);
        }
        return std::rename(written_to_.c_str(), file_.c_str()) == 0;
    }
    bool begun() const { return out_.is_open(); }
    const std::filesystem::path& written_to() const { return written_to_; }

private:
    std::filesystem::path file_;
    std::filesystem::path written_to_;
    bool in_place_ = false;
    std::ofstream out_;
};

/// How a recording ended: what was written until then counts unless it could not be written.
struct Recorded {
    int code = kDone;
    std::string text;
};

Recorded receive_capture(StreamClient& client, const std::function<bool(const std::string&)>& write) {
    for (;;) {
        const auto message = client.receive(std::chrono::seconds(1));
        if (end_wanted()) return {};
        if (!message) return {kUnavailable, message.error().text};
        if (!*message) continue;
        const auto* reply = std::get_if<protocol::CommandReply>(&**message);
        if (reply == nullptr) continue;
        if (reply->status != protocol::CommandStatus::Done) return {exit_code(reply->status), reply->text};
        if (!write(reply->capture)) return {kIoError, std::strerror(errno)};
        if (!reply->more) return {};
    }
}

int record_to_file(StreamClient& client, const std::string& file) {
    RecordOutput out(file);
    Recorded end = receive_capture(client, [&out](const std::string& text) { return out.write(text); });
    if (end.code != kIoError && !out.finish()) end = {kIoError, std::strerror(errno)};
    if (end.code == kDone) return kDone;
    if (end.code != kIoError) {
        return fail(end.code, end.text + (out.begun() ? "; recorded until then: " + file : std::string()));
    }
    std::error_code error;
    const bool kept = std::filesystem::exists(out.written_to(), error);
    return fail(kIoError,
                file + ": " + end.text + (kept ? "; recorded until then: " + out.written_to().string() : ""));
}

int record_to_output(StreamClient& client) {
    const Recorded end = receive_capture(
        client, [](const std::string& text) { return static_cast<bool>(std::cout << text << std::flush); });
    return end.code == kDone ? kDone : fail(end.code, end.text);
}

int record(const CommonOptions& common, const std::string& connect, const RecordOptions& options) {
    protocol::ReadCapture what;
    what.line = options.line;
    what.follow = options.last.empty();
    if (!options.last.empty()) what.last_seconds = *parse_span(options.last);
    auto client = connect_daemon(common, connect);
    if (!client) return client.error();
    catch_end_signals();
    protocol::Command command;
    command.id = 1;
    command.what = what;
    client->send(command);
    return options.file == "-" ? record_to_output(*client) : record_to_file(*client, options.file);
}

}  // namespace

void add_record(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand("record", "Save what goes over the lines as a capture");
    auto options = std::make_shared<RecordOptions>();
    command->add_option("--line", options->line, "Only this line; default: all")->type_name("L");
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
