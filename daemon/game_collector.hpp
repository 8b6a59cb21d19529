// The games of a hall as the stream tells them, table by table: what PGN is written from (replay, export).
// It takes events alone, so that everybody who reads the stream could build the same.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "rules/pgn.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::daemon {

struct CollectedGame {
    rules::GameStarted started;
    std::vector<rules::MoveMade> moves;
    rules::Result result = rules::Result::Unknown;
    rules::Termination termination = rules::Termination::Unterminated;
};

class GameCollector {
public:
    void add(unsigned table, const rules::TableEvent& event);

    /// By table, then in the order in which they were started.
    const std::map<unsigned, std::vector<CollectedGame>>& games() const { return games_; }

private:
    CollectedGame* find(unsigned table, const std::string& game_id);

    std::map<unsigned, std::vector<CollectedGame>> games_;
};

/// Tags that are the same for all games of an event; empty ones are written as PGN wants them ("?").
struct PgnEvent {
    std::string name;
    std::string site;
    std::string date;  ///< "2026.11.30"
    std::string round;
    std::string time_control;
};
/// One game as PGN text, ending with a blank line. With `restart` it may hold several games.
std::string to_pgn(unsigned table, const CollectedGame& game, const PgnEvent& event,
                   rules::IllegalMoves illegal);

}  // namespace boardbridge::daemon
