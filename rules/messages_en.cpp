// The English sentences of alerts. Patterns: messages.hpp. Own wording of what the Laws provide, not their
// text.
#include <array>

#include "rules/messages.hpp"

namespace boardbridge::rules {
namespace {

using enum MessageId;

constexpr std::array<CatalogueEntry, kMessageCount> kEnglish{{
    {TIllegalMove,
     "{0?White|Black} completed an illegal move: {1} ({2?illegal|the piece does not move like that|own king "
     "left in "
     "check|wrong promotion|pawn left on the last rank|second move in a row|the opponent's piece was "
     "moved|castling "
     "was not allowed|a king was captured|no move changes the board like that})."},
    {TIllegalMoveStands,
     "{0?White|Black} made an illegal move that the opponent has answered: {1} ({2?illegal|the piece does "
     "not move "
     "like that|own king left in check|wrong promotion|pawn left on the last rank|second move in a row|the "
     "opponent's "
     "piece was moved|castling was not allowed|a king was captured|no move changes the board like that})."},
    {TBothKings, "Both kings are in check after {0?White|Black}'s {1}."},
    {TStillIllegal, "After the next completed move ({0?White|Black}'s {1}) the position is still illegal."},
    {TPawnOnLastRank, "{0?White|Black} pressed the clock while the pawn still stood on {1}."},
    {TPressedWithoutMove, "{0?White|Black} pressed the clock without having moved."},
    {TTwoMoves, "{0?White|Black} moved twice in a row: {1}."},
    {TFlag, "{0?White's|Black's} flag has fallen."},
    {TBothFlagsFirst,
     "Both flags have fallen, {0?White's|Black's} first by {1:s} s (according to {2?the mark on the "
     "clock|the readings "
     "of the clock})."},
    {TBothFlagsFirstOnly,
     "Both flags have fallen, {0?White's|Black's} first (according to the mark on the clock)."},
    {TBothFlagsUnknown, "Both flags have fallen; which fell first is not known."},
    {TFlagMark, "The clock marks {0?White's|Black's} side: it reached zero first."},
    {TThreefold,
     "The same position, with {0?White|Black} to move, has appeared {1} times (after plies {2})."},
    {TFiftyMoves, "{0} moves by each side without a capture or a pawn move."},
    {TFivefold, "The same position has appeared five times (after plies {0})."},
    {TSeventyFive, "Seventy-five moves by each side without a capture or a pawn move."},
    {TDeadPosition, "Neither side can give mate by any series of legal moves."},
    {TQuickplay,
     "{0?White|Black} is to move with {1:t} left, less than two minutes, and there is no increment."},
    {TWrongStart,
     "The start position is wrong on {0}{1?, before the first move|, after {1} ply|, after {1} plies}."},
    {TQuarterTurn,
     "The board is turned by a quarter: no white square at the players' right{0?, before the first move|, "
     "after {0} "
     "ply|, after {0} plies}."},
    {TTouched,
     "{0?White|Black} first lifted the {1?piece|pawn|knight|bishop|rook|queen|king} on {2} and then played "
     "{3}."},
    {TRookBeforeKing, "{0?White|Black} castled with the rook on {1} touched before the king ({2})."},
    {TDisturbed, "The board is disturbed: {0} {0#square is|squares are} off ({1})."},
    {TMismatch, "No move explains what stands on the board: {0} {0#square differs|squares differ} ({1})."},
    {TMovesMissed,
     "Moves were missed{0?; nothing explains the position| ({1})|; {0} lines would explain the position: "
     "{1}}."},
    {TSensorUnstable, "The sensor of {0} is unstable."},
    {TBoardsDiverge, "The two boards differ on {0}."},
    {TClockLostCable, "The board no longer has a clock connected."},
    {TClockLostSilent, "The clock no longer answers."},
    {TClockEdited,
     "{0?White's|Black's} time was changed from {1:t} to {2:t} while the clock {3?was stopped|ran}."},
    {TClockNotFollowing, "The clock does not follow the moves: {0} {0#move|moves} in a row without a press."},
    {TClockContradicts, "The clock contradicts itself: {0} {0#reading was|readings were} not believed."},
    {TClockStopped, "The clock has stood still for {0} {0#second|seconds} during play."},
    {TClockRunningAfterEnd, "The clock is still running {0} {0#second|seconds} after the end of the game."},
    {TClockSettingWrong, "{0?White's|Black's} clock shows {1:t}; the time control asks for {2:t}."},
    {TIncrementWrong,
     "The clock adds {0} {0#second|seconds} a move; the time control asks for {1} {1#second|seconds}."},
    {TClockSides, "Time falls on the side that is not to move: the clock may stand the wrong way round."},
    {TMoveCounts,
     "{0?White|Black}: {1} {1#move|moves} rebuilt, but {2} {2#press|presses} of the clock seen."},
    {TPeriodMoves,
     "The clock went on to the next period, but {0?White|Black} has completed {1} {1#move|moves} of {2} as "
     "rebuilt."},
    {TResultAgainstBoard,
     "The board signals {0?1-0|0-1|a draw}, but the game had ended before by the Laws: {1?1-0|0-1|a draw}."},
    {TResultAgainstFlag, "The board signals {0?1-0|0-1|a draw}, but {1?White's|Black's} flag had fallen."},
    {TResultAgainstMate,
     "The board signals {0?1-0|0-1|a draw}, but {1?White|Black} cannot give mate by any series of legal "
     "moves."},
    {TResultAgainstIllegal,
     "The board signals {0?1-0|0-1|a draw}, but {1?White|Black} has completed an illegal move that loses."},
    {TResultAgainstDraw,
     "The board signals {0?1-0|0-1|a draw}, but the position had stayed illegal after both kings were in "
     "check or a "
     "pawn stood on the last rank."},
    {TDeviceLost, "{0} is lost: {1}."},
    {TDeviceSilent, "{0} does not answer."},
    {TBatteryLow, "The battery of {0} is at {1} %."},
    {TClockBatteryLow, "The battery of the clock is low."},
    {TServiceDegraded, "The service is degraded: {0}."},
    {TScoreRequests, "{0?White|Black} has asked for the score {1} times."},

    {PIllegalTime,
     "{2?An|First|Second|Third|A further} illegal move of {0?White|Black}: the position before it is "
     "restored and "
     "{0?Black|White} receives {1} extra {1#minute|minutes}; the {3?next|first|second|third} one loses the "
     "game."},
    {PIllegalLost,
     "{1?An|First|Second|Third|A further} illegal move of {0?White|Black}: {0?White|Black} loses the game; "
     "{0?Black|White} can still give mate."},
    {PIllegalLostUnless,
     "{1?An|First|Second|Third|A further} illegal move of {0?White|Black}: {0?White|Black} loses the game; "
     "it is drawn "
     "if {0?Black|White} cannot give mate by any series of legal moves."},
    {PIllegalDrawn,
     "{1?An|First|Second|Third|A further} illegal move of {0?White|Black}: the game is drawn, since "
     "{0?Black|White} "
     "cannot give mate by any series of legal moves."},
    {PUntilReply, "Only until {0?Black|White} completes the next move; after that the illegal move stands."},
    {PClaimBeforeMove,
     "The arbiter rules only on a claim of {0?Black|White}, made before the next move; then:"},
    {PIllegalClaimBlitz,
     "{0?Black|White} may claim a win before moving; after that the illegal move stands."},
    {PIllegalClaimBlitzDraw,
     "{0?Black|White} cannot give mate and may claim a draw before moving; after that the illegal move "
     "stands."},
    {PPenaltyUncertain,
     "The one minute is uncertain here: B.2 does not refer to A.3, which sets it for rapid chess."},
    {PPenaltyAnnounced, "In blitz other penalties may have been announced."},
    {PStands, "The illegal move stands; it can be corrected only if the players agree."},
    {PWaitNextMove,
     "Wait until the next move is completed; if the position is then still illegal, the game is drawn."},
    {PDrawn, "The game is drawn."},
    {PIntervene, "The arbiter intervenes, if possible."},
    {PNoIntervention,
     "Blitz without adequate supervision: the arbiter does not intervene (B3(b) excludes A4(c))."},
    {PRestore, "The position before the irregularity is restored and the clocks are adjusted."},
    {PPawnBecomesQueen, "The pawn becomes a queen of the same colour, and the move counts as illegal."},
    {PPressIfDeliberate,
     "If it was deliberate, it counts as {2?an|the first|the second|the third|a further} illegal move of "
     "{0?White|Black}: "
     "{1} extra {1#minute|minutes} to {0?Black|White}; the {3?next|first|second|third} loses."},
    {PPressIfDeliberateLost,
     "If it was deliberate, it counts as {1?an|the first|the second|the third|a further} illegal move of "
     "{0?White|Black}, "
     "who then loses; drawn if {0?Black|White} cannot give mate by any series of legal moves."},
    {PPressNotListed, "This edition sets no penalty for it; a clock is pressed only after a move."},
    {PFlagLost, "{0?White|Black} loses on time; {0?Black|White} can still give mate."},
    {PFlagLostUnless,
     "{0?White|Black} loses on time; the game is drawn if {0?Black|White} cannot give mate by any series of "
     "legal "
     "moves."},
    {PFlagDrawn, "The game is drawn: {0?Black|White} cannot give mate by any series of legal moves."},
    {PFlagOnClaim,
     "Only a claim of {0?Black|White} counts, whose own flag must be up; the arbiter does not point it out."},
    {PPeriodAsks,
     "The period asks for {0} {0#move|moves}: {1} {1#was|were} rebuilt, {2} {2#press|presses} of the clock "
     "seen."},
    {PFirstLoses, "{0?White|Black} was first and loses on time; {0?Black|White} can still give mate."},
    {PFirstLosesUnless,
     "{0?White|Black} was first and loses on time; the game is drawn if {0?Black|White} cannot give mate by "
     "any series "
     "of legal moves."},
    {PFirstDrawn,
     "{0?White|Black} was first, but the game is drawn: {0?Black|White} cannot give mate by any series of "
     "legal moves."},
    {PMarkDecides, "The first to fall loses; the mark on the clock decides which it was."},
    {PNoClaims, "No claim of a player is accepted when both clocks show 0.00."},
    {PBothFlagsDrawn, "The game is drawn; the arbiter may point out that both flags have fallen."},
    {PPlayOn, "Which fell first cannot be established: the game goes on, since this is not the last period."},
    {PPlayOnOrDrawn,
     "If it cannot be established which fell first, the game goes on; it is drawn if this is the last "
     "period."},
    {PMarkMeans, "If the other side reaches zero too, {0?White|Black} was first."},
    {PMayClaimDraw,
     "{0?White|Black|The player to move} may claim a draw; the arbiter does not point it out. A wrong claim "
     "gives the opponent "
     "{1} extra "
     "{1#minute|minutes}."},
    {PDrawnAtOnce, "The game is drawn at once."},
    {PQuickplay10,
     "The player to move may claim a draw: the opponent makes no effort to win, or cannot win, by normal "
     "means."},
    {PGuideline3,
     "The player to move may ask for an increment of five seconds (an offer of a draw), or claim a draw "
     "where that is "
     "not possible."},
    {PNewGame, "The game is cancelled and a new one is played."},
    {PClaimWithin,
     "A claim is possible until each player has completed {0} {0#move|moves}: then a new game is played."},
    {PTooLate, "Both players have completed {0} {0#move|moves}: no claim any more, the game goes on."},
    {PNoCastlingMisplaced, "A misplaced king may not castle; with a misplaced rook there is no castling."},
    {PNoCastlingSwapped, "If king and queen were swapped, that king may not castle."},
    {PTransferPosition, "The game goes on; the position is moved to a board that is placed correctly."},
    {PTouchMove,
     "Touched pieces must be moved or captured if that is possible; lifting alone does not prove intent."},
    {PTouchRook,
     "After touching the rook first there is no castling on that side in this move; the rook must move if it "
     "can."},
    {POnClaimOnly, "The arbiter rules on touched pieces only if a player asks for it."},
    {PSetClock, "The clock is stopped and set correctly at once."},
    {PSetClockWithin,
     "The setting is corrected; once each player has completed {0} {0#move|moves} it is too late for that."},
    {PSetClockTooLate,
     "Both players have completed {0} {0#move|moves}: the setting stays, unless the schedule would suffer."},
    {PReplaceClock, "A clock with an evident defect is replaced; the arbiter determines the times."},
    {PMayStopOnly, "A player may stop the clock only to seek the arbiter's assistance."},
    {PStopClocks, "The clock is stopped when the game has ended."},
    {PCheckScores, "Check the score sheets; the number of moves is not told to the players."},
    {PResultByMate, "The result stands as the Laws ended the game."},
    {PResultByArbiter, "The result needs the arbiter's decision."},
    {PFiveRequests, "Five requests a game are allowed; more are a distraction of the opponent."},
}};
static_assert(is_complete(kEnglish));

}  // namespace

std::span<const CatalogueEntry> english_messages() { return kEnglish; }

}  // namespace boardbridge::rules
