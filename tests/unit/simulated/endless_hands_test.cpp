// Game after game on one board: each starts from the array with fresh clocks and ends with the kings' sign.
#include "drivers/simulated/endless_hands.hpp"

#include <gtest/gtest.h>

#include "drivers/simulated/dgt_device.hpp"
#include "drivers/simulated/random_game.hpp"
#include "unit/simulated/bytes.hpp"

namespace boardbridge::simulated {
namespace {

using namespace rules;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(EndlessHands, EachGameStartsFromTheArrayAfterTheOneBefore) {
    EndlessHandsOptions o;
    o.profile = HandProfile::Blitz;
    o.random_plies = 20;
    EndlessHands hands(o);
    Placement board = hands.array();
    Instant last{};
    for (int game = 0; game < 6; ++game) {
        const std::vector<Act> acts = hands(last);
        ASSERT_FALSE(acts.empty());
        EXPECT_GT(acts.front().at, last);
        EXPECT_EQ(acts.front().kind, ActKind::ResetClock);
        for (const Act& a : acts) {
            EXPECT_GE(a.at, last);
            last = a.at;
            if (on_board(a.kind)) board.set(a.square, a.piece);
        }
        EXPECT_EQ(board, standard_start_placement());
    }
    EXPECT_EQ(hands.games_begun(), 6U);
}

TEST(EndlessHands, GivenGamesAreTakenInTurn) {
    auto games = std::make_shared<std::vector<PlayedGame>>();
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        games->push_back({Position(), random_game(seed, 6).moves, Result::Draw});
    }
    EndlessHandsOptions o;
    o.games = games;
    o.first_game = 2;
    EndlessHands hands(o);
    Instant last{};
    for (const std::size_t expected : {2U, 0U, 1U, 2U}) {
        last = hands(last).back().at;
        EXPECT_EQ(hands.current().moves, (*games)[expected].moves);
    }
}

TEST(EndlessHands, ADevicePlaysOnByItself) {
    EndlessHandsOptions o;
    o.profile = HandProfile::Scramble;
    o.random_plies = 10;
    DgtDeviceOptions device_options;
    device_options.clock.periods = {{std::nullopt, seconds(180), seconds(2)}};
    DgtDevice device(device_options, standard_start_placement(), Instant{});
    device.play_on(EndlessHands(o));
    device.on_receive(bytes("42 4b"), Instant{});
    int starts = 0;
    std::size_t fields = 0;
    while (const auto wake = device.wake_at()) {
        if (*wake > Instant{minutes(10)}) break;
        while (const auto m = device.take_message(*wake)) {
            const std::string text = hex(m->bytes);
            starts += text == "8d 00 0a 20 03 02 20 03 02 09";
            fields += text.starts_with("8e");
        }
    }
    EXPECT_GE(starts, 5) << "a clock with fresh times was started for each game";
    EXPECT_GT(fields, 200U);
}

TEST(EndlessHands, AHostThatAsksTooFastLosesAnswersOnly) {
    DgtDevice device({}, standard_start_placement(), Instant{});
    const std::vector<std::byte> greedy(5000, std::byte{0x49});
    device.on_receive(greedy, Instant{});
    EXPECT_LE(device.waiting().size(), 256U);
    SeededRandom random(1);
    for (int i = 0; i < 2000; ++i) {
        std::vector<std::byte> rubbish(random.below(40));
        for (std::byte& b : rubbish) b = static_cast<std::byte>(random.below(256));
        device.on_receive(rubbish, Instant{seconds(i)});
        device.to_send(Instant{seconds(i)});
    }
    device.on_receive(bytes("40 2b 00 00 40 40 40 40"), Instant{seconds(5000)});
    device.to_send(Instant{seconds(5100)});
    device.on_receive(bytes("46"), Instant{seconds(5200)});
    EXPECT_EQ(hex(device.to_send(Instant{seconds(5201)})), "90 00 05 08 01");
}

}  // namespace
}  // namespace boardbridge::simulated
