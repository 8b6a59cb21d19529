// What simulated tables play: games from a PGN file, else a dozen famous ones that everybody may recognise on
// the live view. Values only; files are opened by the command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/expected.hpp"
#include "rules/move.hpp"
#include "rules/outcome.hpp"
#include "rules/position.hpp"

namespace boardbridge::daemon {

struct GameToPlay {
    rules::Position start;
    std::vector<rules::Move> moves;  ///< all legal
    rules::Result result = rules::Result::Unknown;
    std::string white;
    std::string black;
};

struct GamesToPlay {
    std::vector<GameToPlay> games;
    std::size_t skipped = 0;  ///< not from the start array, without moves, or with illegal ones
};

std::vector<GameToPlay> famous_games();
/// The error names line and column.
Expected<GamesToPlay, std::string> games_from_pgn(std::string_view text);

}  // namespace boardbridge::daemon
