// A hall in virtual time: whole games through hands, wire, session and table. The seeds come from the commit
// (CMake), so that no run is tuned for; a failure prints the seed with which bench_rebuild_accuracy shows it.
#include <gtest/gtest.h>

#include <cstdlib>

#include "sim/rebuild.hpp"

namespace boardbridge::rebuild {
namespace {

std::uint64_t first_seed() {
    const char* const given = std::getenv("BOARDBRIDGE_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 16) : 1;
}

struct Tally {
    int right = 0;
    int alarmed = 0;  ///< games with an alert that should not be
    std::string failures;
};

Tally play(simulated::HandProfile profile, int games, bool chess960, bool occupancy = false) {
    Tally tally;
    for (int i = 0; i < games; ++i) {
        const std::uint64_t seed = first_seed() + static_cast<std::uint64_t>(i);
        const TrueGame game = random_true_game(seed, 100, chess960);
        Options options;
        options.profile = profile;
        options.seed = seed;
        options.rotated = !occupancy && i % 3 == 2;
        options.occupancy = occupancy;
        const bool quick =
            profile == simulated::HandProfile::Blitz || profile == simulated::HandProfile::Scramble;
        options.play = quick ? rules::Play::Blitz : rules::Play::Standard;
        const Verdict verdict = rebuild(game, options);
        tally.right += verdict.right ? 1 : 0;
        bool alarmed = false;
        for (const auto& [kind, count] : verdict.alerts) {
            if (natural(kind)) continue;
            alarmed = true;
            tally.failures +=
                "seed " + std::to_string(seed) + ": " + std::string(rules::to_string(kind)) + "\n";
        }
        tally.alarmed += alarmed ? 1 : 0;
        if (!verdict.right) tally.failures += "seed " + std::to_string(seed) + ": " + verdict.why + "\n";
    }
    return tally;
}

TEST(HallInVirtualTime, CleanHandsAreFollowedWithoutAnError) {
    const Tally tally = play(simulated::HandProfile::Clean, 40, true);
    EXPECT_EQ(tally.right, 40) << tally.failures;
    EXPECT_EQ(tally.alarmed, 0) << tally.failures;
}

// But for one kind: a pawn that was never sensed and taken by a pawn may have gone one step or, en passant,
// two; the board is the same. Random games are rich in that: one such game of sixty is allowed.
TEST(HallInVirtualTime, HallHandsAreFollowedWithoutAnError) {
    const Tally tally = play(simulated::HandProfile::Hall, 60, true);
    EXPECT_GE(tally.right, 59) << tally.failures;
    EXPECT_EQ(tally.alarmed, 0) << tally.failures;
}

TEST(HallInVirtualTime, BlitzHandsAreFollowedMostly) {
    const Tally tally = play(simulated::HandProfile::Blitz, 40, false);
    EXPECT_GE(tally.right, 33) << tally.failures;
}

TEST(HallInVirtualTime, ScrambledHandsAreFollowedMostly) {
    const Tally tally = play(simulated::HandProfile::Scramble, 40, false);
    EXPECT_GE(tally.right, 27) << tally.failures;
}

// Random games take far more than players do, and that is what such boards see least of.
TEST(HallInVirtualTime, CleanHandsOnABoardWithoutIdentityAreFollowedMostly) {
    const Tally tally = play(simulated::HandProfile::Clean, 40, false, true);
    EXPECT_GE(tally.right, 14) << tally.failures;
}

}  // namespace
}  // namespace boardbridge::rebuild
