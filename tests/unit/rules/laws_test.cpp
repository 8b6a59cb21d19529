// The editions as data: every row of laws-and-alerts section 2 as a literal, and that no case is left without
// a row.
#include "rules/laws.hpp"

#include <gtest/gtest.h>

#include "referee.hpp"

namespace boardbridge::rules::test {
namespace {

using enum AlertKind;

constexpr auto e09 = Edition::Fide2009;
constexpr auto e18 = Edition::Fide2018;
constexpr auto e23 = Edition::Fide2023;

struct Row {
    AlertKind kind;
    Edition edition;
    Play play;
    Supervision supervision;
    const char* article;  ///< nullptr: no such alert
    Severity severity;
};

TEST(Laws, ArticlesAndSeveritiesByCase) {
    using enum Play;
    using enum Supervision;
    using enum Severity;
    const std::vector<Row> rows{
        {BothKingsInCheck, e09, Standard, Full, "7.4", Action},
        {BothKingsInCheck, e09, Rapid, Full, "7.4", Action},
        {BothKingsInCheck, e09, Rapid, Partial, "A4(c)", Action},
        {BothKingsInCheck, e09, Blitz, Partial, "B3(b)", Note},
        {BothKingsInCheck, e18, Standard, Partial, "7.5.5", Action},
        {BothKingsInCheck, e18, Rapid, Partial, "A.4.4", Watch},
        {BothKingsInCheck, e18, Blitz, Partial, "A.4.4", Watch},
        {BothKingsInCheck, e23, Rapid, Full, "7.5.5", Action},
        {BothKingsInCheck, e23, Rapid, Partial, "A.5.4", Watch},
        {BothKingsInCheck, e23, Blitz, Partial, "A.5.4", Watch},
        {PromotionNotCompleted, e09, Standard, Full, "7.4a", Action},
        {PromotionNotCompleted, e09, Rapid, Partial, "A4(c)", Action},
        {PromotionNotCompleted, e09, Blitz, Partial, "B3(b)", Note},
        {PromotionNotCompleted, e18, Blitz, Full, "7.5.2", Action},
        {PromotionNotCompleted, e18, Rapid, Partial, "A.4.4", Watch},
        {PromotionNotCompleted, e23, Standard, Full, "7.5.2", Action},
        {PromotionNotCompleted, e23, Rapid, Partial, "A.5.4", Watch},
        {ClockPressedWithoutMove, e09, Standard, Full, "6.7a", Watch},
        {ClockPressedWithoutMove, e18, Rapid, Partial, "7.5.3", Watch},
        {ClockPressedWithoutMove, e23, Blitz, Full, "7.5.3", Watch},
        {TwoMovesInARow, e09, Standard, Full, "7.5", Action},
        {TwoMovesInARow, e18, Standard, Full, "7.5.1", Action},
        {TwoMovesInARow, e23, Blitz, Partial, "A.5.2", Action},
        {FlagFallen, e09, Standard, Full, "6.9", Action},
        {FlagFallen, e09, Rapid, Full, "6.9", Action},
        {FlagFallen, e09, Rapid, Partial, "A4(d)", Note},
        {FlagFallen, e09, Blitz, Partial, "A4(d)", Note},
        {FlagFallen, e18, Standard, Full, "6.9", Action},
        {FlagFallen, e18, Rapid, Partial, "A.4.5", Action},
        {FlagFallen, e23, Blitz, Partial, "A.5.5", Action},
        {BothFlagsFallen, e09, Standard, Full, "6.11", Action},
        {BothFlagsFallen, e09, Blitz, Partial, "A4(d)", Action},
        {BothFlagsFallen, e18, Rapid, Partial, "A.4.3", Action},
        {BothFlagsFallen, e23, Rapid, Partial, "A.5.3", Action},
        {BothFlagsFallen, e23, Standard, Full, "6.9", Action},
        {FlagMarkShown, e18, Blitz, Partial, "A.4.3", Note},
        {FlagMarkShown, e23, Rapid, Partial, "A.5.3", Note},
        {ThreefoldRepetition, e09, Standard, Full, "9.2", Note},
        {FiftyMoves, e23, Blitz, Partial, "9.3", Note},
        {FivefoldRepetition, e09, Standard, Full, nullptr, Note},
        {FivefoldRepetition, e18, Standard, Full, "9.6.1", Action},
        {SeventyFiveMoves, e09, Rapid, Partial, nullptr, Note},
        {SeventyFiveMoves, e23, Rapid, Partial, "9.6.2", Action},
        {DeadPosition, e09, Standard, Full, "9.6", Action},
        {DeadPosition, e18, Standard, Full, "5.2.2", Action},
        {DeadPosition, e23, Blitz, Partial, "5.2.2", Action},
        {QuickplayClaimPossible, e09, Standard, Full, "10.2", Note},
        {QuickplayClaimPossible, e09, Rapid, Partial, "10.2", Note},
        {QuickplayClaimPossible, e09, Blitz, Full, "10.2", Note},
        {QuickplayClaimPossible, e09, Blitz, Partial, nullptr, Note},
        {QuickplayClaimPossible, e18, Rapid, Partial, "III.4", Note},
        {QuickplayClaimPossible, e18, Blitz, Full, nullptr, Note},
        {QuickplayClaimPossible, e23, Standard, Full, "III.4", Note},
        {WrongStartPosition, e09, Standard, Full, "7.1a", Action},
        {WrongStartPosition, e09, Rapid, Partial, "A4(a)", Action},
        {WrongStartPosition, e18, Rapid, Full, "7.2.1", Action},
        {WrongStartPosition, e18, Blitz, Partial, "A.4.1", Action},
        {WrongStartPosition, e23, Rapid, Partial, "A.5.1", Action},
        {ClockSettingWrong, e09, Rapid, Partial, "A4(a)", Action},
        {ClockSettingWrong, e18, Rapid, Partial, "A.4.1.1", Action},
        {ClockSettingWrong, e23, Rapid, Partial, "A.5.1.1", Action},
        {ClockSettingWrong, e23, Standard, Full, "6.10.2", Action},
        {TouchMove, e09, Rapid, Partial, "A4(b)", Note},
        {TouchMove, e23, Standard, Full, "4.3", Note},
        {ScoreRequests, e09, Rapid, Full, nullptr, Note},
        {ScoreRequests, e18, Rapid, Full, "A.3.2", Watch},
        {ScoreRequests, e18, Blitz, Full, "B.3.2", Watch},
        {ScoreRequests, e18, Rapid, Partial, nullptr, Note},
        {ScoreRequests, e23, Rapid, Full, "A.4.2", Watch},
        {ScoreRequests, e23, Standard, Full, nullptr, Note},
        {MoveCountsDiffer, e09, Blitz, Partial, "6.3", Note},
        {MoveCountsDiffer, e23, Standard, Full, "6.4", Watch},
    };
    for (const Row& want : rows) {
        SCOPED_TRACE(std::string(to_string(want.kind)) + " " +
                     name_of({want.edition, want.play, want.supervision}));
        const LawRow* row = find_law(want.kind, want.edition, want.play, want.supervision);
        ASSERT_EQ(row != nullptr, want.article != nullptr);
        if (row == nullptr) continue;
        EXPECT_EQ(row->article, want.article);
        EXPECT_EQ(row->severity, want.severity);
    }
}

TEST(Laws, EveryKindHasARowExceptWhereTheEditionKnowsNone) {
    for (int k = 0; k <= static_cast<int>(ScoreRequests); ++k) {
        const auto kind = static_cast<AlertKind>(k);
        EXPECT_FALSE(to_string(kind).empty());
        for (const Case& c : all_cases()) {
            const bool none = ((kind == FivefoldRepetition || kind == SeventyFiveMoves) && c.laws == e09) ||
                              kind == ScoreRequests ||
                              (kind == QuickplayClaimPossible && c.play == Play::Blitz);
            if (none) continue;
            EXPECT_NE(find_law(kind, c.laws, c.play, c.supervision), nullptr)
                << to_string(kind) << " " << name_of(c);
        }
    }
}

TEST(Laws, PenaltiesOfIllegalMoves) {
    using enum Play;
    using enum Supervision;
    const auto rule = [](Edition e, Play p, Supervision s) {
        const IllegalMoveRule r = illegal_move_rule(e, p, s);
        return std::tuple(r.minutes, r.loses_at, r.uncertain, r.as_announced);
    };
    EXPECT_EQ(rule(e09, Standard, Full), std::tuple(2, 3, false, false));
    EXPECT_EQ(rule(e09, Blitz, Full), std::tuple(2, 3, false, true));
    EXPECT_EQ(rule(e18, Standard, Full), std::tuple(2, 2, false, false));
    EXPECT_EQ(rule(e18, Rapid, Full), std::tuple(2, 2, false, false));
    EXPECT_EQ(rule(e18, Rapid, Partial), std::tuple(2, 2, false, false));
    EXPECT_EQ(rule(e18, Blitz, Full), std::tuple(1, 2, false, false));
    EXPECT_EQ(rule(e18, Blitz, Partial), std::tuple(1, 2, false, false));
    EXPECT_EQ(rule(e23, Standard, Full), std::tuple(2, 2, false, false));
    EXPECT_EQ(rule(e23, Rapid, Full), std::tuple(1, 2, false, false));
    EXPECT_EQ(rule(e23, Rapid, Partial), std::tuple(1, 2, false, false));
    EXPECT_EQ(rule(e23, Blitz, Full), std::tuple(1, 2, true, false));
    EXPECT_EQ(rule(e23, Blitz, Partial), std::tuple(1, 2, false, false));
}

TEST(Laws, WrongClaimsLimitsAndResignations) {
    EXPECT_EQ(wrong_claim_minutes(e09, Play::Standard), 3);
    EXPECT_EQ(wrong_claim_minutes(e18, Play::Rapid), 2);
    EXPECT_EQ(wrong_claim_minutes(e18, Play::Blitz), 1);
    EXPECT_EQ(wrong_claim_minutes(e23, Play::Standard), 2);
    EXPECT_EQ(wrong_claim_minutes(e23, Play::Rapid), 1);
    EXPECT_EQ(wrong_claim_minutes(e23, Play::Blitz), 1);
    EXPECT_EQ(claim_limit(e09, Play::Rapid, Supervision::Partial), 3);
    EXPECT_EQ(claim_limit(e18, Play::Blitz, Supervision::Partial), 10);
    EXPECT_EQ(claim_limit(e23, Play::Rapid, Supervision::Partial), 10);
    EXPECT_EQ(claim_limit(e23, Play::Rapid, Supervision::Full), std::nullopt);
    EXPECT_EQ(claim_limit(e23, Play::Standard, Supervision::Partial), std::nullopt);
    EXPECT_FALSE(resignation_needs_mate(e09));
    EXPECT_FALSE(resignation_needs_mate(e18));
    EXPECT_TRUE(resignation_needs_mate(e23));
}

TEST(Laws, ArticlesOfEndings) {
    using enum Termination;
    EXPECT_EQ(ending_article({Result::WhiteWins, Checkmate}, e23), "5.1.1");
    EXPECT_EQ(ending_article({Result::WhiteWins, Checkmate}, e09), "5.1a");
    EXPECT_EQ(ending_article({Result::Draw, Stalemate}, e18), "5.2.1");
    EXPECT_EQ(ending_article({Result::Draw, DeadPosition}, e09), "9.6");
    EXPECT_EQ(ending_article({Result::Draw, DeadPosition}, e23), "5.2.2");
    EXPECT_EQ(ending_article({Result::Draw, FivefoldRepetition}, e18), "9.6.1");
    EXPECT_EQ(ending_article({Result::Draw, SeventyFiveMoves}, e23), "9.6.2");
    EXPECT_EQ(ending_article({Result::BlackWins, KingsSignal}, e23), "5.1.2");
    EXPECT_EQ(ending_article({Result::Draw, KingsSignal}, e23), "5.2.3");
    EXPECT_EQ(ending_article({Result::Draw, KingsSignal}, e09), "5.2c");
    EXPECT_EQ(ending_article({Result::WhiteWins, TimeForfeit}, e09), "6.9");
    EXPECT_EQ(ending_article({Result::WhiteWins, IllegalMove}, e23), "7.5.5");
    EXPECT_EQ(ending_article({Result::Unknown, Unterminated}, e23), "");
}

}  // namespace
}  // namespace boardbridge::rules::test
