#include "daemon/command/replay.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>

#include "daemon/command/commands.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/game_collector.hpp"
#include "daemon/replayer.hpp"
#include "protocol/convert.hpp"
#include "rules/fen.hpp"

namespace boardbridge::daemon {

namespace {

protocol::WallTime wall(Instant at) { return protocol::WallTime{at.time_since_epoch()}; }

/// The kinds that are written, by TableEvent::index().
std::vector<bool> wanted_kinds(const std::vector<std::string>& names) {
    std::vector<bool> wanted(protocol::kPayloadCount, names.empty());
    if (names.empty()) wanted[*protocol::payload_index("placement_sensed")] = false;
    for (const std::string& name : names) {
        if (const auto index = protocol::payload_index(name)) wanted[*index] = true;
    }
    return wanted;
}

Expected<std::string, std::string> load(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return Unexpected<std::string>(file + ": cannot be opened: " + std::strerror(errno));
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) return Unexpected<std::string>(file + ": is a directory");
    std::ostringstream text;
    text << in.rdbuf();
    if (in.bad()) return Unexpected<std::string>(file + ": cannot be read");
    return std::move(text).str();
}

/// "2026.11.30" of a capture's start.
std::string pgn_date(std::string_view text) {
    const auto header = drivers::read_capture_header(text);
    if (!header || !header->started) return "";
    const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(*header->started)};
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, "%04d.%02u.%02u", static_cast<int>(day.year()),
                  static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
    return buffer;
}

void write_games(const GameCollector& games, const ReplayOptions& options, const std::string& date,
                 std::ostream& out) {
    PgnEvent event;
    event.date = date;
    if (options.table.time_control) event.time_control = rules::to_string(*options.table.time_control);
    for (const auto& [table, list] : games.games()) {
        for (const CollectedGame& game : list) out << to_pgn(table, game, event, options.illegal);
    }
}

int usage_error(const std::string& message) {
    std::cerr << "boardbridge replay: " << message << "\n";
    return kUsage;
}

/// The texts of the options, read into values; the first mistake as a message.
struct ReplayTexts {
    std::string format = "events";
    std::string kinds;
    std::string laws = "fide-2023";
    std::string play = "";
    std::string supervision = "full";
    std::string time_control;
    std::string start;
    std::string illegal = "cut";
    bool chess960 = false;
};

std::optional<std::string> read_kinds(const std::string& text, std::vector<std::string>& kinds) {
    std::stringstream list(text);
    for (std::string name; std::getline(list, name, ',');) {
        if (name.empty()) continue;
        if (!protocol::is_payload_name(name)) return "--kinds: no kind of event is named '" + name + "'";
        kinds.push_back(name);
    }
    return std::nullopt;
}

std::optional<std::string> read_start(const ReplayTexts& texts, TableSettings& table) {
    table.chess960 = texts.chess960;
    if (texts.start.empty()) return std::nullopt;
    const auto setup = rules::parse_fen(texts.start, texts.chess960);
    if (!setup) return "--start: field " + std::to_string(setup.error().field) + ": " + setup.error().message;
    if (const auto position = setup->position(); !position) {
        std::string reasons;
        for (const rules::PositionError e : position.error())
            reasons += (reasons.empty() ? "" : ", ") + rules::to_string(e);
        return "--start: not a legal position: " + reasons;
    }
    table.start = *setup;
    return std::nullopt;
}

std::optional<std::string> read_texts(const ReplayTexts& texts, ReplayOptions& options) {
    options.pgn = texts.format == "pgn";
    TableSettings& table = options.table;
    table.laws = *rules::parse_edition(texts.laws);
    table.supervision = *rules::parse_supervision(texts.supervision);
    options.illegal = *rules::parse_illegal_moves(texts.illegal);
    if (!texts.time_control.empty()) {
        const auto control = rules::parse_time_control(texts.time_control);
        if (!control) return "--time-control: " + control.error();
        table.time_control = *control;
    }
    table.play = !texts.play.empty()  ? *rules::parse_play(texts.play)
                 : table.time_control ? rules::kind_of_play(*table.time_control, table.laws)
                                      : rules::Play::Standard;
    if (auto wrong = read_kinds(texts.kinds, options.kinds)) return wrong;
    return read_start(texts, table);
}

}  // namespace

int replay_command(const ReplayOptions& options, std::ostream& out, std::ostream& err) {
    std::vector<std::string> texts;
    for (const std::string& file : options.captures) {
        auto text = load(file);
        if (!text) {
            err << "boardbridge: " << text.error() << "\n";
            return kNoInput;
        }
        texts.push_back(std::move(*text));
    }
    const std::vector<bool> wanted = wanted_kinds(options.kinds);
    GameCollector games;
    std::uint64_t sequence = 0;
    HallSettings settings;
    settings.defaults = options.table;
    if (options.explain) {
        settings.explain = [&](unsigned table, Instant at, const std::string& line) {
            out << "# table " << table << " " << drivers::to_rfc3339(wall(at)) << " " << line << '\n';
        };
    }
    Replayer replayer(std::move(settings), options.driver,
                      [&](unsigned table, Instant at, const rules::TableEvent& event) {
                          ++sequence;
                          if (options.discard) return;
                          if (options.pgn) {
                              games.add(table, event);
                          } else if (wanted[event.index()]) {
                              out << protocol::event_json(sequence, table, wall(at), event) << '\n';
                          }
                      });
    for (std::size_t i = 0; i < texts.size(); ++i) replayer.add(options.captures[i], texts[i]);
    const auto done = replayer.run();
    if (options.pgn) write_games(games, options, texts.empty() ? "" : pgn_date(texts.front()), out);
    if (!done) {
        err << "boardbridge: " << done.error().file
            << (done.error().line != 0 ? ":" + std::to_string(done.error().line) : "") << ": "
            << done.error().message << "\n";
        return kBadData;
    }
    return kDone;
}

void add_replay(CommandLine& line) {
    CLI::App* command =
        line.app.add_subcommand("replay", "Run captures through the tables and print what is made of them");
    auto options = std::make_shared<ReplayOptions>();
    auto texts = std::make_shared<ReplayTexts>();
    command->add_option("captures", options->captures, "Capture files; several make one hall, merged by time")
        ->required()
        ->type_name("CAPTURE");
    command->add_option("--format", texts->format, "events or pgn")->check(CLI::IsMember({"events", "pgn"}));
    command->add_option("--kinds", texts->kinds,
                        "Events to print, payload names joined by commas; default: all but placement_sensed");
    command->add_option("--laws", texts->laws, "Edition of the Laws")
        ->check(CLI::IsMember({"fide-2009", "fide-2018", "fide-2023"}));
    command
        ->add_option("--play", texts->play,
                     "standard, rapid or blitz; default: what the time control implies, else standard")
        ->check(CLI::IsMember({"standard", "rapid", "blitz"}));
    command->add_option("--supervision", texts->supervision, "full or partial")
        ->check(CLI::IsMember({"full", "partial"}));
    command->add_option("--time-control", texts->time_control, "As in PGN: 40/5400+30:1800+30")
        ->type_name("TC");
    command
        ->add_option(
            "--driver", options->driver,
            "What all lines speak, whatever the captures say; default: the captures' headers, else dgt")
        ->type_name("D")
        ->check([](const std::string& name) {
            return is_replayable(name)
                       ? std::string()
                       : "expected one of " + replayable_drivers() + ", found \"" + name + "\"";
        });
    command->add_option("--start", texts->start, "Position from which games start, besides the usual array")
        ->type_name("FEN");
    command->add_flag("--chess960", texts->chess960, "Chess960 start arrays open games");
    command->add_option("--illegal", texts->illegal, "Illegal moves in PGN: cut, restart or keep")
        ->check(CLI::IsMember({"cut", "restart", "keep"}));
    command->add_flag("--explain", options->explain,
                      "For each ply: the placements, the hypotheses weighed, what decided");
    command->add_flag("--discard", options->discard, "Write no events: for measuring");
    command->callback([&line, options, texts] {
        line.chosen = [options, texts] {
            if (const auto wrong = read_texts(*texts, *options)) return usage_error(*wrong);
            std::ios::sync_with_stdio(false);
            return replay_command(*options, std::cout, std::cerr);
        };
    });
}

}  // namespace boardbridge::daemon
