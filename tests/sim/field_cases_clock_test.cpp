// Section D of field-cases: what clocks show, each as a kind through the replay path.
#include "sim/field_case.hpp"

namespace boardbridge::test {
namespace {

using rules::AlertKind;
using rules::AlertSide;
using rules::AlertState;
using rules::Color;
using rules::Severity;
using Ms = std::chrono::milliseconds;

/// Two moves each, the clocks low, Black to move: `black` seconds on his clock, `white` on White's.
CaptureScript scramble(const World& world, int white, int black) {
    CaptureScript script(world.options());
    script.moves("e2e4 e7e5 g1f3").run(false).times(white, black).run(true).play("|1500|");
    return script;
}

/// 55: both at zero, one shown: both named, the first known with the gap.
TEST(FieldCaseD, BothFlagsTheFirstKnown) {
    in_every_world([](const World& world) {
        CaptureScript script = scramble(world, 4, 4);
        script.play("|3000|").flag(Color::Black, 0x40).play("|1000|");
        script.moves("b8c6").play("|5000|");
        const Told told = replay(script, world);
        const auto both = told.of(AlertKind::BothFlagsFallen);
        ASSERT_EQ(told.raised(AlertKind::BothFlagsFallen), 1U) << told.raised_names();
        EXPECT_EQ(both.back().evidence.first_flag, world.side(Color::Black));
        EXPECT_EQ(both.back().side, AlertSide::Both);
        EXPECT_TRUE(both.back().evidence.flag_gap);
        EXPECT_EQ(told.raised(AlertKind::FlagMarkShown), 1U);
        EXPECT_TRUE(told.ended.empty() || told.ended.front().outcome.result == rules::Result::Unknown);
    });
}

/// 56: the clock freezes: one alert, with the side, and nothing taken back.
TEST(FieldCaseD, FrozenFlagIsToldOnce) {
    for (const unsigned bits : {0x10U, 0x30U}) {
        in_every_world([&](const World& world) {
            CaptureScript script = scramble(world, 60, 3);
            script.play("|2000|").run(false).flag(Color::Black, bits).play("|4000|");
            const Told told = replay(script, world);
            const auto flag = told.of(AlertKind::FlagFallen);
            ASSERT_EQ(told.raised(AlertKind::FlagFallen), 1U) << told.raised_names();
            EXPECT_EQ(flag.front().side, world.side(Color::Black));
            const bool claim = world.partial() && !world.since_2018();
            EXPECT_EQ(flag.front().severity, claim ? Severity::Note : Severity::Action);
            EXPECT_EQ(told.raised(AlertKind::BothFlagsFallen), 0U);
        });
    }
}

/// 57: zero with the mark, then the next period's time on both clocks: a period, no loss.
TEST(FieldCaseD, PeriodChangeIsNoFlag) {
    in_every_world([](const World& world) {
        CaptureScript script = scramble(world, 200, 3);
        script.play("|1200|").flag(Color::Black, 0x40).times(200 + 1800, 1800);
        script.play("|3000|").moves("b8c6 f1c4").flag(Color::Black, 0).play("|3000|");
        const Told told = replay(script, world);
        EXPECT_EQ(told.raised(AlertKind::FlagFallen), 0U) << told.raised_names();
        EXPECT_EQ(told.raised(AlertKind::BothFlagsFallen), 0U);
        EXPECT_EQ(told.score.size(), 5U);
    });
}

/// 59: a clock that goes away: told once, and no time is invented.
TEST(FieldCaseD, MissingClock) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 e7e5").unplug_clock(true).freeze(true).play("|4000| g1- |300| f3+N |5000|");
        const Told told = replay(script, world);
        EXPECT_EQ(told.raised(AlertKind::ClockLost), 1U);
        ASSERT_FALSE(told.clock.empty());
        EXPECT_FALSE(told.clock.back().times.white);
        EXPECT_FALSE(told.clock.back().times.black);
        EXPECT_EQ(told.score.size(), 3U);
    });
}

/// 61: flag bits are no hours.
TEST(FieldCaseD, FlagBitsAreNoHours) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options(3600 + 120));
        script.flag(Color::White, 0x20).flag(Color::Black, 0x20).moves("e2e4 e7e5").play("|2000|");
        for (const auto& clock : replay(script, world).clock) {
            EXPECT_LE(clock.times.white.value_or(Ms(0)), std::chrono::minutes(62));
            EXPECT_LE(clock.times.black.value_or(Ms(0)), std::chrono::minutes(62));
        }
    });
}

/// 63: one odd frame, up or down, on either side, running or not, is never told as a time.
TEST(FieldCaseD, OneOddFrameIsFiltered) {
    for (const int seconds : {10, -10, 3600, -200}) {
        for (const Color side : {Color::White, Color::Black}) {
            in_every_world([&](const World& world) {
                CaptureScript script(world.options(271));
                script.moves("e2e4 e7e5").play("|1000|").odd(side, seconds).play("|3000|").moves("g1f3");
                const Told told = replay(script, world);
                EXPECT_EQ(told.raised(AlertKind::ClockEdited), 0U);
                EXPECT_EQ(told.raised(AlertKind::FlagFallen), 0U);
                for (const auto& clock : told.clock) {
                    EXPECT_LE(clock.times.white.value_or(Ms(0)), std::chrono::seconds(271));
                    EXPECT_LE(clock.times.black.value_or(Ms(0)), std::chrono::seconds(271));
                    EXPECT_GE(clock.times.white.value_or(Ms(271000)), std::chrono::seconds(250));
                    EXPECT_GE(clock.times.black.value_or(Ms(271000)), std::chrono::seconds(250));
                }
            });
        }
    }
}

/// 65: all-zero frames, at connection and in play, mean nothing.
TEST(FieldCaseD, AllZeroFramesMeanNothing) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.raw_clock({0, 0, 0, 0, 0, 0, 0})
            .moves("e2e4")
            .raw_clock({0, 0, 0, 0, 0, 0, 0})
            .moves("e7e5")
            .play("|4000|");
        const Told told = replay(script, world);
        EXPECT_EQ(told.raised_names(), "");
        EXPECT_EQ(told.score.size(), 2U);
    });
}

/// 67: the clock runs on after the end, or stands in play.
TEST(FieldCaseD, RunsAfterTheEndStandsInPlay) {
    in_every_world([](const World& world) {
        CaptureScript after(world.options());
        after.moves("f2f3 e7e5 g2g4 d8h4").play("|20000|");
        EXPECT_EQ(replay(after, world).raised(AlertKind::ClockRunningAfterEnd), 1U);

        CaptureScript stopped(world.options());
        stopped.moves("e2e4 e7e5").run(false).moves("g1f3").play("|35000|").dump();
        EXPECT_EQ(replay(stopped, world).raised(AlertKind::ClockStoppedInPlay), 1U);
    });
}

/// 69: the arbiter edits a stopped clock, moving the lever there and back: told, and no move invented.
TEST(FieldCaseD, EditedInAPause) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 e7e5").run(false).play("|3000|").lever(Color::Black).play("|1000|");
        script.lever(Color::White)
            .play("|1000|")
            .times(720, 600)
            .play("|2000|")
            .run(true)
            .moves("g1f3")
            .play("|2000|");
        const Told told = replay(script, world);
        EXPECT_EQ(told.raised(AlertKind::ClockEdited), 1U) << told.raised_names();
        EXPECT_EQ(told.score, words("e2e4 e7e5 g1f3"));
        EXPECT_EQ(told.raised(AlertKind::TwoMovesInARow), 0U);
        EXPECT_EQ(told.raised(AlertKind::IllegalMove), 0U);
    });
}

/// 69b: play goes on after a flag: moves kept, marked.
TEST(FieldCaseD, MovesAfterTheFlag) {
    in_every_world([](const World& world) {
        CaptureScript script = scramble(world, 60, 3);
        script.play("|2000|").run(false).flag(Color::Black, 0x10).play("|1000|");
        script.moves("b8c6 f1c4 f8c5 b1c3").play("|2000|");
        const Told told = replay(script, world);
        EXPECT_EQ(told.score, words("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b1c3"));
        EXPECT_EQ(told.raised(AlertKind::FlagFallen), 1U);
        EXPECT_GE(told.after_flag, 4);
    });
}

/// 69c: moves rebuilt and presses seen are both in the evidence of a flag.
TEST(FieldCaseD, BothCountsAreShown) {
    in_every_world([](const World& world) {
        CaptureScript script = scramble(world, 60, 4);
        script.play("|4000|").run(false).flag(Color::Black, 0x10).play("|3000|");
        const auto flag = replay(script, world).of(AlertKind::FlagFallen);
        ASSERT_FALSE(flag.empty());
        EXPECT_EQ(flag.back().evidence.moves_rebuilt, 1);
        EXPECT_EQ(flag.back().evidence.presses_seen, 1);
    });
}

}  // namespace
}  // namespace boardbridge::test
