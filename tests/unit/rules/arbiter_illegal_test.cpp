// Illegal moves by edition, kind of play and supervision: contract section 5, laws-and-alerts sections 2
// and 3.
#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

using Life = std::vector<std::string>;

// The first illegal move of White in each of the eighteen cases, word for word.
constexpr auto kFirstOffence2009 =
    "First illegal move of White: the position before it is restored and Black receives 2 extra minutes; the "
    "third one "
    "loses the game.";
constexpr auto kFirstOffence =
    "First illegal move of White: the position before it is restored and Black receives 2 extra minutes; the "
    "second one "
    "loses the game.";
constexpr auto kFirstOffenceOneMinute =
    "First illegal move of White: the position before it is restored and Black receives 1 extra minute; the "
    "second one "
    "loses the game.";
const std::string kUntilReply =
    " Only until Black completes the next move; after that the illegal move stands.";

std::vector<std::tuple<Case, std::string, std::string>> first_offences() {
    using enum Play;
    using enum Supervision;
    const auto e09 = Edition::Fide2009;
    const auto e18 = Edition::Fide2018;
    const auto e23 = Edition::Fide2023;
    const std::string claim = "The arbiter rules only on a claim of Black, made before the next move; then: ";
    return {
        {{e09, Standard, Full}, "7.4", kFirstOffence2009},
        {{e09, Standard, Partial}, "7.4", kFirstOffence2009},
        {{e09, Rapid, Full}, "7.4", kFirstOffence2009},
        {{e09, Rapid, Partial}, "A4(c)", claim + kFirstOffence2009},
        {{e09, Blitz, Full},
         "7.4",
         std::string(kFirstOffence2009) + " In blitz other penalties may have been announced."},
        {{e09, Blitz, Partial},
         "B3(c)",
         "Black may claim a win before moving; after that the illegal move stands."},
        {{e18, Standard, Full}, "7.5.5", kFirstOffence},
        {{e18, Standard, Partial}, "7.5.5", kFirstOffence},
        {{e18, Rapid, Full}, "7.5.5", kFirstOffence},
        {{e18, Rapid, Partial}, "A.4.2", kFirstOffence + kUntilReply},
        {{e18, Blitz, Full}, "7.5.5", kFirstOffenceOneMinute},
        {{e18, Blitz, Partial}, "A.4.2", kFirstOffenceOneMinute + kUntilReply},
        {{e23, Standard, Full}, "7.5.5", kFirstOffence},
        {{e23, Standard, Partial}, "7.5.5", kFirstOffence},
        {{e23, Rapid, Full}, "7.5.5", kFirstOffenceOneMinute},
        {{e23, Rapid, Partial}, "A.5.2", kFirstOffenceOneMinute + kUntilReply},
        {{e23, Blitz, Full},
         "7.5.5",
         std::string(kFirstOffenceOneMinute) +
             " The one minute is uncertain here: B.2 does not refer to A.3, which sets it for rapid chess."},
        {{e23, Blitz, Partial}, "A.5.2", kFirstOffenceOneMinute + kUntilReply},
    };
}

TEST(ArbiterIllegal, FirstOffenceInEveryEditionPlayAndSupervision) {
    const auto rows = first_offences();
    ASSERT_EQ(rows.size(), 18U);
    for (const auto& [c, article, provides] : rows) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        r.start();
        r.play(r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry));
        const auto alert = r.open(AlertKind::IllegalMove);
        ASSERT_TRUE(alert);
        EXPECT_EQ(alert->severity, Severity::Action);
        EXPECT_EQ(alert->side, AlertSide::White);
        EXPECT_EQ(alert->ply, 1);
        EXPECT_EQ(alert->game_id, "g1");
        EXPECT_EQ(alert->article, article);
        EXPECT_EQ(alert->provides, provides);
        EXPECT_EQ(alert->text, "White completed an illegal move: Bf1c4 (the piece does not move like that).");
        EXPECT_EQ(alert->evidence.offence, 1);
        EXPECT_EQ(alert->evidence.fen_before, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        EXPECT_EQ(alert->evidence.squares, (Life{"f1", "c4"}));
    }
}

TEST(ArbiterIllegal, StandsInQuickPlayWithoutFullSupervisionOnceAnswered) {
    for (const Case& c : all_cases()) {
        for (const Color offender : {Color::White, Color::Black}) {
            SCOPED_TRACE(name_of(c));
            Referee r(settings_of(c));
            r.start();
            if (offender == Color::Black) r.move("Nf3");
            const Square from = offender == Color::White ? Square::F1 : Square::F8;
            const Square to = offender == Color::White ? Square::C4 : Square::C5;
            r.play(r.illegal("B", from, to, IllegalKind::Geometry));
            r.move(offender == Color::White ? "e5" : "e4", false);  // made, not completed: nothing stands yet
            EXPECT_EQ(r.life(AlertKind::IllegalMove), (Life{"RAISED ACTION"}));
            r.confirm(r.ply, Completion::Press);
            if (quick_partial(c)) {
                EXPECT_EQ(r.life(AlertKind::IllegalMove), (Life{"RAISED ACTION", "CLEARED ACTION stands"}));
            } else {
                EXPECT_EQ(r.life(AlertKind::IllegalMove), (Life{"RAISED ACTION"}));
            }
        }
    }
}

TEST(ArbiterIllegal, AnIllegalAnswerLetsTheFirstOneStandToo) {
    Referee r(settings_of({Edition::Fide2018, Play::Rapid, Supervision::Partial}));
    r.start();
    r.play(r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry));
    r.play(r.illegal("Bf8c5", Square::F8, Square::C5, IllegalKind::Geometry));
    EXPECT_EQ(r.life(AlertKind::IllegalMove),
              (Life{"RAISED ACTION", "CLEARED ACTION stands", "RAISED ACTION"}));
    EXPECT_EQ(r.open(AlertKind::IllegalMove)->side, AlertSide::Black);
}

TEST(ArbiterIllegal, CountsOnlyWhatTheArbiterActsOn) {
    Referee r(settings_of({Edition::Fide2023, Play::Rapid, Supervision::Partial}));
    r.start();
    r.play(r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry));
    r.move("e5");  // it stood
    r.play(r.illegal("Ra1a3", Square::A1, Square::A3, IllegalKind::Geometry));
    EXPECT_EQ(r.open(AlertKind::IllegalMove)->evidence.offence, 1);
    // The arbiter has the position restored: it counts, and the next one is the second.
    r.arbiter.observe(PliesRevised{3, {}, RevisionReason::TakenBack}, r.now);
    r.ply = 2;
    r.position = position_from_fen("rnbqkbnr/pppp1ppp/8/4p3/2B5/8/PPPPPPPP/RNBQK1NR w KQkq - 0 2").value();
    EXPECT_EQ(r.life(AlertKind::IllegalMove),
              (Life{"RAISED ACTION", "CLEARED ACTION stands", "RAISED ACTION", "CLEARED ACTION put right"}));
    r.move("e4");
    r.move("Nc6");
    r.play(r.illegal("Ke1e3", Square::E1, Square::E3, IllegalKind::Geometry));
    EXPECT_EQ(r.open(AlertKind::IllegalMove)->evidence.offence, 2);
    EXPECT_EQ(r.open(AlertKind::IllegalMove)->provides,
              "Second illegal move of White: White loses the game; it is drawn if Black cannot give mate by "
              "any series of "
              "legal moves. Only until Black completes the next move; after that the illegal move stands.");
}

}  // namespace
}  // namespace boardbridge::rules::test
