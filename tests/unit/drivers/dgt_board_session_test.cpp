// One DGT board: conversations with literal bytes (device-protocols 1).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

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

// A board that answers every command it knows; single answers can be taken away or replaced.
struct Board {
    std::map<std::string, std::string, std::less<>> answers = {
        {"45", "91 00 08 30 31 30 32 35"},
        {"55", "a2 00 0d 30 30 30 30 30 30 31 30 32 35"},
        {"42", kStartDump},
        {"41", "8d 00 0a 20 03 02 20 03 02 08"},
        {"4d", "93 00 05 01 50"},
        {"47", "92 00 06 44 47 54"},
        {"46", "90 00 05 08 01"},
        {"4c", "a0 00 0c 58 7f 7f 00 05 00 01 02 01"},
    };
    std::string operator()(std::string_view hex) const {
        const auto found = answers.find(hex);
        return found == answers.end() ? std::string() : found->second;
    }
};

class DgtConversation : public testing::Test {
protected:
    void SetUp() override {
        script_.device = [this](std::string_view hex) { return board_(hex); };
        script_.start();
    }
    // Past the introduction, with nothing collected.
    void settle() {
        script_.run_until(3000);
        script_.take_events();
        script_.take_sent();
    }
    std::string commands() {
        std::string out;
        for (const std::string& s : script_.take_sent()) out += s.substr(s.find(' '));
        return out;
    }

    Board board_;
    BoardSession session_{SessionOptions{}};
    SessionScript script_{session_};
};

constexpr const char* kClockText = "clock L0:03:02 R0:03:02 stopped left Lpermove Rpermove";

TEST_F(DgtConversation, IntroducesItself) {
    script_.run_until(1600);
    EXPECT_THAT(script_.sent, ElementsAre("500 45", "600 55", "700 4b", "800 42", "900 41", "1000 4d",
                                          "1100 47", "1200 46", "1300 4c"));
    EXPECT_THAT(script_.events,
                ElementsAre("info serial=01025", "info serial=01025 long=0000001025", kStartText, kClockText,
                            "info serial=01025 firmware=1.80 long=0000001025",
                            "info serial=01025 firmware=1.80 trademark=DGT long=0000001025",
                            "info serial=01025 firmware=1.80 trademark=DGT long=0000001025 address=1025",
                            "battery 88 charging"));
}

TEST_F(DgtConversation, OldBoardsAnswerLess) {
    for (const char* q : {"55", "4c", "47", "46"}) board_.answers.erase(q);
    script_.run_until(4500);
    EXPECT_THAT(script_.events, ElementsAre("info serial=01025", kStartText, kClockText,
                                            "info serial=01025 firmware=1.80", kClockText, kClockText));
    // each missing answer is awaited once, nothing else waits for it for long
    EXPECT_EQ(commands(), " 45 55 4b 42 41 4d 47 46 41 4c 41");
}

TEST_F(DgtConversation, PausedClockIsPolledAndSilenceOfUpdatesIsNoLoss) {
    settle();
    script_.run_until(13000);
    for (const std::string& e : script_.events) EXPECT_EQ(e, kClockText);
    EXPECT_GE(script_.events.size(), 7U);
    EXPECT_LE(script_.events.size(), 9U);
}

TEST_F(DgtConversation, ChangesArriveAndAreVerifiedAfterwards) {
    settle();
    script_.say("8e 00 05 34 00");
    script_.run_until(3100);
    script_.say("8e 00 05 24 01");
    EXPECT_THAT(script_.take_events(), ElementsAre("e2-", "e4+P"));
    board_.answers["42"] =
        std::string(kStartDump).replace(3 * 3 + 52 * 3, 2, "00").replace(3 * 3 + 36 * 3, 2, "01");
    script_.run_until(8500);
    EXPECT_THAT(script_.events, testing::Contains("dump rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
    EXPECT_EQ(commands().find("4b"), std::string::npos);  // all had been told: no doubt about update mode
}

TEST_F(DgtConversation, LostFieldUpdateHeals) {
    settle();
    // e2-e4 was played, the board told nobody: it has fallen out of update mode
    board_.answers["42"] =
        std::string(kStartDump).replace(3 * 3 + 52 * 3, 2, "00").replace(3 * 3 + 36 * 3, 2, "01");
    script_.run_until(18000);
    EXPECT_THAT(script_.take_events(),
                testing::Contains("dump rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
    EXPECT_NE(commands().find(" 4b"), std::string::npos);
    // and again: this board does not know 4b
    board_.answers["42"] = kStartDump;
    script_.run_until(36000);
    EXPECT_NE(commands().find(" 43"), std::string::npos);
}

TEST_F(DgtConversation, RunningClockThatPushesNothingAsksForUpdatesAgain) {
    settle();
    board_.answers["41"] = "8d 00 0a 20 03 02 20 03 01 09";
    script_.run_until(14000);
    const std::string sent = commands();
    EXPECT_NE(sent.find(" 4b 42"), std::string::npos) << sent;
    EXPECT_NE(sent.find(" 43"), std::string::npos) << sent;
}

TEST_F(DgtConversation, PushedClockIsNotPolled) {
    settle();
    for (int second = 3; second < 15; ++second) {
        script_.run_until(second * 1000);
        script_.say("8d 00 0a 20 03 02 20 03 01 09");
    }
    EXPECT_EQ(commands(), "");
}

TEST_F(DgtConversation, GarbageIsFollowedByADump) {
    settle();
    script_.say("00 01 02 8e 00 05 34 00");
    script_.run_for(200);
    EXPECT_THAT(script_.take_events(), ElementsAre("discarded 3 Garbage", "e2-", kStartText));
    // a cut dump: what is left of it is told when nothing follows, and asked for again
    script_.say("86 00 43 08");
    script_.run_for(5000);
    EXPECT_THAT(script_.events,
                testing::IsSupersetOf({std::string("discarded 4 Interrupted"), std::string(kStartText)}));
}

TEST_F(DgtConversation, AFloodOfGarbageIsAnsweredBySparseDumps) {
    settle();
    for (int i = 0; i < 1000; ++i) {
        script_.say("11 22 33 ff");
        script_.run_for(10);
    }
    const std::string sent = commands();
    EXPECT_LE(std::count(sent.begin(), sent.end(), ' '), 40) << sent;
}

TEST_F(DgtConversation, BadValueInADumpIsAskedAgain) {
    settle();
    script_.say("8e 00 05 40 01");
    script_.run_for(200);
    EXPECT_THAT(script_.events, ElementsAre("discarded 5 BadValue", kStartText));
}

TEST_F(DgtConversation, ClockThatDoesNotAnswerIsLost) {
    settle();
    board_.answers.erase("41");
    script_.run_until(12000);
    EXPECT_THAT(script_.take_events(), ElementsAre("no clock"));
    board_.answers["41"] = "8d 00 0a 20 03 02 20 03 02 08";
    script_.run_until(20000);
    EXPECT_THAT(script_.events, testing::Contains(kClockText));
}

TEST_F(DgtConversation, ClockPulledOutIsToldOnceByEachReading) {
    settle();
    board_.answers["41"] = "8d 00 0a 00 00 00 00 00 00 28";
    script_.run_until(5000);
    EXPECT_THAT(script_.events, testing::Each("no clock"));
    EXPECT_FALSE(script_.events.empty());
}

TEST_F(DgtConversation, SilenceThenLossThenBack) {
    settle();
    const Board whole = board_;
    board_.answers.clear();
    script_.run_until(30000);
    EXPECT_THAT(script_.take_events(), ElementsAre("silent", "lost"));
    script_.take_sent();
    board_ = whole;
    script_.run_until(33000);
    EXPECT_THAT(script_.take_events(), testing::IsSupersetOf({std::string("back"), std::string(kStartText),
                                                              std::string(kClockText)}));
    EXPECT_THAT(commands(), testing::HasSubstr(" 45 45 55 4b 42 41"));
}

TEST_F(DgtConversation, SilentForAWhileOnly) {
    settle();
    const Board whole = board_;
    board_.answers.clear();
    script_.run_until(9000);
    EXPECT_THAT(script_.take_events(), ElementsAre("silent"));
    board_ = whole;
    script_.run_until(11000);
    EXPECT_EQ(script_.take_events().front(), "back");
}

TEST_F(DgtConversation, NobodyThere) {
    board_.answers.clear();
    script_.run_until(60000);
    EXPECT_THAT(script_.events, ElementsAre("silent", "lost"));
}

TEST_F(DgtConversation, AnotherBoardAfterAGapIsRecognised) {
    settle();
    const Board whole = board_;
    board_.answers.clear();
    script_.run_until(20000);
    board_ = whole;
    board_.answers["45"] = "91 00 08 30 32 30 34 38";
    board_.answers["55"] = "a2 00 0d 30 30 30 30 30 30 32 30 34 38";
    script_.run_until(24000);
    EXPECT_THAT(
        script_.events,
        testing::Contains("info serial=02048 firmware=1.80 trademark=DGT long=0000002048 address=1025"));
}

// An error at every step: each answer in turn missing, cut, doubled or behind garbage. The introduction still
// ends with the placement and the clock known, and nobody is called lost.
TEST(DgtBoardSession, AnErrorAtEveryStepOfTheIntroduction) {
    const Board whole;
    const auto maim = [](const std::string& answer, int how) -> std::string {
        switch (how) {
            case 0:
                return "";
            case 1:
                return answer.substr(0, answer.size() / 6 * 3);
            case 2:
                return answer + " " + answer;
            case 3:
                return "12 34 8e 00 " + answer;
            default:
                return "86 00 43 08 09 " + answer;
        }
    };
    for (const auto& told : whole.answers) {
        for (int how = 0; how < 5; ++how) {
            BoardSession session{SessionOptions{}};
            SessionScript script(session);
            bool maimed = false;
            script.device = [&](std::string_view hex) {
                if (hex != told.first || maimed) return whole(hex);
                maimed = true;
                return maim(told.second, how);
            };
            script.start();
            script.run_until(10000);
            EXPECT_TRUE(maimed);
            EXPECT_THAT(script.events, testing::Contains(kStartText)) << told.first << " " << how;
            EXPECT_THAT(script.events, testing::Contains(kClockText)) << told.first << " " << how;
            EXPECT_THAT(script.events, testing::Not(testing::Contains("silent"))) << told.first << " " << how;
            EXPECT_THAT(script.events, testing::Not(testing::Contains("BUSY LOOP")))
                << told.first << " " << how;
            EXPECT_THAT(script.events, testing::Contains(testing::HasSubstr("serial=01025")))
                << told.first << " " << how;
        }
    }
}

TEST(DgtBoardSession, SendsOnlyHarmlessCommandsAtLeastATenthOfASecondApart) {
    std::mt19937 random(7);
    const Board whole;
    BoardSession session{SessionOptions{}};
    SessionScript script(session);
    script.device = [&](std::string_view hex) { return random() % 3 == 0 ? std::string() : whole(hex); };
    script.start();
    for (int i = 0; i < 300; ++i) {
        script.run_for(static_cast<long>(random() % 2000));
        if (random() % 4 == 0)
            script.say(random() % 2 == 0 ? "8d 00 0a 20 03 02 20 03 01 09" : "8e 05 77 ff 00");
    }
    long last = 0;
    for (const std::string& s : script.sent) {
        const long at = std::stol(s);
        EXPECT_THAT(s.substr(s.find(' ') + 1),
                    testing::AnyOf("41", "42", "43", "45", "46", "47", "4b", "4c", "4d", "55"));
        EXPECT_GE(at, last + 100);
        last = at;
    }
    EXPECT_GT(script.sent.size(), 100U);
}

TEST(DgtBoardSession, UnsentBytesStopNothingButSending) {
    BoardSession session{SessionOptions{}};
    const EventSink nobody = [](const DeviceEvent&) {};
    session.start(Instant{}, nobody);
    session.on_wake(Instant{std::chrono::seconds(1)}, nobody);
    ASSERT_EQ(session.to_write().size(), 1U);
    session.on_wake(Instant{std::chrono::seconds(3)}, nobody);
    EXPECT_EQ(session.to_write().size(), 1U);
}

// A capture of a whole conversation: what its tx lines ask for is awaited.
TEST(DgtPassive, QuestionsOfACaptureAreAwaited) {
    BoardSession session({.passive = true});
    SessionScript script(session);
    script.start();
    script.run_until(100000);
    EXPECT_THAT(script.take_events(), IsEmpty());
    session.on_sent(test::bytes("4b 55 4c"),
                    Instant{std::chrono::seconds(100)});  // answered by some boards only
    script.run_until(200000);
    EXPECT_THAT(script.take_events(), IsEmpty());
    session.on_sent(test::bytes("42"), Instant{std::chrono::seconds(200)});
    script.run_until(202999);
    EXPECT_THAT(script.take_events(), IsEmpty());
    script.run_until(203000);
    EXPECT_THAT(script.take_events(), ElementsAre("silent"));
    script.run_until(215000);
    EXPECT_THAT(script.take_events(), ElementsAre("lost"));
    script.say("8e 00 05 34 00");
    EXPECT_THAT(script.take_events(), ElementsAre("back", "e2-"));
    session.on_sent(test::bytes("41"), Instant{std::chrono::seconds(215)});
    script.run_for(1000);
    script.say("8e 00 05 24 01");
    script.run_for(2000);
    EXPECT_THAT(script.take_events(), ElementsAre("e4+P", "no clock"));
    EXPECT_THAT(script.sent, IsEmpty());
}

TEST(DriverTable, KnowsItsRows) {
    const Driver* dgt = find_driver("dgt");
    ASSERT_NE(dgt, nullptr);
    EXPECT_EQ(dgt->maker, "DGT");
    EXPECT_FALSE(dgt->bus);
    EXPECT_EQ(dgt->line.baud, 9600U);
    EXPECT_NE(dgt->make_session(SessionOptions{.passive = true}), nullptr);
    EXPECT_EQ(find_driver("DGT"), nullptr);
    EXPECT_EQ(find_driver(""), nullptr);
    std::set<std::string_view> ids;
    for (const Driver& d : all_drivers()) {
        EXPECT_TRUE(ids.insert(d.id).second) << d.id;
        EXPECT_FALSE(d.description.empty());
        EXPECT_NE(d.make_session, nullptr);
    }
}

}  // namespace
}  // namespace boardbridge::drivers::dgt
