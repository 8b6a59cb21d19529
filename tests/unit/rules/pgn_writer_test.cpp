// Writing PGN: roster, escapes, line length, clocks, starts, and the three ways of illegal moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "rules/fen.hpp"
#include "rules/pgn.hpp"

namespace boardbridge::rules {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

PgnGame read(std::string_view text) {
    auto games = read_pgn(text);
    EXPECT_TRUE(games) << text << "\n" << (games ? "" : to_string(games.error()));
    return games ? games->front() : PgnGame{};
}

std::string movetext(const std::string& pgn) { return pgn.substr(pgn.find("\n\n") + 2); }

TEST(PgnWriter, WritesTheRosterFirst) {
    PgnGame g = read("1. e4 e5 2. Nf3 1/2-1/2");
    g.set_tag("WhiteElo", "2100");
    g.set_tag("Black", "O\"Hara \\ \xFC\n");
    g.set_tag("Event", "Hall");
    g.set_tag("bad name!", "x");
    g.set_tag("--", "x");
    EXPECT_EQ(
        write_pgn(g),
        "[Event \"Hall\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
        "[Black \"O\\\"Hara \\\\ \xC3\xBC \"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"2100\"]\n[badname \"x\"]\n"
        "\n1. e4 e5 2. Nf3 1/2-1/2\n\n");
}

TEST(PgnWriter, WritesClocksOnlyWhenKnown) {
    PgnGame g = read("1. e4 e5 2. Nf3 Nc6 *");
    g.moves[0].clk = milliseconds(5'399'900);
    g.moves[1].clk = seconds(36000);
    g.moves[1].emt = seconds(61);
    g.moves[2].comment = "a } brace";
    g.moves[2].nags = {1};
    g.moves[3].guess = true;
    EXPECT_EQ(movetext(write_pgn(g)),
              "1. e4 {[%clk 1:29:59]} 1... e5 {[%clk 10:00:00] [%emt 0:01:01]} 2. Nf3 $1 {a )\n"
              "brace} 2... Nc6 {guess} *\n\n");
}

TEST(PgnWriter, FillsLinesBelowEightyBytes) {
    PgnGame g = read("[Event \"x\"]\n\n1. e4 *");
    g.moves[0].clk = seconds(1);
    std::string comment;
    for (int i = 0; i < 40; ++i) comment += "word" + std::to_string(i) + " %hidden [tag ";
    g.moves[0].comment = comment + std::string(300, 'y') + " \xC3\xBC" + std::string(200, 'z');
    const std::string text = movetext(write_pgn(g));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LT(line.size(), 80U) << line;
        EXPECT_THAT(line.substr(0, 1), Not(testing::AnyOf("%", "["))) << line;
    }
    EXPECT_THAT(text, HasSubstr("1. e4 {[%clk 0:00:01] word0"));
    const std::string back = read(write_pgn(g)).moves[0].comment;
    EXPECT_EQ(back.substr(0, comment.size()),
              comment);  // a word longer than a line is cut, all others stay whole
}

TEST(PgnWriter, WritesOtherStarts) {
    PgnGame g = read("[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 0 30\"]\n[Annotator \"a\"]\n\n30... Kd7 31. a8=Q *");
    EXPECT_THAT(write_pgn(g),
                HasSubstr("[Result \"*\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 b - - 0 30\"]\n[Annotator \"a\"]\n"
                          "[SetUp \"1\"]\n\n30... Kd7 31. a8=Q *\n"));

    g = {};
    g.start.chess960 = true;
    EXPECT_THAT(
        write_pgn(g),
        HasSubstr(
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
            "KQkq - 0 1\"]\n\n*\n"));
    g = {};
    g.set_tag("FEN", "stale");
    g.set_tag("Variant", "Standard");
    EXPECT_THAT(write_pgn(g), Not(HasSubstr("FEN")));
}

/// 1. e4 e5 2. Bc4 Ke7 3. Bc4xf6?? (illegal) Nf6 4. Nf3 Kd8: what a table publishes.
std::vector<MoveMade> moves_with_an_illegal_one() {
    const auto move = [](int ply, Color side, std::string san, std::string fen_after, bool illegal = false) {
        MoveMade m;
        m.ply = ply;
        m.side = side;
        m.san = std::move(san);
        m.fen_after = std::move(fen_after);
        m.illegal = illegal;
        return m;
    };
    return {
        move(1, Color::White, "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        move(2, Color::Black, "e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        move(3, Color::White, "Bf1h4", "rnbqkbnr/pppp1ppp/8/4p3/4P2B/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2", true),
        move(4, Color::Black, "Nf6", "rnbqkb1r/pppp1ppp/5n2/4p3/4P2B/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3"),
        move(5, Color::White, "Nf3", "rnbqkb1r/pppp1ppp/5n2/4p3/4P2B/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
    };
}

PgnGame illegal_game(Result result = Result::BlackWins) {
    GameStarted start;
    start.start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    start.white = "W";
    start.black = "B";
    return *to_pgn_game(start, moves_with_an_illegal_one(), result, {{"Event", "x"}, {"Black", "given"}});
}

TEST(PgnWriter, TakesATablesScore) {
    const PgnGame g = illegal_game();
    EXPECT_EQ(g.tag("White"), "W");
    EXPECT_EQ(g.tag("Black"), "given");
    EXPECT_EQ(g.moves.size(), 5U);
    GameStarted start;
    start.start_fen = "x";
    EXPECT_FALSE(to_pgn_game(start, {}, Result::Unknown, {}));

    MoveMade timed;
    timed.side = Color::Black;
    timed.san = "e5";
    timed.clock = {seconds(10), seconds(20), Color::White};
    start.start_fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    EXPECT_EQ(to_pgn_game(start, {{timed}}, Result::Unknown, {})->moves[0].clk, seconds(20));
}

TEST(PgnWriter, CutsBeforeAnIllegalMove) {
    EXPECT_EQ(movetext(write_pgn(illegal_game(), IllegalMoves::Cut)),
              "1. e4 e5 {illegal move 2. Bf1h4} 0-1\n\n");
    PgnGame first = illegal_game();
    first.moves.erase(first.moves.begin(), first.moves.begin() + 2);
    EXPECT_EQ(movetext(write_pgn(first, IllegalMoves::Cut)), "{illegal move 1. Bf1h4} 0-1\n\n");
}

TEST(PgnWriter, RestartsBehindAnIllegalMove) {
    const std::string text = write_pgn(illegal_game(), IllegalMoves::Restart);
    const auto games = read_pgn(text);
    ASSERT_TRUE(games) << to_string(games.error());
    ASSERT_EQ(games->size(), 2U);
    EXPECT_EQ(games->at(0).moves.size(), 2U);
    EXPECT_EQ(games->at(0).result, Result::BlackWins);
    EXPECT_EQ(games->at(1).tag("FEN"), "rnbqkbnr/pppp1ppp/8/4p3/4P2B/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2");
    EXPECT_EQ(games->at(1).tag("Event"), "x");
    EXPECT_EQ(games->at(1).comment, "continued after the illegal move 2. Bf1h4");
    EXPECT_EQ(games->at(1).result, Result::BlackWins);
    EXPECT_THAT(text, HasSubstr("2... Nf6 3. Nf3 0-1\n"));
}

TEST(PgnWriter, RestartsOnlyFromALegalPosition) {
    PgnGame g = illegal_game();
    // The illegal move leaves the side not to move in check; only the answer makes the position legal again.
    g.moves[2].fen_after = "rnbqkbnr/pppp1Qpp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3";
    auto games = read_pgn(write_pgn(g, IllegalMoves::Restart));
    ASSERT_EQ(games->size(), 2U);
    EXPECT_EQ(games->at(1).tag("FEN"), "rnbqkb1r/pppp1ppp/5n2/4p3/4P2B/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3");
    EXPECT_EQ(games->at(1).moves.size(), 1U);

    for (auto& m : g.moves) m.fen_after.clear();
    EXPECT_EQ(read_pgn(write_pgn(g, IllegalMoves::Restart))->size(), 1U);

    // Two illegal moves make three games.
    g = illegal_game();
    g.moves[4].illegal = true;
    g.moves[4].san = "Ng1f4";
    games = read_pgn(write_pgn(g, IllegalMoves::Restart));
    ASSERT_EQ(games->size(), 3U);
    EXPECT_EQ(games->at(1).moves.size(), 1U);
    EXPECT_EQ(games->at(2).comment, "continued after the illegal move 3. Ng1f4");
}

TEST(PgnWriter, KeepsWhatWasPlayed) {
    EXPECT_EQ(movetext(write_pgn(illegal_game(), IllegalMoves::Keep)),
              "1. e4 e5 2. Bf1h4 {illegal} 2... Nf6 3. Nf3 0-1\n\n");
    PgnGame twice = illegal_game();
    twice.moves[3].side = Color::White;  // White moved twice: Black's place stays empty
    twice.moves[4].side = Color::Black;
    EXPECT_EQ(movetext(write_pgn(twice, IllegalMoves::Keep)),
              "1. e4 e5 2. Bf1h4 {illegal} 3. Nf6 Nf3 0-1\n\n");
}

TEST(PgnWriter, NamesTheWaysOfIllegalMoves) {
    EXPECT_EQ(parse_illegal_moves("cut"), IllegalMoves::Cut);
    EXPECT_EQ(parse_illegal_moves("restart"), IllegalMoves::Restart);
    EXPECT_EQ(parse_illegal_moves("keep"), IllegalMoves::Keep);
    EXPECT_EQ(parse_illegal_moves("Keep"), std::nullopt);
    EXPECT_EQ(to_string(IllegalMoves::Restart), "restart");
}

}  // namespace
}  // namespace boardbridge::rules
