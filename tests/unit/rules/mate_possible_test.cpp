// Who can still mate: positions of each class with their answers, and every mating line played out.
#include "rules/mate_possible.hpp"

#include <gtest/gtest.h>

#include <string>

#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

std::string verdicts(const std::string& fen) {
    const auto p = position_from_fen(fen);
    if (!p) return p.error();
    const auto letter = [&](Color winner, char name) {
        const MateAnswer answer = seek_mate(*p, winner);
        if (answer.verdict == MateVerdict::Unknown) return '?';
        if (answer.verdict == MateVerdict::Impossible) return '-';
        Position at = *p;
        for (const Move m : answer.line) {
            if (!at.is_legal(m)) return 'x';
            at = at.play(m);
        }
        return at.checkmate() && at.turn() != winner ? name : 'x';
    };
    return {letter(Color::White, 'W'), letter(Color::Black, 'B')};
}

TEST(MatePossible, start_position) {
    EXPECT_EQ(verdicts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), "WB");
}

TEST(MatePossible, mate_and_stalemate_on_the_board) {
    EXPECT_EQ(verdicts("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -"), "-B");
    EXPECT_EQ(verdicts("6k1/4B2R/4K3/8/8/8/8/8 w - -"), "W-");
    EXPECT_EQ(verdicts("7k/5Q2/6K1/8/8/8/8/8 b - -"), "--");
}

TEST(MatePossible, material) {
    EXPECT_EQ(verdicts("8/8/4k3/8/8/3K4/8/8 w - -"), "--");
    EXPECT_EQ(verdicts("8/8/4k3/8/8/3K4/8/6R1 w - -"), "W-");
    EXPECT_EQ(verdicts("8/8/4k3/8/8/3K4/8/5N2 w - -"), "--");
    EXPECT_EQ(verdicts("8/6b1/4k3/8/8/3K4/8/2B5 w - -"), "--");
    EXPECT_EQ(verdicts("8/6q1/4k3/8/8/3K4/8/5N2 w - -"), "-B");
}

TEST(MatePossible, walls_of_pawns) {
    EXPECT_EQ(verdicts("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -"), "--");
    EXPECT_EQ(verdicts("4k1b1/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - -"), "WB");
}

TEST(MatePossible, one_bishop_colour_each) {
    EXPECT_EQ(verdicts("5b2/4k3/3b1b2/4b3/8/4BB2/2K2B2/4B3 b - -"), "WB");
    EXPECT_EQ(verdicts("8/2k2n2/8/8/8/4B3/2K5/8 b - -"), "WB");
}

TEST(MatePossible, a_pawn_that_promotes_to_block) {
    // Black's bishop mates once White's pawn has become a man that stands in his king's way.
    EXPECT_EQ(verdicts("8/b6P/4k3/8/8/6K1/8/8 w - -"), "WB");
}

TEST(MatePossible, answers_are_the_same_on_every_run) {
    const Position p = position_from_fen("r4rk1/ppp2ppp/2n5/3p4/8/2N2N2/PPP2PPP/R4RK1 w - - 0 1").value();
    const MateAnswer once = seek_mate(p, Color::White);
    const MateAnswer again = seek_mate(p, Color::White);
    EXPECT_EQ(once.nodes, again.nodes);
    EXPECT_EQ(once.line, again.line);
}

TEST(MatePossible, dead_at_a_glance) {
    const auto dead = [](const std::string& fen) {
        return quick_dead_position(position_from_fen(fen).value());
    };
    EXPECT_TRUE(dead("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"));
    EXPECT_FALSE(dead("4k1b1/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1"));
    EXPECT_FALSE(dead("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1"));  // the kings' files are open
    EXPECT_TRUE(dead("4k3/8/8/8/8/3K4/8/5N2 w - - 0 1"));
}

}  // namespace
}  // namespace boardbridge::rules
