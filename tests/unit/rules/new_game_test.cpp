// A new game on the same board without any sign of a result: the pieces are put back, quickly or in peace, in
// any order, and the score of the game before stays as it was (field-cases 51).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "support/board_script.hpp"
#include "support/positions.hpp"

namespace boardbridge::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

/// Events, and the plies that they make.
struct Played {
    std::string events;
    std::vector<std::string> uci;
};

const Played kShort{"e2- e4+P w! e7- e5+p b! g1- f3+N w! b8- c6+n b! ", {"e2e4", "e7e5", "g1f3", "b8c6"}};
const Played kLonger{
    kShort.events +
        "f1- b5+B w! a7- a6+p b! b5- c6- c6+B w! d7- c6- c6+p b! d2- d4+P w! e5- d4- "
        "d4+p b! d1- d4- d4+Q w! d8- d4- d4+q b! f3- d4- d4+N w! ",
    {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "d2d4", "e5d4", "d1d4", "d8d4", "f3d4"}};

/// The pieces go back to the start array, in an order of their own.
std::string put_back(BoardScript& script, unsigned seed, const std::string& between) {
    const rules::Placement now = script.tracker().sensed();
    const rules::Placement start = rules::standard_start_placement();
    std::vector<std::string> lifts;
    std::vector<std::string> placed;
    for (std::size_t i = 0; i < rules::kSquareCount; ++i) {
        const rules::Square s = rules::square_at(i);
        if (now[s] == start[s]) continue;
        if (now[s] != rules::Piece::None) lifts.push_back(to_string(s) + "- ");
        if (start[s] != rules::Piece::None)
            placed.push_back(to_string(s) + "+" + rules::fen_letter(start[s]) + " " + between);
    }
    std::mt19937 chance(seed);
    std::ranges::shuffle(lifts, chance);
    std::ranges::shuffle(placed, chance);
    std::string text;
    for (const std::string& token : lifts) text += token;
    for (const std::string& token : placed) text += token;
    return text;
}

TEST(NewGame, ArrayStandsAndTheNextGameBegins) {
    for (const bool clock : {true, false}) {
        for (const bool flipped : {false, true}) {
            for (const Played& game : {kShort, kLonger}) {
                for (const char* between : {"", "|700| ", "|1700| "}) {
                    for (const int stands : {0, 300, 900, 1800, 2600, 120'000}) {
                        for (unsigned seed = 1; seed <= 5; ++seed) {
                            BoardScript script(kStart, {clock, flipped, false, rules::Play::Standard, false});
                            script.play(game.events);
                            script.rest(4000);
                            script.play(put_back(script, seed, between));
                            script.rest(stands);
                            script.play("d2- d4+P w! d7- d5+p b!");
                            script.rest(4000);
                            SCOPED_TRACE(std::string(clock ? "clock" : "no clock") +
                                         (flipped ? ", flipped" : "") + ", " + between + ", stands " +
                                         std::to_string(stands) + ", seed " + std::to_string(seed));
                            ASSERT_THAT(script.result().uci, ElementsAre("d2d4", "d7d5"));
                            ASSERT_EQ(script.result().finished.size(), 1U);
                            std::vector<std::string> before = script.result().finished[0];
                            std::vector<std::string> played = game.uci;
                            // Without a clock slow hands that put pieces back are not to be told from moves,
                            // but they unsay the last one at most.
                            if (!clock && *between != 0) {
                                played.pop_back();
                                before.resize(std::min(before.size(), played.size()));
                            }
                            ASSERT_THAT(before, ElementsAreArray(played));
                        }
                    }
                }
            }
        }
    }
}

TEST(NewGame, MateNeedsNoPress) {
    for (const bool clock : {true, false}) {
        for (const int stood : {500, 2000, 2600, 4000}) {
            BoardScript script(kStart, {clock, false, false, rules::Play::Standard, false});
            script.play("f2- f3+P w! e7- e5+p b! g2- g4+P w! d8- h4+q");
            script.rest(stood);
            script.play(put_back(script, 3, ""));
            script.rest(3000);
            script.play("d2- d4+P w! d7- d5+p b!");
            script.rest(4000);
            SCOPED_TRACE(std::string(clock ? "clock" : "no clock") + ", stood " + std::to_string(stood));
            EXPECT_THAT(script.result().uci, ElementsAre("d2d4", "d7d5"));
            ASSERT_EQ(script.result().finished.size(), 1U);
            EXPECT_THAT(script.result().finished[0], ElementsAre("f2f3", "e7e5", "g2g4", "d8h4"));
        }
    }
}

TEST(NewGame, PiecesPutBackOneByOneAreNoMoves) {
    // In the reverse order of the game each step is a legal move.
    for (const bool clock : {true, false}) {
        BoardScript script(kStart, {clock, false, false, rules::Play::Standard, false});
        script.play("g1- f3+N w! d7- d5+p b! b1- c3+N w! g8- f6+n b! |6000| ");
        script.play("c3- b1+N |900| f6- g8+n |900| d5- d7+p |900| f3- g1+N |3000|");
        script.play("e2- e4+P w! e7- e5+p b!");
        script.rest(4000);
        SCOPED_TRACE(clock ? "clock" : "no clock");
        EXPECT_THAT(script.result().uci, ElementsAre("e2e4", "e7e5"));
        ASSERT_EQ(script.result().finished.size(), 1U);
        EXPECT_THAT(script.result().finished[0], ElementsAre("g1f3", "d7d5", "b1c3", "g8f6"));
    }
}

TEST(NewGame, FirstMovesTakenBackAreNoNewGame) {
    BoardScript script(kStart, {true, false, false, rules::Play::Standard, false});
    script.play("e2- e4+P w! e4- e2+P |3000| d2- d4+P w! d7- d5+p b!");
    script.rest(4000);
    EXPECT_THAT(script.result().uci, ElementsAre("d2d4", "d7d5"));
}

}  // namespace
}  // namespace boardbridge::test
