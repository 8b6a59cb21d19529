// `boardbridge replay`: captures through the very same tables as the daemon's, as fast as it can, time taken
// from the capture. Contract section 1.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "daemon/table.hpp"
#include "rules/pgn.hpp"

namespace boardbridge::daemon {

struct ReplayOptions {
    std::vector<std::string> captures;
    bool pgn = false;                ///< games instead of events
    std::vector<std::string> kinds;  ///< payload names; empty: every kind but placement_sensed
    TableSettings table;             ///< laws, play, supervision, time control, start, chess960
    std::string driver;              ///< empty: from the header, else dgt
    rules::IllegalMoves illegal = rules::IllegalMoves::Cut;
    bool explain = false;
    bool discard = false;  ///< events are made but not written (for measuring)
};

/// Exit code; messages that name file and line go to `err`.
int replay_command(const ReplayOptions& options, std::ostream& out, std::ostream& err);

}  // namespace boardbridge::daemon
