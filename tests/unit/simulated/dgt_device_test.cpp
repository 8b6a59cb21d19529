// The simulated board as a host meets it: commands in, literal bytes out, at the speed of the wire.
#include "drivers/simulated/dgt_device.hpp"

#include <gtest/gtest.h>

#include "rules/placement.hpp"
#include "support/instant.hpp"
#include "unit/simulated/bytes.hpp"

namespace boardbridge::simulated {
namespace {

using boardbridge::test::at;

using namespace rules;
using std::chrono::milliseconds;

Act act(int ms, ActKind kind, Square s, Piece p) { return {at(ms), kind, Color::White, s, p, 1}; }
Act press(int ms, Color hand) { return {at(ms), ActKind::Press, hand, Square::A1, Piece::None, 1}; }
Act start_clock(int ms) { return {at(ms), ActKind::StartClock, Color::Black, Square::A1, Piece::None, 0}; }

struct Bench {
    DgtDevice device;
    explicit Bench(DgtDeviceOptions o = {}) : device(std::move(o), standard_start_placement(), at(0)) {}
    /// Everything that comes out by `ms` in answer to the command.
    std::string ask(std::string_view command, int ms, int until_ms) {
        device.on_receive(bytes(command), at(ms));
        return hex(device.to_send(at(until_ms)));
    }
};

TEST(DgtDevice, AnswersEverySingleBoardCommand) {
    Bench b;
    EXPECT_EQ(b.ask("40", 0, 100), "");
    EXPECT_EQ(b.ask("41", 200, 300), "8d 00 0a 21 30 30 21 30 30 08");
    EXPECT_EQ(b.ask("45", 400, 500), "91 00 08 30 31 30 32 35");
    EXPECT_EQ(b.ask("46", 600, 700), "90 00 05 08 01");
    EXPECT_EQ(b.ask("4d", 800, 900), "93 00 05 01 50");
    EXPECT_EQ(b.ask("55", 1000, 1100), "a2 00 0d 33 30 30 30 30 30 31 30 32 35");
    EXPECT_EQ(b.ask("4c", 1200, 1300), "") << "no battery in a wired board";
    EXPECT_EQ(
        b.ask("42", 1400, 1500),
        "86 00 43 08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07 "
        "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
        "01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02");
    EXPECT_EQ(b.ask("47", 1600, 1900).substr(0, 38), "92 00 65 53 69 6d 75 6c 61 74 65 64 20")
        << "Simulated ...";
    EXPECT_EQ(b.ask("4e 51 53 54 00 7f", 2000, 3000), "") << "nothing of a chess board";
}

TEST(DgtDevice, BatteryOfABluetoothBoard) {
    DgtDeviceOptions o;
    o.battery = DgtBattery{80, true};
    Bench b(o);
    EXPECT_EQ(b.ask("4c", 0, 100), "a0 00 0c 50 7f 7f 01 1e 00 02 0f 01");
}

TEST(DgtDevice, MemoryDumpTakesEightSecondsOnTheWire) {
    Bench b;
    b.device.on_receive(bytes("49"), at(0));
    EXPECT_LT(b.device.to_send(at(8000)).size(), 7939U);
    Bytes rest = b.device.to_send(at(8400));
    EXPECT_FALSE(rest.empty());
    EXPECT_EQ(rest.back(), std::byte{0x6B});
    EXPECT_TRUE(b.device.to_send(at(20000)).empty());
}

TEST(DgtDevice, BytesComeOutAtNineThousandSixHundredBaud) {
    Bench b;
    b.device.on_receive(bytes("42"), at(0));
    EXPECT_EQ(b.device.to_send(at(1)).size(), 0U);
    EXPECT_EQ(b.device.to_send(at(11)).size(), 10U);
    EXPECT_EQ(b.device.wake_at(), Instant{Micros{67 * 1041}});
    EXPECT_EQ(b.device.to_send(at(70)).size(), 57U);
    EXPECT_EQ(b.device.wake_at(), std::nullopt);
}

TEST(DgtDevice, NothingIsToldUnaskedBeforeAnUpdateMode) {
    Bench b;
    const Act acts[] = {act(1000, ActKind::Lift, Square::E2, Piece::None)};
    b.device.perform(acts);
    EXPECT_EQ(hex(b.device.to_send(at(2000))), "");
    EXPECT_EQ(b.ask("44", 2000, 3000), "");
}

TEST(DgtDevice, UpdateBoardTellsFieldsAndNoClock) {
    Bench b;
    const Act acts[] = {start_clock(500), act(1000, ActKind::Lift, Square::E2, Piece::None),
                        act(1800, ActKind::Set, Square::E4, Piece::WhitePawn)};
    b.device.perform(acts);
    b.device.on_receive(bytes("44"), at(0));
    EXPECT_EQ(hex(b.device.to_send(at(3000))), "8e 00 05 34 00 8e 00 05 24 01");
}

TEST(DgtDevice, UpdateNiceTellsTheClockOnlyWhenItChanges) {
    Bench b;
    const Act acts[] = {start_clock(5000), press(7500, Color::White)};
    b.device.perform(acts);
    b.device.on_receive(bytes("4b"), at(0));
    EXPECT_EQ(hex(b.device.to_send(at(4900))), "8d 00 0a 21 30 30 21 30 30 08");
    EXPECT_EQ(hex(b.device.to_send(at(7400))),
              "8d 00 0a 21 30 30 21 30 30 09 8d 00 0a 21 30 30 21 30 29 09 8d 00 0a 21 30 30 21 30 28 09");
    EXPECT_EQ(hex(b.device.to_send(at(7600))), "8d 00 0a 21 30 30 21 30 58 13")
        << "30 s and the lever in one message";
}

TEST(DgtDevice, UpdateTellsTheClockEverySecond) {
    Bench b;
    b.device.on_receive(bytes("43"), at(0));
    EXPECT_EQ(b.device.to_send(at(3500)).size(), 40U);
}

TEST(DgtDevice, ThePressMayComeBeforeTheLastField) {
    int before = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        DgtDeviceOptions o;
        o.seed = seed;
        Bench b(o);
        const Act acts[] = {start_clock(500), act(1000, ActKind::Lift, Square::E2, Piece::None),
                            act(2000, ActKind::Set, Square::E4, Piece::WhitePawn), press(2080, Color::White)};
        b.device.perform(acts);
        b.device.on_receive(bytes("4b"), at(0));
        const std::string all = hex(b.device.to_send(at(2900)));
        const auto field = all.find("8e 00 05 24 01");
        const auto lever = all.find(" 13");
        ASSERT_NE(field, std::string::npos);
        ASSERT_NE(lever, std::string::npos);
        if (lever < field) ++before;
    }
    EXPECT_GT(before, 30);
    EXPECT_LT(before, 90);
}

TEST(DgtDevice, RotatedBoardTurnsFieldsAndClockSides) {
    DgtDeviceOptions o;
    o.rotated = true;
    Bench b(o);
    const Act acts[] = {start_clock(500), act(1000, ActKind::Lift, Square::E2, Piece::None)};
    b.device.perform(acts);
    EXPECT_EQ(b.ask("42", 0, 100).substr(0, 32), "86 00 43 02 03 04 05 06 04 03 02");
    EXPECT_EQ(b.ask("4b", 100, 1400),
              "8d 00 0a 21 30 30 21 30 30 12 8d 00 0a 21 30 30 21 30 30 13 8e 00 05 0b 00")
        << "White is the right side, bytes 3 to 5; e2 is field 63 - 52";
}

TEST(DgtDevice, ClockPulledOutAndPutBack) {
    Bench b;
    const Act acts[] = {{at(1000), ActKind::UnplugClock, Color::White, Square::A1, Piece::None, 0},
                        {at(2000), ActKind::PlugClock, Color::White, Square::A1, Piece::None, 0}};
    b.device.perform(acts);
    b.device.on_receive(bytes("4b"), at(0));
    b.device.to_send(at(500));
    EXPECT_EQ(hex(b.device.to_send(at(3000))), "8d 00 0a 00 00 00 00 00 00 20 8d 00 0a 21 30 30 21 30 30 08");
}

TEST(DgtDevice, ClockCommandsAreAcknowledgedInUpdateModesOnly) {
    Bench b;
    EXPECT_EQ(b.ask("40 2b 03 03 09 00", 0, 500), "");
    b.ask("4b", 600, 700);
    EXPECT_EQ(b.ask("2b 03 03 09 00", 1000, 1500), "8d 00 0a 0a 10 09 0a 20 00 00");
    EXPECT_EQ(b.ask("2b 03 03 03 00", 2000, 2500), "8d 00 0a 0a 10 03 0a 00 00 00");
    EXPECT_EQ(b.ask("2b 0a 03 0a 00 03 00 00 03 00 01 00", 3000, 3500), "8d 00 0a 0a 40 0a 0a 00 00 00");
    EXPECT_EQ(b.ask("2b 0c 03 0c 61 62", 4000, 4400), "") << "the rest has not come";
    EXPECT_EQ(b.ask("63 64 65 66 67 68 01 00", 4500, 4900), "8d 00 0a 0a 10 0c 0a 00 00 00");
}

TEST(DgtDevice, BluetoothBoardsSendZeroFramesWithAcknowledgements) {
    DgtDeviceOptions o;
    o.zero_frames = true;
    Bench b(o);
    b.ask("4b", 0, 100);
    EXPECT_EQ(b.ask("2b 03 03 03 00", 1000, 1500),
              "8d 00 0a 00 00 00 00 00 00 00 8d 00 0a 0a 10 03 0a 00 00 00");
}

TEST(DgtDevice, WakesOnTheBusAndTheFirstSingleCommandIsObeyed) {
    Bench b;
    EXPECT_TRUE(b.device.on_bus());
    EXPECT_EQ(b.ask("87 08 01 10", 0, 50), "87 00 06 08 01 16");
    EXPECT_EQ(b.ask("46", 100, 200), "90 00 05 08 01");
    EXPECT_FALSE(b.device.on_bus());
    EXPECT_EQ(b.ask("87 08 01 10", 300, 400), "") << "swallowed, switches back";
    EXPECT_TRUE(b.device.on_bus());
    EXPECT_EQ(b.ask("87 08 01 10", 500, 600), "87 00 06 08 01 16");
}

TEST(DgtDevice, BusCommandsOfOtherBoardsAndBadChecksumsAreIgnored) {
    Bench b;
    EXPECT_EQ(b.ask("81 08 02 0b", 0, 100), "");
    EXPECT_EQ(b.ask("81 08 01 0b", 200, 300), "") << "wrong checksum";
    EXPECT_EQ(b.ask("81 08 01 0a", 400, 500), "84 00 0d 08 01 21 30 30 21 30 30 08 24");
}

TEST(DgtDevice, BusBoardChangesRepeatAndStart) {
    Bench b;
    b.ask("83 08 01 0c", 0, 200);  // drain
    EXPECT_EQ(b.ask("83 08 01 0c", 300, 400), "85 00 06 08 01 14");
    const Act acts[] = {start_clock(500), act(1000, ActKind::Lift, Square::E2, Piece::None),
                        act(2000, ActKind::Set, Square::E4, Piece::WhitePawn), press(3000, Color::White)};
    b.device.perform(acts);
    EXPECT_EQ(b.ask("83 08 01 0c", 3500, 3600), "85 00 0d 08 01 40 34 41 24 71 30 58 6d");
    EXPECT_EQ(b.ask("84 08 01 0d", 3700, 3800), "85 00 0d 08 01 40 34 41 24 71 30 58 6d");
    EXPECT_EQ(b.ask("83 08 01 0c", 3900, 4000), "85 00 06 08 01 14");
    b.device.on_receive(bytes("85 08 01 0e"), at(4100));
    EXPECT_EQ(hex(b.device.to_send(at(4150))), "");
    EXPECT_EQ(hex(b.device.to_send(at(4200))), "88 00 06 08 01 17");
}

TEST(DgtDevice, BusResetTakesSomeSecondsAndIsRemembered) {
    Bench b;
    b.ask("83 08 01 0c", 0, 200);
    b.ask("89 00 00 09", 300, 310);
    EXPECT_EQ(b.ask("87 08 01 10", 1000, 1100), "") << "still starting up";
    EXPECT_EQ(b.ask("87 08 01 10", 2500, 2600), "87 00 06 08 01 16");
    EXPECT_EQ(b.ask("83 08 01 0c", 2700, 2900).substr(0, 38), "85 00 4b 08 01 7f 7f 7f 6a 48 00 59 01");
}

TEST(DgtDevice, ASilentBoardSensesButSaysNothing) {
    Bench b;
    b.device.set_silent(true);
    EXPECT_EQ(b.ask("42 4b", 0, 1000), "");
}

}  // namespace
}  // namespace boardbridge::simulated
