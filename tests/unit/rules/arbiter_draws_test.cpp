// Repetitions, moves without progress, dead positions, and results that disagree: laws-and-alerts sections 2,
// 10; field-cases 44, 53.
#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

using Life = std::vector<std::string>;
using enum AlertKind;

void shuffle(Referee& r, int times) {
    for (int i = 0; i < times; ++i) r.moves("Nf3 Nf6 Ng1 Ng8");
}

TEST(ArbiterDraws, ThreefoldIsANoteForThePlayerToMoveInEveryCase) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        r.start();
        shuffle(r, 1);
        EXPECT_EQ(r.raised(ThreefoldRepetition), 0);
        r.moves("Nf3 Nf6 Ng1");
        EXPECT_EQ(r.raised(ThreefoldRepetition), 0);
        r.move("Ng8", false);
        EXPECT_EQ(r.raised(ThreefoldRepetition), 0);  // not completed
        r.confirm(8);
        const auto alert = r.open(ThreefoldRepetition);
        ASSERT_TRUE(alert);
        EXPECT_EQ(alert->severity, Severity::Note);
        EXPECT_EQ(alert->side, AlertSide::White);
        EXPECT_EQ(alert->article, "9.2");
        EXPECT_EQ(alert->evidence.plies, (std::vector<int>{0, 4, 8}));
        EXPECT_EQ(alert->text,
                  "The same position, with White to move, has appeared 3 times (after plies 0, 4, 8).");
        r.move("e4");
        EXPECT_EQ(r.life(ThreefoldRepetition), (Life{"RAISED NOTE", "CLEARED NOTE position changed"}));
    }
}

TEST(ArbiterDraws, RepetitionsForBlackAndTheWrongClaim) {
    Referee r(settings_of({Edition::Fide2009, Play::Standard, Supervision::Full}));
    r.start();
    r.move("Nf3");
    for (int i = 0; i < 2; ++i) r.moves("Nf6 Ng1 Ng8 Nf3");
    EXPECT_EQ(r.open(ThreefoldRepetition)->side, AlertSide::Black);
    EXPECT_EQ(r.open(ThreefoldRepetition)->evidence.plies, (std::vector<int>{1, 5, 9}));
    EXPECT_EQ(r.open(ThreefoldRepetition)->provides,
              "Black may claim a draw; the arbiter does not point it out. A wrong claim gives the opponent 3 "
              "extra minutes.");
}

TEST(ArbiterDraws, OneAlertWhileTheRepetitionGoesOnAndFivefoldDraws) {
    for (const Edition e : {Edition::Fide2009, Edition::Fide2018, Edition::Fide2023}) {
        Referee r(settings_of({e, Play::Standard, Supervision::Full}));
        r.start();
        shuffle(r, 4);
        EXPECT_EQ(r.raised(ThreefoldRepetition), 1);
        EXPECT_EQ(r.raised(FivefoldRepetition), e == Edition::Fide2009 ? 0 : 1);
        if (e == Edition::Fide2009) continue;
        const auto alert = r.open(FivefoldRepetition);
        EXPECT_EQ(alert->severity, Severity::Action);
        EXPECT_EQ(alert->article, "9.6.1");
        EXPECT_EQ(alert->provides, "The game is drawn at once.");
        EXPECT_EQ(alert->evidence.plies, (std::vector<int>{0, 4, 8, 12, 16}));
        r.end(Result::Draw, Termination::FivefoldRepetition);
        EXPECT_EQ(r.raised(FivefoldRepetition), 1);
        EXPECT_TRUE(r.open(FivefoldRepetition));
        EXPECT_FALSE(r.open(ThreefoldRepetition));
        r.start();
        EXPECT_TRUE(r.arbiter.open_alerts().empty());
    }
}

TEST(ArbiterDraws, CastlingRightsAndEnPassantTellPositionsApart) {
    Referee r;
    r.start("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    r.moves("Rb1 Rb8 Ra1 Ra8");  // rights are gone: another position
    r.moves("Rb1 Rb8 Ra1 Ra8");
    EXPECT_EQ(r.raised(ThreefoldRepetition), 0);
    r.moves("Rb1 Rb8 Ra1 Ra8");
    EXPECT_EQ(r.open(ThreefoldRepetition)->evidence.plies, (std::vector<int>{4, 8, 12}));
}

TEST(ArbiterDraws, ATakenBackMoveTakesBackTheRepetition) {
    Referee r;
    r.start();
    shuffle(r, 2);
    r.arbiter.observe(PliesRevised{8, {}, RevisionReason::TakenBack}, r.now);
    EXPECT_EQ(r.life(ThreefoldRepetition), (Life{"RAISED NOTE", "CLEARED NOTE put right"}));
}

/// A bare game whose halfmove clock already stands at `halfmoves`.
std::string rooks(int halfmoves) { return "4k3/8/8/8/8/8/R7/4K3 w - - " + std::to_string(halfmoves) + " 90"; }

TEST(ArbiterDraws, FiftyMovesIsANote) {
    Referee r;
    r.start(rooks(98));
    r.move("Ra3");
    EXPECT_EQ(r.raised(FiftyMoves), 0);
    r.move("Kd7");
    const auto alert = r.open(FiftyMoves);
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->severity, Severity::Note);
    EXPECT_EQ(alert->article, "9.3");
    EXPECT_EQ(alert->text, "50 moves by each side without a capture or a pawn move.");
    EXPECT_EQ(alert->provides,
              "The player to move may claim a draw; the arbiter does not point it out. A wrong claim gives "
              "the opponent 2 "
              "extra minutes.");
    r.moves("Ra4 Kd6");
    EXPECT_EQ(r.raised(FiftyMoves), 1);
}

TEST(ArbiterDraws, ACaptureEndsFiftyMoves) {
    Referee r;
    r.start("4k3/8/8/8/8/r7/R7/4K3 b - - 99 90");
    r.move("Kd7");
    EXPECT_EQ(r.raised(FiftyMoves), 1);
    r.move("Rxa3");
    EXPECT_EQ(r.life(FiftyMoves).back(), "CLEARED NOTE capture or pawn move");
}

TEST(ArbiterDraws, SeventyFiveMovesByEdition) {
    for (const Edition e : {Edition::Fide2009, Edition::Fide2018, Edition::Fide2023}) {
        Referee r(settings_of({e, Play::Rapid, Supervision::Partial}));
        r.start(rooks(148));
        r.move("Ra3");
        EXPECT_EQ(r.raised(SeventyFiveMoves), 0);
        r.move("Kd7");
        EXPECT_EQ(r.raised(SeventyFiveMoves), e == Edition::Fide2009 ? 0 : 1);
        if (e != Edition::Fide2009) {
            EXPECT_EQ(r.open(SeventyFiveMoves)->article, "9.6.2");
        }
    }
}

TEST(ArbiterDraws, MateOnTheSeventyFifthMoveGoesFirst) {
    Referee r;
    r.start("7k/8/6K1/8/8/8/8/R7 w - - 149 100");
    r.move("Ra8#");
    r.end(Result::WhiteWins, Termination::Checkmate);
    EXPECT_EQ(r.raised(SeventyFiveMoves), 0);
}

TEST(ArbiterDraws, DeadPositionAndTheQuietEnds) {
    for (const Edition e : {Edition::Fide2009, Edition::Fide2023}) {
        Referee r(settings_of({e, Play::Blitz, Supervision::Partial}));
        r.start("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1");
        r.move("Kxd2");
        r.end(Result::Draw, Termination::DeadPosition);
        const auto alert = r.open(DeadPosition);
        ASSERT_TRUE(alert);
        EXPECT_EQ(alert->severity, Severity::Action);
        EXPECT_EQ(alert->article, e == Edition::Fide2009 ? "9.6" : "5.2.2");
    }
    Referee r;
    r.start();
    r.end(Result::Draw, Termination::Stalemate);
    EXPECT_TRUE(r.seen.empty());
}

// --- results ---

TEST(ArbiterResult, TheSignalAgainstTheMateOnTheBoard) {
    Referee r;
    r.start();
    r.moves("f3 e5 g4 Qh4#");
    r.end(Result::BlackWins, Termination::Checkmate);
    r.arbiter.observe(KingsSignal{Result::BlackWins}, r.now);
    EXPECT_TRUE(r.seen.empty());
    r.arbiter.observe(KingsSignal{Result::WhiteWins}, r.now);
    const auto alert = r.open(ResultConflict);
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->severity, Severity::Action);
    EXPECT_EQ(alert->article, "5.1.1");
    EXPECT_EQ(alert->text, "The board signals 1-0, but the game had ended before by the Laws: 0-1.");
}

TEST(ArbiterResult, AResignationDisagreesWithNothing) {
    Referee r;
    r.start();
    r.moves("e4 e5");
    r.end(Result::WhiteWins, Termination::KingsSignal);
    EXPECT_TRUE(r.seen.empty());
}

TEST(ArbiterResult, AgainstTheFlag) {
    const auto conflict = [](Result signalled, MateVerdict black_can) {
        Referee r({}, [black_can](const Position&, Color) { return black_can; });
        r.start();
        r.show({.white = 1s, .black = 60s, .running = Color::White});
        r.wait(1s);
        r.show({.white = 0s, .black = 60s, .lever = Color::White, .white_blocked = true});
        r.end(signalled, Termination::KingsSignal);
        const auto alert = r.open(ResultConflict);
        return alert ? alert->article + " " + alert->text : std::string();
    };
    const std::string white = "6.9 The board signals 1-0, but White's flag had fallen.";
    EXPECT_EQ(conflict(Result::BlackWins, MateVerdict::Possible), "");
    EXPECT_EQ(conflict(Result::WhiteWins, MateVerdict::Possible), white);
    EXPECT_EQ(conflict(Result::Draw, MateVerdict::Possible),
              "6.9 The board signals a draw, but White's flag had fallen.");
    EXPECT_EQ(conflict(Result::Draw, MateVerdict::Impossible), "");
    EXPECT_EQ(conflict(Result::BlackWins, MateVerdict::Impossible),
              "6.9 The board signals 0-1, but White's flag had fallen.");
}

TEST(ArbiterResult, AResignationToOneWhoCannotMate) {
    for (const Edition e : {Edition::Fide2009, Edition::Fide2018, Edition::Fide2023}) {
        Referee r(settings_of({e, Play::Standard, Supervision::Full}), [](const Position&, Color winner) {
            return winner == Color::White ? MateVerdict::Impossible : MateVerdict::Possible;
        });
        r.start("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1");
        r.move("Kd2");
        r.end(Result::WhiteWins, Termination::KingsSignal);
        EXPECT_EQ(r.raised(ResultConflict), e == Edition::Fide2023 ? 1 : 0);
        if (e != Edition::Fide2023) continue;
        EXPECT_EQ(r.open(ResultConflict)->article, "5.1.2");
        EXPECT_EQ(r.open(ResultConflict)->provides, "The game is drawn.");
        EXPECT_EQ(r.open(ResultConflict)->text,
                  "The board signals 1-0, but White cannot give mate by any series of legal moves.");
    }
}

TEST(ArbiterResult, TheSearchMayAnswerLater) {
    Referee r;  // no quick oracle
    r.start("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1");
    r.move("Kd2");
    r.end(Result::WhiteWins, Termination::KingsSignal);
    EXPECT_EQ(r.raised(ResultConflict), 0);
    const auto question = r.arbiter.take_verdict_request();
    ASSERT_TRUE(question);
    EXPECT_EQ(question->winner, Color::White);
    r.arbiter.verdict(question->id, MateVerdict::Impossible, r.now);
    EXPECT_EQ(r.raised(ResultConflict), 1);
}

TEST(ArbiterResult, AgainstAnIllegalMoveThatLoses) {
    Referee r(settings_of({Edition::Fide2023, Play::Standard, Supervision::Full}));
    r.start();
    r.play(r.illegal("Ra1a3", Square::A1, Square::A3, IllegalKind::Geometry));
    r.move("e5");
    r.play(r.illegal("Rh1h3", Square::H1, Square::H3, IllegalKind::Geometry));
    r.end(Result::WhiteWins, Termination::KingsSignal);
    EXPECT_EQ(r.open(ResultConflict)->text,
              "The board signals 1-0, but White has completed an illegal move that loses.");
}

TEST(ArbiterResult, AgainstADrawByThePositionThatStayedIllegal) {
    Referee r(settings_of({Edition::Fide2018, Play::Blitz, Supervision::Partial}));
    r.start();
    r.moves("e4 e6 d4 d5 Bb5+");
    r.play(r.illegal("Bf8b4", Square::F8, Square::B4, IllegalKind::OwnKingLeftInCheck));
    r.play(r.illegal("h2h3", Square::H2, Square::H3, IllegalKind::OwnKingLeftInCheck));
    r.end(Result::WhiteWins, Termination::KingsSignal);
    EXPECT_EQ(r.open(ResultConflict)->article, "A.4.4");
    EXPECT_TRUE(r.open(BothKingsInCheck));
    EXPECT_EQ(r.open(BothKingsInCheck)->severity, Severity::Action);
}

}  // namespace
}  // namespace boardbridge::rules::test
