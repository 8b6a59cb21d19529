// Results and terminations in words. The four results of PGN: PGN specification 1994, section 8.1.1.7.
#include "rules/outcome.hpp"

namespace boardbridge::rules {

std::string_view to_string(Result r) {
    switch (r) {
        case Result::Unknown:
            return "*";
        case Result::WhiteWins:
            return "1-0";
        case Result::BlackWins:
            return "0-1";
        case Result::Draw:
            return "1/2-1/2";
        case Result::WhiteForfeitWin:
            return "+/-";
        case Result::BlackForfeitWin:
            return "-/+";
        case Result::BothLose:
            return "0-0";
        case Result::HalfToWhite:
            return "1/2-0";
        case Result::HalfToBlack:
            return "0-1/2";
    }
    return "*";
}

std::string_view pgn_result(Result r) {
    switch (r) {
        case Result::WhiteWins:
        case Result::WhiteForfeitWin:
            return "1-0";
        case Result::BlackWins:
        case Result::BlackForfeitWin:
            return "0-1";
        case Result::Draw:
            return "1/2-1/2";
        case Result::Unknown:
        case Result::BothLose:
        case Result::HalfToWhite:
        case Result::HalfToBlack:
            return "*";
    }
    return "*";
}

std::string_view to_string(Termination t) {
    switch (t) {
        case Termination::Unterminated:
            return "unterminated";
        case Termination::Checkmate:
            return "checkmate";
        case Termination::Stalemate:
            return "stalemate";
        case Termination::DeadPosition:
            return "dead position";
        case Termination::FivefoldRepetition:
            return "fivefold repetition";
        case Termination::SeventyFiveMoves:
            return "seventy-five moves";
        case Termination::KingsSignal:
            return "kings' signal";
        case Termination::Resignation:
            return "resignation";
        case Termination::Agreement:
            return "agreement";
        case Termination::TimeForfeit:
            return "time forfeit";
        case Termination::IllegalMove:
            return "illegal move";
        case Termination::ThreefoldClaim:
            return "threefold claim";
        case Termination::FiftyMovesClaim:
            return "fifty moves claim";
        case Termination::Forfeit:
            return "forfeit";
        case Termination::ArbiterDecision:
            return "arbiter's decision";
        case Termination::Abandoned:
            return "abandoned";
    }
    return "unterminated";
}

}  // namespace boardbridge::rules
