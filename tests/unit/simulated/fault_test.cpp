// The bad wire: each fault alone, at its rate, in order, the same for the same seed.
#include "drivers/simulated/fault.hpp"

#include <gtest/gtest.h>

#include "support/instant.hpp"
#include "unit/simulated/bytes.hpp"

namespace boardbridge::simulated {
namespace {

using boardbridge::test::at;

using std::chrono::milliseconds;

std::vector<std::byte> through(FaultOptions options, std::size_t n) {
    FaultyWire wire(std::move(options));
    const std::vector<std::byte> data(n, std::byte{0x11});
    wire.put(data, at(0));
    return wire.take(at(1000));
}

TEST(FaultyWire, AGoodWireChangesNothing) {
    FaultyWire wire({});
    wire.put(bytes("8e 00 05"), at(5));
    wire.put(bytes("34 00"), at(6));
    EXPECT_EQ(wire.ready_at(), at(5));
    EXPECT_EQ(hex(wire.take(at(5))), "8e 00 05");
    EXPECT_EQ(hex(wire.take(at(6))), "34 00");
    EXPECT_EQ(wire.ready_at(), std::nullopt);
}

TEST(FaultyWire, DropsDoublesInsertsAtTheirRates) {
    EXPECT_NEAR(static_cast<double>(through({.drop = 100000}, 100000).size()), 90000, 600);
    EXPECT_NEAR(static_cast<double>(through({.repeat = 100000}, 100000).size()), 110000, 600);
    EXPECT_NEAR(static_cast<double>(through({.insert = 100000}, 100000).size()), 110000, 600);
}

TEST(FaultyWire, CorruptionChangesOneBit) {
    const auto out = through({.corrupt = 100000}, 100000);
    ASSERT_EQ(out.size(), 100000U);
    int changed = 0;
    for (const std::byte b : out) {
        const auto diff = std::to_integer<unsigned>(b ^ std::byte{0x11});
        if (diff == 0) continue;
        ++changed;
        EXPECT_EQ(diff & (diff - 1), 0U);
    }
    EXPECT_NEAR(changed, 10000, 600);
}

TEST(FaultyWire, LateChunksKeepTheirOrder) {
    FaultyWire wire({.late = 100, .lateness = {milliseconds(50), milliseconds(60)}});
    wire.put(bytes("01"), at(0));
    wire.put(bytes("02"), at(1));
    EXPECT_EQ(hex(wire.take(at(49))), "");
    EXPECT_EQ(hex(wire.take(at(61))), "01 02");
}

TEST(FaultyWire, WhatFallsIntoACutIsLost) {
    FaultOptions o;
    o.cuts = {{at(10), at(20)}};
    FaultyWire wire(o);
    for (int ms : {9, 10, 19, 20}) wire.put(std::vector{static_cast<std::byte>(ms)}, at(ms));
    EXPECT_EQ(hex(wire.take(at(100))), "09 14");
}

TEST(FaultyWire, EqualSeedsEqualFaults) {
    const FaultOptions o{.drop = 1000, .repeat = 1000, .corrupt = 1000, .insert = 1000, .seed = 5};
    FaultOptions other = o;
    other.seed = 6;
    EXPECT_EQ(through(o, 20000), through(o, 20000));
    EXPECT_NE(through(o, 20000), through(other, 20000));
}

}  // namespace
}  // namespace boardbridge::simulated
