// The names of alert kinds as contract section 4 has them.
#include "rules/alert.hpp"

namespace boardbridge::rules {

std::string_view to_string(AlertKind k) {
    switch (k) {
        case AlertKind::IllegalMove:
            return "ILLEGAL_MOVE";
        case AlertKind::BothKingsInCheck:
            return "BOTH_KINGS_IN_CHECK";
        case AlertKind::PromotionNotCompleted:
            return "PROMOTION_NOT_COMPLETED";
        case AlertKind::ClockPressedWithoutMove:
            return "CLOCK_PRESSED_WITHOUT_MOVE";
        case AlertKind::TwoMovesInARow:
            return "TWO_MOVES_IN_A_ROW";
        case AlertKind::FlagFallen:
            return "FLAG_FALLEN";
        case AlertKind::BothFlagsFallen:
            return "BOTH_FLAGS_FALLEN";
        case AlertKind::FlagMarkShown:
            return "FLAG_MARK_SHOWN";
        case AlertKind::ThreefoldRepetition:
            return "THREEFOLD_REPETITION";
        case AlertKind::FiftyMoves:
            return "FIFTY_MOVES";
        case AlertKind::FivefoldRepetition:
            return "FIVEFOLD_REPETITION";
        case AlertKind::SeventyFiveMoves:
            return "SEVENTY_FIVE_MOVES";
        case AlertKind::DeadPosition:
            return "DEAD_POSITION";
        case AlertKind::QuickplayClaimPossible:
            return "QUICKPLAY_CLAIM_POSSIBLE";
        case AlertKind::WrongStartPosition:
            return "WRONG_START_POSITION";
        case AlertKind::TouchMove:
            return "TOUCH_MOVE";
        case AlertKind::BoardDisturbed:
            return "BOARD_DISTURBED";
        case AlertKind::BoardMismatch:
            return "BOARD_MISMATCH";
        case AlertKind::MovesMissed:
            return "MOVES_MISSED";
        case AlertKind::SensorUnstable:
            return "SENSOR_UNSTABLE";
        case AlertKind::BoardsDiverge:
            return "BOARDS_DIVERGE";
        case AlertKind::ClockLost:
            return "CLOCK_LOST";
        case AlertKind::ClockEdited:
            return "CLOCK_EDITED";
        case AlertKind::ClockNotFollowing:
            return "CLOCK_NOT_FOLLOWING";
        case AlertKind::ClockStoppedInPlay:
            return "CLOCK_STOPPED_IN_PLAY";
        case AlertKind::ClockRunningAfterEnd:
            return "CLOCK_RUNNING_AFTER_END";
        case AlertKind::ClockSettingWrong:
            return "CLOCK_SETTING_WRONG";
        case AlertKind::ClockSidesUncertain:
            return "CLOCK_SIDES_UNCERTAIN";
        case AlertKind::MoveCountsDiffer:
            return "MOVE_COUNTS_DIFFER";
        case AlertKind::ResultConflict:
            return "RESULT_CONFLICT";
        case AlertKind::DeviceLost:
            return "DEVICE_LOST";
        case AlertKind::DeviceSilent:
            return "DEVICE_SILENT";
        case AlertKind::BatteryLow:
            return "BATTERY_LOW";
        case AlertKind::ServiceDegraded:
            return "SERVICE_DEGRADED";
        case AlertKind::ScoreRequests:
            return "SCORE_REQUESTS";
    }
    return "";
}

}  // namespace boardbridge::rules
