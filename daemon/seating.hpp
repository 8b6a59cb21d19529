// Which table number a board without a [[table]] row was given: remembered over a restart, so that a late
// board never renumbers the hall (contract section 3). A text file of lines "NUMBER BOARD".
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "rules/expected.hpp"

namespace boardbridge::daemon {

/// By board: "serial:1025", without leading zeros, or "place:LINE" where it has told no serial number.
using Seating = std::map<std::string, unsigned>;

/// No file: nothing is remembered. The error names file and line.
Expected<Seating, std::string> read_seating(const std::filesystem::path& file);
std::string to_text(const Seating& seating);

}  // namespace boardbridge::daemon
