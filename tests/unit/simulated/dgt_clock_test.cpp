// The clock's readings as literal bytes, over the course of a game.
#include "drivers/simulated/dgt_clock.hpp"

#include <gtest/gtest.h>

#include "support/instant.hpp"
#include "unit/simulated/bytes.hpp"

namespace boardbridge::simulated {
namespace {

using boardbridge::test::at;

using rules::ClockSide;
using std::chrono::milliseconds;
using std::chrono::seconds;

DgtClockOptions control(int base, int increment) {
    DgtClockOptions o;
    o.periods = {{std::nullopt, seconds(base), seconds(increment)}};
    return o;
}

TEST(DgtClock, ThreePlusTwoAsARealClockTellsIt) {
    DgtClock clock(control(180, 2), ClockSide::Left, at(0));
    EXPECT_EQ(hex(clock.reading()), "20 03 02 20 03 02 08");
    clock.start(at(1200));
    EXPECT_EQ(hex(clock.reading()), "20 03 02 20 03 02 09");
    EXPECT_EQ(clock.next_change(), at(2200));
    clock.advance(at(2200));
    EXPECT_EQ(hex(clock.reading()), "20 03 02 20 03 01 09");
    clock.press(ClockSide::Left, at(4400));
    EXPECT_EQ(hex(clock.reading()), "20 03 02 20 03 01 13") << "lever and increment in one reading";
    clock.advance(at(5400));
    EXPECT_EQ(hex(clock.reading()), "20 03 01 20 03 01 13");
    clock.pause(at(5500));
    EXPECT_EQ(hex(clock.reading()), "20 03 01 20 03 01 12");
    EXPECT_EQ(clock.next_change(), std::nullopt);
}

TEST(DgtClock, APressOfTheLeverThatIsDownChangesNothing) {
    DgtClock clock(control(60, 5), ClockSide::Left, at(0));
    clock.start(at(0));
    clock.press(ClockSide::Right, at(1000));
    EXPECT_EQ(hex(clock.reading()), "20 01 05 20 01 04 09");
}

TEST(DgtClock, WhilePausedTheLeverAddsNothing) {
    DgtClock clock(control(60, 5), ClockSide::Left, at(0));
    clock.press(ClockSide::Left, at(1000));
    EXPECT_EQ(hex(clock.reading()), "20 01 05 20 01 05 12");
}

TEST(DgtClock, FlagWithBitFourHalts) {
    DgtClock clock(control(2, 0), ClockSide::Right, at(0));
    clock.start(at(0));
    clock.advance(at(2500));
    EXPECT_EQ(hex(clock.reading()), "10 00 00 00 00 02 12");
    EXPECT_EQ(clock.next_change(), std::nullopt);
    clock.press(ClockSide::Right, at(3000));
    clock.advance(at(9000));
    EXPECT_EQ(hex(clock.reading()), "10 00 00 00 00 02 08") << "nobody counts after the freeze";
}

TEST(DgtClock, FlagWithBitSixGoesOnAndTheSecondShowsNone) {
    DgtClockOptions o = control(2, 0);
    o.flag_bit = FlagBit::Shown;
    o.halts_at_flag = false;
    DgtClock clock(o, ClockSide::Right, at(0));
    clock.start(at(0));
    clock.advance(at(2500));
    EXPECT_EQ(hex(clock.reading()), "40 00 00 00 00 02 13");
    clock.press(ClockSide::Right, at(3000));
    clock.advance(at(4000));
    EXPECT_EQ(hex(clock.reading()), "40 00 00 00 00 01 09");
    clock.advance(at(6000));
    EXPECT_EQ(hex(clock.reading()), "40 00 00 00 00 00 09");
}

TEST(DgtClock, TheNextPeriodComesToBothAndTheBarsStayFiveMinutes) {
    DgtClockOptions o;
    o.periods = {{40, seconds(10), seconds(0)}, {std::nullopt, seconds(1800), seconds(0)}};
    DgtClock clock(o, ClockSide::Left, at(0));
    clock.start(at(0));
    clock.advance(at(10000));
    EXPECT_EQ(hex(clock.reading()), "00 30 10 40 30 00 09");
    clock.advance(at(10000 + 299000));
    EXPECT_EQ(hex(clock.reading()), "00 30 10 40 25 01 09");
    clock.advance(at(10000 + 301000));
    EXPECT_EQ(hex(clock.reading()), "00 30 10 00 24 59 09");
}

TEST(DgtClock, HoursBatteryAndNoClock) {
    DgtClockOptions o = control(5400, 30);
    o.battery_low = true;
    o.turn_bits = false;
    DgtClock clock(o, ClockSide::Right, at(0));
    EXPECT_EQ(hex(clock.reading()), "21 30 30 21 30 30 06");
    clock.connect(false, at(10));
    EXPECT_EQ(hex(clock.reading()), "00 00 00 00 00 00 20");
    clock.connect(true, at(20));
    clock.set(ClockSide::Left, seconds(3600), at(30));
    EXPECT_EQ(hex(clock.reading()), "21 30 30 21 00 00 06");
}

}  // namespace
}  // namespace boardbridge::simulated
