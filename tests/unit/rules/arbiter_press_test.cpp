// Presses without a move, two moves in a row, moves missed and guessed, taken back and excused: contract
// section 5.
#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

using Life = std::vector<std::string>;
using enum AlertKind;

void empty_press(Referee& r, Color side) { r.arbiter.observe(Pressed{side, false}, r.now); }

TEST(ArbiterPress, RaisedAfterTwoSecondsInEveryCase) {
    for (const Case& c : all_cases()) {
        for (const Color side : {Color::White, Color::Black}) {
            SCOPED_TRACE(name_of(c));
            Referee r(settings_of(c));
            r.start();
            if (side == Color::Black) r.move("e4");
            empty_press(r, side);
            r.wait(1999ms);
            EXPECT_EQ(r.raised(ClockPressedWithoutMove), 0);
            r.wait(1ms);
            EXPECT_EQ(r.life(ClockPressedWithoutMove), (Life{"RAISED WATCH"}));
            const auto alert = r.open(ClockPressedWithoutMove);
            EXPECT_EQ(alert->side, alert_side(side));
            EXPECT_EQ(alert->article, c.laws == Edition::Fide2009 ? "6.7a" : "7.5.3");
            r.wait(60s);
            EXPECT_EQ(r.raised(ClockPressedWithoutMove), 1);
        }
    }
}

TEST(ArbiterPress, CountsTheTimeFromThePressWhenItIsToldLate) {
    Referee r;
    r.start();
    r.move("e4");
    r.wait(1s);
    r.arbiter.observe(Pressed{Color::Black, false, r.now - 1s}, r.now);
    r.wait(999ms);
    EXPECT_EQ(r.raised(ClockPressedWithoutMove), 0);
    r.wait(1ms);
    EXPECT_EQ(r.raised(ClockPressedWithoutMove), 1);
}

TEST(ArbiterPress, NothingWhenTheMoveComesWithinTwoSeconds) {
    Referee r;
    r.start();
    r.move("e4");
    empty_press(r, Color::Black);
    r.move("e5");
    r.wait(10s);
    EXPECT_EQ(r.raised(ClockPressedWithoutMove), 0);
}

TEST(ArbiterPress, ClearedByALaterMoveOfThatSideBeforeTheOtherMoves) {
    Referee r;
    r.start();
    r.move("e4");
    empty_press(r, Color::Black);
    r.wait(5s);
    r.move("e5");
    EXPECT_EQ(r.life(ClockPressedWithoutMove), (Life{"RAISED WATCH", "CLEARED WATCH moved"}));
}

TEST(ArbiterPress, BlackStartingWhitesClockAndAPressBackAreNoIrregularity) {
    Referee r;
    r.start();
    empty_press(r, Color::Black);
    r.wait(10s);
    EXPECT_EQ(r.raised(ClockPressedWithoutMove), 0);
    r.move("e4");
    empty_press(r, Color::White);  // it is Black's turn: the press gives it to him
    r.wait(10s);
    EXPECT_EQ(r.raised(ClockPressedWithoutMove), 0);
}

TEST(ArbiterPress, CountsAsIllegalMoveOnlyWhenTheArbiterSaysSo) {
    Referee r(settings_of({Edition::Fide2018, Play::Standard, Supervision::Full}));
    r.start();
    r.move("e4");
    empty_press(r, Color::Black);
    r.wait(3s);
    const auto alert = r.open(ClockPressedWithoutMove);
    EXPECT_EQ(alert->provides,
              "If it was deliberate, it counts as the first illegal move of Black: 2 extra minutes to White; "
              "the second "
              "loses.");
    EXPECT_TRUE(r.arbiter.acknowledge(alert->id, "arbiter", "penalised, two minutes", r.now));
    r.move("e5");
    r.move("Nf3");
    r.play(r.illegal("Ke8e6", Square::E8, Square::E6, IllegalKind::Geometry));
    EXPECT_EQ(r.open(IllegalMove)->evidence.offence, 2);
}

TEST(ArbiterPress, NotCountedWithoutARuling) {
    Referee r(settings_of({Edition::Fide2018, Play::Standard, Supervision::Full}));
    r.start();
    r.move("e4");
    empty_press(r, Color::Black);
    r.wait(3s);
    r.move("e5");
    r.move("Nf3");
    r.play(r.illegal("Ke8e6", Square::E8, Square::E6, IllegalKind::Geometry));
    EXPECT_EQ(r.open(IllegalMove)->evidence.offence, 1);
}

TEST(ArbiterTwoMoves, InEveryCase) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        r.start();
        r.move("e4");
        Ply again = r.legal("e5");
        again.side = Color::White;
        again.illegal = IllegalKind::TwoMovesInARow;
        again.san = "d4";
        again.after = position_from_fen("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2").value();
        r.play(again);
        EXPECT_EQ(r.raised(TwoMovesInARow), 1);
        EXPECT_EQ(r.raised(IllegalMove), 0);
        EXPECT_EQ(r.open(TwoMovesInARow)->side, AlertSide::White);
        EXPECT_EQ(r.open(TwoMovesInARow)->text, "White moved twice in a row: d4.");
        r.move("e6");
        EXPECT_EQ(r.open(TwoMovesInARow).has_value(), !quick_partial(c));
    }
}

TEST(ArbiterCount, ThirdLosesIn2009SecondSince2018) {
    const auto offences = [](Edition e) {
        Referee r(settings_of({e, Play::Standard, Supervision::Full}));
        r.start();
        std::vector<std::string> provides;
        for (const auto& [san, from, to] : {std::tuple{"Ra1a3", Square::A1, Square::A3},
                                            {"Rh1h3", Square::H1, Square::H3},
                                            {"Bc1e3", Square::C1, Square::E3}}) {
            r.play(r.illegal(san, from, to, IllegalKind::Geometry));
            provides.push_back(r.seen.back().provides.substr(0, r.seen.back().provides.find(';')));
            r.move(provides.size() == 1 ? "a6" : provides.size() == 2 ? "b6" : "c6");
        }
        return provides;
    };
    EXPECT_EQ(offences(Edition::Fide2009), (Life{"First illegal move of White: the position before it is "
                                                 "restored and Black receives 2 extra minutes",
                                                 "Second illegal move of White: the position before it is "
                                                 "restored and Black receives 2 extra minutes",
                                                 "Third illegal move of White: White loses the game"}));
    EXPECT_EQ(offences(Edition::Fide2023), (Life{"First illegal move of White: the position before it is "
                                                 "restored and Black receives 2 extra minutes",
                                                 "Second illegal move of White: White loses the game",
                                                 "Third illegal move of White: White loses the game"}));
}

TEST(ArbiterCount, AnExcusedOneDoesNotCountAndTheLaterOnesAreToldAnew) {
    Referee r(settings_of({Edition::Fide2023, Play::Standard, Supervision::Full}));
    r.start();
    r.play(r.illegal("Ra1a3", Square::A1, Square::A3, IllegalKind::Geometry));
    const auto first = r.open(IllegalMove);
    r.move("e5");
    r.play(r.illegal("Rh1h3", Square::H1, Square::H3, IllegalKind::Geometry));
    EXPECT_EQ(r.seen.back().evidence.offence, 2);
    EXPECT_TRUE(r.arbiter.acknowledge(first->id, "NN", "Excused: piece slipped", r.now));
    EXPECT_EQ(r.seen.back().state, AlertState::Updated);
    EXPECT_EQ(r.seen.back().evidence.offence, 1);
    EXPECT_EQ(r.seen.back().ply, 3);
    EXPECT_FALSE(r.arbiter.acknowledge(9999, "NN", "", r.now));
}

TEST(ArbiterCount, EachPlayerAndEachGameByItself) {
    Referee r;
    r.start();
    r.play(r.illegal("Ra1a3", Square::A1, Square::A3, IllegalKind::Geometry));
    r.play(r.illegal("Ra8a6", Square::A8, Square::A6, IllegalKind::Geometry));
    EXPECT_EQ(r.seen.back().evidence.offence, 1);
    r.start();
    r.play(r.illegal("Ra1a3", Square::A1, Square::A3, IllegalKind::Geometry));
    EXPECT_EQ(r.seen.back().evidence.offence, 1);
}

TEST(ArbiterCount, ARevisedReadingOfTheBoardWasNoOffence) {
    Referee r;
    r.start();
    const Position start = r.position;
    r.play(r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry));
    r.position = start;
    r.ply = 0;
    r.arbiter.observe(PliesRevised{1, {r.legal("e4")}, RevisionReason::Reordered}, r.now);
    EXPECT_EQ(r.life(IllegalMove), (Life{"RAISED ACTION", "CLEARED ACTION revised"}));
    r.position = r.legal("e4").after;
    r.ply = 1;
    r.move("e5");
    r.play(r.illegal("Ra1a3", Square::A1, Square::A3, IllegalKind::Geometry));
    EXPECT_EQ(r.seen.back().evidence.offence, 1);
}

TEST(ArbiterCount, ARevisionThatKeepsTheIllegalMoveSaysNothing) {
    Referee r;
    r.start();
    r.move("e4");
    r.move("e5");
    const Position before = r.position;
    const Ply bad = r.illegal("Ke1e3", Square::E1, Square::E3, IllegalKind::Geometry);
    r.play(bad);
    const std::size_t told = r.seen.size();
    r.arbiter.observe(PliesRevised{3, {bad}, RevisionReason::Reordered}, r.now);
    EXPECT_EQ(r.seen.size(), told);
    r.position = before;
    EXPECT_TRUE(r.open(IllegalMove));
}

TEST(ArbiterNoClock, TheReplyCompletesAnIllegalMove) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        r.start();
        Ply bad = r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry);
        bad.completed_by = Completion::Reply;
        r.play(bad);
        const auto alert = r.open(IllegalMove);
        ASSERT_TRUE(alert);
        EXPECT_EQ(alert->severity, quick_partial(c) ? Severity::Note : Severity::Action);
        EXPECT_EQ(alert->evidence.offence.has_value(), !quick_partial(c));
        r.move("e5");
        if (quick_partial(c)) {
            EXPECT_EQ(r.life(IllegalMove), (Life{"RAISED NOTE", "CLEARED NOTE stands"}));
            EXPECT_EQ(r.of(IllegalMove)[0].provides,
                      "The illegal move stands; it can be corrected only if the players agree.");
        } else {
            EXPECT_TRUE(r.open(IllegalMove));
        }
    }
}

TEST(ArbiterNoClock, WhatCompletedItIsFoundOutWhenTheTrackerDoesNotSay) {
    for (const auto rested : {1s, 20s}) {
        Referee r(settings_of({Edition::Fide2023, Play::Rapid, Supervision::Partial}));
        r.start();
        Ply bad = r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry);
        bad.completed_by = Completion::Open;
        bad.made_at = r.now;
        r.wait(rested);
        r.arbiter.observe(PlyMade{bad}, r.now);
        EXPECT_EQ(r.open(IllegalMove)->severity, rested == 20s ? Severity::Action : Severity::Note);
    }
}

TEST(ArbiterMissed, RaisedWithCandidatesAndClearedWhenThePlacementFits) {
    Referee r;
    r.start();
    r.arbiter.observe(
        TrackingLost{LossKind::MovesMissed, bit(Square::E4) | bit(Square::E2), {"e4 e5", "e4 e6"}}, r.now);
    EXPECT_EQ(r.open(MovesMissed)->text,
              "Moves were missed; 2 lines would explain the position: e4 e5, e4 e6.");
    EXPECT_EQ(r.open(MovesMissed)->severity, Severity::Watch);
    r.arbiter.observe(
        TrackingLost{LossKind::MovesMissed, bit(Square::E4) | bit(Square::E2), {"e4 e5", "e4 e6"}}, r.now);
    EXPECT_EQ(r.seen.size(), 1U);  // nothing new
    r.arbiter.observe(TrackingResumed{LossKind::MovesMissed}, r.now);
    EXPECT_EQ(r.life(MovesMissed), (Life{"RAISED WATCH", "CLEARED WATCH fits again"}));
}

TEST(ArbiterMissed, AGuessIsToldAsSuch) {
    Referee r;
    r.start();
    for (const char* san : {"e4", "e5"}) {
        Ply p = r.legal(san);
        p.guess = true;
        r.play(p, false);
    }
    EXPECT_EQ(r.life(MovesMissed), (Life{"RAISED WATCH", "UPDATED WATCH"}));
    EXPECT_EQ(r.open(MovesMissed)->evidence.candidates, (Life{"e4", "e5"}));
    r.move("Nf3");
    EXPECT_EQ(r.life(MovesMissed).back(), "CLEARED WATCH play went on");
}

TEST(ArbiterBoard, MismatchAndDisturbedExcludeEachOther) {
    Referee r;
    r.start();
    r.arbiter.observe(TrackingLost{LossKind::Disturbed, 0xFF00, {}}, r.now);
    EXPECT_EQ(r.open(BoardDisturbed)->text,
              "The board is disturbed: 8 squares are off (a2, b2, c2, d2, e2, f2, g2, h2).");
    r.arbiter.observe(TrackingLost{LossKind::Mismatch, 0x0100, {}}, r.now);
    EXPECT_FALSE(r.open(BoardDisturbed));
    EXPECT_EQ(r.open(BoardMismatch)->text,
              "No move explains what stands on the board: 1 square differs (a2).");
    r.arbiter.observe(TrackingResumed{LossKind::Mismatch}, r.now);
    EXPECT_TRUE(r.arbiter.open_alerts().empty());
}

TEST(ArbiterBoard, UnstableSensorsOneAlertASquare) {
    Referee r;
    r.start();
    for (int i = 0; i < 3; ++i) r.arbiter.observe(rules::SensorUnstable{Square::E8, true}, r.now);
    r.arbiter.observe(rules::SensorUnstable{Square::D7, true}, r.now);
    EXPECT_EQ(r.raised(AlertKind::SensorUnstable), 2);
    r.start();  // a matter of the device: a new game changes nothing
    EXPECT_EQ(r.arbiter.open_alerts().size(), 2U);
    r.arbiter.observe(rules::SensorUnstable{Square::E8, false}, r.now);
    EXPECT_EQ(r.seen.back().evidence.resolution, "quiet again");
    EXPECT_EQ(r.seen.back().text, "The sensor of e8 is unstable.");
}

}  // namespace
}  // namespace boardbridge::rules::test
