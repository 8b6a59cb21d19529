// The closed sets of the domain and their names on the wire, one switch each: the compiler tells when a new
// value has no place on the wire yet, and reordering the domain cannot change a number.
#include "protocol/wire.hpp"

namespace boardbridge::protocol {

wire::Side to_wire(rules::Color c) {
    switch (c) {
        case rules::Color::White:
            return wire::SIDE_WHITE;
        case rules::Color::Black:
            return wire::SIDE_BLACK;
    }
    return wire::SIDE_UNSPECIFIED;
}

wire::Side to_wire(rules::AlertSide s) {
    switch (s) {
        case rules::AlertSide::None:
            return wire::SIDE_UNSPECIFIED;
        case rules::AlertSide::White:
            return wire::SIDE_WHITE;
        case rules::AlertSide::Black:
            return wire::SIDE_BLACK;
        case rules::AlertSide::Both:
            return wire::SIDE_BOTH;
    }
    return wire::SIDE_UNSPECIFIED;
}

wire::AlertKind to_wire(rules::AlertKind k) {
    using K = rules::AlertKind;
    switch (k) {
        case K::IllegalMove:
            return wire::ALERT_KIND_ILLEGAL_MOVE;
        case K::BothKingsInCheck:
            return wire::ALERT_KIND_BOTH_KINGS_IN_CHECK;
        case K::PromotionNotCompleted:
            return wire::ALERT_KIND_PROMOTION_NOT_COMPLETED;
        case K::ClockPressedWithoutMove:
            return wire::ALERT_KIND_CLOCK_PRESSED_WITHOUT_MOVE;
        case K::TwoMovesInARow:
            return wire::ALERT_KIND_TWO_MOVES_IN_A_ROW;
        case K::FlagFallen:
            return wire::ALERT_KIND_FLAG_FALLEN;
        case K::BothFlagsFallen:
            return wire::ALERT_KIND_BOTH_FLAGS_FALLEN;
        case K::FlagMarkShown:
            return wire::ALERT_KIND_FLAG_MARK_SHOWN;
        case K::ThreefoldRepetition:
            return wire::ALERT_KIND_THREEFOLD_REPETITION;
        case K::FiftyMoves:
            return wire::ALERT_KIND_FIFTY_MOVES;
        case K::FivefoldRepetition:
            return wire::ALERT_KIND_FIVEFOLD_REPETITION;
        case K::SeventyFiveMoves:
            return wire::ALERT_KIND_SEVENTY_FIVE_MOVES;
        case K::DeadPosition:
            return wire::ALERT_KIND_DEAD_POSITION;
        case K::QuickplayClaimPossible:
            return wire::ALERT_KIND_QUICKPLAY_CLAIM_POSSIBLE;
        case K::WrongStartPosition:
            return wire::ALERT_KIND_WRONG_START_POSITION;
        case K::TouchMove:
            return wire::ALERT_KIND_TOUCH_MOVE;
        case K::BoardDisturbed:
            return wire::ALERT_KIND_BOARD_DISTURBED;
        case K::BoardMismatch:
            return wire::ALERT_KIND_BOARD_MISMATCH;
        case K::MovesMissed:
            return wire::ALERT_KIND_MOVES_MISSED;
        case K::SensorUnstable:
            return wire::ALERT_KIND_SENSOR_UNSTABLE;
        case K::BoardsDiverge:
            return wire::ALERT_KIND_BOARDS_DIVERGE;
        case K::ClockLost:
            return wire::ALERT_KIND_CLOCK_LOST;
        case K::ClockEdited:
            return wire::ALERT_KIND_CLOCK_EDITED;
        case K::ClockNotFollowing:
            return wire::ALERT_KIND_CLOCK_NOT_FOLLOWING;
        case K::ClockStoppedInPlay:
            return wire::ALERT_KIND_CLOCK_STOPPED_IN_PLAY;
        case K::ClockRunningAfterEnd:
            return wire::ALERT_KIND_CLOCK_RUNNING_AFTER_END;
        case K::ClockSettingWrong:
            return wire::ALERT_KIND_CLOCK_SETTING_WRONG;
        case K::ClockSidesUncertain:
            return wire::ALERT_KIND_CLOCK_SIDES_UNCERTAIN;
        case K::MoveCountsDiffer:
            return wire::ALERT_KIND_MOVE_COUNTS_DIFFER;
        case K::ResultConflict:
            return wire::ALERT_KIND_RESULT_CONFLICT;
        case K::DeviceLost:
            return wire::ALERT_KIND_DEVICE_LOST;
        case K::DeviceSilent:
            return wire::ALERT_KIND_DEVICE_SILENT;
        case K::BatteryLow:
            return wire::ALERT_KIND_BATTERY_LOW;
        case K::ServiceDegraded:
            return wire::ALERT_KIND_SERVICE_DEGRADED;
        case K::ScoreRequests:
            return wire::ALERT_KIND_SCORE_REQUESTS;
    }
    return wire::ALERT_KIND_UNSPECIFIED;
}

wire::AlertState to_wire(rules::AlertState s) {
    switch (s) {
        case rules::AlertState::Raised:
            return wire::ALERT_STATE_RAISED;
        case rules::AlertState::Updated:
            return wire::ALERT_STATE_UPDATED;
        case rules::AlertState::Cleared:
            return wire::ALERT_STATE_CLEARED;
        case rules::AlertState::Acknowledged:
            return wire::ALERT_STATE_ACKNOWLEDGED;
    }
    return wire::ALERT_STATE_UNSPECIFIED;
}

wire::Severity to_wire(rules::Severity s) {
    switch (s) {
        case rules::Severity::Note:
            return wire::SEVERITY_NOTE;
        case rules::Severity::Watch:
            return wire::SEVERITY_WATCH;
        case rules::Severity::Action:
            return wire::SEVERITY_ACTION;
    }
    return wire::SEVERITY_UNSPECIFIED;
}

wire::MateVerdict to_wire(rules::MateVerdict v) {
    switch (v) {
        case rules::MateVerdict::Unknown:
            return wire::MATE_VERDICT_UNSPECIFIED;
        case rules::MateVerdict::Possible:
            return wire::MATE_VERDICT_POSSIBLE;
        case rules::MateVerdict::Impossible:
            return wire::MATE_VERDICT_IMPOSSIBLE;
    }
    return wire::MATE_VERDICT_UNSPECIFIED;
}

wire::RevisionReason to_wire(rules::RevisionReason r) {
    using R = rules::RevisionReason;
    switch (r) {
        case R::SlidOn:
            return wire::REVISION_REASON_SLID_ON;
        case R::TakenBack:
            return wire::REVISION_REASON_TAKEN_BACK;
        case R::CastlingCompleted:
            return wire::REVISION_REASON_CASTLING_COMPLETED;
        case R::PromotionChanged:
            return wire::REVISION_REASON_PROMOTION_CHANGED;
        case R::Reordered:
            return wire::REVISION_REASON_REORDERED;
        case R::KingsSignal:
            return wire::REVISION_REASON_KINGS_SIGNAL;
        case R::NowIllegal:
            return wire::REVISION_REASON_NOW_ILLEGAL;
        case R::Corrected:
            return wire::REVISION_REASON_CORRECTED;
    }
    return wire::REVISION_REASON_UNSPECIFIED;
}

wire::DeviceState to_wire(rules::DeviceState s) {
    switch (s) {
        case rules::DeviceState::Connecting:
            return wire::DEVICE_STATE_CONNECTING;
        case rules::DeviceState::Active:
            return wire::DEVICE_STATE_ACTIVE;
        case rules::DeviceState::Delayed:
            return wire::DEVICE_STATE_DELAYED;
        case rules::DeviceState::Silent:
            return wire::DEVICE_STATE_SILENT;
        case rules::DeviceState::Lost:
            return wire::DEVICE_STATE_LOST;
    }
    return wire::DEVICE_STATE_UNSPECIFIED;
}

wire::CommandStatus to_wire(CommandStatus s) {
    switch (s) {
        case CommandStatus::Done:
            return wire::COMMAND_STATUS_DONE;
        case CommandStatus::Refused:
            return wire::COMMAND_STATUS_REFUSED;
        case CommandStatus::Invalid:
            return wire::COMMAND_STATUS_INVALID;
        case CommandStatus::UnknownCommand:
            return wire::COMMAND_STATUS_UNKNOWN_COMMAND;
        case CommandStatus::NotFound:
            return wire::COMMAND_STATUS_NOT_FOUND;
        case CommandStatus::Conflict:
            return wire::COMMAND_STATUS_CONFLICT;
        case CommandStatus::Unauthenticated:
            return wire::COMMAND_STATUS_UNAUTHENTICATED;
        case CommandStatus::Forbidden:
            return wire::COMMAND_STATUS_FORBIDDEN;
        case CommandStatus::Busy:
            return wire::COMMAND_STATUS_BUSY;
        case CommandStatus::Failed:
            return wire::COMMAND_STATUS_FAILED;
    }
    return wire::COMMAND_STATUS_UNSPECIFIED;
}

wire::CloseReason to_wire(CloseReason r) {
    switch (r) {
        case CloseReason::Unauthenticated:
            return wire::CLOSE_REASON_UNAUTHENTICATED;
        case CloseReason::Forbidden:
            return wire::CLOSE_REASON_FORBIDDEN;
        case CloseReason::BadMessage:
            return wire::CLOSE_REASON_BAD_MESSAGE;
        case CloseReason::TooSlow:
            return wire::CLOSE_REASON_TOO_SLOW;
        case CloseReason::Idle:
            return wire::CLOSE_REASON_IDLE;
        case CloseReason::Limit:
            return wire::CLOSE_REASON_LIMIT;
        case CloseReason::ShuttingDown:
            return wire::CLOSE_REASON_SHUTTING_DOWN;
        case CloseReason::CursorTooOld:
            return wire::CLOSE_REASON_CURSOR_TOO_OLD;
        case CloseReason::CursorInFuture:
            return wire::CLOSE_REASON_CURSOR_IN_FUTURE;
        case CloseReason::Internal:
            return wire::CLOSE_REASON_INTERNAL;
    }
    return wire::CLOSE_REASON_UNSPECIFIED;
}

std::string_view wire_text(rules::Result r) {
    switch (r) {
        case rules::Result::Unknown:
            return "*";
        case rules::Result::WhiteWins:
            return "1-0";
        case rules::Result::BlackWins:
            return "0-1";
        case rules::Result::Draw:
            return "1/2-1/2";
        case rules::Result::WhiteForfeitWin:
            return "+/-";
        case rules::Result::BlackForfeitWin:
            return "-/+";
        case rules::Result::BothLose:
            return "0-0";
        case rules::Result::HalfToWhite:
            return "1/2-0";
        case rules::Result::HalfToBlack:
            return "0-1/2";
    }
    return {};
}

std::string_view wire_text(rules::Termination t) {
    using T = rules::Termination;
    switch (t) {
        case T::Unterminated:
            return "unterminated";
        case T::Checkmate:
            return "checkmate";
        case T::Stalemate:
            return "stalemate";
        case T::DeadPosition:
            return "dead position";
        case T::FivefoldRepetition:
            return "fivefold repetition";
        case T::SeventyFiveMoves:
            return "seventy-five moves";
        case T::KingsSignal:
            return "kings' signal";
        case T::Resignation:
            return "resignation";
        case T::Agreement:
            return "agreement";
        case T::TimeForfeit:
            return "time forfeit";
        case T::IllegalMove:
            return "illegal move";
        case T::ThreefoldClaim:
            return "threefold claim";
        case T::FiftyMovesClaim:
            return "fifty moves claim";
        case T::Forfeit:
            return "forfeit";
        case T::ArbiterDecision:
            return "arbiter's decision";
        case T::Abandoned:
            return "abandoned";
    }
    return {};
}

std::string_view wire_text(rules::Edition e) {
    switch (e) {
        case rules::Edition::Fide2009:
            return "fide-2009";
        case rules::Edition::Fide2018:
            return "fide-2018";
        case rules::Edition::Fide2023:
            return "fide-2023";
    }
    return {};
}

rules::Color color_from_wire(wire::Side s, std::string_view field, Complaints& complaints) {
    return enum_from_wire<rules::Color>(s, field, complaints);
}

rules::AlertSide side_from_wire(wire::Side s, std::string_view field, Complaints& complaints) {
    using S = rules::AlertSide;
    for (const S side : {S::None, S::White, S::Black, S::Both}) {
        if (to_wire(side) == s) return side;
    }
    complaints.unknown(field, static_cast<int>(s));
    return S::None;
}

rules::MateVerdict verdict_from_wire(wire::MateVerdict v, std::string_view field, Complaints& complaints) {
    using V = rules::MateVerdict;
    for (const V verdict : {V::Unknown, V::Possible, V::Impossible}) {
        if (to_wire(verdict) == v) return verdict;
    }
    complaints.unknown(field, static_cast<int>(v));
    return V::Unknown;
}

}  // namespace boardbridge::protocol
