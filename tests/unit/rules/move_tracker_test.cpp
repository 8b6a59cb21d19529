// Field cases A (field-cases.md) as kinds: every order of a move's events, both colours, both orientations,
// with and without a clock.
#include "rules/move_tracker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/board_script.hpp"
#include "support/positions.hpp"

namespace boardbridge::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Moves = std::vector<std::string>;

/// One text under all circumstances; the score must be the same in each.
void expect_moves(const std::string& fen, const std::string& text, const Moves& expected, bool quiet = true) {
    for (const ScriptOptions& o : all_circumstances()) {
        SCOPED_TRACE(text + " (" + to_string(o) + ")");
        BoardScript script(fen, o);
        script.play(text);
        script.rest(6000);
        EXPECT_EQ(script.result().uci, expected);
        EXPECT_FALSE(script.result().confirmed_was_revised);
        if (quiet) {
            EXPECT_THAT(script.result().lost, IsEmpty());
        }
    }
}

TEST(MoveTracker, PlainMoves) {
    expect_moves(kStart, "e2- e4+P w! e7- e5+p b! g1- f3+N w!", {"e2e4", "e7e5", "g1f3"});
}

TEST(MoveTracker, SlideThroughLegalSquares) {
    expect_moves(kStart, "e2- e3+P |600| e3- e4+P w! e7- e5+p b!", {"e2e4", "e7e5"});
}

TEST(MoveTracker, GhostOfOneScanIsNotFinal) { expect_moves(kStart, "b1- f3+N f3- c3+N w!", {"b1c3"}); }

TEST(MoveTracker, SlideWithOriginClearedLate) {
    expect_moves("4k3/8/8/8/8/8/8/2Q1K3 w - - 0 1", "c2+Q c3+Q c1- c2- c4+Q c3- w! e8- e7+k b!",
                 {"c1c4", "e8e7"});
}

TEST(MoveTracker, CaptureInEveryOrder) {
    const std::string fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    // The taken piece may be lifted first, or be replaced without ever showing an empty square.
    for (const char* text :
         {"e4- d5- d5+P", "d5- e4- d5+P", "e4- d5+P", "d5+P e4-", "d5- d5+P e4-", "d5- |2000| e4- d5+P"}) {
        expect_moves(fen, std::string(text) + " w! e8- e7+k b!", {"e4d5", "e8e7"});
    }
}

TEST(MoveTracker, CaptureAndRecaptureInOneBatch) {
    const std::string fen = "3qk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    for (const char* text : {"e4- d5+P d5+q d8-", "e4- d8- d5+P d5+q", "d8- e4- d5- d5+P d5- d5+q"}) {
        for (ScriptOptions o : all_circumstances()) {
            if (!o.clock) continue;
            BoardScript script(fen, o);
            script.play(std::string(text) + " w! b! e1- e2+K w!");
            script.rest(6000);
            EXPECT_THAT(script.result().uci, ElementsAre("e4d5", "d8d5", "e1e2")) << text << to_string(o);
        }
    }
}

TEST(MoveTracker, TwoPliesInOneWindow) {
    expect_moves(kStart, "e7- e2- e5+p e4+P w! b! g1- f3+N w!", {"e2e4", "e7e5", "g1f3"});
}

TEST(MoveTracker, CapturedPieceIsCarriedOverOtherSquares) {
    expect_moves("rnbqk2r/ppp2ppp/3p1n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 5",
                 "f3- e5+N d5+p |200| d5- w! d6- e5+p b!", {"f3e5", "d6e5"});
}

TEST(MoveTracker, TakenBackBeforeThePress) {
    expect_moves(kStart, "e2- e4+P |700| e4- e2+P |700| d2- d4+P w! d7- d5+p b!", {"d2d4", "d7d5"});
}

TEST(MoveTracker, CompletedCaptureTakenBack) {
    const std::string fen = "4k3/8/8/8/3b4/8/5Q2/4K3 w - - 0 1";
    for (const ScriptOptions& o : all_circumstances()) {
        BoardScript script(fen, o);
        script.play("f2- d4+Q w! |4000| d4+b f2+Q |6000| e1- e2+K");
        script.rest(9000);
        EXPECT_THAT(script.result().uci, ElementsAre("e1e2")) << to_string(o);
    }
}

TEST(MoveTracker, AdjustedPieceIsNoMove) {
    expect_moves(kStart, "d1- |800| d1+Q e2- e4+P w! g8- |300| g8+n e7- e5+p b!", {"e2e4", "e7e5"});
}

TEST(MoveTracker, CastlingInEveryOrder) {
    const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (const std::string& order : all_orders({"e1-", "g1+K", "h1-", "f1+R"})) {
        expect_moves(fen, order + "w! |1500| e8- e7+k b!", {"e1g1", "e8e7"});
    }
    for (const std::string& order : all_orders({"e1-", "c1+K", "a1-", "d1+R"})) {
        expect_moves(fen, order + "w! |1500| e8- e7+k b!", {"e1c1", "e8e7"});
    }
}

TEST(MoveTracker, CastlingKingFirstAndSlow) {
    expect_moves("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1- f1+K f1- g1+K |1400| h1- f1+R w! e8- e7+k b!",
                 {"e1g1", "e8e7"});
}

TEST(MoveTracker, PromotionInEveryOrder) {
    const std::string fen = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    for (const std::string piece : {"Q", "R", "B", "N"}) {
        std::string suffix(1, static_cast<char>(piece[0] - 'A' + 'a'));
        for (const std::string& order : all_orders({"b7-", "b8+" + piece})) {
            expect_moves(fen, order + "w! e8- e7+k b!", {"b7b8" + suffix, "e8e7"});
        }
        expect_moves(fen, "b7- b8+P |2000| b8- b8+" + piece + " w! e8- e7+k b!", {"b7b8" + suffix, "e8e7"});
    }
}

TEST(MoveTracker, PromotionWithAnotherPieceInTheEnd) {
    expect_moves("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7- b8+Q |900| b8- b8+N w! e8- e7+k b!",
                 {"b7b8n", "e8e7"});
}

TEST(MoveTracker, PromotionByCapture) {
    const std::string fen = "2n1k3/1P6/8/8/8/8/8/4K3 w - - 0 1";
    for (const char* text : {"c8- b7- c8+Q", "b7- c8- c8+Q", "b7- c8+Q", "c8+Q b7-", "b7- c8+P |900| c8+Q"}) {
        expect_moves(fen, std::string(text) + " w! e8- e7+k b!", {"b7c8q", "e8e7"});
    }
}

TEST(MoveTracker, EnPassantInEveryOrder) {
    const std::string fen = "rnbqkbnr/ppppp1pp/8/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    for (const std::string& order : all_orders({"e5-", "f6+P", "f5-"})) {
        expect_moves(fen, order + "w! g7- f6+p b!", {"e5f6", "g7f6"});
    }
}

TEST(MoveTracker, PawnPushedTooFarOntoAnother) {
    expect_moves("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1",
                 "a7- a4+p |600| a5+p a4+P b! g1- f3+N w!", {"a7a5", "g1f3"});
}

TEST(MoveTracker, PositionSeenBeforeIsNoTakeBack) {
    expect_moves(
        kStart,
        "g1- f3+N w! g8- f6+n b! f3- g1+N w! f6- g8+n b! g1- f3+N w! g8- f6+n b! f3- g1+N w! f6- g8+n b!",
        {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"});
}

TEST(MoveTracker, BouncingSensorIsToldOnce) {
    for (const ScriptOptions& o : all_circumstances()) {
        BoardScript script(kStart, o);
        for (int i = 0; i < 20; ++i) script.play("e8- e8+k");
        script.rest(3000);
        EXPECT_EQ(script.result().unstable, 1) << to_string(o);
        EXPECT_THAT(script.result().published, IsEmpty());
    }
}

TEST(MoveTracker, PressWithoutAMove) {
    BoardScript script(kStart, {});
    script.play("e2- e4+P w! |3000| b!");
    script.rest(3000);
    EXPECT_EQ(script.result().presses_without_move, 1);
    EXPECT_THAT(script.result().uci, ElementsAre("e2e4"));
}

TEST(MoveTracker, KnockedOverAndSetUpAgain) {
    for (const ScriptOptions& o : all_circumstances()) {
        BoardScript script(kStart, o);
        script.play(
            "e2- e4+P w! |1500| d8- e8- f8- g8- d7- e7- f7- |7000| d8+q f8+b e8+k g8+n d7+p e7+p f7+p |1000| "
            "e7- e5+p b!");
        script.rest(6000);
        EXPECT_THAT(script.result().uci, ElementsAre("e2e4", "e7e5")) << to_string(o);
        EXPECT_THAT(script.result().lost, ElementsAre(rules::LossKind::Disturbed));
        EXPECT_EQ(script.result().resumed, 1);
    }
}

TEST(MoveTracker, MisreadPieceForAMoment) {
    expect_moves(kStart, "g1- f3+B |150| f3+N w! e7- e5+r |150| e5+p b!", {"g1f3", "e7e5"});
}

TEST(MoveTracker, MisreadPieceForGood) {
    expect_moves(kStart, "g1- f3+B w! |3500| e7- e5+p b! |1000| f3- g5+N w! |500| d7- d5+p b!",
                 {"g1f3", "e7e5", "f3g5", "d7d5"}, false);
}

TEST(MoveTracker, PieceDropsOutOfItsSensor) {
    expect_moves(kStart, "e2- e4+P w! e4- |400| e4+P e7- e5+p b! |200| e5- |300| e5+p", {"e2e4", "e7e5"});
}

TEST(MoveTracker, UnlawfulMovePutRightIsNothing) {
    // The knight is pinned.
    const std::string fen = "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1";
    for (const ScriptOptions& o : all_circumstances()) {
        BoardScript script(fen, o);
        script.play("c3- e4+N |4000| e4- c3+N |300| e1- e2+K w! e8- e7+k b!");
        script.rest(6000);
        EXPECT_THAT(script.result().uci, ElementsAre("e1e2", "e8e7")) << to_string(o);
        EXPECT_THAT(script.result().lost, IsEmpty());
    }
}

TEST(MoveTracker, PressedUnlawfulMoveIsScoredAndPlayGoesOn) {
    for (ScriptOptions o : all_circumstances()) {
        if (!o.clock) continue;
        BoardScript script(kStart, o);
        script.play("e2- e4+P w! e7- e5+p b! f1- f6+B w! |1500| g7- f6+p b! g1- f3+N w!");
        script.rest(6000);
        EXPECT_THAT(script.result().uci, ElementsAre("e2e4", "e7e5", "f1f6!", "g7f6", "g1f3"))
            << to_string(o);
    }
}

TEST(MoveTracker, AnswerToAnUnlawfulMoveCompletesItWithoutAClock) {
    for (ScriptOptions o : all_circumstances()) {
        if (o.clock) continue;
        BoardScript script(kStart, o);
        script.play("e2- e4+P |4000| e7- e5+p |4000| f1- f6+B |3000| g7- f6+p |1500| g1- f3+N");
        script.rest(6000);
        EXPECT_THAT(script.result().uci, ElementsAre("e2e4", "e7e5", "f1f6!", "g7f6", "g1f3"))
            << to_string(o);
    }
}

TEST(MoveTracker, PawnLeftOnTheLastRank) {
    for (ScriptOptions o : all_circumstances()) {
        if (!o.clock) continue;
        BoardScript script("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", o);
        script.play("b7- b8+P w! |3000| b8- b8+Q e8- e7+k b!");
        script.rest(6000);
        EXPECT_THAT(script.result().uci, ElementsAre("b7b8q!", "e8e7")) << to_string(o);
    }
}

TEST(MoveTracker, SecondMoveOfTheSameSide) {
    for (ScriptOptions o : all_circumstances()) {
        if (!o.clock) continue;
        BoardScript script(kStart, o);
        script.play("e2- e4+P w! |2500| d2- d4+P");
        script.rest(9000);
        EXPECT_THAT(script.result().uci, ElementsAre("e2e4", "d2d4!")) << to_string(o);
    }
}

TEST(MoveTracker, KingsToTheCentreGiveTheResult) {
    const std::string fen = "8/8/5k2/8/8/5K2/4P3/8 b - - 0 1";
    for (ScriptOptions o : all_circumstances()) {
        BoardScript script(fen, o);
        script.play("f6- f5+k b! |3500| f5- e5+k |900| f3- d4+K");
        script.rest(7000);
        EXPECT_THAT(script.result().uci, ElementsAre("f6f5")) << to_string(o);
        const auto expected = o.mirrored ? rules::Result::WhiteWins : rules::Result::BlackWins;
        EXPECT_EQ(script.result().signal, expected) << to_string(o);
    }
}

TEST(MoveTracker, LegalKingStepThatWasPartOfTheSign) {
    // White steps to d4 lawfully first; then Black's king goes to e5.
    for (ScriptOptions o : all_circumstances()) {
        BoardScript script("8/8/8/8/8/3K1k2/8/4R3 w - - 0 1", o);
        script.play("d3- d4+K |1200| f3- e5+k");
        script.rest(7000);
        EXPECT_THAT(script.result().uci, IsEmpty()) << to_string(o);
        EXPECT_TRUE(script.result().signal.has_value()) << to_string(o);
    }
}

TEST(MoveTracker, OneKingInTheCentreIsOrdinaryPlay) {
    expect_moves("8/8/8/8/8/3K4/8/k3R3 w - - 0 1", "d3- d4+K w! |7000| a1- a2+k b!", {"d3d4", "a1a2"});
}

TEST(MoveTracker, RookTouchedBeforeTheKingIsNoted) {
    // Both castlings of each side, in every order of lifts, slowly and at once.
    for (const bool kingside : {true, false}) {
        const std::string rook = kingside ? "h1- f1+R " : "a1- d1+R ";
        const std::string king = kingside ? "e1- g1+K " : "e1- c1+K ";
        const rules::Square corner = kingside ? rules::Square::H1 : rules::Square::A1;
        for (const ScriptOptions& o : all_circumstances()) {
            const auto touched = [&](const std::string& events) {
                BoardScript script("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", o);
                script.play(events + "w! e8- e7+k b!");
                script.rest(6000);
                EXPECT_EQ(script.result().uci.size(), 2U) << to_string(o);
                return script.result().touched;
            };
            EXPECT_TRUE(touched(king + "|500| " + rook).empty()) << to_string(o);
            EXPECT_TRUE(touched((kingside ? "h1- " : "a1- ") + king + (kingside ? "f1+R " : "d1+R ")).empty())
                << to_string(o) << ": within a scan the order says nothing";
            const auto notes = touched(rook + "|500| " + king);
            ASSERT_EQ(notes.size(), 1U) << to_string(o);
            EXPECT_TRUE(notes[0].rook_before_king);
            EXPECT_EQ(notes[0].ply, 1);
            EXPECT_EQ(notes[0].touched, o.mirrored ? mirror(corner) : corner);
        }
    }
}

TEST(MoveTracker, ExplainsEveryPly) {
    BoardScript script(kStart, {});
    std::string text;
    script.tracker().explain_to([&text](const std::string& line) { text += line + "\n"; });
    script.play("e2- e4+P w! e7- e5+p b! g1- h3+N h3- f3+N w!");
    script.rest(3000);
    for (const char* part :
         {"sensed e2-@0.100 e4+P@0.200\nply 1 e4: the one legal move that the board shows; lifted "
          "0.100; stands since 0.200\n",
          "ply 1 completed: its clock was pressed\n", "ply 2 e5: ", "weighed Nf3 after ply 2: cost ",
          "ply 3 Nf3: cheapest of what was weighed; "}) {
        EXPECT_THAT(text, testing::HasSubstr(part));
    }
}

TEST(MoveTracker, EveryChess960StartCastlesBothWays) {
    // King and rooks of every start, the squares between emptied: all four physical forms of castling.
    for (int number = 0; number < 960; ++number) {
        rules::Setup start = *rules::chess960_start(number);
        for (std::size_t wing = 0; wing < 2; ++wing) {
            rules::Setup s = start;
            const rules::Square rook = *s.castling.rook[0][wing];
            rules::Square king{};
            for (int f = 0; f < 8; ++f) {
                const rules::Square at = rules::make_square(f, 0);
                if (s.placement[at] == rules::Piece::WhiteKing)
                    king = at;
                else if (at != rook)
                    s.placement.set(at, rules::Piece::None);
            }
            s.castling.rook[0][1 - wing].reset();
            const auto position = s.position();
            ASSERT_TRUE(position) << number;
            const rules::Move castling(king, rook, rules::MoveKind::Castling);
            if (!position->is_legal(castling)) continue;
            ScriptOptions o;
            o.chess960 = true;
            const rules::Square k = rules::castled_king_square(rules::Color::White, wing);
            const rules::Square r = rules::castled_rook_square(rules::Color::White, wing);
            std::string text = to_string(king) + "- " + to_string(rook) + "- ";
            text += to_string(r) + "+R " + to_string(k) + "+K w!";
            BoardScript script(rules::to_fen(*position), o);
            script.play(text);
            script.rest(3000);
            ASSERT_THAT(script.result().uci, ElementsAre(to_string(king) + to_string(rook)))
                << number << " " << text;
        }
    }
}

}  // namespace
}  // namespace boardbridge::test
