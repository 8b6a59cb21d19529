// Leaf counts of legal move trees, as published and recomputed by many programs.
#include <gtest/gtest.h>

#include "rules/fen.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {
namespace {

std::uint64_t leaves(std::string_view fen, int depth) {
    const auto p = position_from_fen(fen);
    EXPECT_TRUE(p) << fen << ": " << p.error();
    return p ? perft(*p, depth) : 0;
}

TEST(Perft, StartPosition) {
    EXPECT_EQ(perft(Position(), 0), 1U);
    EXPECT_EQ(perft(Position(), 1), 20U);
    EXPECT_EQ(perft(Position(), 2), 400U);
    EXPECT_EQ(perft(Position(), 3), 8902U);
    EXPECT_EQ(perft(Position(), 4), 197281U);
}

TEST(Perft, ManyKindsOfMovesAtOnce) {
    constexpr std::string_view kFen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    EXPECT_EQ(leaves(kFen, 1), 48U);
    EXPECT_EQ(leaves(kFen, 2), 2039U);
    EXPECT_EQ(leaves(kFen, 3), 97862U);
}

TEST(Perft, EnPassantAlongThePin) {
    EXPECT_EQ(leaves("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4), 43238U);
    EXPECT_EQ(leaves("8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", 5), 19228U);
}

TEST(Perft, PromotionsUnderCheck) {
    EXPECT_EQ(leaves("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3), 62379U);
    EXPECT_EQ(leaves("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3), 9483U);
}

TEST(Perft, Chess960) {
    EXPECT_EQ(leaves("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3), 12189U);
    EXPECT_EQ(leaves("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3), 18002U);
    EXPECT_EQ(leaves("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", 3), 12333U);
    EXPECT_EQ(leaves("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", 4), 57700U);
}

}  // namespace
}  // namespace boardbridge::rules
