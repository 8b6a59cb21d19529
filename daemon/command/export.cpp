// boardbridge export: the games that the running daemon holds, as PGN.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <set>

#include "daemon/command/commands.hpp"
#include "daemon/command/connect_options.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/game_collector.hpp"

namespace boardbridge::daemon {

namespace {

struct ExportOptions {
    std::string file = "-";
    std::vector<unsigned> tables;
    std::string illegal = "cut";
};

struct Held {
    std::vector<rules::TableSnapshot> snapshots;
    std::uint64_t as_of = 0;
    std::vector<protocol::StampedEvent> events;  // from the oldest held on
};

// Until the heartbeat that tells that the present is reached.
std::optional<std::string> receive_all(StreamClient& client, Held& held) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < deadline && !end_wanted()) {
        auto message = client.receive(std::chrono::seconds(1));
        if (!message) return message.error().text;
        if (!*message) continue;
        if (auto* snapshot = std::get_if<protocol::Snapshot>(&**message)) {
            held.as_of = snapshot->sequence;
            if (snapshot->continued && !held.snapshots.empty()) {
                auto& moves = held.snapshots.back().moves;
                moves.insert(moves.end(), snapshot->table.moves.begin(), snapshot->table.moves.end());
            } else {
                held.snapshots.push_back(std::move(snapshot->table));
            }
        } else if (auto* event = std::get_if<protocol::StampedEvent>(&**message)) {
            held.events.push_back(std::move(*event));
        } else if (std::holds_alternative<protocol::Heartbeat>(**message)) {
            return std::nullopt;
        }
    }
    return "the daemon does not come to an end with it";
}

bool knows(const Held& held, unsigned table) {
    const auto of_table = [table](const auto& what) { return what.table == table; };
    return std::ranges::any_of(held.snapshots, of_table) || std::ranges::any_of(held.events, of_table);
}

// Games that began before the oldest event held are taken from the snapshots, all others from their events.
GameCollector collect(const Held& held, const std::vector<unsigned>& tables) {
    const auto wanted = [&tables](unsigned table) {
        return tables.empty() || std::find(tables.begin(), tables.end(), table) != tables.end();
    };
    std::set<std::string> begun;
    for (const protocol::StampedEvent& event : held.events) {
        if (const auto* started = std::get_if<rules::GameStarted>(&event.what))
            begun.insert(started->game_id);
    }
    GameCollector games;
    for (const rules::TableSnapshot& snapshot : held.snapshots) {
        if (!snapshot.game || begun.contains(snapshot.game->game_id) || !wanted(snapshot.table)) continue;
        games.add(snapshot.table, *snapshot.game);
        for (const rules::MoveMade& move : snapshot.moves) games.add(snapshot.table, move);
        if (snapshot.ended) games.add(snapshot.table, *snapshot.ended);
    }
    const auto named_now = [&held](rules::GameStarted started) {
        for (const rules::TableSnapshot& snapshot : held.snapshots) {
            if (snapshot.game && snapshot.game->game_id == started.game_id) started = *snapshot.game;
        }
        return started;
    };
    for (const protocol::StampedEvent& event : held.events) {
        if (!wanted(event.table)) continue;
        if (const auto* started = std::get_if<rules::GameStarted>(&event.what)) {
            games.add(event.table, named_now(*started));  // names may have been put right since
            continue;
        }
        const bool known = std::visit(
            [&begun](const auto& what) {
                if constexpr (requires { what.game_id; }) return begun.contains(what.game_id);
                return false;
            },
            event.what);
        if (known) games.add(event.table, event.what);
    }
    return games;
}

PgnEvent event_tags(const CommonOptions& common) {
    const ConfigReading reading = read_config(common.config);
    PgnEvent tags;
    if (!reading.usable()) return tags;
    const EventConfig& event = reading.config.event;
    tags.name = event.name;
    tags.site = event.site;
    if (event.date) {
        tags.date =
            fmt::format("{:04}.{:02}.{:02}", static_cast<int>(event.date->year()),
                        static_cast<unsigned>(event.date->month()), static_cast<unsigned>(event.date->day()));
    }
    if (event.round) tags.round = std::to_string(*event.round);
    if (event.time_control) tags.time_control = rules::to_string(*event.time_control);
    return tags;
}

int write_out(const std::string& file, const std::string& text) {
    if (file == "-") {
        std::cout << text << std::flush;
        return std::cout ? kDone : kIoError;
    }
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << text << std::flush;
    if (out) return kDone;
    return fail(kIoError, file + ": " + std::strerror(errno));
}

int export_games(const CommonOptions& common, const std::string& connect, const ExportOptions& options) {
    Held held;
    for (const bool snapshots : {true, false}) {
        auto client = connect_daemon(common, connect);
        if (!client) return client.error();
        protocol::Subscribe subscribe;
        if (!snapshots) subscribe.after_sequence = 0;
        client->send(subscribe);
        if (const auto error = receive_all(*client, held)) return fail(kUnavailable, *error);
    }
    for (const unsigned table : options.tables) {
        if (!knows(held, table)) return fail(kBadData, fmt::format("there is no table {}", table));
    }
    const GameCollector games = collect(held, options.tables);
    const PgnEvent tags = event_tags(common);
    std::string text;
    for (const auto& [table, list] : games.games()) {
        for (const CollectedGame& game : list) {
            text += to_pgn(table, game, tags, *rules::parse_illegal_moves(options.illegal));
        }
    }
    return write_out(options.file, text);
}

}  // namespace

void add_export(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand("export", "Write the games that the daemon holds as PGN");
    auto options = std::make_shared<ExportOptions>();
    command->add_option("file", options->file, "PGN file to write; default: standard output")
        ->type_name("FILE");
    command->add_option("--table", options->tables, "Only these tables")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command->add_option("--illegal", options->illegal, "Illegal moves: cut, restart or keep; default cut")
        ->check(CLI::IsMember({"cut", "restart", "keep"}));
    auto connect = add_connect_option(*command);
    command->callback([&line, options, connect] {
        line.chosen = [&line, options, connect] { return export_games(line.common, *connect, *options); };
    });
}

}  // namespace boardbridge::daemon
