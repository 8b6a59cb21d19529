// Text for the explanations of the move tracker.
#pragma once

#include <string>

#include "rules/line_search.hpp"

namespace boardbridge::rules {

/// The moves of a line in SAN, or that it takes back.
std::string line_text(Position p, const Line& line);

}  // namespace boardbridge::rules
