// A chain of DGT boards: conversations in bus mode (device-protocols 2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "drivers/dgt/bus_session.hpp"
#include "drivers/driver.hpp"
#include "support/session_script.hpp"

namespace boardbridge::drivers::dgt {
namespace {

using test::bytes;
using test::SessionScript;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kStartCodes =
    "08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
    "00 00 00 00 00 "
    "00 00 00 00 00 00 00 00 00 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02";
constexpr const char* kAfterE4Codes =
    "08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
    "00 00 01 00 00 "
    "00 00 00 00 00 00 00 00 00 01 01 01 01 00 01 01 01 02 03 04 06 05 04 03 02";
constexpr const char* kStartText = "dump rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
constexpr const char* kStopped = "20 03 02 20 03 02 08";

// A reply as a board would make it: id, length, address, data, checksum.
std::string reply(unsigned id, unsigned address, const std::string& data) {
    std::vector<unsigned> b = {id, 0, 0, address >> 7, address & 0x7F};
    for (const std::byte x : bytes(data)) b.push_back(static_cast<unsigned>(x));
    b[1] = static_cast<unsigned>((b.size() + 1) >> 7);
    b[2] = static_cast<unsigned>((b.size() + 1) & 0x7F);
    unsigned sum = 0;
    for (const unsigned x : b) sum += x;
    b.push_back(sum & 0x7F);
    std::string out;
    for (const unsigned x : b) {
        char text[4];
        std::snprintf(text, sizeof text, "%02x ", x);
        out += text;
    }
    return out;
}

TEST(DgtBusFrames, LiteralCommands) {
    const auto hex = [](BusCommand command, std::uint16_t address) {
        const auto b = encode(command, BoardAddress{address});
        return std::vector<std::byte>(b.begin(), b.end());
    };
    EXPECT_EQ(hex(BusCommand::SendClock, (0x10 << 7) | 0x06), bytes("81 10 06 17"));
    EXPECT_EQ(hex(BusCommand::Ping, 1025), bytes("87 08 01 10"));
    EXPECT_EQ(hex(BusCommand::SendChanges, 1025), bytes("83 08 01 0c"));
    EXPECT_EQ(hex(BusCommand::Ping, 0), bytes("87 00 00 07"));
    EXPECT_EQ(hex(BusCommand::SendClock, 16383), bytes("81 7f 7f 7f"));
}

TEST(DgtBusFrames, LiteralReplies) {
    FrameReader reader(is_possible_bus_length);
    const auto put = bytes("87 00 06 08 01 16 87 00 06 08 01 17 85 00 06 08 01 14");
    std::copy(put.begin(), put.end(), reader.space().begin());
    reader.commit(put.size());
    auto found = reader.next();
    ASSERT_TRUE(std::holds_alternative<Frame>(found));
    auto parsed = parse_bus_reply(std::get<Frame>(found));
    ASSERT_TRUE(std::holds_alternative<BusReply>(parsed));
    EXPECT_EQ(std::get<BusReply>(parsed).address.value, 1025);
    EXPECT_TRUE(std::get<BusReply>(parsed).data.empty());
    found = reader.next();
    parsed = parse_bus_reply(std::get<Frame>(found));
    EXPECT_EQ(std::get<DiscardReason>(parsed), DiscardReason::BadChecksum);
    found = reader.next();
    parsed = parse_bus_reply(std::get<Frame>(found));
    EXPECT_TRUE(std::holds_alternative<BusReply>(parsed));
}

// Boards on one wire, each with what it answers at present.
struct Board {
    std::string codes = kStartCodes;
    std::string clock = kStopped;
    std::string pending;         ///< events for the next 83
    std::string last = "never";  ///< what an 84 brings
    std::string from_start;
    std::string version = "01 50";
    bool mute = false;
    bool ignores_ping = false;
};

struct Bus {
    std::map<unsigned, Board> boards;
    std::vector<std::string> heard;

    std::string answer(unsigned command, unsigned address) {
        const auto it = boards.find(address);
        if (it == boards.end() || it->second.mute) return "";
        Board& b = it->second;
        switch (command) {
            case 0x81:
                return b.clock.empty() ? "" : reply(0x84, address, b.clock);
            case 0x82:
                return reply(0x83, address, b.codes);
            case 0x83:
                b.last = std::exchange(b.pending, "");
                return reply(0x85, address, b.last);
            case 0x84:
                return reply(0x85, address, b.last == "never" ? "" : b.last);
            case 0x85:
                return reply(0x88, address, "");
            case 0x86:
                return reply(0x86, address, b.from_start);
            case 0x87:
                return reply(0x87, address, "");
            case 0x8A:
                b.ignores_ping = true;
                return reply(0x87, address, "");
            case 0x8B:
                return reply(0x89, address, b.version);
            default:
                ADD_FAILURE() << "command " << command;
                return "";
        }
    }
    std::string operator()(std::string_view hex) {
        heard.emplace_back(hex);
        const auto b = bytes(hex);
        if (b.size() != 4) {
            ADD_FAILURE() << hex;
            return "";
        }
        const auto at = [&](std::size_t i) { return static_cast<unsigned>(b[i]); };
        EXPECT_EQ((at(0) + at(1) + at(2)) & 0x7F, at(3)) << hex;
        EXPECT_GE(at(0), 0x80U) << hex;
        const unsigned address = (at(1) << 7) | at(2);
        if (address != 0) return answer(at(0), address);
        EXPECT_EQ(at(0), 0x87U) << hex;
        std::string all;
        for (auto& [a, board] : boards) {
            if (!board.mute && !std::exchange(board.ignores_ping, false)) all += reply(0x87, a, "");
        }
        return all;
    }
    // How often each command went to the board.
    std::map<std::string, int> count(unsigned address) const {
        char text[8];
        std::snprintf(text, sizeof text, "%02x %02x", address >> 7, address & 0x7F);
        std::map<std::string, int> n;
        for (const std::string& h : heard) {
            if (h.substr(3, 5) == text) ++n[h.substr(0, 2)];
        }
        return n;
    }
};

class DgtBusConversation : public testing::Test {
protected:
    void begin(SessionOptions options = {}) {
        session_ = std::make_unique<BusSession>(options);
        script_ = std::make_unique<SessionScript>(*session_);
        script_->delay = std::chrono::milliseconds(12);
        script_->device = [this](std::string_view hex) { return bus_(hex); };
        script_->start();
    }
    void settle(long ms = 6000) {
        script_->run_until(ms);
        script_->take_events();
        bus_.heard.clear();
    }

    Bus bus_;
    std::unique_ptr<BusSession> session_;
    std::unique_ptr<SessionScript> script_;
};

std::vector<std::string> without_clock(std::vector<std::string> events) {
    std::erase_if(events, [](const std::string& e) { return e.find("clock") != std::string::npos; });
    return events;
}

TEST_F(DgtBusConversation, FindsBoardsThatNobodyNamed) {
    bus_.boards[1025];
    bus_.boards[2048];
    begin();
    script_->run_until(6000);
    const auto events = without_clock(script_->events);
    EXPECT_THAT(events, testing::UnorderedElementsAre(
                            "1025 info serial=01025 address=1025", "2048 info serial=02048 address=2048",
                            std::string("1025 ") + kStartText, std::string("2048 ") + kStartText,
                            "1025 info serial=01025 firmware=1.80 address=1025",
                            "2048 info serial=02048 firmware=1.80 address=2048"));
    EXPECT_THAT(script_->events, Contains("1025 clock L0:03:02 R0:03:02 stopped left Lpermove Rpermove"));
    EXPECT_EQ(bus_.heard.front(), "87 00 00 07");
}

TEST_F(DgtBusConversation, ExpectedBoardsComeFirstAndTheirAbsenceIsTold) {
    bus_.boards[1025];
    begin({.expected = {1025, 77}});
    script_->run_until(20000);
    EXPECT_EQ(bus_.heard.front(), "87 08 01 10");
    EXPECT_THAT(script_->events, Contains("77 silent"));
    EXPECT_THAT(script_->events, Contains("77 lost"));
    EXPECT_THAT(script_->events, Contains(std::string("1025 ") + kStartText));
    EXPECT_THAT(script_->events, Not(Contains("1025 silent")));
    bus_.boards[77];
    script_->take_events();
    script_->run_until(30000);
    EXPECT_THAT(script_->events, Contains("77 info serial=00077 address=77"));
    EXPECT_THAT(script_->events, Contains(std::string("77 ") + kStartText));
}

TEST_F(DgtBusConversation, ChangesArriveInOrder) {
    bus_.boards[1025];
    begin();
    settle();
    bus_.boards[1025].pending = "40 34 41 24";  // e2 empty, white pawn on e4
    bus_.boards[1025].codes = kAfterE4Codes;
    script_->run_for(300);
    EXPECT_THAT(without_clock(script_->take_events()), ElementsAre("1025 e2-", "1025 e4+P"));
    script_->run_for(10000);
    EXPECT_THAT(without_clock(script_->take_events()), IsEmpty());
    EXPECT_GT(bus_.count(1025)["82"], 0);  // verified
}

TEST_F(DgtBusConversation, LeverEventsStandAmongTheChanges) {
    bus_.boards[1025].clock = "00 03 00 00 03 00 09";  // left's turn, running
    begin();
    settle();
    // e2e4, left halts at 2:58, e7e5
    bus_.boards[1025].pending = "40 34 41 24 70 02 58 40 0c 47 1c";
    bus_.boards[1025].clock = "00 02 59 00 02 58 0b";
    script_->run_for(200);
    const auto events = script_->take_events();
    const auto at = [&](const std::string& e) {
        return std::find(events.begin(), events.end(), e) - events.begin();
    };
    EXPECT_LT(at("1025 e4+P"), at("1025 clock L0:02:58 R0:03:00 running right"));
    EXPECT_LT(at("1025 clock L0:02:58 R0:03:00 running right"), at("1025 e7-"));
    EXPECT_THAT(events, Contains("1025 clock L0:02:58 R0:02:59 running right"));
}

TEST_F(DgtBusConversation, ASpoiltAnswerIsRepeatedNotFetchedAnew) {
    bus_.boards[1025];
    begin();
    settle();
    bool spoil = true;
    script_->device = [&](std::string_view hex) {
        std::string answer = bus_(hex);
        if (spoil && hex.substr(0, 2) == "83" && answer.size() > 20) {
            spoil = false;
            answer[answer.size() - 3] = answer[answer.size() - 3] == '0' ? '1' : '0';
        }
        return answer;
    };
    bus_.boards[1025].pending = "40 34 41 24";
    bus_.boards[1025].codes = kAfterE4Codes;
    script_->run_for(300);
    EXPECT_THAT(without_clock(script_->take_events()),
                ElementsAre("1025 discarded 10 BadChecksum", "1025 e2-", "1025 e4+P"));
    EXPECT_EQ(bus_.count(1025)["84"], 1);
}

TEST_F(DgtBusConversation, ALostAnswerIsRepeated) {
    bus_.boards[1025];
    begin();
    settle();
    bool lose = true;
    script_->device = [&](std::string_view hex) {
        std::string answer = bus_(hex);
        if (hex.substr(0, 2) == "83" && answer.size() > 20)
            return std::exchange(lose, false) ? std::string() : answer;
        return answer;
    };
    bus_.boards[1025].pending = "40 34 41 24";
    bus_.boards[1025].codes = kAfterE4Codes;
    script_->run_for(500);
    EXPECT_THAT(without_clock(script_->take_events()), ElementsAre("1025 e2-", "1025 e4+P"));
}

TEST_F(DgtBusConversation, ALostQuestionBringsNothingTwice) {
    bus_.boards[1025];
    begin();
    settle();
    bus_.boards[1025].pending = "40 34 41 24";
    bus_.boards[1025].codes = kAfterE4Codes;
    script_->run_for(300);
    script_->take_events();
    bool lose = true;
    script_->device = [&](std::string_view hex) {
        if (hex.substr(0, 2) == "83" && std::exchange(lose, false)) return std::string();
        return bus_(hex);
    };
    bus_.boards[1025].pending = "40 0c 47 1c";
    script_->run_for(500);
    EXPECT_THAT(without_clock(script_->take_events()), ElementsAre("1025 e7-", "1025 e5+p"));
}

TEST_F(DgtBusConversation, ALateAnswerCountsOnce) {
    bus_.boards[1025];
    begin();
    settle();
    std::string late;
    script_->device = [&](std::string_view hex) {
        std::string answer = bus_(hex);
        if (hex.substr(0, 2) == "83" && answer.size() > 20) {
            late = answer;  // comes together with the repeat
            return std::string();
        }
        if (hex.substr(0, 2) == "84") return std::exchange(late, "") + answer;
        return answer;
    };
    bus_.boards[1025].pending = "40 34 41 24";
    bus_.boards[1025].codes = kAfterE4Codes;
    script_->run_for(1000);
    EXPECT_THAT(without_clock(script_->take_events()), ElementsAre("1025 e2-", "1025 e4+P"));
}

TEST_F(DgtBusConversation, WhatNoChangeExplainsIsBelievedAtLast) {
    bus_.boards[1025];
    begin();
    settle();
    bus_.boards[1025].codes = kAfterE4Codes;
    script_->run_for(70000);
    EXPECT_THAT(without_clock(script_->take_events()),
                ElementsAre("1025 dump rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
    EXPECT_EQ(bus_.count(1025)["86"], 0);  // no game was started: what it would send has no bounds
}

TEST_F(DgtBusConversation, FromStartBringsBackWhatWasLost) {
    bus_.boards[1025];
    bus_.boards[2048];
    begin();
    settle();
    session_->start_game(BoardAddress{1025}, Instant{std::chrono::milliseconds(script_->now_ms())});
    script_->run_for(1000);
    EXPECT_EQ(bus_.count(1025)["85"], 1);
    EXPECT_EQ(bus_.count(2048)["85"], 0);
    std::string inventory = "7b";
    const auto codes = bytes(kStartCodes);
    for (std::size_t f = 0; f < 64; ++f) {
        if (codes[f] == std::byte{0}) continue;
        char text[16];
        std::snprintf(text, sizeof text, " %02x %02zx", 0x40U + static_cast<unsigned>(codes[f]), f);
        inventory += text;
    }
    bus_.boards[1025].from_start = inventory + " 6f 40 34 41 24";
    bus_.boards[1025].codes = kAfterE4Codes;
    script_->take_events();
    script_->run_for(70000);
    EXPECT_THAT(without_clock(script_->take_events()), ElementsAre("1025 past e2-", "1025 past e4+P"));
    EXPECT_EQ(bus_.count(1025)["86"], 1);
}

TEST_F(DgtBusConversation, PowerUpIsAnInventoryNotMoves) {
    bus_.boards[1025];
    begin();
    settle();
    bus_.boards[1025].pending = "7f 7f 7f 6a 45 3c 4b 04 41 34 40 34 41 24";  // kings and a pawn, then e2e4
    bus_.boards[1025].codes =
        "00 00 00 00 0b 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
        "00 00 00 01 00 "
        "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 05 00 00 00";
    script_->run_for(10000);
    EXPECT_THAT(without_clock(script_->take_events()),
                ElementsAre("1025 dump 4k3/8/8/8/8/8/4P3/4K3", "1025 e2-", "1025 e4+P"));
}

TEST_F(DgtBusConversation, ASilentBoardCostsTheOthersLittle) {
    for (unsigned a = 100; a < 112; ++a) bus_.boards[a];
    begin();
    settle(8000);
    for (unsigned a = 106; a < 112; ++a) bus_.boards[a].mute = true;
    script_->run_for(30000);
    for (unsigned a = 106; a < 112; ++a) {
        EXPECT_THAT(script_->events, Contains(std::to_string(a) + " silent"));
        EXPECT_THAT(script_->events, Contains(std::to_string(a) + " lost"));
    }
    bus_.heard.clear();
    script_->run_for(10000);
    int vain = 0;
    for (unsigned a = 106; a < 112; ++a) {
        for (const auto& [command, n] : bus_.count(a)) {
            EXPECT_EQ(command, "87");
            vain += n;
        }
    }
    EXPECT_GE(vain, 6);
    EXPECT_LE(vain, 14);  // a tenth of the line
    for (unsigned a = 100; a < 106; ++a) EXPECT_GE(bus_.count(a)["83"], 20) << a;
    // back again
    script_->take_events();
    for (unsigned a = 106; a < 112; ++a) bus_.boards[a].mute = false;
    script_->run_for(10000);
    for (unsigned a = 106; a < 112; ++a) {
        EXPECT_THAT(script_->events, Contains(std::to_string(a) + " back"));
        EXPECT_THAT(script_->events, Contains(std::to_string(a) + " " + kStartText));
    }
}

TEST_F(DgtBusConversation, HotBoardsAreAskedMoreOften) {
    for (unsigned a = 100; a < 112; ++a) bus_.boards[a];
    begin();
    settle(8000);
    const long end = script_->now_ms() + 10000;
    for (bool up = true; script_->now_ms() < end; up = !up) {
        bus_.boards[100].pending = up ? "40 34" : "41 34";
        script_->run_for(500);
    }
    EXPECT_GT(bus_.count(100)["83"], bus_.count(101)["83"] * 3 / 2);
    EXPECT_GT(bus_.count(101)["83"], 10);
}

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
