// Reading PGN: what is understood, what is skipped, and the place and words of every refusal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/pgn.hpp"

namespace boardbridge::rules {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

PgnGame game(std::string_view text) {
    auto games = read_pgn(text);
    EXPECT_TRUE(games) << text << "\n" << to_string(games.error());
    if (!games) return {};
    EXPECT_EQ(games->size(), 1U);
    return games->front();
}

std::string pgn_refusal(std::string_view text, PgnLimits limits = {}) {
    const auto games = read_pgn(text, limits);
    EXPECT_FALSE(games) << text;
    return games ? "" : to_string(games.error());
}

std::vector<std::string> sans(const PgnGame& g) {
    std::vector<std::string> out;
    for (const PgnMove& m : g.moves) out.push_back(m.san);
    return out;
}

TEST(PgnReader, ReadsTagsAndMoves) {
    const PgnGame g = game(
        "[Event \"A \\\"big\\\" one \\\\ two\"]\n[White \"M\xC3\xBCller\"]\n [ Black  \"\" ] [Result "
        "\"1-0\"]\n\n"
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n");
    EXPECT_EQ(g.tag("Event"), "A \"big\" one \\ two");
    EXPECT_EQ(g.tag("White"), "M\xC3\xBCller");
    EXPECT_EQ(g.tag("Black"), "");
    EXPECT_EQ(g.tag("Site"), std::nullopt);
    EXPECT_EQ(g.result, Result::WhiteWins);
    EXPECT_EQ(g.start, Setup::standard_start());
    EXPECT_THAT(sans(g), ElementsAre("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"));
    EXPECT_EQ(g.moves.at(0).side, Color::White);
    EXPECT_EQ(g.moves.at(1).side, Color::Black);
    EXPECT_EQ(g.moves.at(2).move, Move(Square::G1, Square::F3));
}

TEST(PgnReader, ReadsClocksAndComments) {
    const PgnGame g = game(
        "{before} 1. e4 {[%clk 0:05:00]} {good [%emt 0:00:02.5]} 1... e5 ; to the end } of line\n"
        "{ [%clk 0:04:59] [%eval 0.2]\n} 2. d4 {guess} *");
    EXPECT_EQ(g.comment, "");  // stands before any tag, belongs to no game
    EXPECT_EQ(g.moves.at(0).clk, seconds(300));
    EXPECT_EQ(g.moves.at(0).emt, milliseconds(2500));
    EXPECT_EQ(g.moves.at(0).comment, "good");
    EXPECT_EQ(g.moves.at(1).clk, seconds(299));
    EXPECT_EQ(g.moves.at(1).comment, "to the end } of line [%eval 0.2]");
    EXPECT_EQ(g.moves.at(2).clk, std::nullopt);
    EXPECT_TRUE(g.moves.at(2).guess);
    EXPECT_EQ(g.moves.at(2).comment, "");
    EXPECT_EQ(g.result, Result::Unknown);
    EXPECT_EQ(game("[Event \"x\"]\n\n{first} {words} 1. e4 *").comment, "first words");
}

TEST(PgnReader, ReadsForeignHandwriting) {
    EXPECT_THAT(sans(game("1.e4 e5 2.Nf3! Nc6?! 3.Bb5 $1 $13 a6 4.0-0 4...d6 1/2-1/2")),
                ElementsAre("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "d6"));
    EXPECT_THAT(game("1.e4 e5 2.Nf3! Nc6?! $13 *").moves.at(3).nags, ElementsAre(6, 13));
    EXPECT_THAT(sans(game("1 e4 1 ... e6 2 e5 d5 3 exd6 e.p. *")),
                ElementsAre("e4", "e6", "e5", "d5", "exd6"));
    EXPECT_EQ(game("1. e4 \xC2\xBD-\xC2\xBD").result, Result::Draw);
    EXPECT_EQ(game("\xEF\xBB\xBF[Event \"BOM\"]\r\n\r\n1. e4\r\n*\r\n").tag("Event"), "BOM");
    EXPECT_EQ(game("[White \"M\xFCller\"]\n\n*").tag("White"), "M\xC3\xBCller");
    EXPECT_EQ(game("% an escape [Event\n[Event \"x\"]\n% another )\n\n1. e4\n% third\ne5 *").moves.size(),
              2U);
    EXPECT_EQ(game("[Round \"1\"]\n[Round \"2\"]\n\n*").tags.size(), 1U);
}

TEST(PgnReader, SkipsVariations) {
    EXPECT_THAT(sans(game("1. e4 (1. d4 d5 (1... Nf6 {)} ; )\n 2. c4) 2. c4 nonsense) 1... e5 (()) *")),
                ElementsAre("e4", "e5"));
}

TEST(PgnReader, TagOrMovesDecideTheResult) {
    EXPECT_EQ(game("[Result \"0-1\"]\n\n1. e4 1-0").result, Result::WhiteWins);
    EXPECT_EQ(game("[Result \"0-1\"]\n\n1. e4 1-0").tag("Result"), "1-0");
    EXPECT_EQ(game("[Result \"0-1\"]\n\n1. e4 *").result, Result::BlackWins);
    EXPECT_EQ(game("[Result \"?\"]\n\n1. e4 *").result, Result::Unknown);
}

TEST(PgnReader, StartsFromAFen) {
    const PgnGame g =
        game("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 0 30\"]\n\n30... Kd7 31. a8=Q *");
    EXPECT_EQ(g.start.turn, Color::Black);
    EXPECT_EQ(g.start.fullmove_number, 30);
    EXPECT_EQ(g.moves.at(0).side, Color::Black);
    EXPECT_THAT(sans(g), ElementsAre("Kd7", "a8=Q"));
    EXPECT_EQ(game("[SetUp \"0\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 0 30\"]\n\n1. e4 *").start,
              Setup::standard_start());
}

TEST(PgnReader, StartsFromMorePiecesThanPromotionGives) {
    const PgnGame g = game("[FEN \"4k3/8/8/8/8/2B1B3/PPPPPPPP/RNBQKBNR w KQ - 0 1\"]\n\n1. Bed4 *");
    EXPECT_THAT(sans(g), ElementsAre("Bed4"));
}

TEST(PgnReader, PlaysChess960) {
    const PgnGame g =
        game("[Variant \"chess 960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3K1R w HB - 0 9\"]\n\n9. O-O *");
    EXPECT_TRUE(g.start.chess960);
    EXPECT_EQ(g.moves.at(0).move, Move(Square::F1, Square::H1, MoveKind::Castling));
    EXPECT_TRUE(game("[Variant \"Fischerandom\"]\n\n1. e4 *").start.chess960);
    EXPECT_FALSE(game("[Variant \"From Position\"]\n\n1. e4 *").start.chess960);
}

TEST(PgnReader, SaysWhereATagIsWrong) {
    EXPECT_EQ(pgn_refusal("[Event \"x\"]\n[\"y\"]\n\n*"),
              "line 2, column 2: expected the name of a tag, found '\"'");
    EXPECT_EQ(pgn_refusal("[Event x]\n\n*"),
              "line 1, column 8: tag Event: expected '\"' before its value, found 'x'");
    EXPECT_EQ(pgn_refusal("[Event \"x]\n\n*"),
              "line 1, column 11: tag Event: expected '\"' after its value, found the end of the line");
    EXPECT_EQ(pgn_refusal("[White \"\xC3\xBC\xC3\xBC\" x]\n\n*"),
              "line 1, column 13: tag White: expected ']' after its value, found 'x'");
    EXPECT_EQ(pgn_refusal("[Event \"x"),
              "line 1, column 10: tag Event: expected '\"' after its value, found the end of the text");
    EXPECT_THAT(pgn_refusal(std::string_view("[Event \"a\0b\"]\n\n*", 16)),
                StartsWith("line 1, column 10: tag Event: expected printable characters"));
}

TEST(PgnReader, SaysWhereMovesAreWrong) {
    EXPECT_THAT(pgn_refusal("[Event \"x\"]\n\n1. e4 e5\n2. Ke9 *"),
                StartsWith("line 4, column 4: expected a legal move, found 'Ke9'"));
    EXPECT_THAT(pgn_refusal("1. e4 e5 2. Bb6 *"),
                StartsWith("line 1, column 13: expected a legal move, found 'Bb6'"));
    EXPECT_EQ(pgn_refusal("1. e4 -- *"), "line 1, column 7: expected a move, found the null move '--'");
    EXPECT_EQ(pgn_refusal("1. e4 Z0 *"), "line 1, column 7: expected a move, found the null move 'Z0'");
    EXPECT_EQ(pgn_refusal("1. e4 0000 *"), "line 1, column 7: expected a move, found the null move '0000'");
    EXPECT_EQ(pgn_refusal("1. e4 e5\n"),
              "line 2, column 1: expected a move or the result (1-0, 0-1, 1/2-1/2 or *), found the end of "
              "the text");
    EXPECT_EQ(pgn_refusal("1. e4 e5\n[Event \"y\"]\n\n*"),
              "line 2, column 1: expected a move or the result (1-0, 0-1, 1/2-1/2 or *), found a tag");
    EXPECT_EQ(pgn_refusal("1. e4\n  {never closed"),
              "line 2, column 3: expected '}' to close this comment, found the end of the text");
    EXPECT_EQ(pgn_refusal("1. e4 (1. d4 *"),
              "line 1, column 7: expected ')' to close this variation, found the end of the text");
    EXPECT_EQ(pgn_refusal("1. e4 ) *"),
              "line 1, column 7: expected a move or the result (1-0, 0-1, 1/2-1/2 or *), found ')'");
    EXPECT_EQ(pgn_refusal("1. e4 $256 *"), "line 1, column 7: expected a number from 0 to 255 after '$'");
    EXPECT_EQ(pgn_refusal("1. e4 $ *"), "line 1, column 7: expected a number from 0 to 255 after '$'");
    EXPECT_EQ(pgn_refusal("1. e4 !!! *"), "line 1, column 7: expected one of ! ? !! ?? !? ?!, found '!!!'");
    EXPECT_THAT(pgn_refusal(std::string_view("1. e\0004 *", 9)),
                StartsWith("line 1, column 4: expected a legal move"));
    EXPECT_EQ(read_pgn("\n{nothing} ; at all\n% here")->size(), 0U);
    EXPECT_EQ(pgn_refusal("\xFF\xFE[\0"), "line 1, column 1: expected UTF-8 or Latin-1, found UTF-16");
}

TEST(PgnReader, SaysWhatIsWrongWithTheStart) {
    EXPECT_THAT(pgn_refusal("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*"),
                StartsWith("line 2, column 6: tag FEN: expected a legal position, but "));
    EXPECT_THAT(pgn_refusal("[FEN \"nonsense\"]\n\n*"), StartsWith("line 1, column 6: tag FEN: "));
    EXPECT_EQ(pgn_refusal("[SetUp \"1\"]\n\n*"),
              "line 1, column 8: tag SetUp is \"1\": expected a tag FEN as well");
    EXPECT_EQ(pgn_refusal("[Variant \"Atomic\"]\n\n*"),
              "line 1, column 10: tag Variant: expected Standard or Chess960, found 'Atomic'");
}

TEST(PgnReader, KeepsItsLimits) {
    PgnLimits small;
    small.tags = 2;
    small.tag_value = 3;
    small.comment = 10;
    small.plies = 2;
    small.variation_depth = 2;
    small.nags = 1;
    EXPECT_EQ(pgn_refusal("[A \"1\"]\n[B \"2\"]\n[C \"3\"]\n\n*", small),
              "line 3, column 1: more than 2 tags");
    EXPECT_THAT(pgn_refusal("[A \"1234\"]\n\n*", small), HasSubstr("more than 3 bytes"));
    EXPECT_EQ(pgn_refusal("1. e4 {01234567890} *", small),
              "line 1, column 7: expected '}' within 10 bytes of this comment");
    EXPECT_EQ(pgn_refusal("1. e4 ;01234567890\n *", small),
              "line 1, column 7: this comment has more than 10 bytes");
    EXPECT_THAT(pgn_refusal("1. e4 {0123456} {0123456} {0123456} *", small), HasSubstr("too many comments"));
    EXPECT_EQ(pgn_refusal("1. e4 e5 2. d4 *", small), "line 1, column 13: more than 2 moves of both sides");
    EXPECT_EQ(pgn_refusal("1. e4 ((())) *", small),
              "line 1, column 9: variations are nested more than 2 deep");
    EXPECT_EQ(pgn_refusal("1. e4! $1 *", small), "line 1, column 8: too many annotations of one move");
    EXPECT_THAT(pgn_refusal("1. e4 " + std::string(100000, '(')), HasSubstr("nested more than 64 deep"));
    EXPECT_LT(pgn_refusal("1. " + std::string(1000000, 'x')).size(), 400U);
}

TEST(PgnReader, GoesOnWithTheNextGame) {
    PgnReader reader(
        "[Event \"one\"]\n\n1. e4 *\n\n"
        "[Event \"two\"]\n[Site \"x]\n[White \"y\"]\n\n1. e4 *\n\n"
        "[Event \"three\"]\n\n1. e4 {\n[%clk 0:01:00]} Qh9\n{[%eval\n[0.1]} *\n\n"
        "[White \"four\"]\n\n1. d4 {open\n\n"
        "[Event \"five\"]\n\n1. c4 *\n");
    EXPECT_EQ((*reader.next())->tag("Event"), "one");
    EXPECT_EQ(reader.next()->error().line, 6);
    EXPECT_EQ(reader.next()->error().line, 14);
    EXPECT_EQ(reader.next()->error().line, 20);
    EXPECT_EQ((*reader.next())->tag("Event"), "five");
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.next());
}

TEST(PgnReader, CountsLinesOfEveryKind) {
    EXPECT_EQ(pgn_refusal("1. e4\r\n\r\n)"), pgn_refusal("1. e4\n\n)"));
    EXPECT_EQ(pgn_refusal("1. e4\r\r)"), pgn_refusal("1. e4\n\n)"));
}

}  // namespace
}  // namespace boardbridge::rules
