// The 960 start positions and their numbers.
#include "rules/chess960.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

TEST(Chess960, KnownNumbers) {
    EXPECT_EQ(to_fen(*chess960_start(0)), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    EXPECT_EQ(to_fen(*chess960_start(518)), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(to_fen(*chess960_start(521)), "rnqbbknr/pppppppp/8/8/8/8/PPPPPPPP/RNQBBKNR w KQkq - 0 1");
    EXPECT_EQ(to_fen(*chess960_start(959)), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
    EXPECT_EQ(chess960_number(standard_start_placement()), 518);
}

TEST(Chess960, EachNumberComesBack) {
    std::set<std::string> arrays;
    for (int number = 0; number < 960; ++number) {
        const auto setup = chess960_start(number);
        ASSERT_TRUE(setup) << number;
        EXPECT_TRUE(setup->chess960);
        EXPECT_EQ(chess960_number(setup->placement), number);
        const auto p = setup->position();
        ASSERT_TRUE(p) << number;
        EXPECT_EQ(p->setup(), *setup);
        EXPECT_EQ(parse_fen(to_fen(*setup), true), *setup);
        arrays.insert(to_fen(*setup));
    }
    EXPECT_EQ(arrays.size(), 960U);
}

TEST(Chess960, NoNumber) {
    EXPECT_EQ(chess960_start(-1), std::nullopt);
    EXPECT_EQ(chess960_start(960), std::nullopt);
    for (const auto* array :
         {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
          "bnrqkrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKRNN", "bnbqkrrn/pppppppp/8/8/8/8/PPPPPPPP/BNBQKRRN",
          "krnbbnrq/pppppppp/8/8/8/8/PPPPPPPP/KRNBBNRQ", "8/8/8/8/8/8/8/8", "?7/8/8/8/8/8/8/8"})
        EXPECT_EQ(chess960_number(*parse_fen_placement(array)), std::nullopt) << array;
}

}  // namespace
}  // namespace boardbridge::rules
