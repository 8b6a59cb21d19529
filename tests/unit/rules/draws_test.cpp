// Repetitions and moves without progress, case by case.
#include "rules/draws.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "rules/fen.hpp"
#include "rules/san.hpp"
#include "support/positions.hpp"

namespace boardbridge::rules {
namespace {

using boardbridge::test::kStart;

PositionHistory game(std::string_view fen, std::string_view moves) {
    PositionHistory history(*position_from_fen(fen));
    while (!moves.empty()) {
        const std::string_view text = moves.substr(0, moves.find(' '));
        moves.remove_prefix(std::min(moves.size(), text.size() + 1));
        const auto m = parse_san(history.current(), text);
        EXPECT_TRUE(m) << text << ": " << m.error().message;
        if (!m) break;
        history.push(history.current().play(*m));
    }
    return history;
}

using Plies = std::vector<std::size_t>;

TEST(Repetition, CountsFromTheStartPosition) {
    const PositionHistory once = game(kStart, "Nf3 Nf6 Ng1 Ng8");
    EXPECT_EQ(once.occurrences(), 2U);
    EXPECT_EQ(once.repeated_plies(), Plies({0, 4}));
    EXPECT_FALSE(threefold_repetition(once));
    const PositionHistory twice = game(kStart, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    EXPECT_EQ(twice.repeated_plies(), Plies({0, 4, 8}));
    EXPECT_TRUE(threefold_repetition(twice));
    EXPECT_FALSE(fivefold_repetition(twice));
}

TEST(Repetition, TheIntendedMove) {
    const PositionHistory h = game(kStart, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    EXPECT_FALSE(threefold_repetition(h));
    EXPECT_TRUE(threefold_repetition_after(h, *parse_san(h.current(), "Ng8")));
    EXPECT_FALSE(threefold_repetition_after(h, *parse_san(h.current(), "Ne4")));
}

TEST(Repetition, AFirstEnPassantRightMakesADifference) {
    // After 2...d5 the pawn e5 could take; later it stands there without that right.
    const PositionHistory could = game(kStart, "e4 Nf6 e5 d5 Nf3 Nfd7 Ng1 Nf6 Nf3 Nfd7 Ng1 Nf6");
    EXPECT_EQ(could.occurrences(), 2U);
    // Nothing could have taken on e3: the position after 1.e4 is the same as later.
    const PositionHistory could_not = game(kStart, "e4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1");
    EXPECT_EQ(could_not.repeated_plies(), Plies({1, 5, 9}));
    EXPECT_TRUE(threefold_repetition(could_not));
}

TEST(Repetition, AnIllegalEnPassantCaptureMakesNone) {
    // 1...e5 passes the pawn d5, but the rook a5 would then attack the king on h5.
    const PositionHistory h = game("8/4p3/8/r2P3K/8/8/4k3/8 b - - 0 1", "e5 Kg5 Ra4 Kh5 Ra5 Kg5 Ra4 Kh5 Ra5");
    EXPECT_EQ(h.repeated_plies(), Plies({1, 5, 9}));
}

TEST(Repetition, LostCastlingRightsMakeADifference) {
    const PositionHistory h = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra2 Ra7 Ra1 Ra8 Ra2 Ra7 Ra1 Ra8");
    EXPECT_EQ(h.repeated_plies(), Plies({4, 8}));
}

TEST(Repetition, FiveTimesNeedNotBeInARow) {
    const std::string_view round = "Be2 Ne4 Bd3 Nf6";
    std::string moves;
    for (int i = 0; i < 3; ++i) moves += (i > 0 ? " " : "") + std::string(round);
    constexpr std::string_view kFen = "rnbq1rk1/ppp3pp/3bpn2/3p1p2/2PP4/2NBPN2/PP3PPP/R1BQK2R w KQ - 3 7";
    EXPECT_EQ(game(kFen, moves).occurrences(), 4U);
    const PositionHistory h = game(kFen, moves + " Qc2 Qd7 Qd1 Qd8");
    EXPECT_EQ(h.occurrences(), 5U);
    EXPECT_TRUE(fivefold_repetition(h));
}

TEST(Repetition, TakingBackForgets) {
    PositionHistory h = game(kStart, "Nf3 Nf6 Ng1 Ng8 e4");
    h.truncate(9);
    EXPECT_EQ(h.plies(), 5U);
    h.truncate(4);
    EXPECT_EQ(h.plies(), 4U);
    EXPECT_EQ(h.occurrences(), 2U);
    h.truncate(0);
    EXPECT_EQ(h.occurrences(), 1U);
    EXPECT_EQ(to_fen(h.at(0)), kStart);
}

bool fifty(std::string_view fen) { return fifty_moves(*position_from_fen(fen)); }
bool seventy_five(std::string_view fen) { return seventy_five_moves(*position_from_fen(fen)); }

TEST(FiftyMoves, OnTheBoard) {
    EXPECT_FALSE(fifty("8/5R2/8/r2KB3/6k1/8/8/8 w - - 19 79"));
    EXPECT_FALSE(fifty("6R1/7k/8/8/1r3B2/5K2/8/8 w - - 99 119"));
    EXPECT_TRUE(fifty("8/7k/8/6R1/1r3B2/5K2/8/8 b - - 100 119"));
    EXPECT_FALSE(fifty("k7/1Q6/2K5/8/8/8/8/8 b - - 105 176")) << "mate has ended the game";
    EXPECT_FALSE(fifty("k7/3N4/1K6/1B6/8/8/8/8 b - - 105 1")) << "so has stalemate";
}

TEST(FiftyMoves, WithTheIntendedMove) {
    const Position p = *position_from_fen("6R1/7k/8/8/1r3B2/5K2/8/8 w - - 99 119");
    EXPECT_TRUE(fifty_moves_after(p, *parse_san(p, "Rg5")));
    const Position pawn = *position_from_fen("6R1/7k/8/8/1r3B2/5K2/P7/8 w - - 99 119");
    EXPECT_FALSE(fifty_moves_after(pawn, *parse_san(pawn, "a3")));
}

TEST(SeventyFiveMoves, MateGoesFirst) {
    EXPECT_FALSE(seventy_five("8/7k/8/6R1/1r3B2/5K2/8/8 b - - 149 119"));
    EXPECT_TRUE(seventy_five("8/7k/8/6R1/1r3B2/5K2/8/8 b - - 150 119"));
    EXPECT_FALSE(seventy_five("k7/1Q6/2K5/8/8/8/8/8 b - - 150 176"));
}

}  // namespace
}  // namespace boardbridge::rules
