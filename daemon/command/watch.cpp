// boardbridge watch: the hall at a terminal, as plain lines, or as JSON events.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <ctime>
#include <iostream>

#include "daemon/command/commands.hpp"
#include "daemon/command/connect_options.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/hall_view.hpp"
#include "daemon/table_words.hpp"

namespace boardbridge::daemon {

namespace {

constexpr auto kRedraw = std::chrono::milliseconds(250);
constexpr auto kPlacement = std::string_view("placement_sensed");

struct WatchOptions {
    bool json = false;
    std::vector<unsigned> tables;
    std::vector<std::string> kinds;
    std::optional<std::uint64_t> after;
};

std::string time_words(protocol::WallTime time) {
    const std::time_t seconds =
        std::chrono::system_clock::to_time_t(std::chrono::floor<std::chrono::seconds>(time));
    std::tm local{};
    localtime_r(&seconds, &local);
    return fmt::format("{:%H:%M:%S}", local);
}

/// Takes what the daemon says, one way or another.
class WatchOutput {
public:
    virtual ~WatchOutput() = default;
    virtual void take(const protocol::ServerMessage& message) = 0;
    /// Called a few times a second.
    virtual void refresh() {}
};

class JsonOutput final : public WatchOutput {
public:
    void take(const protocol::ServerMessage& message) override {
        if (const auto* event = std::get_if<protocol::StampedEvent>(&message)) {
            std::cout << protocol::event_json(event->sequence, event->table, event->time, event->what)
                      << std::endl;
        }
    }
};

class LineOutput final : public WatchOutput {
public:
    void take(const protocol::ServerMessage& message) override {
        if (const auto* snapshot = std::get_if<protocol::Snapshot>(&message))
            return describe(snapshot->table);
        const auto* event = std::get_if<protocol::StampedEvent>(&message);
        if (event == nullptr) return;
        const std::string words = event_words(event->what);
        if (words.empty()) return;
        std::cout << cut_to(fmt::format("{} table {:<4} {}", time_words(event->time), event->table, words),
                            200)
                  << std::endl;
    }

private:
    static void describe(const rules::TableSnapshot& table) {
        const std::string game =
            table.game ? fmt::format("game {}, {} plies", table.game->game_id, table.moves.size())
                       : "no game";
        std::cout << fmt::format("now      table {:<4} {}, {} open alerts\n", table.table, game,
                                 table.open_alerts.size());
    }
};

/// The whole screen, drawn again a few times a second with plain ANSI sequences.
class ScreenOutput final : public WatchOutput {
public:
    explicit ScreenOutput(std::string where) : where_(std::move(where)) {
        std::cout << "\x1b[?1049h\x1b[?25l";
    }
    ~ScreenOutput() override { std::cout << "\x1b[?25h\x1b[?1049l" << std::flush; }
    ScreenOutput(const ScreenOutput&) = delete;
    ScreenOutput& operator=(const ScreenOutput&) = delete;

    void take(const protocol::ServerMessage& message) override {
        if (const auto* snapshot = std::get_if<protocol::Snapshot>(&message)) {
            view_.set(snapshot->table, snapshot->continued);
        } else if (const auto* event = std::get_if<protocol::StampedEvent>(&message)) {
            view_.apply(*event);
            sequence_ = event->sequence;
        }
    }

    void refresh() override {
        winsize size{};
        if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) size = {24, 80, 0, 0};
        const std::string heading = fmt::format(
            "boardbridge {}  {} tables  event {}  {}   Ctrl-C ends", where_, view_.tables(), sequence_,
            time_words(
                std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now())));
        std::string screen = "\x1b[H";
        for (const std::string& text :
             view_.draw(size.ws_col, size.ws_row > 1 ? size.ws_row - 1U : 1U, heading)) {
            screen += text + "\x1b[K\r\n";
        }
        std::cout << screen << "\x1b[J" << std::flush;
    }

private:
    std::string where_;
    HallView view_;
    std::uint64_t sequence_ = 0;
};

std::unique_ptr<WatchOutput> make_output(const WatchOptions& options, const StreamClient& client) {
    if (options.json) return std::make_unique<JsonOutput>();
    if (isatty(STDOUT_FILENO) == 0) return std::make_unique<LineOutput>();
    return std::make_unique<ScreenOutput>(to_string(client.target()));
}

protocol::Subscribe subscription(const WatchOptions& options) {
    protocol::Subscribe subscribe;
    subscribe.after_sequence = options.after;
    subscribe.tables = options.tables;
    subscribe.kinds = options.kinds;
    if (!subscribe.kinds.empty()) return subscribe;
    for (std::size_t i = 0; i < protocol::kPayloadCount; ++i) {
        const std::string_view name = protocol::payload_name(i);
        if (name != kPlacement) subscribe.kinds.emplace_back(name);
    }
    return subscribe;
}

int watch(const CommonOptions& common, const std::string& connect, const WatchOptions& options) {
    auto client = connect_daemon(common, connect);
    if (!client) return client.error();
    catch_end_signals();
    std::signal(SIGPIPE, SIG_IGN);
    client->send(subscription(options));
    auto output = make_output(options, *client);
    auto drawn = std::chrono::steady_clock::time_point();
    std::optional<StreamEnd> end;
    while (!end_wanted() && std::cout) {
        auto message = client->receive(kRedraw);
        if (!message) {
            end = std::move(message.error());
            break;
        }
        if (*message) output->take(**message);
        const auto now = std::chrono::steady_clock::now();
        if (*message && now - drawn < kRedraw) continue;
        output->refresh();
        drawn = now;
    }
    output.reset();
    if (!end) return kDone;
    std::cerr << "boardbridge: the stream ended: " << end->text << "\n";
    return kUnavailable;
}

}  // namespace

void add_watch(CommandLine& line) {
    CLI::App* command =
        line.app.add_subcommand("watch", "Watch the hall: tables, clocks, last moves, alerts");
    auto options = std::make_shared<WatchOptions>();
    command->add_flag("--json", options->json, "Print each event as a line of JSON");
    command->add_option("--table", options->tables, "Only these tables")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command->add_option("--kinds", options->kinds, "Only these events, as for replay")
        ->delimiter(',')
        ->type_name("K,...")
        ->check([](const std::string& text) {
            return protocol::is_payload_name(text) ? std::string()
                                                   : "there is no kind of event \"" + text + "\"";
        });
    command->add_option("--after", options->after, "Go on after this sequence (0: from the oldest held)")
        ->type_name("SEQUENCE");
    auto connect = add_connect_option(*command);
    command->callback([&line, options, connect] {
        line.chosen = [&line, options, connect] { return watch(line.common, *connect, *options); };
    });
}

}  // namespace boardbridge::daemon
