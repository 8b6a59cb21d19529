// The sentences of alerts: ids with arguments, worded in each language by a catalogue of its own. Sentences
// are whole; nothing is glued from parts, since word order and endings differ.
//
// Patterns: {0} inserts an argument; {0?a|b|c} chooses by its number (0, 1, 2 and above); {0#minute|minutes}
// takes the plural form of its number (Russian has three: one, few, many); {0:t} writes milliseconds as a
// clock shows them, {0:s} as seconds with one decimal. Branches may hold patterns themselves.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/language.hpp"

namespace boardbridge::rules {

/// T...: what happened (Alert::text). P...: what the article provides (Alert::provides). Sides are 0 White, 1
/// Black.
enum class MessageId : std::uint8_t {
    TIllegalMove,         ///< side, move, IllegalKind
    TIllegalMoveStands,   ///< side, move, IllegalKind
    TBothKings,           ///< side that moved, move
    TStillIllegal,        ///< side of the next move, that move
    TPawnOnLastRank,      ///< side, square
    TPressedWithoutMove,  ///< side
    TTwoMoves,            ///< side, move
    TFlag,                ///< side
    TBothFlagsFirst,      ///< side that fell first, gap in ms, source (0 mark, 1 readings)
    TBothFlagsFirstOnly,  ///< side that fell first: by the mark, gap unknown
    TBothFlagsUnknown,
    TFlagMark,    ///< side
    TThreefold,   ///< side to move, times, plies
    TFiftyMoves,  ///< moves by each side
    TFivefold,    ///< plies
    TSeventyFive,
    TDeadPosition,
    TQuickplay,       ///< side to move, time in ms
    TWrongStart,      ///< squares, plies played
    TQuarterTurn,     ///< plies played
    TTouched,         ///< side, piece (1 pawn ... 6 king), square, move
    TRookBeforeKing,  ///< side, square, move
    TDisturbed,       ///< number of squares, squares
    TMismatch,        ///< number of squares, squares
    TMovesMissed,     ///< number of candidates, candidates
    TSensorUnstable,  ///< square
    TBoardsDiverge,   ///< squares
    TClockLostCable,
    TClockLostSilent,
    TClockEdited,           ///< side, before in ms, after in ms, 0 stopped or 1 running
    TClockNotFollowing,     ///< moves
    TClockContradicts,      ///< readings
    TClockStopped,          ///< seconds
    TClockRunningAfterEnd,  ///< seconds
    TClockSettingWrong,     ///< side, shown in ms, expected in ms
    TIncrementWrong,        ///< seen in s, expected in s
    TClockSides,
    TMoveCounts,            ///< side, moves rebuilt, presses seen
    TPeriodMoves,           ///< side, moves rebuilt, moves asked for
    TResultAgainstBoard,    ///< signalled (0 White wins, 1 Black wins, 2 draw), by the Laws (same)
    TResultAgainstFlag,     ///< signalled, side whose flag fell (first)
    TResultAgainstMate,     ///< signalled, side that cannot mate
    TResultAgainstIllegal,  ///< signalled, side that completed the illegal move
    TResultAgainstDraw,     ///< signalled; the position stayed illegal (A.4.4)
    TDeviceLost,            ///< device, detail
    TDeviceSilent,          ///< device
    TBatteryLow,            ///< device, percent
    TClockBatteryLow,
    TServiceDegraded,  ///< detail
    TScoreRequests,    ///< side, times

    PIllegalTime,            ///< side, minutes, offence, loses at
    PIllegalLost,            ///< side, offence
    PIllegalLostUnless,      ///< side, offence: who can mate is not known
    PIllegalDrawn,           ///< side, offence
    PUntilReply,             ///< side
    PClaimBeforeMove,        ///< side (2009 A4(c))
    PIllegalClaimBlitz,      ///< side (2009 B3(c))
    PIllegalClaimBlitzDraw,  ///< side
    PPenaltyUncertain,       ///< 2023 blitz, full supervision: B.2 cites no A.3
    PPenaltyAnnounced,       ///< 2009 blitz, full supervision
    PStands,
    PWaitNextMove,
    PDrawn,
    PIntervene,       ///< 2009 A4(c)
    PNoIntervention,  ///< 2009 B3(b)
    PRestore,
    PPawnBecomesQueen,
    PPressIfDeliberate,      ///< side, minutes, offence, loses at
    PPressIfDeliberateLost,  ///< side, offence
    PPressNotListed,         ///< 2009
    PFlagLost,               ///< side
    PFlagLostUnless,         ///< side
    PFlagDrawn,              ///< side
    PFlagOnClaim,            ///< side (2009 A4(d))
    PPeriodAsks,             ///< moves asked for, moves rebuilt, presses seen
    PFirstLoses,             ///< side
    PFirstLosesUnless,       ///< side
    PFirstDrawn,             ///< side
    PMarkDecides,
    PNoClaims,
    PBothFlagsDrawn,
    PPlayOn,
    PPlayOnOrDrawn,
    PMarkMeans,     ///< side
    PMayClaimDraw,  ///< side (2: the player to move), minutes for a wrong claim
    PDrawnAtOnce,
    PQuickplay10,
    PGuideline3,
    PNewGame,
    PClaimWithin,  ///< moves
    PTooLate,      ///< moves
    PNoCastlingMisplaced,
    PNoCastlingSwapped,
    PTransferPosition,
    PTouchMove,
    PTouchRook,
    POnClaimOnly,
    PSetClock,
    PSetClockWithin,   ///< moves
    PSetClockTooLate,  ///< moves
    PReplaceClock,
    PMayStopOnly,
    PStopClocks,
    PCheckScores,
    PResultByMate,
    PResultByArbiter,
    PFiveRequests,

    kCount
};

constexpr std::size_t kMessageCount = static_cast<std::size_t>(MessageId::kCount);

using MessageArgument = std::variant<long long, std::string>;

/// One sentence (or two) with what goes into it.
struct Message {
    MessageId id = MessageId::PDrawn;
    std::vector<MessageArgument> arguments;
};

/// How many arguments an id takes.
std::size_t argument_count(MessageId id);
/// The pattern of a language.
std::string_view pattern(Language language, MessageId id);
/// The sentence. An argument that is missing is written as "?", never a failure.
std::string format(Language language, const Message& message);
std::string format(Language language, std::span<const Message> sentences);

/// Which plural form the number takes: English, German 0 one, 1 other; Russian 0 one, 1 few, 2 many.
std::size_t plural_form(Language language, long long number);

struct CatalogueEntry {
    MessageId id;
    std::string_view pattern;
};
/// All ids, in their order (checked when compiled).
std::span<const CatalogueEntry> english_messages();
std::span<const CatalogueEntry> russian_messages();
std::span<const CatalogueEntry> german_messages();

/// For the catalogues' own static_assert: every id once, in order.
constexpr bool is_complete(std::span<const CatalogueEntry> entries) {
    if (entries.size() != kMessageCount) return false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (static_cast<std::size_t>(entries[i].id) != i || entries[i].pattern.empty()) return false;
    }
    return true;
}

}  // namespace boardbridge::rules
