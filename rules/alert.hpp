// What an arbiter or operator is told: one alert with a kind, an article, evidence and a life.
// Sources: contract sections 4 to 6; laws-and-alerts. The daemon reports facts and what the article provides,
// never rules.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/bitboard.hpp"
#include "rules/clock.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::rules {

enum class AlertKind : std::uint8_t {
    IllegalMove,
    BothKingsInCheck,
    PromotionNotCompleted,
    ClockPressedWithoutMove,
    TwoMovesInARow,
    FlagFallen,
    BothFlagsFallen,
    FlagMarkShown,
    ThreefoldRepetition,
    FiftyMoves,
    FivefoldRepetition,
    SeventyFiveMoves,
    DeadPosition,
    QuickplayClaimPossible,
    WrongStartPosition,
    TouchMove,
    BoardDisturbed,
    BoardMismatch,
    MovesMissed,
    SensorUnstable,
    BoardsDiverge,
    ClockLost,
    ClockEdited,
    ClockNotFollowing,
    ClockStoppedInPlay,
    ClockRunningAfterEnd,
    ClockSettingWrong,
    ClockSidesUncertain,
    MoveCountsDiffer,
    ResultConflict,
    DeviceLost,
    DeviceSilent,
    BatteryLow,
    ServiceDegraded,
    ScoreRequests
};
/// "ILLEGAL_MOVE".
std::string_view to_string(AlertKind k);

enum class AlertState : std::uint8_t { Raised, Updated, Cleared, Acknowledged };
enum class Severity : std::uint8_t { Note, Watch, Action };
enum class AlertSide : std::uint8_t { None, White, Black, Both };
constexpr AlertSide alert_side(Color c) { return c == Color::White ? AlertSide::White : AlertSide::Black; }

/// Who can still mate by any series of legal moves; Unknown: the search budget was spent.
enum class MateVerdict : std::uint8_t { Unknown, Possible, Impossible };

/// Facts behind an alert; what does not apply stays empty.
struct AlertEvidence {
    std::string fen_before;            ///< position before the irregularity
    std::string fen_after;             ///< position it led to
    std::vector<std::string> squares;  ///< squares that differ: "e4"
    std::string move;                  ///< the move as published (SAN or illegal form)
    ClockTimes clock;
    std::optional<double> confidence;  ///< 0 to 1
    std::optional<int> moves_rebuilt;  ///< completed moves of that side
    std::optional<int> presses_seen;
    std::optional<int> offence;  ///< first, second, third illegal move of that player in this game
    AlertSide first_flag = AlertSide::None;  ///< who fell first, if known
    std::string first_flag_source;           ///< "mark", "readings", ""
    std::optional<std::chrono::milliseconds> flag_gap;
    MateVerdict opponent_can_mate = MateVerdict::Unknown;
    std::vector<int> plies;               ///< repetition: the plies with the same position
    std::vector<std::string> candidates;  ///< lines that would explain the placement
    std::string resolution;               ///< why it was cleared: "stands", "resolved", "put right" ...
    std::string detail;                   ///< anything else, one sentence
};

struct Alert {
    std::uint64_t id = 0;  ///< stable for its life, unique per table
    AlertKind kind = AlertKind::IllegalMove;
    AlertState state = AlertState::Raised;
    Severity severity = Severity::Note;
    std::string game_id;  ///< empty: belongs to no game
    int ply = 0;          ///< 0: no ply
    AlertSide side = AlertSide::None;
    Edition laws = Edition::Fide2023;
    std::string article;   ///< "A.5.3"; empty for device matters
    std::string provides;  ///< what the article provides, in the event's language
    std::string text;      ///< what happened, in the event's language
    std::string acknowledged_by;
    std::string remark;
    AlertEvidence evidence;
};

}  // namespace boardbridge::rules
