// How a game can end, and by which article. Sources: Laws 2023, Articles 5, 6.7, 6.9, 7.5.5, 9.6, 9.7,
// 11, 12.8, 12.9.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rules/square.hpp"

namespace boardbridge::rules {

/// PGN results, and the ones only an arbiter gives.
enum class Result : std::uint8_t {
    Unknown,          ///< "*"
    WhiteWins,        ///< "1-0"
    BlackWins,        ///< "0-1"
    Draw,             ///< "1/2-1/2"
    WhiteForfeitWin,  ///< "+/-"
    BlackForfeitWin,  ///< "-/+"
    BothLose,         ///< "0-0" (12.9)
    HalfToWhite,      ///< "1/2-0": 12.8's commentary
    HalfToBlack       ///< "0-1/2"
};
std::string_view to_string(Result r);
/// PGN can say only "1-0", "0-1", "1/2-1/2", "*": what is written there for a result.
std::string_view pgn_result(Result r);

enum class Termination : std::uint8_t {
    Unterminated,
    Checkmate,
    Stalemate,
    DeadPosition,
    FivefoldRepetition,
    SeventyFiveMoves,
    KingsSignal,
    Resignation,
    Agreement,
    TimeForfeit,
    IllegalMove,
    ThreefoldClaim,
    FiftyMovesClaim,
    Forfeit,
    ArbiterDecision,
    Abandoned
};
std::string_view to_string(Termination t);

struct Outcome {
    Result result = Result::Unknown;
    Termination termination = Termination::Unterminated;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace boardbridge::rules
