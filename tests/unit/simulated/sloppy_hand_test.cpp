// The hands: whatever noise they make, the board ends where the moves lead; time only goes on; equal seeds,
// equal scripts.
#include "drivers/simulated/sloppy_hand.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "rules/fen.hpp"
#include "rules/san.hpp"
#include "unit/simulated/hand_support.hpp"

namespace boardbridge::simulated {
namespace {

using namespace rules;
using std::chrono::milliseconds;

TEST(SloppyHand, BoardEndsWhereTheMovesLead) {
    for (const HandProfile profile : kAllProfiles) {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            const RandomGame game =
                random_game(seed, 120, seed % 3 == 0 ? std::optional<int>(seed * 37 % 960) : std::nullopt);
            const HandScript script = play(game, profile, seed);
            ASSERT_EQ(to_fen_placement(board_after(script)), to_fen_placement(game.last.placement()))
                << to_string(profile) << " seed " << seed;
            ASSERT_EQ(script.plies.size(), game.moves.size());
        }
    }
}

TEST(SloppyHand, TimeGoesOnAndThePressesAlternate) {
    for (const HandProfile profile : kAllProfiles) {
        const HandScript script = play(random_game(5, 150), profile, 5);
        Instant last{};
        for (const Act& act : script.acts) {
            EXPECT_GE(act.at, last);
            last = act.at;
        }
        EXPECT_GE(script.end, last);
        for (std::size_t i = 1; i < script.plies.size(); ++i) {
            EXPECT_GT(script.plies[i].pressed, script.plies[i - 1].pressed);
            EXPECT_GT(script.plies[i].landed, script.plies[i - 1].landed);
            EXPECT_GT(script.plies[i].pressed, script.plies[i].landed);
        }
        for (std::size_t i = 2; i < script.plies.size(); ++i) {
            EXPECT_GT(script.plies[i].first_touch, script.plies[i - 2].pressed)
                << "a hand lets go before it starts again";
        }
    }
}

/// No act finds the board in a state in which it makes no sense: a lift needs a piece.
TEST(SloppyHand, LiftsFindAPiece) {
    for (const HandProfile profile : kAllProfiles) {
        for (std::uint64_t seed = 100; seed < 130; ++seed) {
            const HandScript script = play(random_game(seed, 120), profile, seed);
            Placement board = script.start;
            for (const Act& act : script.acts) {
                if (!on_board(act.kind)) continue;
                if (act.kind == ActKind::Lift) {
                    EXPECT_NE(board[act.square], Piece::None);
                }
                if (act.kind == ActKind::Cross) {
                    EXPECT_EQ(board[act.square], Piece::None);
                }
                board.set(act.square, act.piece);
            }
        }
    }
}

TEST(SloppyHand, EqualSeedsEqualScripts) {
    const RandomGame game = random_game(9, 80);
    const HandScript a = play(game, HandProfile::Scramble, 9);
    const HandScript b = play(game, HandProfile::Scramble, 9);
    const HandScript c = play(game, HandProfile::Scramble, 10);
    ASSERT_EQ(a.acts.size(), b.acts.size());
    std::uint64_t hash_a = 0;
    std::uint64_t hash_c = 0;
    const auto mix = [](std::uint64_t& h, const Act& act) {
        h = h * 1099511628211ULL + static_cast<std::uint64_t>(act.at.time_since_epoch().count()) * 64 +
            index(act.square);
    };
    for (std::size_t i = 0; i < a.acts.size(); ++i) {
        EXPECT_EQ(a.acts[i].at, b.acts[i].at);
        EXPECT_EQ(a.acts[i].square, b.acts[i].square);
        EXPECT_EQ(a.acts[i].piece, b.acts[i].piece);
        mix(hash_a, a.acts[i]);
    }
    for (const Act& act : c.acts) mix(hash_c, act);
    EXPECT_NE(hash_a, hash_c);
}

/// Pins chance itself: the same on every platform and compiler.
TEST(SloppyHand, LiteralBeginning) {
    SeededRandom random(42);
    EXPECT_EQ(random.next(), 13679457532755275413ULL);
    EXPECT_EQ(random.next(), 2949826092126892291ULL);
    EXPECT_EQ(random.next(), 5139283748462763858ULL);
}

TEST(SloppyHand, ThinkTimesCanBeGiven) {
    const RandomGame game = random_game(3, 4);
    HandOptions options;
    options.seed = 3;
    options.begin = Instant{milliseconds(1000)};
    options.think = {milliseconds(20000), std::nullopt, milliseconds(30000)};
    const HandScript script = play_by_hand(game.start, game.moves, options);
    EXPECT_EQ(script.plies[0].first_touch, options.begin + milliseconds(20000));
    EXPECT_EQ(script.plies[2].first_touch, script.plies[1].pressed + milliseconds(30000));
}

TEST(SloppyHand, CleanHandsDoOneThingAfterTheOther) {
    const Position start;
    const Move e4 = *parse_uci(start, "e2e4");
    HandOptions options;
    const HandScript script = play_by_hand(start, std::span(&e4, 1), options);
    ASSERT_EQ(script.acts.size(), 5U);
    EXPECT_EQ(script.acts[0].kind, ActKind::StartClock);
    EXPECT_EQ(script.acts[1].kind, ActKind::Lift);
    EXPECT_EQ(script.acts[1].square, Square::E2);
    EXPECT_EQ(script.acts[2].kind, ActKind::Set);
    EXPECT_EQ(script.acts[2].square, Square::E4);
    EXPECT_EQ(script.acts[2].piece, Piece::WhitePawn);
    EXPECT_EQ(script.acts[3].kind, ActKind::Press);
    EXPECT_EQ(script.acts[4].kind, ActKind::PauseClock);
    const auto carry = script.acts[2].at - script.acts[1].at;
    EXPECT_GE(carry, milliseconds(250));
    EXPECT_LE(carry, milliseconds(900));
}

}  // namespace
}  // namespace boardbridge::simulated
