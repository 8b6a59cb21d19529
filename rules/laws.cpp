// The rows of laws.hpp. Whoever adds an edition adds rows, no code.
#include "rules/laws.hpp"

#include <array>

namespace boardbridge::rules {
namespace {

template <class Enum>
constexpr std::uint8_t mask(Enum value) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(value));
}
template <class Enum, class... More>
constexpr std::uint8_t mask(Enum value, More... more) {
    return static_cast<std::uint8_t>(mask(value) | mask(more...));
}

constexpr std::uint8_t k2009 = mask(Edition::Fide2009);
constexpr std::uint8_t k2018 = mask(Edition::Fide2018);
constexpr std::uint8_t k2023 = mask(Edition::Fide2023);
constexpr std::uint8_t kSince2018 = k2018 | k2023;
constexpr std::uint8_t kAnyEdition = k2009 | k2018 | k2023;

constexpr std::uint8_t kStandard = mask(Play::Standard);
constexpr std::uint8_t kRapid = mask(Play::Rapid);
constexpr std::uint8_t kBlitz = mask(Play::Blitz);
constexpr std::uint8_t kQuick = kRapid | kBlitz;
constexpr std::uint8_t kAnyPlay = kStandard | kQuick;

constexpr std::uint8_t kFull = mask(Supervision::Full);
constexpr std::uint8_t kPartial = mask(Supervision::Partial);
constexpr std::uint8_t kAny = kFull | kPartial;

using enum AlertKind;
using enum Severity;

// Standard play follows the Competition Rules whatever the supervision, so each pair "standard, any" and
// "quick, full" is one case of two rows.
constexpr std::array kRows{
    // Illegal moves
    LawRow{IllegalMove, k2009, kStandard, kAny, Action, "7.4", Provides::IllegalMove},
    LawRow{IllegalMove, k2009, kQuick, kFull, Action, "7.4", Provides::IllegalMove},
    LawRow{IllegalMove, k2009, kRapid, kPartial, Action, "A4(c)", Provides::ClaimRapid},
    LawRow{IllegalMove, k2009, kBlitz, kPartial, Action, "B3(c)", Provides::ClaimBlitz},
    LawRow{IllegalMove, kSince2018, kStandard, kAny, Action, "7.5.5", Provides::IllegalMove},
    LawRow{IllegalMove, kSince2018, kQuick, kFull, Action, "7.5.5", Provides::IllegalMove},
    LawRow{IllegalMove, k2018, kQuick, kPartial, Action, "A.4.2", Provides::IllegalMoveUntilReply},
    LawRow{IllegalMove, k2023, kQuick, kPartial, Action, "A.5.2", Provides::IllegalMoveUntilReply},
    LawRow{TwoMovesInARow, k2009, kStandard, kAny, Action, "7.5", Provides::Restore},
    LawRow{TwoMovesInARow, k2009, kQuick, kFull, Action, "7.5", Provides::Restore},
    LawRow{TwoMovesInARow, k2009, kQuick, kPartial, Watch, "7.5", Provides::Restore},
    LawRow{TwoMovesInARow, kSince2018, kStandard, kAny, Action, "7.5.1", Provides::IllegalMove},
    LawRow{TwoMovesInARow, kSince2018, kQuick, kFull, Action, "7.5.1", Provides::IllegalMove},
    LawRow{TwoMovesInARow, k2018, kQuick, kPartial, Action, "A.4.2", Provides::IllegalMoveUntilReply},
    LawRow{TwoMovesInARow, k2023, kQuick, kPartial, Action, "A.5.2", Provides::IllegalMoveUntilReply},
    LawRow{BothKingsInCheck, k2009, kStandard, kAny, Action, "7.4", Provides::IllegalMove},
    LawRow{BothKingsInCheck, k2009, kQuick, kFull, Action, "7.4", Provides::IllegalMove},
    LawRow{BothKingsInCheck, k2009, kRapid, kPartial, Action, "A4(c)", Provides::Intervene},
    LawRow{BothKingsInCheck, k2009, kBlitz, kPartial, Note, "B3(b)", Provides::NoIntervention},
    LawRow{BothKingsInCheck, kSince2018, kStandard, kAny, Action, "7.5.5", Provides::IllegalMove},
    LawRow{BothKingsInCheck, kSince2018, kQuick, kFull, Action, "7.5.5", Provides::IllegalMove},
    LawRow{BothKingsInCheck, k2018, kQuick, kPartial, Watch, "A.4.4", Provides::WaitNextMove},
    LawRow{BothKingsInCheck, k2023, kQuick, kPartial, Watch, "A.5.4", Provides::WaitNextMove},
    LawRow{PromotionNotCompleted, k2009, kStandard, kAny, Action, "7.4a", Provides::IllegalMove},
    LawRow{PromotionNotCompleted, k2009, kQuick, kFull, Action, "7.4a", Provides::IllegalMove},
    LawRow{PromotionNotCompleted, k2009, kRapid, kPartial, Action, "A4(c)", Provides::Intervene},
    LawRow{PromotionNotCompleted, k2009, kBlitz, kPartial, Note, "B3(b)", Provides::NoIntervention},
    LawRow{PromotionNotCompleted, kSince2018, kStandard, kAny, Action, "7.5.2", Provides::Promotion},
    LawRow{PromotionNotCompleted, kSince2018, kQuick, kFull, Action, "7.5.2", Provides::Promotion},
    LawRow{PromotionNotCompleted, k2018, kQuick, kPartial, Watch, "A.4.4", Provides::WaitNextMove},
    LawRow{PromotionNotCompleted, k2023, kQuick, kPartial, Watch, "A.5.4", Provides::WaitNextMove},
    LawRow{ClockPressedWithoutMove, k2009, kAnyPlay, kAny, Watch, "6.7a", Provides::PressNotListed},
    LawRow{ClockPressedWithoutMove, kSince2018, kAnyPlay, kAny, Watch, "7.5.3", Provides::PressIfDeliberate},

    // Flags
    LawRow{FlagFallen, k2009, kStandard, kAny, Action, "6.9", Provides::Flag},
    LawRow{FlagFallen, k2009, kQuick, kFull, Action, "6.9", Provides::Flag},
    LawRow{FlagFallen, k2009, kQuick, kPartial, Note, "A4(d)", Provides::FlagOnClaim},
    LawRow{FlagFallen, kSince2018, kStandard, kAny, Action, "6.9", Provides::Flag},
    LawRow{FlagFallen, kSince2018, kQuick, kFull, Action, "6.9", Provides::Flag},
    LawRow{FlagFallen, k2018, kQuick, kPartial, Action, "A.4.5", Provides::Flag},
    LawRow{FlagFallen, k2023, kQuick, kPartial, Action, "A.5.5", Provides::Flag},
    LawRow{BothFlagsFallen, k2009, kStandard, kAny, Action, "6.11", Provides::BothFlags611},
    LawRow{BothFlagsFallen, k2009, kQuick, kFull, Action, "6.11", Provides::BothFlags611},
    LawRow{BothFlagsFallen, k2009, kQuick, kPartial, Action, "A4(d)", Provides::BothFlagsDrawn},
    LawRow{BothFlagsFallen, kSince2018, kStandard, kAny, Action, "6.9", Provides::BothFlagsFirstLoses},
    LawRow{BothFlagsFallen, kSince2018, kQuick, kFull, Action, "6.9", Provides::BothFlagsFirstLoses},
    LawRow{BothFlagsFallen, k2018, kQuick, kPartial, Action, "A.4.3", Provides::BothFlagsNoClaims},
    LawRow{BothFlagsFallen, k2023, kQuick, kPartial, Action, "A.5.3", Provides::BothFlagsNoClaims},
    LawRow{FlagMarkShown, k2009, kStandard, kAny, Note, "6.11", Provides::FlagMark},
    LawRow{FlagMarkShown, k2009, kQuick, kFull, Note, "6.11", Provides::FlagMark},
    LawRow{FlagMarkShown, k2009, kQuick, kPartial, Note, "A4(d)", Provides::FlagMark},
    LawRow{FlagMarkShown, kSince2018, kStandard, kAny, Note, "6.9", Provides::FlagMark},
    LawRow{FlagMarkShown, kSince2018, kQuick, kFull, Note, "6.9", Provides::FlagMark},
    LawRow{FlagMarkShown, k2018, kQuick, kPartial, Note, "A.4.3", Provides::FlagMark},
    LawRow{FlagMarkShown, k2023, kQuick, kPartial, Note, "A.5.3", Provides::FlagMark},

    // Draws
    LawRow{ThreefoldRepetition, kAnyEdition, kAnyPlay, kAny, Note, "9.2", Provides::MayClaimDraw},
    LawRow{FiftyMoves, kAnyEdition, kAnyPlay, kAny, Note, "9.3", Provides::MayClaimDraw},
    LawRow{FivefoldRepetition, kSince2018, kAnyPlay, kAny, Action, "9.6.1", Provides::DrawnAtOnce},
    LawRow{SeventyFiveMoves, kSince2018, kAnyPlay, kAny, Action, "9.6.2", Provides::DrawnAtOnce},
    LawRow{DeadPosition, k2009, kAnyPlay, kAny, Action, "9.6", Provides::DrawnAtOnce},
    LawRow{DeadPosition, kSince2018, kAnyPlay, kAny, Action, "5.2.2", Provides::DrawnAtOnce},
    LawRow{QuickplayClaimPossible, k2009, kStandard | kRapid, kAny, Note, "10.2", Provides::Quickplay10},
    LawRow{QuickplayClaimPossible, k2009, kBlitz, kFull, Note, "10.2", Provides::Quickplay10},
    LawRow{QuickplayClaimPossible, kSince2018, kStandard | kRapid, kAny, Note, "III.4", Provides::Guideline3},

    // Array, touch, result, score
    LawRow{WrongStartPosition, k2009, kStandard, kAny, Action, "7.1a", Provides::NewGame},
    LawRow{WrongStartPosition, k2009, kQuick, kFull, Action, "7.1a", Provides::NewGame},
    LawRow{WrongStartPosition, k2009, kQuick, kPartial, Action, "A4(a)", Provides::ClaimWithinLimit},
    LawRow{WrongStartPosition, kSince2018, kStandard, kAny, Action, "7.2.1", Provides::NewGame},
    LawRow{WrongStartPosition, kSince2018, kQuick, kFull, Action, "7.2.1", Provides::NewGame},
    LawRow{WrongStartPosition, k2018, kQuick, kPartial, Action, "A.4.1", Provides::ClaimWithinLimit},
    LawRow{WrongStartPosition, k2023, kQuick, kPartial, Action, "A.5.1", Provides::ClaimWithinLimit},
    LawRow{TouchMove, k2009, kStandard, kAny, Note, "4.3", Provides::TouchMove},
    LawRow{TouchMove, k2009, kQuick, kFull, Note, "4.3", Provides::TouchMove},
    LawRow{TouchMove, k2009, kQuick, kPartial, Note, "A4(b)", Provides::TouchOnClaim},
    LawRow{TouchMove, kSince2018, kAnyPlay, kAny, Note, "4.3", Provides::TouchMove},
    LawRow{ResultConflict, kAnyEdition, kAnyPlay, kAny, Action, "", Provides::ResultConflict},
    LawRow{ScoreRequests, k2018, kRapid, kFull, Watch, "A.3.2", Provides::FiveRequests},
    LawRow{ScoreRequests, k2018, kBlitz, kFull, Watch, "B.3.2", Provides::FiveRequests},
    LawRow{ScoreRequests, k2023, kRapid, kFull, Watch, "A.4.2", Provides::FiveRequests},
    LawRow{ScoreRequests, k2023, kBlitz, kFull, Watch, "B.2", Provides::FiveRequests},

    // Clock
    LawRow{ClockSettingWrong, k2009, kStandard, kAny, Action, "6.10b", Provides::SetClock},
    LawRow{ClockSettingWrong, k2009, kQuick, kFull, Action, "6.10b", Provides::SetClock},
    LawRow{ClockSettingWrong, k2009, kQuick, kPartial, Action, "A4(a)", Provides::SetClockWithinLimit},
    LawRow{ClockSettingWrong, kSince2018, kStandard, kAny, Action, "6.10.2", Provides::SetClock},
    LawRow{ClockSettingWrong, kSince2018, kQuick, kFull, Action, "6.10.2", Provides::SetClock},
    LawRow{ClockSettingWrong, k2018, kQuick, kPartial, Action, "A.4.1.1", Provides::SetClockWithinLimit},
    LawRow{ClockSettingWrong, k2023, kQuick, kPartial, Action, "A.5.1.1", Provides::SetClockWithinLimit},
    LawRow{ClockNotFollowing, k2009, kAnyPlay, kAny, Watch, "6.10a", Provides::ReplaceClock},
    LawRow{ClockNotFollowing, kSince2018, kAnyPlay, kAny, Watch, "6.10.1", Provides::ReplaceClock},
    LawRow{ClockStoppedInPlay, k2009, kAnyPlay, kAny, Watch, "6.12b", Provides::MayStopOnly},
    LawRow{ClockStoppedInPlay, kSince2018, kAnyPlay, kAny, Watch, "6.11.2", Provides::MayStopOnly},
    LawRow{MoveCountsDiffer, k2009, kStandard, kAny, Watch, "6.3", Provides::CheckScores},
    LawRow{MoveCountsDiffer, k2009, kQuick, kFull, Watch, "6.3", Provides::CheckScores},
    LawRow{MoveCountsDiffer, k2009, kQuick, kPartial, Note, "6.3", Provides::CheckScores},
    LawRow{MoveCountsDiffer, kSince2018, kAnyPlay, kAny, Watch, "6.4", Provides::CheckScores},
    LawRow{ClockRunningAfterEnd, kAnyEdition, kAnyPlay, kAny, Note, "", Provides::StopClocks},
    LawRow{ClockLost, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
    LawRow{ClockEdited, kAnyEdition, kAnyPlay, kAny, Note, "", Provides::Nothing},
    LawRow{ClockSidesUncertain, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},

    // Board and devices
    LawRow{BoardDisturbed, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
    LawRow{BoardMismatch, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
    LawRow{MovesMissed, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
    LawRow{SensorUnstable, kAnyEdition, kAnyPlay, kAny, Note, "", Provides::Nothing},
    LawRow{BoardsDiverge, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
    LawRow{DeviceLost, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
    LawRow{DeviceSilent, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
    LawRow{BatteryLow, kAnyEdition, kAnyPlay, kAny, Note, "", Provides::Nothing},
    LawRow{ServiceDegraded, kAnyEdition, kAnyPlay, kAny, Watch, "", Provides::Nothing},
};

constexpr bool overlap(const LawRow& a, const LawRow& b) {
    return a.kind == b.kind && (a.editions & b.editions) != 0 && (a.plays & b.plays) != 0 &&
           (a.supervisions & b.supervisions) != 0;
}
constexpr bool unambiguous() {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        for (std::size_t j = i + 1; j < kRows.size(); ++j) {
            if (overlap(kRows[i], kRows[j])) return false;
        }
    }
    return true;
}
static_assert(unambiguous());

bool quick_partial(Play play, Supervision supervision) {
    return play != Play::Standard && supervision == Supervision::Partial;
}

/// 2009 numbering, then the numbering since 2018.
struct EndingRow {
    Termination termination;
    std::string_view in_2009;
    std::string_view since_2018;
};
constexpr std::array kEndings{
    EndingRow{Termination::Unterminated, "", ""},
    EndingRow{Termination::Checkmate, "5.1a", "5.1.1"},
    EndingRow{Termination::Stalemate, "5.2a", "5.2.1"},
    EndingRow{Termination::DeadPosition, "9.6", "5.2.2"},
    EndingRow{Termination::FivefoldRepetition, "", "9.6.1"},
    EndingRow{Termination::SeventyFiveMoves, "", "9.6.2"},
    EndingRow{Termination::KingsSignal, "5.1b", "5.1.2"},
    EndingRow{Termination::Resignation, "5.1b", "5.1.2"},
    EndingRow{Termination::Agreement, "5.2c", "5.2.3"},
    EndingRow{Termination::TimeForfeit, "6.9", "6.9"},
    EndingRow{Termination::IllegalMove, "7.4b", "7.5.5"},
    EndingRow{Termination::ThreefoldClaim, "9.2", "9.2"},
    EndingRow{Termination::FiftyMovesClaim, "9.3", "9.3"},
    EndingRow{Termination::Forfeit, "6.6a", "6.7.1"},
    EndingRow{Termination::ArbiterDecision, "", ""},
    EndingRow{Termination::Abandoned, "", ""},
};

}  // namespace

std::span<const LawRow> law_rows() { return kRows; }

const LawRow* find_law(AlertKind kind, Edition edition, Play play, Supervision supervision) {
    const LawRow wanted{kind, mask(edition), mask(play), mask(supervision), Note, "", Provides::Nothing};
    for (const LawRow& row : kRows) {
        if (overlap(row, wanted)) return &row;
    }
    return nullptr;
}

IllegalMoveRule illegal_move_rule(Edition edition, Play play, Supervision supervision) {
    const bool blitz_full = play == Play::Blitz && supervision == Supervision::Full;
    switch (edition) {
        case Edition::Fide2009:
            return {.minutes = 2, .loses_at = 3, .uncertain = false, .as_announced = blitz_full};
        case Edition::Fide2018:
            return {.minutes = play == Play::Blitz ? 1 : 2, .loses_at = 2};
        case Edition::Fide2023:
            return {.minutes = play == Play::Standard ? 2 : 1, .loses_at = 2, .uncertain = blitz_full};
    }
    return {};
}

int wrong_claim_minutes(Edition edition, Play play) {
    switch (edition) {
        case Edition::Fide2009:
            return 3;
        case Edition::Fide2018:
            return play == Play::Blitz ? 1 : 2;
        case Edition::Fide2023:
            return play == Play::Standard ? 2 : 1;
    }
    return 2;
}

std::optional<int> claim_limit(Edition edition, Play play, Supervision supervision) {
    if (!quick_partial(play, supervision)) return std::nullopt;
    return edition == Edition::Fide2009 ? 3 : 10;
}

bool resignation_needs_mate(Edition edition) { return edition == Edition::Fide2023; }

std::string_view ending_article(const Outcome& outcome, Edition edition) {
    Termination termination = outcome.termination;
    if (termination == Termination::KingsSignal && outcome.result == Result::Draw) {
        termination = Termination::Agreement;
    }
    for (const EndingRow& row : kEndings) {
        if (row.termination == termination)
            return edition == Edition::Fide2009 ? row.in_2009 : row.since_2018;
    }
    return "";
}

}  // namespace boardbridge::rules
