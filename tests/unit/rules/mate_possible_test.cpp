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

}  // namespace
}  // namespace boardbridge::rules
