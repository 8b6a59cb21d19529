// Instants of a test's own time.
#pragma once

#include "rules/instant.hpp"

namespace boardbridge::test {

inline Instant at(int ms) { return Instant{std::chrono::milliseconds(ms)}; }

}  // namespace boardbridge::test
