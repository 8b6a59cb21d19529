// The recordings that the simulator makes for the golden tier: what is played, by whom, with which seed. The
// files under recordings/ are these, byte for byte; `make_recordings DIRECTORY` writes them anew.
#pragma once

#include <string>
#include <vector>

namespace boardbridge::golden {

struct Recording {
    std::string name;     ///< file name without ending
    std::string capture;  ///< NAME.cap
    std::string moves;    ///< NAME.uci: what was really played, "1. e2e4 e7e5" a line
};

std::vector<Recording> simulated_recordings();

}  // namespace boardbridge::golden
