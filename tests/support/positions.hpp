// Positions that many tests begin from.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "rules/fen.hpp"

namespace boardbridge::test {

inline constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The position of a FEN; a FEN that cannot be read fails the test.
inline rules::Position position(std::string_view fen, bool chess960 = false) {
    const auto p = rules::position_from_fen(fen, chess960);
    EXPECT_TRUE(p) << fen << ": " << p.error();
    return p.value_or(rules::Position());
}

}  // namespace boardbridge::test
