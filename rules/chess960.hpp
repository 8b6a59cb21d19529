// The 960 start positions by their usual number (Scharnagl; 518 is standard chess). Source: Laws, Guidelines
// II.
#pragma once

#include <optional>

#include "rules/placement.hpp"
#include "rules/setup.hpp"

namespace boardbridge::rules {

/// Number 0 to 959; nothing outside.
std::optional<Setup> chess960_start(int number);
/// The number of a start array (Black mirrors White, bishops on opposite colours, king between the rooks),
/// else nothing.
std::optional<int> chess960_number(const Placement& p);

}  // namespace boardbridge::rules
