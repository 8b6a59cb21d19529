// A bus of boards as a test plays it: what each board answers, and what the session is made to hear. For the
// bus tests only.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "drivers/dgt/bus_session.hpp"
#include "drivers/driver.hpp"
#include "support/session_script.hpp"

namespace boardbridge::drivers::dgt {
inline namespace bus_conversation {

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
inline std::string reply(unsigned id, unsigned address, const std::string& data) {
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
        char text[16];
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

inline std::vector<std::string> without_clock(std::vector<std::string> events) {
    std::erase_if(events, [](const std::string& e) { return e.find("clock") != std::string::npos; });
    return events;
}

}  // namespace bus_conversation
}  // namespace boardbridge::drivers::dgt
