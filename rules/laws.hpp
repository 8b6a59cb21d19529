// The editions of the Laws as data: for each kind of alert, by edition, kind of play and supervision, how
// urgent it is, which article governs and what that article provides. It knows no game and words nothing.
// Sources: contract sections 5, 6; laws-and-alerts section 2; Laws 2009, 2018, 2023 and their Appendices A,
// B.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/alert.hpp"
#include "rules/outcome.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::rules {

/// How the provision of a row is worded and reckoned; wording.cpp turns each into sentences.
enum class Provides : std::uint8_t {
    Nothing,
    IllegalMove,            ///< time for the opponent, or loss, or draw, by the count
    IllegalMoveUntilReply,  ///< the same, as long as the opponent has not completed his next move
    ClaimRapid,             ///< 2009 A4(c)
    ClaimBlitz,             ///< 2009 B3(c)
    WaitNextMove,           ///< A.4.4, A.5.4
    Intervene,              ///< 2009 A4(c), last sentence
    NoIntervention,         ///< 2009 B3(b), B3(c)
    Restore,                ///< the position before is reinstated, no penalty named
    Promotion,              ///< becomes a queen, and IllegalMove
    PressIfDeliberate,      ///< 7.5.3
    PressNotListed,
    Flag,
    FlagOnClaim,          ///< 2009 A4(d)
    BothFlags611,         ///< 2009 6.11
    BothFlagsDrawn,       ///< 2009 A4(d)
    BothFlagsFirstLoses,  ///< 6.9; III.3.1 where announced
    BothFlagsNoClaims,    ///< commentary to A.4.3, A.5.3
    FlagMark,
    MayClaimDraw,
    DrawnAtOnce,
    Quickplay10,
    Guideline3,
    NewGame,
    ClaimWithinLimit,  ///< A4(a), A.4.1, A.5.1
    TouchMove,
    TouchOnClaim,  ///< 2009 A4(b)
    SetClock,
    SetClockWithinLimit,
    ReplaceClock,
    MayStopOnly,
    StopClocks,
    CheckScores,
    ResultConflict,
    FiveRequests
};

/// One row; the masks hold a bit for each value of the enumeration (bit 0 is the first value).
struct LawRow {
    AlertKind kind;
    std::uint8_t editions;
    std::uint8_t plays;
    std::uint8_t supervisions;
    Severity severity;
    std::string_view article;  ///< in that edition's numbering; empty: no matter of the Laws
    Provides provides;
};

/// All rows. For no kind, edition, play and supervision do two rows apply.
std::span<const LawRow> law_rows();
/// The row that applies; nothing: the edition does not know it, and no alert is raised.
const LawRow* find_law(AlertKind kind, Edition edition, Play play, Supervision supervision);

/// What an illegal move costs (2009 7.4b; 7.5.5 with A.3, B.2).
struct IllegalMoveRule {
    int minutes = 2;            ///< extra for the opponent
    int loses_at = 2;           ///< which illegal move of a player loses
    bool uncertain = false;     ///< 2023 blitz with full supervision: B.2 cites no A.3
    bool as_announced = false;  ///< 2009 blitz with full supervision
};
IllegalMoveRule illegal_move_rule(Edition edition, Play play, Supervision supervision);

/// Extra minutes for the opponent of a player who claims a draw wrongly (9.5b, 9.5.3).
int wrong_claim_minutes(Edition edition, Play play);

/// Rapid and blitz without full supervision: after so many moves of each player no claim is heard about
/// array, orientation or clock setting (A4(a), A.4.1, A.5.1). Nothing: no limit.
std::optional<int> claim_limit(Edition edition, Play play, Supervision supervision);

/// Does a resignation to a player who cannot mate by any series of legal moves make a draw (5.1.2 since
/// 2023)?
bool resignation_needs_mate(Edition edition);

/// The article by which a game ended so; empty where the Laws name none. For a kings' signal the result tells
/// whether it stands for a resignation or for an agreement.
std::string_view ending_article(const Outcome& outcome, Edition edition);

}  // namespace boardbridge::rules
