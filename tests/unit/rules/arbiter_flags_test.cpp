// Flags, marks and periods: each row of contract section 6, field-cases 55 to 57, 63, 65, 69b, 69c.
#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

using Life = std::vector<std::string>;
using enum AlertKind;

ArbiterSettings rapid(Edition e = Edition::Fide2023) {
    return settings_of({e, Play::Rapid, Supervision::Partial});
}

/// Runs `side` from `seconds` down to zero in whole seconds; the other side keeps `others`.
void run_down(Referee& r, Color side, int seconds, std::chrono::seconds others, Shown shown = {}) {
    for (int s = seconds; s >= 0; --s) {
        (side == Color::White ? shown.white : shown.black) = std::chrono::seconds(s);
        (side == Color::White ? shown.black : shown.white) = others;
        shown.running = side;
        r.show(shown);
        if (s > 0) r.wait(1s);
    }
}

TEST(ArbiterFlag, ZeroAfterRunningInEveryCaseForBothColours) {
    for (const Case& c : all_cases()) {
        for (const Color side : kBoth) {
            SCOPED_TRACE(name_of(c));
            Referee r(settings_of(c));
            r.start();
            run_down(r, side, 3, 60s);
            const auto alert = r.open(FlagFallen);
            ASSERT_TRUE(alert);
            EXPECT_EQ(alert->side, alert_side(side));
            const bool silent = c.laws == Edition::Fide2009 && quick_partial(c);
            EXPECT_EQ(alert->severity, silent ? Severity::Note : Severity::Action);
            EXPECT_EQ(r.raised(FlagMarkShown), 0);
            EXPECT_EQ(r.raised(BothFlagsFallen), 0);
            EXPECT_TRUE(r.arbiter.flag_fallen());
            r.wait(10s);
            r.show({.white = side == Color::White ? 0s : 60s,
                    .black = side == Color::Black ? 0s : 60s,
                    .running = side});
            EXPECT_EQ(r.raised(FlagFallen), 1);
        }
    }
}

TEST(ArbiterFlag, SaysWhoLosesByWhoCanStillMate) {
    const auto provides = [](MateVerdict verdict) {
        Referee r(rapid(), [verdict](const Position&, Color winner) {
            EXPECT_EQ(winner, Color::Black);
            return verdict;
        });
        r.start();
        run_down(r, Color::White, 2, 60s);
        EXPECT_EQ(r.open(FlagFallen)->evidence.opponent_can_mate, verdict);
        EXPECT_EQ(r.arbiter.take_verdict_request().has_value(), verdict == MateVerdict::Unknown);
        return r.open(FlagFallen)->provides;
    };
    EXPECT_EQ(provides(MateVerdict::Possible), "White loses on time; Black can still give mate.");
    EXPECT_EQ(provides(MateVerdict::Impossible),
              "The game is drawn: Black cannot give mate by any series of legal moves.");
    EXPECT_EQ(
        provides(MateVerdict::Unknown),
        "White loses on time; the game is drawn if Black cannot give mate by any series of legal moves.");
}

TEST(ArbiterFlag, TheWorkerPoolsVerdictUpdatesTheAlert) {
    Referee r(rapid());
    r.start("4k3/8/8/8/8/8/8/RN2K3 w - - 0 1");
    run_down(r, Color::White, 1, 60s);
    const auto question = r.arbiter.take_verdict_request();
    ASSERT_TRUE(question);
    EXPECT_EQ(question->winner, Color::Black);
    EXPECT_EQ(to_fen(question->position), "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1");
    EXPECT_FALSE(r.arbiter.take_verdict_request());
    r.arbiter.verdict(question->id, MateVerdict::Impossible, r.now);
    EXPECT_EQ(r.life(FlagFallen), (Life{"RAISED ACTION", "UPDATED ACTION"}));
    EXPECT_EQ(r.open(FlagFallen)->evidence.opponent_can_mate, MateVerdict::Impossible);
    r.arbiter.verdict(question->id, MateVerdict::Possible, r.now);  // answered already
    EXPECT_EQ(r.of(FlagFallen).size(), 2U);
}

TEST(ArbiterFlag, BlockedBitFreezesTheClock) {
    // The recorded clock: byte 0x30, 0:00:00, stopped, and no further message.
    Referee r(rapid());
    r.start();
    r.show({.white = 16s, .black = 1s, .running = Color::Black, .per_move = true});
    r.wait(1s);
    r.show({.white = 16s, .black = 0s, .lever = Color::Black, .black_blocked = true, .per_move = true});
    EXPECT_EQ(r.life(FlagFallen), (Life{"RAISED ACTION"}));
    EXPECT_EQ(r.life(FlagMarkShown), (Life{"RAISED NOTE"}));
    EXPECT_EQ(r.open(FlagFallen)->side, AlertSide::Black);
    r.wait(120s);
    EXPECT_EQ(r.raised(ClockStoppedInPlay), 0);  // it stands rightly
    EXPECT_EQ(r.raised(FlagFallen), 1);
}

TEST(ArbiterFlag, BlockedBitIsAFlagThoughItNeverRanHere) {
    Referee r(rapid());
    r.start();
    r.show({.white = 0s, .black = 30s, .white_blocked = true});
    EXPECT_EQ(r.life(FlagFallen), (Life{"RAISED ACTION"}));
    EXPECT_EQ(r.life(FlagMarkShown), (Life{"RAISED NOTE"}));
}

TEST(ArbiterFlag, NothingForZeroNeverSeenRunning) {
    Referee r(rapid());
    r.start();
    r.show({});
    r.show({.lever = Color::Black});
    r.wait(10s);
    r.show({.white = 0s, .black = 300s, .lever = Color::Black});
    EXPECT_TRUE(r.seen.empty());
}

TEST(ArbiterFlag, NothingForTheFlagLeftOverFromTheGameBefore) {
    Referee r(rapid());
    r.start();
    run_down(r, Color::White, 2, 60s);
    r.show({.white = 0s, .black = 60s, .lever = Color::White, .white_blocked = true});
    r.end(Result::BlackWins, Termination::TimeForfeit);
    r.start();
    r.show({.white = 0s, .black = 60s, .lever = Color::Black, .white_blocked = true});
    EXPECT_EQ(r.raised(FlagFallen), 1);
    EXPECT_FALSE(r.arbiter.flag_fallen());
    r.wait(60s);
    r.show({.white = 300s, .black = 300s});
    r.wait(5s);
    r.show({.white = 300s, .black = 300s, .running = Color::White});
    r.wait(1s);
    run_down(r, Color::White, 299, 300s);
    EXPECT_EQ(r.raised(FlagFallen), 2);
}

TEST(ArbiterFlag, OneFrameOfZerosIsNoFlag) {
    Referee r(rapid());
    r.start();
    r.show({.white = 271s, .black = 280s, .running = Color::White});
    r.wait(1s);
    r.show({});
    r.wait(1s);
    r.show({.white = 269s, .black = 280s, .running = Color::White});
    r.wait(10s);
    EXPECT_TRUE(r.seen.empty());
    EXPECT_EQ(r.arbiter.clock_now().times.white, 269s);
}

TEST(ArbiterFlag, ASuddenZeroIsBelievedOnceNothingContradictsIt) {
    Referee r(rapid());
    r.start();
    r.show({.white = 30s, .black = 280s, .running = Color::White});
    r.wait(1s);
    r.show({.white = 0s, .black = 280s, .lever = Color::White, .white_blocked = true});
    EXPECT_EQ(r.raised(FlagFallen), 0);
    r.wait(2500ms);
    EXPECT_EQ(r.raised(FlagFallen), 1);
    EXPECT_EQ(r.raised(ClockEdited), 0);
}

// --- both flags ---

void second_flag(Referee& r, Shown after_first) {
    // Black fell at one moment, White nine seconds later.
    r.show({.white = 9s, .black = 1s, .running = Color::Black});
    r.wait(1s);
    after_first.white = 9s;
    after_first.black = 0s;
    after_first.running = Color::White;
    r.show(after_first);
    for (int s = 8; s >= 0; --s) {
        r.wait(1s);
        after_first.white = std::chrono::seconds(s);
        r.show(after_first);
    }
}

TEST(ArbiterBothFlags, FirstFromTheReadings) {
    Referee r(rapid());
    r.start();
    second_flag(r, {});
    EXPECT_EQ(r.raised(FlagFallen), 2);
    const auto alert = r.open(BothFlagsFallen);
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->side, AlertSide::Both);
    EXPECT_EQ(alert->evidence.first_flag, AlertSide::Black);
    EXPECT_EQ(alert->evidence.first_flag_source, "readings");
    EXPECT_EQ(alert->evidence.flag_gap, 9s);
    EXPECT_EQ(alert->article, "A.5.3");
    EXPECT_EQ(alert->text,
              "Both flags have fallen, Black's first by 9.0 s (according to the readings of the clock).");
    EXPECT_EQ(alert->provides,
              "No claim of a player is accepted when both clocks show 0.00. Black was first and loses on "
              "time; the game is "
              "drawn if White cannot give mate by any series of legal moves.");
}

TEST(ArbiterBothFlags, FirstFromTheMark) {
    Referee r(rapid());
    r.start();
    second_flag(r, {.black_mark = true});
    EXPECT_EQ(r.life(FlagMarkShown), (Life{"RAISED NOTE"}));
    const auto alert = r.open(BothFlagsFallen);
    EXPECT_EQ(alert->evidence.first_flag, AlertSide::Black);
    EXPECT_EQ(alert->evidence.first_flag_source, "mark");
    EXPECT_EQ(alert->evidence.flag_gap, 9s);
}

TEST(ArbiterBothFlags, TheMarkDecidesAgainstTheReadings) {
    Referee r(rapid());
    r.start();
    second_flag(r, {});
    r.show({.white = 0s, .black = 0s, .lever = Color::White, .white_mark = true});
    EXPECT_EQ(r.life(BothFlagsFallen), (Life{"RAISED ACTION", "UPDATED ACTION"}));
    const auto alert = r.open(BothFlagsFallen);
    EXPECT_EQ(alert->evidence.first_flag, AlertSide::White);
    EXPECT_EQ(alert->evidence.first_flag_source, "mark");
    EXPECT_FALSE(alert->evidence.flag_gap);
    EXPECT_EQ(alert->evidence.detail, "the readings saw the other side at zero first");
}

TEST(ArbiterBothFlags, WhatIsProvidedWhenNobodyKnowsTheFirst) {
    const auto provides = [](Case c, std::optional<TimeControl> control, bool guideline) {
        ArbiterSettings s = settings_of(c);
        s.time_control = std::move(control);
        s.guideline_3 = guideline;
        Referee r(s);
        r.start();
        // Both have run in this game; then one reading shows both at zero.
        r.show({.white = 2s, .black = 2s, .running = Color::White});
        r.show({.white = 2s, .black = 2s, .running = Color::Black});
        r.wait(1s);
        r.show({.white = 0s, .black = 0s, .lever = Color::White});
        r.wait(4s);
        const auto alert = r.open(BothFlagsFallen);
        EXPECT_TRUE(alert);
        if (!alert) return std::string();
        return alert->article + ": " + alert->provides;
    };
    const auto last = parse_time_control("300").value();
    using enum Play;
    using enum Supervision;
    const std::string mark = "The first to fall loses; the mark on the clock decides which it was.";
    EXPECT_EQ(provides({Edition::Fide2009, Standard, Full}, last, false), "6.11: The game is drawn.");
    EXPECT_EQ(provides({Edition::Fide2009, Rapid, Full}, {}, false),
              "6.11: If it cannot be established which fell first, the game goes on; it is drawn if this is "
              "the last period.");
    EXPECT_EQ(provides({Edition::Fide2009, Blitz, Partial}, last, false),
              "A4(d): The game is drawn; the arbiter may point out that both flags have fallen.");
    EXPECT_EQ(provides({Edition::Fide2018, Standard, Full}, last, false), "6.9: " + mark);
    EXPECT_EQ(provides({Edition::Fide2018, Standard, Full}, last, true), "III.3.1: The game is drawn.");
    EXPECT_EQ(provides({Edition::Fide2018, Blitz, Full}, last, true), "6.9: " + mark);
    EXPECT_EQ(provides({Edition::Fide2018, Rapid, Partial}, last, false),
              "A.4.3: No claim of a player is accepted when both clocks show 0.00. " + mark);
    EXPECT_EQ(provides({Edition::Fide2023, Blitz, Partial}, last, false),
              "A.5.3: No claim of a player is accepted when both clocks show 0.00. " + mark);
}

TEST(ArbiterBothFlags, AMarkThatGoesOutWithdrawsNothing) {
    Referee r(rapid());
    r.start();
    second_flag(r, {.black_mark = true});
    r.wait(5min);
    r.show({.white = 0s, .black = 0s, .lever = Color::White});
    r.wait(5min);
    EXPECT_EQ(r.life(FlagMarkShown), (Life{"RAISED NOTE"}));
    EXPECT_EQ(r.life(FlagFallen), (Life{"RAISED ACTION", "RAISED ACTION"}));
    EXPECT_EQ(r.life(BothFlagsFallen), (Life{"RAISED ACTION"}));
}

// --- periods ---

ArbiterSettings two_periods() {
    ArbiterSettings s;
    s.time_control = parse_time_control("40/5400+30:1800+30").value();
    return s;
}

TEST(ArbiterPeriod, TheMarkBesideTimeIsNoAlert) {
    Referee r;  // time control unknown
    r.start();
    r.show({.white = 1s, .black = 600s, .running = Color::White});
    r.wait(1s);
    r.show({.white = 1800s, .black = 2400s, .running = Color::White, .white_mark = true});
    ASSERT_TRUE(r.last);
    EXPECT_TRUE(r.last->period_change);
    EXPECT_TRUE(r.last->white_mark);
    EXPECT_FALSE(r.last->white_flag);
    r.wait(5min);
    r.show({.white = 1500s, .black = 2400s, .running = Color::White});
    EXPECT_TRUE(r.seen.empty());
}

TEST(ArbiterPeriod, AZeroThatTurnsOutToBeAPeriodChangeIsWithdrawn) {
    Referee r;
    r.start();
    run_down(r, Color::White, 1, 600s, {.white_mark = false});
    EXPECT_EQ(r.raised(FlagFallen), 1);
    r.wait(1s);
    r.show({.white = 3600s, .black = 600s, .running = Color::White, .white_mark = true});
    EXPECT_EQ(r.life(FlagFallen), (Life{"RAISED ACTION", "CLEARED ACTION period change"}));
    EXPECT_FALSE(r.arbiter.flag_fallen());
}

TEST(ArbiterPeriod, WithAPeriodToFollowTheZeroIsWaitedOut) {
    Referee r(two_periods());
    r.start();
    r.show({.white = 5400s, .black = 5400s, .running = Color::White});
    r.move("e4");
    for (int s = 5399; s >= 1; s -= 100) {
        r.show({.white = std::chrono::seconds(s), .black = 600s, .running = Color::White});
        r.wait(100s);
    }
    r.show({.white = 0s, .black = 600s, .running = Color::White});
    EXPECT_EQ(r.raised(FlagFallen), 0);
    r.wait(1s);
    r.show({.white = 1800s, .black = 2400s, .running = Color::White, .white_mark = true});
    r.wait(10s);
    EXPECT_EQ(r.raised(FlagFallen), 0);
    // But the moves of the period were not made, as far as they were rebuilt.
    EXPECT_EQ(r.open(MoveCountsDiffer)->text,
              "The clock went on to the next period, but White has completed 1 move of 40 as rebuilt.");
}

TEST(ArbiterPeriod, WithoutMoreTimeItIsAFlagAndBothCountsAreShown) {
    // Field case 69c: forty moves rebuilt, thirty-nine presses seen, the clock adds nothing.
    ArbiterSettings s;
    s.time_control = parse_time_control("4/60:60").value();
    Referee r(s);
    r.start();
    r.show({.white = 60s, .black = 60s, .running = Color::White});
    r.moves("e4 e5 Nf3 Nc6 Bb5 a6");
    r.move("Ba4", false);  // forgot to press
    r.confirm(7);
    run_down(r, Color::White, 58, 60s);
    EXPECT_EQ(r.raised(FlagFallen), 0);
    r.wait(3s);
    EXPECT_EQ(r.raised(FlagFallen), 1);
    const auto flag = r.open(FlagFallen);
    EXPECT_EQ(flag->evidence.moves_rebuilt, 4);
    EXPECT_EQ(flag->evidence.presses_seen, 3);
    EXPECT_EQ(flag->provides,
              "White loses on time; the game is drawn if Black cannot give mate by any series of legal "
              "moves. The period asks "
              "for 4 moves: 4 were rebuilt, 3 presses of the clock seen.");
    const auto counts = r.open(MoveCountsDiffer);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->side, AlertSide::White);
    EXPECT_EQ(counts->severity, Severity::Watch);
    EXPECT_EQ(counts->text, "White: 4 moves rebuilt, but 3 presses of the clock seen.");
}

TEST(ArbiterPeriod, InSuddenDeathTheCountsDoNotMatter) {
    ArbiterSettings s;
    s.time_control = parse_time_control("60").value();
    Referee r(s);
    r.start();
    r.show({.white = 60s, .black = 60s, .running = Color::White});
    r.move("e4");
    r.move("e5", false);
    r.confirm(2);
    run_down(r, Color::White, 58, 60s);
    EXPECT_EQ(r.raised(FlagFallen), 1);
    EXPECT_EQ(r.raised(MoveCountsDiffer), 0);
}

TEST(ArbiterPeriod, TimeGivenByTheArbiterWithdrawsTheFlag) {
    Referee r(rapid());
    r.start();
    r.move("e4");
    run_down(r, Color::Black, 2, 100s);
    r.show({.white = 100s, .black = 0s, .lever = Color::Black});
    r.wait(20s);
    r.show({.white = 100s, .black = 120s, .lever = Color::Black});
    r.wait(3s);
    EXPECT_EQ(r.life(FlagFallen), (Life{"RAISED ACTION", "CLEARED ACTION time added"}));
    EXPECT_EQ(r.open(ClockEdited)->text,
              "Black's time was changed from 0:00 to 2:00 while the clock was stopped.");
}

TEST(ArbiterFlag, MovesAfterTheFlagAreMarkedAndTheAlertComesOnce) {
    // Field case 69b: the clock halts on the flag, six more plies arrive.
    Referee r(rapid());
    r.start();
    r.show({.white = 1s, .black = 2s, .running = Color::White});
    r.wait(1s);
    r.show({.white = 0s, .black = 2s, .lever = Color::White, .white_blocked = true});
    for (const char* san : {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"}) {
        EXPECT_TRUE(r.arbiter.flag_fallen());
        r.move(san, false);
        r.confirm(r.ply);
    }
    r.wait(60s);
    EXPECT_EQ(r.raised(FlagFallen), 1);
    EXPECT_EQ(r.raised(ClockNotFollowing), 0);
    EXPECT_EQ(r.raised(ClockStoppedInPlay), 0);
}

// --- quickplay finish ---

int quickplay_alerts(const Case& c, const char* control, bool guideline, bool per_move = false) {
    ArbiterSettings s = settings_of(c);
    if (*control != '\0') s.time_control = parse_time_control(control).value();
    s.guideline_3 = guideline;
    Referee r(s);
    r.start();
    r.show({.white = 121s, .black = 200s, .running = Color::White, .per_move = per_move});
    r.wait(2s);
    r.show({.white = 119s, .black = 200s, .running = Color::White, .per_move = per_move});
    r.wait(1s);
    r.show({.white = 118s, .black = 200s, .running = Color::White, .per_move = per_move});
    return r.raised(QuickplayClaimPossible);
}

TEST(ArbiterQuickplay, ArticleTenAndGuidelineThree) {
    using enum Play;
    using enum Supervision;
    const auto e09 = Edition::Fide2009;
    const auto e18 = Edition::Fide2018;
    EXPECT_EQ(quickplay_alerts({e09, Standard, Full}, "7200", false), 1);
    EXPECT_EQ(quickplay_alerts({e09, Rapid, Partial}, "1500", false), 1);
    EXPECT_EQ(quickplay_alerts({e09, Blitz, Full}, "300", false), 1);
    EXPECT_EQ(quickplay_alerts({e09, Blitz, Partial}, "300", false), 0);
    EXPECT_EQ(quickplay_alerts({e09, Rapid, Partial}, "600+10", false), 0);
    EXPECT_EQ(quickplay_alerts({e09, Standard, Full}, "40/7200:3600", false), 0);  // not the last period
    EXPECT_EQ(quickplay_alerts({e09, Rapid, Partial}, "", false), 1);
    EXPECT_EQ(quickplay_alerts({e09, Rapid, Partial}, "", false, true),
              0);  // the clock is in an increment mode
    EXPECT_EQ(quickplay_alerts({e18, Rapid, Partial}, "1500", false), 0);  // not announced
    EXPECT_EQ(quickplay_alerts({e18, Rapid, Partial}, "1500", true), 1);
    EXPECT_EQ(quickplay_alerts({e18, Blitz, Full}, "300", true), 0);
    EXPECT_EQ(quickplay_alerts({Edition::Fide2023, Standard, Full}, "7200", true), 1);
}

}  // namespace
}  // namespace boardbridge::rules::test
