// What `boardbridge perft` prints and refuses.
#include <gtest/gtest.h>

#include <sstream>

#include "daemon/command/perft.hpp"

namespace boardbridge::daemon {
namespace {

struct Printed {
    int code;
    std::string out;
    std::string err;
};

Printed run(int depth, std::optional<std::string_view> fen, bool chess960 = false) {
    std::ostringstream out;
    std::ostringstream err;
    const int code = perft_command(depth, fen, chess960, out, err);
    return {code, out.str(), err.str()};
}

std::string last_line(const std::string& text) {
    const auto end = text.find_last_not_of('\n');
    const auto start = text.find_last_of('\n', end);
    return text.substr(start + 1, end - start);
}

TEST(PerftCommand, CountsByMove) {
    const Printed r = run(2, "8/8/8/8/8/8/6k1/4K2R w K - 0 1");
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.err, "");
    EXPECT_NE(r.out.find("h1h8: 3\n"), std::string::npos) << r.out;
    EXPECT_EQ(last_line(r.out), "38");
    EXPECT_TRUE(r.out.ends_with("\n\n38\n"));
}

TEST(PerftCommand, StartPositionIsTheDefault) {
    EXPECT_EQ(last_line(run(3, std::nullopt).out), "8902");
    EXPECT_EQ(run(0, std::nullopt).out, "\n1\n");
}

TEST(PerftCommand, CastlingFieldsOfChess960NeedNoFlag) {
    EXPECT_EQ(last_line(run(3, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9").out),
              "12189");
    EXPECT_EQ(last_line(run(3, "2r5/8/8/8/8/8/6PP/k2KR3 w K -").out), "3931");
    const Printed r = run(1, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true);
    EXPECT_NE(r.out.find("e1h1: 1\n"), std::string::npos) << "castling is king takes rook";
}

TEST(PerftCommand, OddPositionsAreCounted) {
    EXPECT_EQ(last_line(run(1, "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -").out), "270");
    EXPECT_EQ(last_line(run(1, "1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - -").out), "3");
}

TEST(PerftCommand, BadFenNamesTheField) {
    const Printed r = run(2, "8/8/8/8/8/8/6k1/4K2R w Kz - 0 1");
    EXPECT_EQ(r.code, 65);
    EXPECT_EQ(r.out, "");
    EXPECT_EQ(r.err, "boardbridge: castling field: expected - or letters of KQkq or files, found 'z'\n");
}

TEST(PerftCommand, IllegalPositionsAreRefusedWithAllReasons) {
    const Printed r = run(2, "4k2P/8/8/8/8/8/4R3/8 w - - 0 1");
    EXPECT_EQ(r.code, 65);
    EXPECT_EQ(r.out, "");
    EXPECT_EQ(r.err,
              "boardbridge: not a legal position: there is no white king; a pawn stands on the first or last "
              "rank\n");
}

TEST(PerftCommand, DepthHasALimit) {
    EXPECT_EQ(run(-1, std::nullopt).code, 64);
    EXPECT_EQ(run(65, std::nullopt).code, 64);
}

TEST(PerftCommand, AnEmptyFenIsNone) {
    const Printed r = run(1, "");
    EXPECT_EQ(r.code, 65);
    EXPECT_NE(r.err, "");
}

}  // namespace
}  // namespace boardbridge::daemon
