// The short times by which the move tracker tells a hand in motion from a move that stands. The delays that
// contract section 5 names are settings (rules/delays.hpp); these are not, they follow from how boards scan
// and hands move.
#pragma once

#include <chrono>
#include <cstddef>

namespace boardbridge::rules::tracker_timing {

using std::chrono::milliseconds;

/// One scan of the board: a press may be reported this much before the last change of its move
/// (protocols 1.1, 1.7).
constexpr milliseconds kScan{300};
/// So much of it is usual: the hand still has to reach the clock after the piece has landed.
constexpr milliseconds kReported{60};
/// A pressed move is confirmed when nothing contradicted it for one scan.
constexpr milliseconds kSettle{300};
/// An unpressed move is confirmed when the answer to it has stood this long: longer than a slip of the hand.
constexpr milliseconds kAnswerStands{1000};
/// The same while the clock runs: the press is still to be expected.
constexpr milliseconds kAnswerUnpressed{3000};
/// A move seen while the opponent already holds a piece is published after this time.
constexpr milliseconds kPartialStands{200};
/// A placement that stands this long may also be explained by a dear line.
constexpr milliseconds kStands{400};
/// While the clock runs and nothing could be explained for this long, longer lines are looked for.
constexpr milliseconds kUnexplained{1200};
/// A placement at rest this long is looked at with patience: take-backs, misread pieces, longer lines.
constexpr milliseconds kRestLook{1500};
/// An unlawful placement counts only when it stood this long: longer than a piece drops out of its sensor.
constexpr milliseconds kIllegalStands{700};
/// A second move of the same side stands this long before it is called one.
constexpr milliseconds kTwoInARowStands{3000};
/// A press so long ago belongs to nothing any more once its move was taken back.
constexpr milliseconds kSpent{3000};
/// A start array in the middle of a game stands this long before it is a new game; a wrong one much longer.
constexpr milliseconds kStartStands{2000};
constexpr milliseconds kWrongStartStands{5000};
/// A last move that is not pressed stands so long before the pieces are put back.
constexpr milliseconds kLastStands{2500};
/// After so many plies a start array is a new game, never a take-back of them all.
constexpr int kRealGame = 4;
/// A piece in a hand may stay there this many times longer than an inexplicable placement.
constexpr int kHandPatience = 4;

constexpr std::size_t kPositionsKept = 48;
constexpr std::size_t kPressesKept = 24;

}  // namespace boardbridge::rules::tracker_timing
