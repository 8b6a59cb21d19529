// How many whole games are rebuilt without one wrong, missing or extra ply, and which false alerts come up on
// the way: a table by profile, for any seed, PGN and number of games. Evidence, no gate.
#include <CLI/CLI.hpp>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <thread>

#include "sim/rebuild.hpp"

namespace {

using namespace boardbridge;
using namespace boardbridge::rebuild;
using simulated::HandProfile;
namespace fs = std::filesystem;

struct Wanted {
    std::vector<std::string> profiles;
    std::vector<std::string> pgn;
    std::uint64_t seed = 1;
    std::size_t games = 400;
    std::size_t first = 0;
    int plies = 120;
    std::string play;
    std::string dump;
    std::size_t dump_at_most = 10;
    unsigned threads = 1;
    bool chess960 = false;
    bool turned = false;
    bool no_clock = false;
    bool occupancy = false;
    bool partial = false;
    bool verbose = false;
};

struct Line {
    std::size_t right = 0, wrong = 0, alerted = 0, plies = 0, messages = 0, guesses = 0, revisions = 0;
    std::map<rules::AlertKind, std::size_t> alerts;  ///< games with one
    std::vector<std::pair<std::size_t, std::string>> failures;
    double seconds = 0;
};

struct Game {
    TrueGame played;
    Options options;
};

class Bench {
public:
    explicit Bench(Wanted wanted) : wanted_(std::move(wanted)) {}

    bool load() {
        for (const std::string& file : wanted_.pgn) {
            std::ifstream in(file, std::ios::binary);
            if (!in) {
                std::cerr << file << ": cannot be read\n";
                return false;
            }
            std::size_t unreadable = 0;
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            auto games = pgn_true_games(text, fs::path(file).filename().string(), unreadable);
            std::cout << file << ": " << games.size() << " games, " << unreadable << " unreadable\n";
            library_.insert(library_.end(), std::make_move_iterator(games.begin()),
                            std::make_move_iterator(games.end()));
        }
        return true;
    }

    Game game(HandProfile profile, std::size_t i) const {
        const std::uint64_t seed = simulated::SeededRandom(wanted_.seed).fork(i).next();
        Game g;
        g.played = library_.empty() ? random_true_game(seed, wanted_.plies, wanted_.chess960)
                                    : library_[i % library_.size()];
        g.options.profile = profile;
        g.options.seed = seed;
        g.options.rotated = wanted_.turned && i % 2 == 1;
        g.options.clock = !wanted_.no_clock;
        g.options.occupancy = wanted_.occupancy;
        const bool quick = profile == HandProfile::Blitz || profile == HandProfile::Scramble;
        g.options.play = quick ? rules::Play::Blitz : rules::Play::Standard;
        if (const auto play = rules::parse_play(wanted_.play)) g.options.play = *play;
        if (wanted_.partial) g.options.supervision = rules::Supervision::Partial;
        return g;
    }

    void run(HandProfile profile) {
        Line line;
        const std::clock_t start = std::clock();
        std::vector<std::thread> threads;
        std::mutex mutex;
        for (unsigned t = 0; t < wanted_.threads; ++t) {
            threads.emplace_back([&, t] {
                for (std::size_t i = t; i < wanted_.games; i += wanted_.threads) {
                    const Game g = game(profile, wanted_.first + i);
                    const Verdict v = rebuild::rebuild(g.played, g.options);
                    const std::lock_guard lock(mutex);
                    count(line, wanted_.first + i, g, v);
                }
            });
        }
        for (auto& t : threads) t.join();
        line.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        print(profile, line);
    }

private:
    void count(Line& line, std::size_t i, const Game& g, const Verdict& v) {
        ++(v.right ? line.right : line.wrong);
        line.plies += g.played.moves.size();
        line.messages += v.messages;
        line.guesses += static_cast<std::size_t>(v.guesses);
        line.revisions += static_cast<std::size_t>(v.revisions);
        std::string alerts;
        for (const auto& [kind, n] : v.alerts) {
            if (natural(kind)) continue;
            ++line.alerts[kind];
            alerts += " " + std::string(rules::to_string(kind)) + "*" + std::to_string(n);
        }
        if (!alerts.empty()) ++line.alerted;
        if (v.right && alerts.empty()) return;
        if (v.right && !wanted_.verbose) return;
        line.failures.emplace_back(i, (v.right ? "right, but" : v.why) + alerts);
        if (!wanted_.dump.empty() && dumped_ < wanted_.dump_at_most) dump(i, g, v);
    }

    void dump(std::size_t i, const Game& g, const Verdict& v) {
        ++dumped_;
        const fs::path stem =
            fs::path(wanted_.dump) / (std::string(to_string(g.options.profile)) + "-" +
                                      std::to_string(wanted_.seed) + "-" + std::to_string(i));
        fs::create_directories(wanted_.dump);
        std::ofstream(stem.string() + ".cap", std::ios::binary) << capture_of(g.played, g.options);
        std::ofstream(stem.string() + ".uci", std::ios::binary) << uci_of(g.played);
        std::ofstream why(stem.string() + ".why");
        why << v.why << "\n";
        for (const auto& [kind, n] : v.alerts) why << rules::to_string(kind) << " " << n << "\n";
        for (const auto& m : v.score)
            why << m.ply << " " << m.uci << (m.guess ? " guess" : "") << (m.illegal ? " illegal" : "")
                << "\n";
        for (const auto& ply : record(g.played, g.options).script.plies) {
            why << "hands: ply landed "
                << std::chrono::duration<double>(ply.landed.time_since_epoch()).count() << " pressed "
                << std::chrono::duration<double>(ply.pressed.time_since_epoch()).count()
                << (ply.traits.slide ? " slide" : "") << (ply.traits.stop ? " stop" : "")
                << (ply.traits.wrong_square ? " wrong-square" : "")
                << (ply.traits.dropped_out ? " drop-out" : "") << (ply.traits.misread ? " misread" : "")
                << (ply.traits.adjusted ? " adjusted" : "") << (ply.traits.overlapped ? " overlapped" : "")
                << "\n";
        }
    }

    void print(HandProfile profile, const Line& line) const {
        const double percent = 100.0 * static_cast<double>(line.right) /
                               static_cast<double>(std::max<std::size_t>(1, wanted_.games));
        std::printf(
            "%-9s %5zu games  %5zu right  %4zu wrong  %6.2f %%  %4zu with false alerts  %zu plies, %zu "
            "guessed, %zu revisions"
            "  %.0f messages/s of processor time\n",
            std::string(to_string(profile)).c_str(), wanted_.games, line.right, line.wrong, percent,
            line.alerted, line.plies, line.guesses, line.revisions,
            static_cast<double>(line.messages) / line.seconds);
        for (const auto& [kind, n] : line.alerts) {
            std::printf("    %-26s in %zu games\n", std::string(rules::to_string(kind)).c_str(), n);
        }
        for (const auto& [i, why] : line.failures) {
            std::printf("    --profile %s --seed %llu --first %zu --games 1: %s\n",
                        std::string(to_string(profile)).c_str(),
                        static_cast<unsigned long long>(wanted_.seed), i, why.c_str());
        }
        std::fflush(stdout);
    }

    Wanted wanted_;
    std::vector<TrueGame> library_;
    std::size_t dumped_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Wanted w;
    CLI::App app("Whole games rebuilt from simulated hands");
    app.add_option("--profile", w.profiles, "clean, hall, blitz, scramble (all)")
        ->check(CLI::IsMember({"clean", "hall", "blitz", "scramble"}));
    app.add_option("--pgn", w.pgn, "play these games instead of random ones");
    app.add_option("--seed", w.seed, "of hands and random games")->capture_default_str();
    app.add_option("--games", w.games, "a profile")->capture_default_str();
    app.add_option("--first", w.first, "number of the first game")->capture_default_str();
    app.add_option("--plies", w.plies, "of a random game, at most")->capture_default_str();
    app.add_option("--play", w.play, "standard, rapid, blitz (by profile)");
    app.add_option("--dump", w.dump, "directory for NAME.cap, .uci and .why of failing games");
    app.add_option("--dump-at-most", w.dump_at_most)->capture_default_str();
    app.add_option("-j,--threads", w.threads)->capture_default_str()->check(CLI::Range(1, 64));
    app.add_flag("--chess960", w.chess960, "every fourth random game is Chess960");
    app.add_flag("--rotated", w.turned, "every second board is rotated");
    app.add_flag("--no-clock", w.no_clock);
    app.add_flag("--occupancy", w.occupancy, "a board without piece identity");
    app.add_flag("--partial", w.partial, "partial supervision");
    app.add_flag("-v,--verbose", w.verbose, "also right games with false alerts");
    CLI11_PARSE(app, argc, argv);
    if (w.profiles.empty()) w.profiles = {"clean", "hall", "blitz", "scramble"};
    const auto profiles = w.profiles;
    Bench bench(std::move(w));
    if (!bench.load()) return 66;
    for (const std::string& p : profiles) bench.run(*simulated::parse_hand_profile(p));
    return 0;
}
