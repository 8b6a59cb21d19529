// Whether the Laws end a game by themselves on dead positions (Article 5.2.2; 9.6 before 2018), and that they
// do not while somebody can still mate.
#include "rules/game.hpp"

#include <gtest/gtest.h>

#include <string>

#include "rules/fen.hpp"
#include "rules/mate_possible.hpp"
#include "rules/san.hpp"

namespace boardbridge::rules {
namespace {

std::optional<Outcome> outcome_after(const std::string& fen, const std::string& san, Edition laws) {
    const Position start = position_from_fen(fen).value();
    const Game game(GameStarted{}, start);
    return game.outcome_of(start.play(parse_san(start, san).value()), laws);
}

TEST(Game, ends_on_a_wall_that_nobody_can_open) {
    for (const Edition laws : {Edition::Fide2009, Edition::Fide2018, Edition::Fide2023}) {
        const auto outcome = outcome_after("4k3/8/p7/2p1p1p1/P1P1P1P1/8/8/4K3 b - - 0 1", "a5", laws);
        EXPECT_EQ(outcome, (Outcome{Result::Draw, Termination::DeadPosition}));
        EXPECT_EQ(outcome_after("4k1b1/8/p7/2p1p1p1/P1P1P1P1/8/8/4KB2 b - - 0 1", "a5", laws), std::nullopt);
    }
}

TEST(Game, goes_on_while_a_king_can_open_the_wall) {
    // The kings can come in on the queen's side and take pawns.
    EXPECT_EQ(outcome_after("4k3/8/4p3/6p1/4P1P1/8/8/4K3 b - - 0 1", "e5", Edition::Fide2023), std::nullopt);
}

TEST(Game, ends_with_a_bishop_behind_its_own_wall) {
    // On dark squares White's bishop has pawns to take, on light ones nothing.
    EXPECT_EQ(outcome_after("4k3/8/p7/2p1p1p1/P1P1P1P1/8/8/2B1K3 b - - 0 1", "a5", Edition::Fide2023),
              std::nullopt);
    EXPECT_EQ(outcome_after("4k3/8/p7/2p1p1p1/P1P1P1P1/8/8/4KB2 b - - 0 1", "a5", Edition::Fide2023),
              (Outcome{Result::Draw, Termination::DeadPosition}));
}

TEST(Game, ends_on_bare_material) {
    EXPECT_EQ(outcome_after("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Kxd2", Edition::Fide2023),
              (Outcome{Result::Draw, Termination::DeadPosition}));
    EXPECT_EQ(outcome_after("4k3/8/8/8/8/8/3p4/4K2R w - - 0 1", "Kxd2", Edition::Fide2023), std::nullopt);
}

}  // namespace
}  // namespace boardbridge::rules
