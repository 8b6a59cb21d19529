// Sections B and C of field-cases: illegal play, starts and ends of games, each as a kind through the replay
// path.
#include "sim/field_case.hpp"

namespace boardbridge::test {
namespace {

using rules::AlertKind;
using rules::AlertState;
using rules::Color;
using rules::Result;
using rules::Severity;

/// 36: an illegal move that both played on from. A knight moves like nothing, is pressed, and answered.
TEST(FieldCaseB, IllegalMoveStandsOncePlayedOn) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 e7e5").play("g1- |300| g3+N |400| w! |3000|").moves("b8c6 b1c3 g8f6");
        const Told told = replay(script, world);
        EXPECT_EQ(told.score, words("e2e4 e7e5 g1g3! b8c6 b1c3 g8f6"));
        const auto alert = told.of(AlertKind::IllegalMove);
        ASSERT_FALSE(alert.empty());
        EXPECT_EQ(alert.front().severity, Severity::Action);
        EXPECT_EQ(alert.front().side, world.side(Color::White));
        EXPECT_EQ(told.raised(AlertKind::IllegalMove), 1U);
        if (world.partial()) {
            EXPECT_EQ(alert.back().state, AlertState::Cleared);
            EXPECT_EQ(alert.back().evidence.resolution, "stands");
        } else {
            EXPECT_NE(alert.back().state, AlertState::Cleared);
        }
    });
}

/// 37: a check is not parried, and play goes on.
TEST(FieldCaseB, UnansweredCheckAndPlayGoesOn) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 d7d5 f1b5")
            .play("g8- |300| f6+n |300| b! |2500|")
            .moves("b1c3 a7a6 b5e2 e7e6 g1f3");
        const Told told = replay(script, world);
        EXPECT_EQ(told.score, words("e2e4 d7d5 f1b5 g8f6! b1c3 a7a6! b5e2 e7e6 g1f3"));
        ASSERT_GE(told.raised(AlertKind::IllegalMove), 1U);
        EXPECT_EQ(told.of(AlertKind::IllegalMove).front().side, world.side(Color::Black));
        EXPECT_EQ(told.raised(AlertKind::BoardMismatch), 0U) << told.raised_names();
    });
}

/// 38: both kings in check, named by who moved last, in the severity of the contract's table.
TEST(FieldCaseB, BothKingsInCheck) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 e7e6 d2d4 d7d5 f1b5").play("f8- |300| b4+b |300| b! |4000|");
        const Told told = replay(script, world);
        const auto both = told.of(AlertKind::BothKingsInCheck);
        ASSERT_EQ(told.raised(AlertKind::BothKingsInCheck), 1U) << told.raised_names();
        EXPECT_EQ(both.front().side, world.side(Color::Black));
        const bool watch = world.partial() && world.since_2018();
        const bool note = world.partial() && !world.since_2018() && world.play == rules::Play::Blitz;
        EXPECT_EQ(both.front().severity, watch ? Severity::Watch : note ? Severity::Note : Severity::Action);
        EXPECT_EQ(told.raised(AlertKind::IllegalMove), world.partial() && world.since_2018() ? 0U : 1U);
    });
}

/// Section 3 of laws-and-alerts: resolved by the next move, or drawn when the position outlives it.
TEST(FieldCaseB, BothKingsInCheckPlayedOut) {
    in_every_world([](const World& world) {
        if (!world.partial() || !world.since_2018()) return;
        CaptureScript resolved(world.options());
        resolved.moves("e2e4 e7e6 d2d4 d7d5 f1b5")
            .play("f8- |300| b4+b |300| b! |2500|")
            .moves("b1c3 b4c3 b2c3");
        const auto cleared = replay(resolved, world).of(AlertKind::BothKingsInCheck);
        ASSERT_FALSE(cleared.empty());
        EXPECT_EQ(cleared.back().state, AlertState::Cleared);
        for (const auto& alert : cleared) EXPECT_NE(alert.severity, Severity::Action);

        CaptureScript survived(world.options());
        survived.moves("e2e4 e7e6 d2d4 d7d5 f1b5").play("f8- |300| b4+b |300| b! |2500|");
        survived.play("g1- |300| f3+N |300| w! |3000|");
        const auto drawn = replay(survived, world).of(AlertKind::BothKingsInCheck);
        ASSERT_FALSE(drawn.empty());
        EXPECT_EQ(drawn.back().state, AlertState::Updated);
        EXPECT_EQ(drawn.back().severity, Severity::Action);
    });
}

/// 39, 09, 14: what was not pressed and was put right never becomes an alert.
TEST(FieldCaseB, PutRightBeforeThePressIsNoAlert) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 e7e5 b1c3 f8b4 a2a3 b4a5 d2d3 d7d6");
        script.play("c3- |300| d5+N |200|").play("|1500| d5- |200| c3+N |800|");
        script.play("f1- |300| d4+B |4000| d4- |300| e2+B |500| w! |3000|");
        const Told told = replay(script, world);
        EXPECT_EQ(told.score.back(), "f1e2");
        EXPECT_EQ(told.raised_names(), "");
    });
}

/// 43: an illegal placement while the clock of the other side does not run says nothing yet.
TEST(FieldCaseB, NothingIllegalBeforeThePress) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 e7e5").play("g1- |300| g4+N |4500|");
        EXPECT_EQ(replay(script, world).raised(AlertKind::IllegalMove), 0U);
    });
}

/// 20: a pawn left on the last rank.
TEST(FieldCaseB, PawnLeftOnTheLastRank) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options(), "7k/P7/8/8/8/8/8/K7 w - - 0 1");
        script.play("a7- |300| a8+P |400| w! |4000|");
        const Told told = replay(script, world);
        EXPECT_EQ(told.score, words("a7a8q!"));
        const auto alert = told.of(AlertKind::PromotionNotCompleted);
        ASSERT_EQ(told.raised(AlertKind::PromotionNotCompleted), 1U) << told.raised_names();
        if (!world.partial()) {
            EXPECT_EQ(alert.front().severity, Severity::Action);
        }
        EXPECT_EQ(told.raised(AlertKind::IllegalMove), 0U) << "one irregularity, one alert";
    });
}

struct Signal {
    const char* white;
    const char* black;
    Result result;
};
constexpr Signal kSignals[] = {{"d5", "e4", Result::WhiteWins}, {"e4", "d5", Result::WhiteWins},
                               {"d4", "e5", Result::BlackWins}, {"e5", "d4", Result::BlackWins},
                               {"d4", "d5", Result::Draw},      {"e4", "e5", Result::Draw}};

Result mirrored_result(Result r, bool mirrored) {
    if (!mirrored || r == Result::Draw) return r;
    // Squares mirror with the colours, so d5+e4 becomes d4+e5: Black wins.
    return r == Result::WhiteWins ? Result::BlackWins : Result::WhiteWins;
}

/// 44, 45, 49: kings to the centre end the game with the result; the last move stays; analysis adds nothing.
TEST(FieldCaseC, KingsToTheCentreAndAnalysis) {
    for (const Signal& signal : kSignals) {
        in_every_world([&](const World& world) {
            CaptureScript script(world.options());
            script.moves("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5").run(false);
            script.play("e4- e5- |300|");
            script.play(std::string("e1- |500| ") + signal.white + "+K |700| e8- |500| " + signal.black +
                        "+k |8000|");
            script.play("d2- |500| d3+P |800| d7- |300| d6+p |500| c1- |200| g5+B |3000|");
            const Told told = replay(script, world);
            EXPECT_EQ(told.score, words("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"));
            ASSERT_EQ(told.ended.size(), 1U);
            EXPECT_EQ(told.ended.front().outcome.result, mirrored_result(signal.result, world.mirrored));
            EXPECT_EQ(told.raised(AlertKind::IllegalMove), 0U);
        });
    }
}

/// 47: one king that walks through the centre in an ending is ordinary play.
TEST(FieldCaseC, OneKingInTheCentreIsPlay) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options(), "8/8/4k3/8/8/3K4/P6p/8 w - - 0 1");
        script.moves("d3d4 e6f5 d4d5 f5f4").play("|9000|").moves("d5d4 f4f3 a2a4 h2h1q");
        const Told told = replay(script, world);
        EXPECT_EQ(told.score, words("d3d4 e6f5 d4d5 f5f4 d5d4 f4f3 a2a4 h2h1q"));
        EXPECT_TRUE(told.ended.empty() ||
                    told.ended.front().outcome.termination == rules::Termination::Abandoned);
        EXPECT_FALSE(told.signalled);
    });
}

/// 52: the board stands the other way round.
TEST(FieldCaseC, TurnedBoardIsToldAndPlayed) {
    in_every_world([](const World& world) {
        CaptureScript script(world.options());
        script.moves("e2e4 c7c5 g1f3");
        const Told told = replay(script, world);
        EXPECT_EQ(told.flipped, world.flipped);
        EXPECT_EQ(told.score, words("e2e4 c7c5 g1f3"));
    });
}

/// 53: facts, no invented results: mate ends the game, threefold and fifty moves do not.
TEST(FieldCaseC, MateEndsRepetitionDoesNot) {
    in_every_world([](const World& world) {
        CaptureScript mate(world.options());
        mate.moves("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7").play("|3000|");
        const Told mated = replay(mate, world);
        ASSERT_EQ(mated.ended.size(), 1U);
        EXPECT_EQ(mated.ended.front().outcome.termination, rules::Termination::Checkmate);

        CaptureScript thrice(world.options());
        thrice.moves("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8").play("|3000|");
        const Told repeated = replay(thrice, world);
        EXPECT_EQ(repeated.raised(AlertKind::ThreefoldRepetition), 1U);
        EXPECT_EQ(repeated.score.size(), 8U) << "a position seen before is no take-back";
        for (const auto& end : repeated.ended) EXPECT_EQ(end.outcome.result, Result::Unknown);
    });
}

}  // namespace
}  // namespace boardbridge::test
