// The score of one game: plies with their clock times, revised and confirmed as the tracker says, and whether
// the Laws end the game by themselves. Sources: Laws 2023, Articles 5.1.1, 5.2.1, 5.2.2, 9.6; contract
// section 4 (what ends a game).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/observation.hpp"
#include "rules/outcome.hpp"
#include "rules/position.hpp"
#include "rules/table_event.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::rules {

class Game {
public:
    Game(GameStarted started, const Position& start);

    const GameStarted& started() const { return started_; }
    int plies() const { return static_cast<int>(records_.size()); }
    bool ended() const { return ended_.has_value(); }
    const std::optional<GameEnded>& end_of_game() const { return ended_; }

    /// The next ply, with the clock as last read.
    MoveMade add(const Ply& ply, const ClockTimes& clock, bool after_flag);
    MovesRevised revise(const PliesRevised& revised, const ClockTimes& clock, bool after_flag);
    void confirm(int ply);
    /// The outcome that the position after the last ply gives by itself; nothing while play goes on. To be
    /// asked once that ply is confirmed.
    std::optional<Outcome> outcome_of(const Position& after, Edition laws) const;
    GameEnded end(const Outcome& outcome, Edition laws);

    /// The whole score; `position_after(ply)` gives the position after each ply.
    template <class PositionAfter>
    std::vector<MoveMade> moves(PositionAfter position_after) const {
        std::vector<MoveMade> all;
        all.reserve(records_.size());
        for (int ply = 1; ply <= plies(); ++ply) all.push_back(move_made(ply, position_after(ply)));
        return all;
    }

private:
    /// A ply without what can be rebuilt: a table keeps hundreds of them.
    struct Record {
        std::string san;
        std::string uci;
        std::uint64_t key = 0;  ///< of the position after it
        ClockTimes clock;
        Color side = Color::White;
        bool provisional = true;
        bool guess = false;
        bool illegal = false;
        bool after_flag = false;
    };
    MoveMade move_made(int ply, const Position& after) const;
    void push(const Ply& ply, const ClockTimes& clock, bool after_flag);

    GameStarted started_;
    std::uint64_t start_key_;
    std::vector<Record> records_;
    std::optional<GameEnded> ended_;
};

/// Article under which the game ended, in that edition; empty where none can be named.
std::string article_of(const Outcome& outcome, Edition laws);

}  // namespace boardbridge::rules
