// The clock lost, edited, set wrong, standing, running on, not following, the wrong way round: contract
// section 6; field-cases 59, 63, 67, 69.
#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

using Life = std::vector<std::string>;
using enum AlertKind;

ArbiterSettings with_control(const char* control,
                             Case c = {Edition::Fide2023, Play::Rapid, Supervision::Partial}) {
    ArbiterSettings s = settings_of(c);
    s.time_control = parse_time_control(control).value();
    return s;
}

void lose(Referee& r) {
    ClockReading gone;
    gone.connected = false;
    r.last = r.arbiter.clock(gone, ClockFace{}, r.now);
}

TEST(ArbiterClock, LostByStatusBitAndBack) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 290s, .running = Color::White});
    lose(r);
    ASSERT_TRUE(r.last);
    EXPECT_TRUE(r.last->disconnected);
    EXPECT_FALSE(r.last->times.white);
    const auto alert = r.open(ClockLost);
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->severity, Severity::Watch);
    EXPECT_EQ(alert->evidence.clock.white, 300s);  // as last believed
    EXPECT_EQ(alert->text, "The board no longer has a clock connected.");
    lose(r);
    r.arbiter.clock_silent(r.now);
    EXPECT_EQ(r.raised(ClockLost), 1);
    r.wait(60s);
    EXPECT_EQ(r.raised(ClockStoppedInPlay), 0);
    r.show({.white = 240s, .black = 290s, .running = Color::White});
    EXPECT_EQ(r.life(ClockLost), (Life{"RAISED WATCH", "CLEARED WATCH back"}));
    EXPECT_FALSE(r.last->disconnected);
    EXPECT_EQ(r.raised(FlagFallen), 0);
    EXPECT_EQ(r.raised(ClockEdited), 0);
}

TEST(ArbiterClock, LostBySilenceAndNeverLostWhenThereWasNone) {
    Referee r;
    r.start();
    r.arbiter.clock_silent(r.now);
    lose(r);
    EXPECT_TRUE(r.seen.empty());
    r.show({.white = 300s, .black = 290s});
    r.arbiter.clock_silent(r.now);
    EXPECT_EQ(r.open(ClockLost)->text, "The clock no longer answers.");
    r.start();
    EXPECT_TRUE(r.open(ClockLost));  // a matter of the device, not of the game
}

TEST(ArbiterClock, EditedWhileStoppedForBothColours) {
    for (const Color side : kBoth) {
        Referee r;
        r.start();
        r.move("e4");
        r.show({.white = 190s, .black = 190s, .running = Color::Black});
        r.wait(1s);
        r.show({.white = 190s, .black = 189s, .lever = Color::Black});
        r.wait(10s);
        const Shown edited{.white = side == Color::White ? 310s : 190s,
                           .black = side == Color::Black ? 310s : 189s};
        r.show({.white = edited.white, .black = edited.black, .lever = Color::Black});
        EXPECT_EQ(r.raised(ClockEdited), 0);
        r.wait(2500ms);
        EXPECT_EQ(r.life(ClockEdited), (Life{"RAISED NOTE"}));
        EXPECT_EQ(r.open(ClockEdited)->side, alert_side(side));
        EXPECT_EQ(r.open(ClockEdited)->text,
                  side == Color::White
                      ? "White's time was changed from 3:10 to 5:10 while the clock was stopped."
                      : "Black's time was changed from 3:09 to 5:10 while the clock was stopped.");
        EXPECT_EQ(r.arbiter.clock_now().times.white, edited.white);
        r.move("e5");
        EXPECT_EQ(r.life(ClockEdited).back(), "CLEARED NOTE play went on");
    }
}

TEST(ArbiterClock, ChangesUpToTwoSecondsAreNoEdit) {
    Referee r;
    r.start();
    r.move("e4");
    r.show({.white = 190s, .black = 189s, .running = Color::Black});
    r.show({.white = 190s, .black = 189s, .lever = Color::Black});
    r.show({.white = 192s, .black = 187s, .lever = Color::Black});
    r.wait(10s);
    EXPECT_EQ(r.raised(ClockEdited), 0);
}

TEST(ArbiterClock, SettingTheClockBeforePlayIsNoEdit) {
    Referee r;
    r.start();
    r.show({.white = 60s, .black = 60s});
    r.wait(5s);
    r.show({.white = 300s, .black = 60s});
    r.wait(5s);
    r.show({.white = 300s, .black = 300s});
    r.wait(5s);
    EXPECT_TRUE(r.seen.empty());
    EXPECT_EQ(r.arbiter.clock_now().times.white, 300s);
}

TEST(ArbiterClock, SettingWrongAgainstTheTimeControl) {
    for (const Color side : kBoth) {
        Referee r(with_control("900+10"));
        r.start();
        const bool white = side == Color::White;
        r.show({.white = white ? 600s : 900s, .black = white ? 900s : 600s, .running = Color::White});
        EXPECT_EQ(r.life(ClockSettingWrong), (Life{"RAISED ACTION"}));
        const auto alert = r.open(ClockSettingWrong);
        EXPECT_EQ(alert->side, alert_side(side));
        EXPECT_EQ(alert->article, "A.5.1.1");
        EXPECT_EQ(alert->text, white ? "White's clock shows 10:00; the time control asks for 15:00."
                                     : "Black's clock shows 10:00; the time control asks for 15:00.");
        EXPECT_EQ(
            alert->provides,
            "The setting is corrected; once each player has completed 10 moves it is too late for that.");
    }
}

TEST(ArbiterClock, SettingRight) {
    for (const auto base : {900s, 902s, 898s, 910s, 912s}) {  // with the first increment or without it
        Referee r(with_control("900+10"));
        r.start();
        r.show({.white = base, .black = base, .running = Color::White});
        r.wait(1s);
        r.show({.white = base - 1s, .black = base, .running = Color::White});
        EXPECT_TRUE(r.seen.empty()) << base.count();
    }
    Referee r(with_control("900+10"));
    r.start();
    r.show({.white = 903s, .black = 900s, .running = Color::White});
    EXPECT_EQ(r.raised(ClockSettingWrong), 1);
}

TEST(ArbiterClock, SettingIsLookedAtWhenTheClockStoodAWhileAndClearsWhenPutRight) {
    Referee r(with_control("300"));
    r.start();
    r.show({.white = 180s, .black = 180s});
    r.wait(1s);
    EXPECT_EQ(r.raised(ClockSettingWrong), 0);
    r.wait(1s);
    EXPECT_EQ(r.raised(ClockSettingWrong), 2);
    r.show({.white = 300s, .black = 180s});
    r.wait(3s);
    r.show({.white = 300s, .black = 300s});
    r.wait(3s);
    EXPECT_FALSE(r.open(ClockSettingWrong));
}

TEST(ArbiterClock, TheLastGamesTimesSayNothingOfTheNextOnesSetting) {
    Referee r(with_control("300"));
    r.start();
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    r.move("e4");
    r.wait(1s);
    r.show({.white = 299s, .black = 300s, .lever = Color::Black});
    r.end(Result::Draw, Termination::Agreement);
    r.start();
    r.show({.white = 299s, .black = 300s, .lever = Color::Black});
    r.wait(60s);
    r.show({.white = 300s, .black = 300s});
    r.wait(10s);
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    EXPECT_EQ(r.raised(ClockSettingWrong), 0);
}

TEST(ArbiterClock, SettingWrongInEveryCaseAndTooLateAfterTheLimit) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(with_control("300", c));
        r.start();
        r.show({.white = 180s, .black = 300s, .running = Color::White});
        ASSERT_TRUE(r.open(ClockSettingWrong));
        EXPECT_EQ(r.open(ClockSettingWrong)->severity, Severity::Action);
        r.moves("Nf3 Nf6 Nc3 Nc6 Rb1 Rb8");
        const bool limited = c.play != Play::Standard && c.supervision == Supervision::Partial;
        const bool three = limited && c.laws == Edition::Fide2009;
        EXPECT_EQ(r.open(ClockSettingWrong)->severity, three ? Severity::Note : Severity::Action);
        r.moves("a3 a6 b3 b6 d3 d6 e3 e6 g3 g6 h3 h6 a4 a5");
        EXPECT_EQ(r.open(ClockSettingWrong)->severity, limited ? Severity::Note : Severity::Action);
        if (limited) {
            EXPECT_EQ(r.open(ClockSettingWrong)->provides,
                      "Both players have completed " + std::string(three ? "3" : "10") +
                          " moves: the setting stays, unless the schedule would suffer.");
        }
    }
}

/// White and Black press in turn, each adding `increment` and using a second.
void play_with_increment(Referee& r, std::chrono::seconds increment, int presses) {
    std::chrono::seconds white = 900s;
    std::chrono::seconds black = 900s;
    r.show({.white = white, .black = black, .running = Color::White});
    static const char* const kMoves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (int i = 0; i < presses; ++i) {
        const Color side = i % 2 == 0 ? Color::White : Color::Black;
        r.wait(500ms);
        (side == Color::White ? white : black) += increment - 1s;
        r.move(kMoves[i % 4], false);
        r.show({.white = white, .black = black, .running = opposite(side)});
        r.confirm(r.ply, Completion::Press);
    }
}

TEST(ArbiterClock, IncrementsThatDiffer) {
    Referee wrong(with_control("900+10"));
    wrong.start();
    play_with_increment(wrong, 5s, 1);
    EXPECT_EQ(wrong.raised(ClockSettingWrong), 0);
    play_with_increment(wrong, 5s, 0);
    Referee twice(with_control("900+10"));
    twice.start();
    play_with_increment(twice, 5s, 2);
    EXPECT_EQ(twice.life(ClockSettingWrong), (Life{"RAISED ACTION"}));
    EXPECT_EQ(twice.open(ClockSettingWrong)->side, AlertSide::Both);
    Referee none(with_control("900"));
    none.start();
    play_with_increment(none, 5s, 2);
    EXPECT_EQ(none.raised(ClockSettingWrong), 1);
    Referee right(with_control("900+10"));
    right.start();
    play_with_increment(right, 10s, 8);
    EXPECT_EQ(right.raised(ClockSettingWrong), 0);
    Referee zero(with_control("900"));
    zero.start();
    play_with_increment(zero, 0s, 8);
    EXPECT_EQ(zero.raised(ClockSettingWrong), 0);
}

TEST(ArbiterClock, StoppedInPlayAfterThirtySeconds) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    r.move("e4");
    r.show({.white = 299s, .black = 300s, .lever = Color::Black});
    r.wait(29999ms);
    EXPECT_EQ(r.raised(ClockStoppedInPlay), 0);
    r.wait(1ms);
    EXPECT_EQ(r.life(ClockStoppedInPlay), (Life{"RAISED WATCH"}));
    EXPECT_EQ(r.open(ClockStoppedInPlay)->text, "The clock has stood still for 30 seconds during play.");
    EXPECT_EQ(r.open(ClockStoppedInPlay)->article, "6.11.2");
    r.show({.white = 299s, .black = 300s, .running = Color::Black});
    EXPECT_EQ(r.life(ClockStoppedInPlay).back(), "CLEARED WATCH runs again");
}

TEST(ArbiterClock, NeverStartedAlthoughMovesAreMade) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s});
    r.wait(60s);
    EXPECT_TRUE(r.seen.empty());  // the game has not begun
    r.moves("e4 e5");
    r.wait(31s);
    EXPECT_EQ(r.raised(ClockStoppedInPlay), 1);
}

TEST(ArbiterClock, RunningAfterTheEnd) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    r.move("e4");
    r.show({.white = 300s, .black = 300s, .running = Color::Black});
    r.end(Result::WhiteWins, Termination::Resignation);
    r.wait(14999ms);
    EXPECT_EQ(r.raised(ClockRunningAfterEnd), 0);
    r.wait(1ms);
    EXPECT_EQ(r.life(ClockRunningAfterEnd), (Life{"RAISED NOTE"}));
    r.show({.white = 300s, .black = 285s, .lever = Color::Black});
    EXPECT_EQ(r.life(ClockRunningAfterEnd).back(), "CLEARED NOTE stopped");
    r.wait(60s);
    EXPECT_EQ(r.raised(ClockStoppedInPlay), 0);
    EXPECT_EQ(r.raised(ClockRunningAfterEnd), 1);
}

TEST(ArbiterClock, StoppedInTimeAfterTheEnd) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    r.end(Result::Draw, Termination::Agreement);
    r.wait(10s);
    r.show({.white = 290s, .black = 300s});
    r.wait(60s);
    EXPECT_TRUE(r.seen.empty());
}

TEST(ArbiterClock, NotFollowingTheMoves) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    for (const char* san : {"e4", "e5", "Nf3"}) r.move(san, false);
    r.confirm(2);
    EXPECT_EQ(r.raised(ClockNotFollowing), 0);  // one forgotten press leaves two
    r.move("Nc6", false);
    r.confirm(3);
    EXPECT_EQ(r.life(ClockNotFollowing), (Life{"RAISED WATCH"}));
    EXPECT_EQ(r.open(ClockNotFollowing)->text,
              "The clock does not follow the moves: 3 moves in a row without a press.");
    r.show({.white = 298s, .black = 300s, .running = Color::Black});
    EXPECT_EQ(r.life(ClockNotFollowing).back(), "CLEARED WATCH follows again");
}

TEST(ArbiterClock, PliesFoundAfterTheirPressesDoFollow) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    for (int i = 0; i < 4; ++i) {
        r.wait(1s);
        r.show({.white = 299s, .black = 299s, .running = i % 2 == 0 ? Color::Black : Color::White});
    }
    for (const char* san : {"e4", "e5", "Nf3", "Nc6"}) r.move(san, false);
    r.confirm(4);
    EXPECT_EQ(r.raised(ClockNotFollowing), 0);
    for (const char* san : {"Bb5", "a6", "Ba4"}) r.move(san, false);
    r.confirm(7);
    EXPECT_EQ(r.raised(ClockNotFollowing), 1);
}

TEST(ArbiterClock, ContradictingReadingsAreReported) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    for (int i = 1; i <= 3; ++i) {
        r.wait(1s);
        r.show({.white = 200s + std::chrono::seconds(40 * i), .black = 500s, .running = Color::White});
        r.wait(1s);
        r.show({.white = 300s - std::chrono::seconds(2 * i), .black = 300s, .running = Color::White});
    }
    EXPECT_EQ(r.life(ClockNotFollowing), (Life{"RAISED WATCH"}));
    EXPECT_EQ(r.open(ClockNotFollowing)->text, "The clock contradicts itself: 3 readings were not believed.");
    EXPECT_EQ(r.raised(ClockEdited), 0);
    r.wait(61s);
    r.show({.white = 233s, .black = 300s, .running = Color::White});
    EXPECT_EQ(r.life(ClockNotFollowing).back(), "CLEARED WATCH consistent again");
}

/// Plies of which each is followed by three seconds on the clock of `falls`.
void think(Referee& r, bool right_side, int plies) {
    static const char* const kMoves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    std::chrono::seconds white = 300s;
    std::chrono::seconds black = 300s;
    for (int i = 0; i < plies; ++i) {
        r.move(kMoves[r.ply % 4], false);
        const Color falls = right_side ? r.position.turn() : opposite(r.position.turn());
        for (int s = 0; s < 4; ++s) {
            r.show({.white = white, .black = black, .running = falls});
            r.wait(1s);
            (falls == Color::White ? white : black) -= 1s;
        }
        r.show({.white = white, .black = black, .running = falls});
        r.confirm(r.ply, Completion::Press);
    }
}

TEST(ArbiterClock, SidesUncertainWhenTimeFallsOnTheWrongSide) {
    Referee r;
    r.start();
    think(r, false, 2);
    EXPECT_FALSE(r.arbiter.clock_sides_look_swapped());
    think(r, false, 1);
    EXPECT_EQ(r.life(ClockSidesUncertain), (Life{"RAISED WATCH"}));
    EXPECT_TRUE(r.arbiter.clock_sides_look_swapped());
    think(r, true, 2);
    EXPECT_EQ(r.life(ClockSidesUncertain), (Life{"RAISED WATCH", "CLEARED WATCH agrees again"}));
    EXPECT_FALSE(r.arbiter.clock_sides_look_swapped());
}

TEST(ArbiterClock, SidesAreRightAndAForgottenPressProvesNothing) {
    Referee r;
    r.start();
    think(r, true, 6);
    think(r, false, 1);
    think(r, true, 1);
    think(r, false, 2);
    EXPECT_EQ(r.raised(ClockSidesUncertain), 0);
}

TEST(ArbiterClock, WhenTheTableTurnsTheFaceTheColoursChange) {
    Referee r;
    r.start();
    r.show({.white = 2s, .black = 300s, .running = Color::White});
    r.wait(2s);
    r.show({.white = 0s, .black = 300s, .running = Color::White});
    EXPECT_EQ(r.open(FlagFallen)->side, AlertSide::White);
    const ClockReading same = reading_of({.white = 0s, .black = 299s, .running = Color::Black});
    r.arbiter.clock(same, ClockFace{ClockSide::Right}, r.now + 1s);
    EXPECT_EQ(r.of(FlagFallen)[1].evidence.resolution, "clock turned");
    EXPECT_EQ(r.open(FlagFallen)->side, AlertSide::Black);
    EXPECT_EQ(r.arbiter.clock_now().times.white, 299s);
}

TEST(ArbiterClock, WhatIsWorthTelling) {
    Referee r;
    r.start();
    r.show({.white = 300s, .black = 300s});
    EXPECT_TRUE(r.last);
    r.show({.white = 300s, .black = 300s});
    EXPECT_FALSE(r.last);  // nothing new
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    EXPECT_TRUE(r.last);
    EXPECT_EQ(r.last->times.running, Color::White);
    r.wait(1s);
    r.show({.white = 299s, .black = 300s, .running = Color::White});
    EXPECT_TRUE(r.last);
    r.wait(1s);
    r.show({.white = 310s, .black = 300s, .running = Color::White});
    EXPECT_FALSE(r.last);  // not believed
    EXPECT_EQ(r.arbiter.clock_now().times.white, 299s);
}

TEST(ArbiterClock, BatteryOfTheClock) {
    Referee r;
    r.show({.white = 300s, .black = 300s, .battery_low = true});
    EXPECT_EQ(r.life(BatteryLow), (Life{"RAISED NOTE"}));
    r.show({.white = 300s, .black = 300s});
    EXPECT_EQ(r.life(BatteryLow).back(), "CLEARED NOTE charged");
}

}  // namespace
}  // namespace boardbridge::rules::test
