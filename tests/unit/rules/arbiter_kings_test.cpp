// Both kings in check, and a pawn left on the last rank: the rule played out move by move (contract section
// 5; laws-and-alerts section 3; 2018 A.4.4, 2023 A.5.4, 2009 A4(c) and B3).
#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

using Life = std::vector<std::string>;
using enum AlertKind;

bool waits(const Case& c) { return quick_partial(c) && c.laws != Edition::Fide2009; }

/// 1.e4 e6 2.d4 d5 3.Bb5+ Bb4+: Black answers a check with a check.
void both_in_check(Referee& r) {
    r.start();
    r.moves("e4 e6 d4 d5 Bb5+");
    r.play(r.illegal("Bf8b4", Square::F8, Square::B4, IllegalKind::OwnKingLeftInCheck));
}

/// The same with colours changed: 1.e3 e5 2.d4 Bb4+ 3.Bb5 leaves White's own king in check and checks Black's
/// (d7 gone).
void both_in_check_by_white(Referee& r) {
    r.start("rnbqk1nr/ppp2ppp/8/3pp3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1");
    r.play(r.illegal("Bf1b5", Square::F1, Square::B5, IllegalKind::OwnKingLeftInCheck));
}

TEST(ArbiterKings, FirstWordInEveryCase) {
    for (const Case& c : all_cases()) {
        for (const bool black : {true, false}) {
            SCOPED_TRACE(name_of(c));
            Referee r(settings_of(c));
            black ? both_in_check(r) : both_in_check_by_white(r);
            const auto alert = r.open(BothKingsInCheck);
            ASSERT_TRUE(alert);
            EXPECT_EQ(alert->side, black ? AlertSide::Black : AlertSide::White);
            EXPECT_EQ(alert->ply, black ? 6 : 1);
            const Severity expected = waits(c)                                    ? Severity::Watch
                                      : quick_partial(c) && c.play == Play::Blitz ? Severity::Note
                                                                                  : Severity::Action;
            EXPECT_EQ(alert->severity, expected);
            EXPECT_EQ(r.raised(IllegalMove), waits(c) ? 0 : 1);
            EXPECT_EQ(alert->evidence.offence.has_value(), !waits(c));
        }
    }
}

TEST(ArbiterKings, TextsNameTheSideAndTheArticle) {
    Referee r(settings_of({Edition::Fide2018, Play::Rapid, Supervision::Partial}));
    both_in_check(r);
    const auto alert = r.open(BothKingsInCheck);
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->article, "A.4.4");
    EXPECT_EQ(alert->text, "Both kings are in check after Black's Bf8b4.");
    EXPECT_EQ(
        alert->provides,
        "Wait until the next move is completed; if the position is then still illegal, the game is drawn.");
}

TEST(ArbiterKings, ResolvedByTheNextMoveInPartialSupervision) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        both_in_check(r);
        r.move("c3",
               false);  // White's king is out of check; Black's still stands in check, and it is Black's turn
        EXPECT_EQ(r.life(BothKingsInCheck).size(), 1U);  // made, not completed
        r.confirm(r.ply, Completion::Press);
        if (waits(c)) {
            EXPECT_EQ(r.life(BothKingsInCheck), (Life{"RAISED WATCH", "CLEARED WATCH resolved"}));
            EXPECT_EQ(r.raised(IllegalMove), 0);
        } else if (quick_partial(c)) {
            EXPECT_EQ(r.life(BothKingsInCheck).back().substr(0, 7), "CLEARED");
            EXPECT_EQ(r.life(IllegalMove), (Life{"RAISED ACTION", "CLEARED ACTION stands"}));
        } else {
            EXPECT_TRUE(r.open(BothKingsInCheck));
            EXPECT_TRUE(r.open(IllegalMove));
        }
    }
}

TEST(ArbiterKings, AfterItIsResolvedStayingInCheckIsAnOrdinaryIllegalMove) {
    Referee r(settings_of({Edition::Fide2023, Play::Rapid, Supervision::Partial}));
    both_in_check(r);
    r.move("c3");
    r.play(r.illegal("a7a6", Square::A7, Square::A6, IllegalKind::OwnKingLeftInCheck));
    EXPECT_EQ(r.life(BothKingsInCheck), (Life{"RAISED WATCH", "CLEARED WATCH resolved"}));
    EXPECT_EQ(r.life(IllegalMove), (Life{"RAISED ACTION"}));
    EXPECT_EQ(r.open(IllegalMove)->evidence.offence, 1);
}

TEST(ArbiterKings, DrawnWhenThePositionIsStillIllegalAfterTheNextMove) {
    for (const Edition e : {Edition::Fide2018, Edition::Fide2023}) {
        for (const Play p : {Play::Rapid, Play::Blitz}) {
            SCOPED_TRACE(name_of({e, p, Supervision::Partial}));
            Referee r(settings_of({e, p, Supervision::Partial}));
            both_in_check(r);
            r.play(r.illegal("h2h3", Square::H2, Square::H3, IllegalKind::OwnKingLeftInCheck));
            EXPECT_EQ(r.life(BothKingsInCheck), (Life{"RAISED WATCH", "UPDATED ACTION"}));
            EXPECT_EQ(r.raised(IllegalMove), 0);
            const auto alert = r.open(BothKingsInCheck);
            EXPECT_EQ(alert->provides, "The game is drawn.");
            EXPECT_EQ(alert->article, e == Edition::Fide2018 ? "A.4.4" : "A.5.4");
            EXPECT_EQ(alert->text,
                      "Both kings are in check after Black's Bf8b4. After the next completed move (White's "
                      "h2h3) the "
                      "position is still illegal.");
            // One more move of that kind is told no second time.
            r.play(r.illegal("a7a6", Square::A7, Square::A6, IllegalKind::OwnKingLeftInCheck));
            EXPECT_EQ(r.raised(BothKingsInCheck), 1);
        }
    }
}

TEST(ArbiterKings, OwnKingAloneStillInCheckIsIllegalTooAndDrawn) {
    // 4.Bxd7 would... here White takes away the check on Black's king and leaves his own in check.
    Referee r(settings_of({Edition::Fide2018, Play::Blitz, Supervision::Partial}));
    both_in_check(r);
    r.play(r.illegal("Bb5d3", Square::B5, Square::D3, IllegalKind::OwnKingLeftInCheck));
    EXPECT_EQ(r.life(BothKingsInCheck), (Life{"RAISED WATCH", "UPDATED ACTION"}));
    EXPECT_EQ(r.raised(IllegalMove), 0);
}

TEST(ArbiterKings, AKingTakenAfterBothWereInCheckIsDrawn) {
    Referee r(settings_of({Edition::Fide2023, Play::Blitz, Supervision::Partial}));
    both_in_check(r);
    Ply taken = r.legal("c3");
    taken.move.reset();
    taken.illegal = IllegalKind::KingCaptured;
    taken.san = "Bb5xe8";
    taken.provisional = false;
    taken.after = r.position.pass();
    r.play(taken);
    EXPECT_EQ(r.life(BothKingsInCheck), (Life{"RAISED WATCH", "UPDATED ACTION"}));
    EXPECT_EQ(r.raised(IllegalMove), 0);
}

TEST(ArbiterKings, AnIllegalStepThatLeavesALegalPositionResolvesIt) {
    // White's next move is no move of a rook, but no king stays wrongly in check: its own alert, the watch is
    // over.
    Referee r(settings_of({Edition::Fide2023, Play::Rapid, Supervision::Partial}));
    both_in_check(r);
    r.play(r.illegal("Ra1c3", Square::A1, Square::C3, IllegalKind::Geometry));
    EXPECT_EQ(r.life(BothKingsInCheck), (Life{"RAISED WATCH", "CLEARED WATCH resolved"}));
    EXPECT_EQ(r.life(IllegalMove), (Life{"RAISED ACTION"}));
}

TEST(ArbiterKings, TheMoveItOutlivedIsRevised) {
    Referee r(settings_of({Edition::Fide2023, Play::Rapid, Supervision::Partial}));
    both_in_check(r);
    const Position before = r.position;
    r.play(r.illegal("h2h3", Square::H2, Square::H3, IllegalKind::OwnKingLeftInCheck));
    r.position = before;
    r.ply = 6;
    Ply other = r.legal("c3");
    r.arbiter.observe(PliesRevised{7, {other}, RevisionReason::Reordered}, r.now);
    EXPECT_EQ(r.life(BothKingsInCheck), (Life{"RAISED WATCH", "UPDATED ACTION", "UPDATED WATCH"}));
    r.confirm(7);
    EXPECT_EQ(r.life(BothKingsInCheck).back(), "CLEARED WATCH resolved");
}

// --- the pawn on the last rank ---

void pawn_left(Referee& r, Color side) {
    const bool white = side == Color::White;
    r.start(white ? "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1" : "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1");
    Ply p = white ? r.illegal("b8=Q", Square::B7, Square::B8, IllegalKind::PawnOnLastRank, Piece::WhiteQueen)
                  : r.illegal("b1=Q", Square::B2, Square::B1, IllegalKind::PawnOnLastRank, Piece::BlackQueen);
    p.unpromoted = bit(white ? Square::B8 : Square::B1);
    r.play(p);
}

TEST(ArbiterPromotion, FirstWordInEveryCase) {
    for (const Case& c : all_cases()) {
        for (const Color side : {Color::White, Color::Black}) {
            SCOPED_TRACE(name_of(c));
            Referee r(settings_of(c));
            pawn_left(r, side);
            const auto alert = r.open(PromotionNotCompleted);
            ASSERT_TRUE(alert);
            EXPECT_EQ(alert->side, alert_side(side));
            const Severity expected = waits(c)                                    ? Severity::Watch
                                      : quick_partial(c) && c.play == Play::Blitz ? Severity::Note
                                                                                  : Severity::Action;
            EXPECT_EQ(alert->severity, expected);
            EXPECT_EQ(r.raised(IllegalMove), 0);
            EXPECT_EQ(alert->text, side == Color::White
                                       ? "White pressed the clock while the pawn still stood on b8."
                                       : "Black pressed the clock while the pawn still stood on b1.");
        }
    }
}

TEST(ArbiterPromotion, BecomesAQueenAndCountsWithFullSupervision) {
    Referee r(settings_of({Edition::Fide2023, Play::Standard, Supervision::Full}));
    pawn_left(r, Color::White);
    const auto alert = r.open(PromotionNotCompleted);
    EXPECT_EQ(alert->article, "7.5.2");
    EXPECT_EQ(alert->evidence.offence, 1);
    EXPECT_EQ(
        alert->provides,
        "The pawn becomes a queen of the same colour, and the move counts as illegal. First illegal move of "
        "White: the "
        "position before it is restored and Black receives 2 extra minutes; the second one loses the game.");
}

TEST(ArbiterPromotion, TheWatchIsResolvedOrDrawn) {
    for (const bool still_there : {false, true}) {
        Referee r(settings_of({Edition::Fide2018, Play::Rapid, Supervision::Partial}));
        pawn_left(r, Color::White);
        Ply reply = r.legal("Kd7");
        r.play(reply, true, still_there ? bit(Square::B8) : 0);
        if (still_there) {
            EXPECT_EQ(r.life(PromotionNotCompleted), (Life{"RAISED WATCH", "UPDATED ACTION"}));
            EXPECT_EQ(r.open(PromotionNotCompleted)->provides, "The game is drawn.");
        } else {
            EXPECT_EQ(r.life(PromotionNotCompleted), (Life{"RAISED WATCH", "CLEARED WATCH resolved"}));
        }
    }
}

}  // namespace
}  // namespace boardbridge::rules::test
