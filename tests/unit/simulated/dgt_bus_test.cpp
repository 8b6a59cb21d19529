// Several boards on one wire: pings at random moments, collisions, silence, echo.
#include "drivers/simulated/dgt_bus.hpp"

#include <gtest/gtest.h>

#include <set>

#include "rules/placement.hpp"
#include "support/instant.hpp"
#include "unit/simulated/bytes.hpp"

namespace boardbridge::simulated {
namespace {

using boardbridge::test::at;

using std::chrono::milliseconds;

DgtDeviceOptions board(const std::string& serial) {
    DgtDeviceOptions o;
    o.serial = serial;
    o.seed = static_cast<std::uint64_t>(std::stoi(serial));
    return o;
}

DgtBus bus_of(std::initializer_list<const char*> serials) {
    DgtBus bus;
    for (const char* s : serials) bus.add(board(s), rules::standard_start_placement(), at(0));
    return bus;
}

TEST(DgtBus, EachBoardAnswersItsOwnAddress) {
    DgtBus bus = bus_of({"01025", "01026"});
    bus.on_receive(bytes("87 08 02 11"), at(0));
    EXPECT_EQ(hex(bus.to_send(at(100))), "87 00 06 08 02 17");
    bus.on_receive(bytes("8a 08 01 13"), at(200));
    EXPECT_EQ(hex(bus.to_send(at(300))), "87 00 06 08 01 16");
}

TEST(DgtBus, ABroadcastPingIsAnsweredByAllWithinElevenHundredMilliseconds) {
    DgtBus bus = bus_of({"01025", "02222", "03333"});
    bus.on_receive(bytes("87 00 00 07"), at(0));
    std::set<std::string> heard;
    while (const auto wake = bus.wake_at()) {
        if (*wake > at(1200)) break;
        const Bytes said = bus.to_send(*wake);
        if (!said.empty()) heard.insert(hex(said));
    }
    EXPECT_EQ(heard, (std::set<std::string>{"87 00 06 08 01 16", "87 00 06 11 2e 4c", "87 00 06 1a 05 2c"}));
}

TEST(DgtBus, AToldBoardSkipsTheNextPing) {
    DgtBus bus = bus_of({"01025", "01026"});
    bus.on_receive(bytes("8a 08 01 13"), at(0));
    bus.to_send(at(100));
    bus.on_receive(bytes("87 00 00 07"), at(100));
    EXPECT_EQ(hex(bus.to_send(at(1300))), "87 00 06 08 02 17");
    bus.on_receive(bytes("87 00 00 07"), at(1300));
    EXPECT_EQ(bus.to_send(at(2500)).size(), 12U);
}

TEST(DgtBus, WhoTalksAtOnceSpoilsBoth) {
    int spoilt = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        DgtBus bus;
        for (int i = 0; i < 12; ++i) {
            DgtDeviceOptions o = board(std::to_string(10000 + i));
            o.seed = seed * 100 + static_cast<std::uint64_t>(i);
            bus.add(o, rules::standard_start_placement(), at(0));
        }
        bus.on_receive(bytes("87 00 00 07"), at(0));
        const Bytes all = bus.to_send(at(1300));
        EXPECT_EQ(all.size(), 72U);
        int whole = 0;
        for (std::size_t i = 0; i + 6 <= all.size(); i += 6) {
            const auto frame = std::span(all).subspan(i, 6);
            whole += hex(frame.first(4)) == "87 00 06 4e" && frame[5] == dgt_bus_checksum(frame.first(5));
        }
        if (whole < 12) ++spoilt;
    }
    EXPECT_GT(spoilt, 10);
    EXPECT_LT(spoilt, 60);
}

TEST(DgtBus, ASilentBoardHoldsNobodyUp) {
    DgtBus bus = bus_of({"01025", "01026"});
    bus.board(0).set_silent(true);
    bus.on_receive(bytes("87 08 01 10"), at(0));
    EXPECT_EQ(hex(bus.to_send(at(100))), "");
    bus.on_receive(bytes("87 08 02 11"), at(100));
    EXPECT_EQ(hex(bus.to_send(at(200))), "87 00 06 08 02 17");
}

TEST(DgtBus, ASingleBoardCommandThrowsAllOffTheBus) {
    DgtBus bus = bus_of({"01025", "01026"});
    bus.on_receive(bytes("40"), at(0));
    EXPECT_FALSE(bus.board(0).on_bus());
    EXPECT_FALSE(bus.board(1).on_bus());
}

TEST(DgtBus, AnAdapterMayEcho) {
    DgtBus bus(DgtBusOptions{.echo = true, .seed = 1});
    bus.add(board("01025"), rules::standard_start_placement(), at(0));
    bus.on_receive(bytes("87 08 01 10"), at(0));
    EXPECT_EQ(hex(bus.to_send(at(100))), "87 08 01 10 87 00 06 08 01 16");
}

}  // namespace
}  // namespace boardbridge::simulated
