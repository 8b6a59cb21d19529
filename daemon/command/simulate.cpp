// boardbridge simulate: the whole daemon on simulated tables that speak the real wire protocols over ptys.
#include <fmt/format.h>
#include <stdlib.h>
#include <time.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "daemon/command/commands.hpp"
#include "daemon/command/log_level.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/service.hpp"
#include "daemon/simulated_hall.hpp"

namespace boardbridge::daemon {

namespace {

constexpr unsigned kMostTables = 2000;

struct SimulateOptions {
    unsigned tables = 8;
    std::string play;
    std::string noise = "hall";
    double speed = 1.0;
    std::uint64_t seed = 1;
    std::string pgn;
    std::string driver = "dgt";
};

/// A directory of its own for a simulation without -c; what is still in it at the end stays.
class TemporaryDirectory {
public:
    static Expected<TemporaryDirectory, std::string> make() {
        std::error_code error;
        std::string name = (std::filesystem::temp_directory_path(error) / "boardbridge-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) return Unexpected<std::string>("cannot make " + name);
        return TemporaryDirectory(name);
    }
    TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
    ~TemporaryDirectory() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove(path_, ignored);
    }
    const std::filesystem::path& path() const { return path_; }

private:
    explicit TemporaryDirectory(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

rules::TimeControl usual_control(rules::Play play) {
    const auto control = [](int base, int increment) {
        return rules::TimeControl{
            {{std::nullopt, std::chrono::seconds(base), std::chrono::seconds(increment)}}};
    };
    switch (play) {
        case rules::Play::Standard:
            return control(5400, 30);
        case rules::Play::Rapid:
            return control(900, 10);
        case rules::Play::Blitz:
            break;
    }
    return control(180, 2);
}

Expected<std::vector<GameToPlay>, int> load_games(const std::string& file) {
    if (file.empty()) return famous_games();
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) return Unexpected<int>(fail(kNoInput, file + ": cannot be read"));
    auto read = games_from_pgn(text.str());
    if (!read) return Unexpected<int>(fail(kBadData, file + ": " + read.error()));
    if (read->skipped != 0) {
        std::cerr << fmt::format(
            "boardbridge: {}: {} games are left out: not from the start array, empty, or with illegal "
            "moves\n",
            file, read->skipped);
    }
    if (read->games.empty()) return Unexpected<int>(fail(kBadData, file + ": no game to play"));
    return std::move(read->games);
}

// Play and time control of the hall: what was asked for, else what the configuration says, else standard.
void settle_play(const SimulateOptions& options, Config& config) {
    if (!options.play.empty()) {
        config.event.play = rules::parse_play(options.play);
        config.event.time_control = usual_control(*config.event.play);
    } else if (!config.event.time_control) {
        config.event.time_control = usual_control(config.play());
    }
}

// The configured lines and tables make room for the simulated ones.
void put_lines(const SimulateOptions& options, const std::vector<SimulatedPort>& ports, Config& config) {
    config.lines.clear();
    config.tables.clear();
    for (const SimulatedPort& port : ports) {
        LineConfig line;
        line.name = fmt::format("sim-{}", config.lines.size() + 1);
        line.driver = options.driver;
        line.port = port.name;
        config.lines.push_back(line);
        const auto put_table = [&](std::optional<std::uint16_t> address) {
            TableConfig table;
            table.number = static_cast<unsigned>(config.tables.size() + 1);
            table.line = line.name;
            table.address = address;
            config.tables.push_back(table);
        };
        if (port.addresses.empty()) put_table(std::nullopt);
        for (const std::uint16_t address : port.addresses) put_table(address);
    }
}

// Before CLI11 converts it, which takes the sign for an instruction to count down from 2^64.
std::string is_seed(const std::string& text) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc{} && rest == end) return {};
    return "expected an integer from 0 to 18446744073709551615, found \"" + text + "\"";
}

struct Places {
    Config config;
    std::vector<std::filesystem::path> runtime;
    std::optional<TemporaryDirectory> temporary;
};

Expected<Places, int> places(const CommonOptions& common) {
    Places result;
    if (!common.config.empty()) {
        ConfigReading reading = read_config(common.config);
        for (const ConfigMistake& mistake : reading.mistakes) std::cerr << to_string(mistake) << "\n";
        if (!reading.usable()) return Unexpected<int>(reading.missing ? kNoInput : kBadConfig);
        result.config = std::move(reading.config);
        result.runtime = {runtime_directory()};
        return result;
    }
    auto temporary = TemporaryDirectory::make();
    if (!temporary) return Unexpected<int>(fail(kIoError, temporary.error()));
    result.config.event.name = "Simulated hall";
    result.config.stream.tcp = HostPort{"127.0.0.1", 0};
    result.config.stream.unix_socket = temporary->path() / "stream.sock";
    result.runtime = {temporary->path()};
    // Who has named a runtime directory looks there.
    if (runtime_directory_is_named()) result.runtime.push_back(runtime_directory());
    result.temporary.emplace(std::move(*temporary));
    return result;
}

double thread_cpu_seconds() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

void say_where(const Places& where, const BoundEndpoints& bound, unsigned tables) {
    std::cout << fmt::format("simulating {} tables\n", tables);
    if (where.temporary) std::cout << fmt::format("directory {}\n", where.temporary->path().string());
    if (!bound.tcp.empty()) std::cout << fmt::format("stream tcp://{}\n", bound.tcp);
    if (!bound.unix_socket.empty()) std::cout << fmt::format("stream unix:{}\n", bound.unix_socket);
    std::cout << std::flush;
}

int simulate(const CommonOptions& common, const SimulateOptions& options) {
    auto games = load_games(options.pgn);
    if (!games) return games.error();
    auto where = places(common);
    if (!where) return where.error();
    Config& config = where->config;
    settle_play(options, config);
    raise_descriptor_limit();
    const Log log(log_level(common));
    const TimeSource time(options.speed);
    SimulatedHallOptions hall_options;
    hall_options.tables = options.tables;
    hall_options.hands = *simulated::parse_hand_profile(options.noise);
    hall_options.time_control = *config.event.time_control;
    hall_options.seed = options.seed;
    hall_options.bus = options.driver == "dgt-bus";
    hall_options.games = std::move(*games);
    auto hall = SimulatedHall::make(std::move(hall_options), time);
    if (!hall) return fail(kUnavailable, hall.error());
    put_lines(options, (*hall)->ports(), config);
    const auto begun = std::chrono::steady_clock::now();
    ServiceOptions service;
    service.config = config;
    service.supervisor.runtime_directories = where->runtime;
    service.supervisor.runtime_required = where->temporary || runtime_directory_is_named();
    service.ready = [&](const BoundEndpoints& bound) {
        (*hall)->start();
        say_where(*where, bound, options.tables);
    };
    const int code = serve(std::move(service), time, log);
    (*hall)->stop();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
    log.info("simulation ended",
             {{"games", std::to_string((*hall)->games_finished())},
              {"seconds", fmt::format("{:.1f}", took.count())},
              {"daemon_cpu", fmt::format("{:.1f}%", 100 * thread_cpu_seconds() / took.count())}});
    return code;
}

}  // namespace

void add_simulate(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand("simulate", "Run the daemon on a hall of simulated boards");
    auto options = std::make_shared<SimulateOptions>();
    command->add_option("--tables", options->tables, "How many, 1 to 2000; default 8")
        ->type_name("N")
        ->check(CLI::Range(1U, kMostTables));
    command->add_option("--play", options->play, "standard (90 min + 30 s), rapid (15 + 10) or blitz (3 + 2)")
        ->check(CLI::IsMember({"standard", "rapid", "blitz"}));
    command
        ->add_option("--noise", options->noise,
                     "How the hands are: clean, hall, blitz or scramble; default hall")
        ->check(CLI::IsMember({"clean", "hall", "blitz", "scramble"}));
    command
        ->add_option("--speed", options->speed, "Seconds of the hall in one second, 0.1 to 1000; default 1")
        ->type_name("X")
        ->check(CLI::Range(0.1, 1000.0));
    command->add_option("--seed", options->seed, "Equal seeds make equal hands; default 1")
        ->type_name("S")
        ->check(is_seed);
    command->add_option("--pgn", options->pgn, "Games to play; table t plays game t, t + N, t + 2N ...")
        ->type_name("FILE");
    command
        ->add_option("--driver", options->driver,
                     "What the boards speak: dgt, or dgt-bus in chains of twelve; default dgt")
        ->check(CLI::IsMember({"dgt", "dgt-bus"}));
    command->callback(
        [&line, options] { line.chosen = [&line, options] { return simulate(line.common, *options); }; });
}

}  // namespace boardbridge::daemon
