// One DGT board: conversations with literal bytes (device-protocols 1).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "drivers/dgt/board_session.hpp"
#include "drivers/driver.hpp"
#include "support/session_script.hpp"

namespace boardbridge::drivers::dgt {
namespace {

using test::SessionScript;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kStartDump =
    "86 00 43 08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
    "00 00 00 00 00 "
    "00 00 00 00 00 00 00 00 00 00 00 00 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02";
constexpr const char* kStartText = "dump rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

std::vector<std::string> passive(std::string_view hex) {
    BoardSession session({.passive = true});
    SessionScript script(session);
    script.start();
    script.say(hex);
    script.run_until(60000);
    EXPECT_THAT(script.sent, IsEmpty());
    return script.events;
}

TEST(DgtPassive, DecodesEveryMessage) {
    EXPECT_THAT(passive(kStartDump), ElementsAre(kStartText));
    EXPECT_THAT(passive("8e 00 05 34 00 8e 00 05 24 01"), ElementsAre("e2-", "e4+P"));
    EXPECT_THAT(passive("8e 00 05 00 0c 8e 00 05 3f 0d"), ElementsAre("a8+q", "h1+?"));
    EXPECT_THAT(passive("8d 00 0a 20 03 02 20 03 01 09"),
                ElementsAre("clock L0:03:01 R0:03:02 running left Lpermove Rpermove"));
    EXPECT_THAT(passive("8d 00 0a 09 59 58 00 00 00 12"),
                ElementsAre("clock L0:00:00 R9:59:58 stopped right"));
    EXPECT_THAT(passive("8d 00 0a 30 00 00 40 00 16 16"),
                ElementsAre("clock L0:00:16 R0:00:00 stopped right Lshown Rblocked Rpermove low"));
    EXPECT_THAT(passive("8d 00 0a 00 00 00 00 00 00 28"), ElementsAre("no clock"));
    EXPECT_THAT(passive("90 00 05 08 01"), ElementsAre("info address=1025"));
    EXPECT_THAT(passive("91 00 08 30 31 30 32 35"), ElementsAre("info serial=01025"));
    EXPECT_THAT(passive("92 00 09 44 47 54 0d 0a 41"), ElementsAre("info trademark=DGT  A"));
    EXPECT_THAT(passive("93 00 05 01 50"), ElementsAre("info firmware=1.80"));
    EXPECT_THAT(passive("96 00 05 01 02"), ElementsAre("info hardware=1.2"));
    EXPECT_THAT(passive("a2 00 0d 30 30 30 30 30 30 31 30 32 35"),
                ElementsAre("info serial=0000001025 long=0000001025"));
    EXPECT_THAT(passive("a0 00 0c 58 7f 7f 00 05 00 01 02 01"), ElementsAre("battery 88 charging"));
    EXPECT_THAT(passive("a0 00 0c 07 7f 7f 00 05 00 01 02 02"), ElementsAre("battery 7"));
}

TEST(DgtPassive, UncertainFormsAreAcceptedAndTold) {
    EXPECT_THAT(passive("a0 00 07 32 00 00 00"),
                ElementsAre("battery 50", "info remarks=short battery message"));
    EXPECT_THAT(passive("91 00 0c 30 31 30 32 35 20 31 2e 30"),
                ElementsAre("info serial=01025",
                            "info serial=01025 remarks=serial number longer than five characters"));
    EXPECT_THAT(passive("8e 00 05 34 41 8e 00 05 34 41"),
                ElementsAre("e2+P", "info remarks=field updates with upper bits", "e2+P"));
}

TEST(DgtPassive, WhatIsNoTime) {
    // version 2.0 and the back key, as acknowledgements; then the all-zero frame
    EXPECT_THAT(passive("8d 00 0a 0a 10 09 0a 20 00 00 8d 00 0a 0a 10 08 2a 05 31 00"), IsEmpty());
    EXPECT_THAT(passive("8d 00 0a 20 10 08 2a 05 31 00"), IsEmpty());
    EXPECT_THAT(passive("8d 00 0a 00 00 00 00 00 00 00"), IsEmpty());
}

TEST(DgtPassive, ImpossibleValuesAreCounted) {
    EXPECT_THAT(passive("8d 00 0a 0b 00 00 00 00 00 08"), ElementsAre("discarded 10 BadValue"));
    EXPECT_THAT(passive("8d 00 0a 00 60 00 00 00 00 08"), ElementsAre("discarded 10 BadValue"));
    EXPECT_THAT(passive("8d 00 0a 00 0a 00 00 00 00 08"), ElementsAre("discarded 10 BadValue"));
    EXPECT_THAT(passive("8d 00 0a 00 00 00 00 00 6a 08"), ElementsAre("discarded 10 BadValue"));
    EXPECT_THAT(passive("8e 00 05 40 01"), ElementsAre("discarded 5 BadValue"));
    EXPECT_THAT(passive("a0 00 0c 65 00 00 00 00 00 00 00 00"), ElementsAre("discarded 12 BadValue"));
    EXPECT_THAT(passive("91 00 08 00 00 00 00 00"), ElementsAre("discarded 8 BadValue"));
    EXPECT_THAT(passive("96 00 04 01"), ElementsAre("discarded 4 BadValue"));
    std::string locked = "86 00 43";
    for (int i = 0; i < 64; ++i) locked += " 7f";
    EXPECT_THAT(passive(locked), ElementsAre("discarded 67 BadValue"));
}

TEST(DgtPassive, UnknownMessagesAreFrames) {
    EXPECT_THAT(passive("b5 00 05 01 02 8e 00 05 34 00"), ElementsAre("discarded 5 UnknownMessage", "e2-"));
    EXPECT_THAT(passive("ff 00 03 8e 00 05 34 00"), ElementsAre("discarded 3 UnknownMessage", "e2-"));
}

TEST(DgtPassive, FindsItsFeetAfterGarbage) {
    EXPECT_THAT(passive("00 11 22 8e 00 05 34 00"), ElementsAre("discarded 3 Garbage", "e2-"));
    EXPECT_THAT(passive("8e 00 8e 00 05 34 00"), ElementsAre("discarded 2 Interrupted", "e2-"));
    EXPECT_THAT(passive("8e 8e 00 05 34 00"), ElementsAre("discarded 1 Interrupted", "e2-"));
    EXPECT_THAT(passive("86 00 43 08 09 8e 00 05 34 00"), ElementsAre("discarded 5 Interrupted", "e2-"));
    EXPECT_THAT(passive("8e 00 06 34 00 8e 00 05 34 00"), ElementsAre("discarded 5 BadLength", "e2-"));
    EXPECT_THAT(passive("c1 3f 00 01 8e 00 05 34 00"), ElementsAre("discarded 4 BadLength", "e2-"));
    EXPECT_THAT(passive("12 34"), ElementsAre("discarded 2 Garbage"));
}

}  // namespace
}  // namespace boardbridge::drivers::dgt
