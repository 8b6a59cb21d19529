// See simulated_recordings.hpp.
#include "golden/simulated_recordings.hpp"

#include <optional>

#include "drivers/simulated/random_game.hpp"
#include "drivers/simulated/simulated_game.hpp"
#include "rules/fen.hpp"
#include "rules/san.hpp"

namespace boardbridge::golden {

using namespace simulated;

namespace {

struct Recipe {
    const char* name;
    HandProfile profile;
    std::uint64_t seed;
    int plies;
    std::optional<int> chess960 = std::nullopt;
    bool rotated = false;
    std::vector<Extra> extras = {};
    Ending ending = {};
};

std::vector<Recipe> recipes() {
    return {
        {"clean", HandProfile::Clean, 101, 30},
        {"hall", HandProfile::Hall, 102, 50},
        {"blitz", HandProfile::Blitz, 103, 60},
        {"scramble", HandProfile::Scramble, 104, 60},
        {"rotated-hall", HandProfile::Hall, 105, 30, std::nullopt, true},
        {"special-moves-blitz", HandProfile::Blitz, 30, 48},
        {"chess960-hall", HandProfile::Hall, 211, 60, 342},
        {"kings-signal-and-new-array",
         HandProfile::Clean,
         107,
         24,
         std::nullopt,
         false,
         {},
         {rules::Result::BlackWins, 6, true, true}},
        {"mishaps",
         HandProfile::Clean,
         108,
         24,
         std::nullopt,
         false,
         {{3, ExtraKind::TakeBack},
          {6, ExtraKind::IllegalPutRight},
          {9, ExtraKind::Hover},
          {12, ExtraKind::KnockedOver},
          {15, ExtraKind::PutOnTop},
          {18, ExtraKind::BouncingSensor}},
         {}},
    };
}

std::string moves_text(const RandomGame& game) {
    std::string out;
    rules::Position p = game.start;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if (i % 2 == 0) out += std::to_string(i / 2 + 1) + ".";
        out += " " + rules::to_uci(p, game.moves[i]);
        if (i % 2 == 1 || i + 1 == game.moves.size()) out += "\n";
        p = p.play(game.moves[i]);
    }
    return out;
}

Recording make(const Recipe& r) {
    const RandomGame game = random_game(r.seed, r.plies, r.chess960);
    SimulatedGameOptions o;
    o.hands.profile = r.profile;
    o.hands.seed = r.seed;
    o.hands.extras = r.extras;
    o.hands.ending = r.ending;
    o.device.rotated = r.rotated;
    const SimulatedGame played = simulate_game(game.start, game.moves, o);
    std::vector<std::string> headers = {"driver: dgt", "device: simulated board",
                                        "who: boardbridge's simulator",
                                        "what: " + std::string(to_string(r.profile)) + " hands, seed " +
                                            std::to_string(r.seed) + ", a random game"};
    if (r.chess960) headers.push_back("start: " + rules::to_fen(game.start));
    return {r.name, capture_text(played.recording, "b1", headers), moves_text(game)};
}

}  // namespace

std::vector<Recording> simulated_recordings() {
    std::vector<Recording> all;
    for (const Recipe& r : recipes()) all.push_back(make(r));
    return all;
}

}  // namespace boardbridge::golden
