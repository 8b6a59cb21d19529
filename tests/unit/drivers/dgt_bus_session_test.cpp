// A chain of DGT boards: conversations in bus mode (device-protocols 2).
#include "dgt_bus_conversation.hpp"

namespace boardbridge::drivers::dgt {
namespace {

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

}  // namespace
}  // namespace boardbridge::drivers::dgt
