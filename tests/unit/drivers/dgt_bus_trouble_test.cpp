// The bus conversation when things go wrong: echoes, noise, silence, errors at every step (device-protocols
// 2).
#include "dgt_bus_conversation.hpp"

namespace boardbridge::drivers::dgt {
namespace {

TEST_F(DgtBusConversation, TheNextQuestionFollowsAtOnce) {
    for (unsigned a = 100; a < 112; ++a) bus_.boards[a];
    begin();
    settle(8000);
    script_->sent.clear();
    script_->run_for(10000);
    long before = 0;
    for (const std::string& s : script_->sent) {
        const long at = std::stol(s);
        // the board's own time, as set above
        if (before > 0) {
            EXPECT_LE(at - before, 12) << s;
        }
        before = at;
    }
    EXPECT_GT(script_->sent.size(), 800U);
}

TEST_F(DgtBusConversation, AnAdapterThatEchoes) {
    bus_.boards[1025];
    bus_.boards[6];
    begin({.expected = {1025, 6}});
    script_->device = [&](std::string_view hex) { return std::string(hex) + " " + bus_(hex); };
    script_->run_until(6000);
    EXPECT_THAT(script_->events, Not(Contains(HasSubstr("discarded"))));
    EXPECT_THAT(script_->events, Contains(std::string("1025 ") + kStartText));
    EXPECT_THAT(script_->events, Contains(std::string("6 ") + kStartText));
    script_->take_events();
    bus_.boards[6].pending = "40 34 41 24";
    bus_.boards[6].codes = kAfterE4Codes;
    script_->run_for(500);
    EXPECT_THAT(without_clock(script_->take_events()), ElementsAre("6 e2-", "6 e4+P"));
}

TEST_F(DgtBusConversation, BoardsThatAnswerTheBroadcastAtOnce) {
    for (unsigned a = 100; a < 112; ++a) bus_.boards[a];
    begin();
    // every first broadcast answer collides; the round after it sorts them out
    int broadcasts = 0;
    script_->device = [&](std::string_view hex) {
        std::string answer = bus_(hex);
        if (hex != "87 00 00 07" || ++broadcasts > 1) return answer;
        for (std::size_t i = 10; i < answer.size(); i += 36) answer[i] = 'f';
        return answer;
    };
    script_->run_until(9000);
    for (unsigned a = 100; a < 112; ++a) {
        EXPECT_THAT(script_->events, Contains(std::to_string(a) + " " + kStartText));
    }
    EXPECT_GE(broadcasts, 3);
}

TEST_F(DgtBusConversation, NoiseMakesNoBoards) {
    begin();
    script_->run_until(2000);
    script_->say(reply(0x87, 4711, ""));  // well-formed, but nobody is there
    script_->run_until(30000);
    for (const std::string& e : script_->events) EXPECT_THAT(e, Not(HasSubstr("4711"))) << e;
}

TEST_F(DgtBusConversation, OldFirmwareTellsNoVersion) {
    bus_.boards[1025].version = "";
    begin();
    script_->run_until(6000);
    EXPECT_THAT(
        script_->events,
        Contains("1025 info serial=01025 address=1025 remarks=tells no version: firmware 1.2 or older"));
}

TEST_F(DgtBusConversation, AClockThatDoesNotAnswerIsLostAndSeldomAsked) {
    bus_.boards[1025];
    begin();
    settle();
    bus_.boards[1025].clock = "";
    script_->run_for(10000);
    EXPECT_THAT(without_clock(script_->events), IsEmpty());
    EXPECT_EQ(std::count(script_->events.begin(), script_->events.end(), "1025 no clock"), 1);
    EXPECT_LE(bus_.count(1025)["81"], 8);
    bus_.boards[1025].clock = kStopped;
    script_->take_events();
    script_->run_for(11000);
    EXPECT_THAT(script_->events, Contains("1025 clock L0:03:02 R0:03:02 stopped left Lpermove Rpermove"));
}

TEST_F(DgtBusConversation, UnknownRepliesAreCounted) {
    bus_.boards[1025];
    begin();
    settle();
    script_->say(reply(0x95, 1025, "01 02"));
    EXPECT_THAT(without_clock(script_->take_events()), ElementsAre("1025 discarded 8 UnknownMessage"));
}

TEST_F(DgtBusConversation, TheLineOpenedAgain) {
    bus_.boards[1025];
    begin();
    settle();
    bus_.boards[1025].pending = "40 34 41 24";
    bus_.boards[1025].codes = kAfterE4Codes;
    // the cable was out for a minute, the session lives on
    const Instant later{std::chrono::milliseconds(script_->now_ms() + 60000)};
    session_->start(later, [](const DeviceEvent&) {});
    script_->run_until(script_->now_ms() + 62000);
    EXPECT_THAT(without_clock(script_->take_events()),
                ElementsAre("1025 past e2-", "1025 past e4+P",
                            "1025 dump rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
}

// An error at every step: each command's answer in turn missing, cut, doubled, behind garbage, from another
// board.
TEST(DgtBusSession, AnErrorAtEveryStep) {
    const std::vector<std::string> steps = {"81", "82", "83", "84", "87", "8a", "8b"};
    for (const std::string& step : steps) {
        for (int how = 0; how < 5; ++how) {
            for (int nth = 1; nth <= 3; ++nth) {
                Bus bus;
                bus.boards[1025];
                bus.boards[300];
                BusSession session(SessionOptions{});
                SessionScript script(session);
                int n = 0;
                script.device = [&](std::string_view hex) -> std::string {
                    const std::string answer = bus(hex);
                    if (hex.substr(0, 2) != step || ++n != nth) return answer;
                    if (how == 0) return "";
                    if (how == 1) return answer.substr(0, answer.size() / 6 * 3);
                    if (how == 2) return answer + answer;
                    if (how == 3) return "12 34 85 00 " + answer;
                    return answer + reply(0x85, 300, "40 00");
                };
                script.start();
                script.run_until(9000);
                bus.boards[1025].pending = "40 34 41 24";
                bus.boards[1025].codes = kAfterE4Codes;
                script.run_until(11000);
                const std::string where = step + " " + std::to_string(how) + " " + std::to_string(nth);
                EXPECT_THAT(script.events, Contains("300 " + std::string(kStartText))) << where;
                EXPECT_THAT(script.events, Contains("1025 " + std::string(kStartText))) << where;
                EXPECT_EQ(std::count(script.events.begin(), script.events.end(), "1025 e2-"), 1) << where;
                EXPECT_EQ(std::count(script.events.begin(), script.events.end(), "1025 e4+P"), 1) << where;
                EXPECT_THAT(script.events, Not(Contains(HasSubstr("silent")))) << where;
                EXPECT_THAT(script.events, Not(Contains("BUSY LOOP"))) << where;
            }
        }
    }
}

TEST(DgtBusPassive, ACaptureIsListenedTo) {
    BusSession session({.passive = true});
    SessionScript script(session);
    script.start();
    script.say(reply(0x83, 1025, kStartCodes));
    script.say(reply(0x84, 1025, "20 03 02 20 03 01 09"));
    script.say(reply(0x85, 1025, "40 34 41 24"));
    script.say(reply(0x85, 1025, ""));
    script.say(reply(0x83, 300, kStartCodes));
    script.run_until(100000);
    EXPECT_THAT(
        script.take_events(),
        ElementsAre("1025 info serial=01025 address=1025", std::string("1025 ") + kStartText,
                    "1025 clock L0:03:01 R0:03:02 running left Lpermove Rpermove", "1025 e2-", "1025 e4+P",
                    "300 info serial=00300 address=300", std::string("300 ") + kStartText));
    EXPECT_THAT(script.sent, IsEmpty());
    // a dump that the changes do not explain is believed after a while
    script.say(reply(0x83, 300, kAfterE4Codes));
    script.run_for(999);
    EXPECT_THAT(script.take_events(), IsEmpty());
    script.run_for(1);
    EXPECT_THAT(script.take_events(), ElementsAre("300 dump rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
}

TEST(DgtBusPassive, QuestionsOfACaptureAreAwaited) {
    BusSession session({.passive = true});
    SessionScript script(session);
    script.start();
    script.say(reply(0x85, 1025, ""));
    script.take_events();
    session.on_sent(bytes("83 08 01 0c"), Instant{});
    script.run_until(20000);
    EXPECT_THAT(script.take_events(), ElementsAre("1025 silent", "1025 lost"));
    script.say("83 08 01 0c " + reply(0x85, 1025, "40 34"));  // with the adapter's echo
    EXPECT_THAT(script.take_events(), ElementsAre("1025 back"));
}

TEST(DriverTable, KnowsTheBus) {
    const Driver* bus = find_driver("dgt-bus");
    ASSERT_NE(bus, nullptr);
    EXPECT_TRUE(bus->bus);
    EXPECT_EQ(bus->line.dtr, false);
    EXPECT_EQ(bus->line.rts, false);
}

}  // namespace
}  // namespace boardbridge::drivers::dgt
