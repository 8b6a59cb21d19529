// Whole games through hands, scan, wire, session and table, in virtual time, against what was really played.
// Used by the accuracy bench and by tests that count in games.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "drivers/simulated/simulated_game.hpp"
#include "rules/alert.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::rebuild {

struct TrueGame {
    std::string name;  ///< "random 17", "game 3 of club.pgn"
    rules::Position start;
    std::vector<rules::Move> moves;
    bool usual_start = true;  ///< standard or Chess960 array; else the table is told the start
};

struct Options {
    simulated::HandProfile profile = simulated::HandProfile::Hall;
    std::uint64_t seed = 1;
    bool rotated = false;
    bool clock = true;
    bool occupancy = false;  ///< identity is taken from the events
    rules::Play play = rules::Play::Standard;
    rules::Supervision supervision = rules::Supervision::Full;
    std::vector<simulated::Extra> extras;
    simulated::Ending ending;
};

struct Verdict {
    bool right = false;
    std::string why;                         ///< first difference, empty when right
    std::map<rules::AlertKind, int> alerts;  ///< raised
    std::vector<rules::MoveMade> score;      ///< as it stood at the end
    std::size_t messages = 0;
    int guesses = 0;
    int revisions = 0;
    int games_started = 0;
};

/// Random game number `seed`, cut where a game ends by itself. Every fourth one in Chess960 if asked for.
TrueGame random_true_game(std::uint64_t seed, int plies, bool chess960);
/// The games of a PGN text; those that cannot be read are left out and counted.
std::vector<TrueGame> pgn_true_games(const std::string& text, const std::string& name,
                                     std::size_t& unreadable);

simulated::SimulatedGame record(const TrueGame& game, const Options& options);
Verdict rebuild(const TrueGame& game, const Options& options);
/// Session and table over bytes already made.
Verdict rebuild(const TrueGame& game, const Options& options, const simulated::Recording& recording);

/// NAME.cap and NAME.uci.
std::string capture_of(const TrueGame& game, const Options& options);
std::string uci_of(const TrueGame& game);

/// Alerts that belong to a rightly played game too (repetitions and the like); all others are false alerts
/// here.
bool natural(rules::AlertKind kind);

}  // namespace boardbridge::rebuild
