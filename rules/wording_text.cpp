// What happened, in sentences: the text of an alert from its kind and facts. It judges nothing.
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/messages.hpp"
#include "rules/open_alert.hpp"

namespace boardbridge::rules {
namespace {

using enum MessageId;

using Sentences = std::vector<Message>;

long long side_number(AlertSide side) { return side == AlertSide::Black ? 1 : 0; }
long long side_number(Color side) { return side == Color::Black ? 1 : 0; }

/// 0 White wins, 1 Black wins, 2 anything else (a draw).
long long result_number(Result result) {
    switch (result) {
        case Result::WhiteWins:
        case Result::WhiteForfeitWin:
            return 0;
        case Result::BlackWins:
        case Result::BlackForfeitWin:
            return 1;
        case Result::Unknown:
        case Result::Draw:
        case Result::BothLose:
        case Result::HalfToWhite:
        case Result::HalfToBlack:
            return 2;
    }
    return 2;
}

template <class Container>
std::string joined(const Container& parts) {
    std::string out;
    for (const auto& part : parts) {
        if (!out.empty()) out += ", ";
        if constexpr (std::is_same_v<std::decay_t<decltype(part)>, int>) {
            out += std::to_string(part);
        } else {
            out += part;
        }
    }
    return out;
}

long long ms(std::chrono::milliseconds time) { return time.count(); }
long long seconds(std::chrono::milliseconds time) { return time.count() / 1000; }

class Teller {
public:
    explicit Teller(const OpenAlert& open)
        : alert_(open.alert), facts_(open.facts), side_(side_number(open.alert.side)) {}

    Sentences text() const {
        switch (alert_.kind) {
            case AlertKind::IllegalMove:
            case AlertKind::BothKingsInCheck:
            case AlertKind::PromotionNotCompleted:
            case AlertKind::ClockPressedWithoutMove:
            case AlertKind::TwoMovesInARow:
            case AlertKind::WrongStartPosition:
            case AlertKind::TouchMove:
                return of_moves();
            case AlertKind::ThreefoldRepetition:
            case AlertKind::FiftyMoves:
            case AlertKind::FivefoldRepetition:
            case AlertKind::SeventyFiveMoves:
            case AlertKind::DeadPosition:
                return of_draws();
            case AlertKind::FlagFallen:
            case AlertKind::BothFlagsFallen:
            case AlertKind::FlagMarkShown:
            case AlertKind::QuickplayClaimPossible:
            case AlertKind::MoveCountsDiffer:
                return of_flags();
            case AlertKind::ClockLost:
            case AlertKind::ClockEdited:
            case AlertKind::ClockNotFollowing:
            case AlertKind::ClockStoppedInPlay:
            case AlertKind::ClockRunningAfterEnd:
            case AlertKind::ClockSettingWrong:
            case AlertKind::ClockSidesUncertain:
                return of_clock();
            case AlertKind::BoardDisturbed:
            case AlertKind::BoardMismatch:
            case AlertKind::MovesMissed:
            case AlertKind::SensorUnstable:
            case AlertKind::BoardsDiverge:
                return of_board();
            case AlertKind::ResultConflict:
                return conflict();
            case AlertKind::DeviceLost:
            case AlertKind::DeviceSilent:
            case AlertKind::BatteryLow:
            case AlertKind::ServiceDegraded:
            case AlertKind::ScoreRequests:
                return of_table();
        }
        return {};
    }

private:
    long long count() const { return facts_.count; }

    Sentences of_moves() const {
        const AlertEvidence& e = alert_.evidence;
        const AlertKind kind = alert_.kind;
        if (kind == AlertKind::IllegalMove) {
            return {{facts_.stands ? TIllegalMoveStands : TIllegalMove,
                     {side_, e.move, static_cast<long long>(facts_.illegal)}}};
        }
        if (kind == AlertKind::BothKingsInCheck) return with_survival({TBothKings, {side_, e.move}});
        if (kind == AlertKind::PromotionNotCompleted) {
            return with_survival({TPawnOnLastRank, {side_, joined(e.squares)}});
        }
        if (kind == AlertKind::ClockPressedWithoutMove) return {{TPressedWithoutMove, {side_}}};
        if (kind == AlertKind::TwoMovesInARow) return {{TTwoMoves, {side_, e.move}}};
        if (kind == AlertKind::WrongStartPosition) {
            if (facts_.variant) return {{TQuarterTurn, {count()}}};
            return {{TWrongStart, {joined(e.squares), count()}}};
        }
        if (facts_.variant) return {{TRookBeforeKing, {side_, joined(e.squares), e.move}}};
        return {{TTouched, {side_, static_cast<long long>(facts_.piece), joined(e.squares), e.move}}};
    }

    Sentences of_draws() const {
        const std::vector<int>& plies = alert_.evidence.plies;
        const AlertKind kind = alert_.kind;
        if (kind == AlertKind::ThreefoldRepetition) {
            return {{TThreefold, {side_, static_cast<long long>(plies.size()), joined(plies)}}};
        }
        if (kind == AlertKind::FiftyMoves) return {{TFiftyMoves, {count()}}};
        if (kind == AlertKind::FivefoldRepetition) return {{TFivefold, {joined(plies)}}};
        return {{kind == AlertKind::SeventyFiveMoves ? TSeventyFive : TDeadPosition, {}}};
    }

    Sentences with_survival(Message first) const {
        Sentences out{std::move(first)};
        if (facts_.survived)
            out.push_back({TStillIllegal, {side_number(facts_.next_side), facts_.next_move}});
        return out;
    }

    Sentences both_flags() const {
        const AlertEvidence& e = alert_.evidence;
        if (e.first_flag == AlertSide::None) return {{TBothFlagsUnknown, {}}};
        const long long first = side_number(e.first_flag);
        if (!e.flag_gap) return {{TBothFlagsFirstOnly, {first}}};
        return {{TBothFlagsFirst, {first, ms(*e.flag_gap), e.first_flag_source == "mark" ? 0LL : 1LL}}};
    }

    Sentences of_flags() const {
        const AlertEvidence& e = alert_.evidence;
        const AlertKind kind = alert_.kind;
        if (kind == AlertKind::FlagFallen) return {{TFlag, {side_}}};
        if (kind == AlertKind::BothFlagsFallen) return both_flags();
        if (kind == AlertKind::FlagMarkShown) return {{TFlagMark, {side_}}};
        if (kind == AlertKind::QuickplayClaimPossible) return {{TQuickplay, {side_, ms(facts_.shown)}}};
        const auto moves = static_cast<long long>(e.moves_rebuilt.value_or(0));
        if (facts_.variant) return {{TPeriodMoves, {side_, moves, static_cast<long long>(facts_.needed)}}};
        return {{TMoveCounts, {side_, moves, static_cast<long long>(e.presses_seen.value_or(0))}}};
    }

    Sentences of_clock() const {
        const AlertKind kind = alert_.kind;
        const bool variant = facts_.variant;
        if (kind == AlertKind::ClockLost) return {{variant ? TClockLostCable : TClockLostSilent, {}}};
        if (kind == AlertKind::ClockEdited) {
            return {{TClockEdited, {side_, ms(facts_.expected), ms(facts_.shown), variant ? 1LL : 0LL}}};
        }
        if (kind == AlertKind::ClockNotFollowing) {
            return {{variant ? TClockContradicts : TClockNotFollowing, {count()}}};
        }
        if (kind == AlertKind::ClockStoppedInPlay) return {{TClockStopped, {seconds(facts_.shown)}}};
        if (kind == AlertKind::ClockRunningAfterEnd)
            return {{TClockRunningAfterEnd, {seconds(facts_.shown)}}};
        if (kind == AlertKind::ClockSidesUncertain) return {{TClockSides, {}}};
        if (variant) return {{TIncrementWrong, {seconds(facts_.shown), seconds(facts_.expected)}}};
        return {{TClockSettingWrong, {side_, ms(facts_.shown), ms(facts_.expected)}}};
    }

    Sentences of_board() const {
        const AlertEvidence& e = alert_.evidence;
        const AlertKind kind = alert_.kind;
        const auto squares = static_cast<long long>(e.squares.size());
        if (kind == AlertKind::BoardDisturbed) return {{TDisturbed, {squares, joined(e.squares)}}};
        if (kind == AlertKind::BoardMismatch) return {{TMismatch, {squares, joined(e.squares)}}};
        if (kind == AlertKind::SensorUnstable) return {{TSensorUnstable, {joined(e.squares)}}};
        if (kind == AlertKind::BoardsDiverge) return {{TBoardsDiverge, {joined(e.squares)}}};
        return {{TMovesMissed, {static_cast<long long>(e.candidates.size()), joined(e.candidates)}}};
    }

    Sentences of_table() const {
        const AlertKind kind = alert_.kind;
        const std::string detail = alert_.evidence.detail.empty() ? "-" : alert_.evidence.detail;
        if (kind == AlertKind::DeviceLost) return {{TDeviceLost, {facts_.name, detail}}};
        if (kind == AlertKind::DeviceSilent) return {{TDeviceSilent, {facts_.name}}};
        if (kind == AlertKind::ServiceDegraded) return {{TServiceDegraded, {detail}}};
        if (kind == AlertKind::ScoreRequests) return {{TScoreRequests, {side_, count()}}};
        if (facts_.variant) return {{TClockBatteryLow, {}}};
        return {{TBatteryLow, {facts_.name, count()}}};
    }

    Sentences conflict() const {
        const long long signalled = result_number(facts_.signalled);
        switch (facts_.conflict) {
            case ConflictWith::Board:
                return {{TResultAgainstBoard, {signalled, result_number(facts_.by_laws)}}};
            case ConflictWith::Flag:
                return {{TResultAgainstFlag, {signalled, side_}}};
            case ConflictWith::Mate:
                return {{TResultAgainstMate, {signalled, side_}}};
            case ConflictWith::IllegalMove:
                return {{TResultAgainstIllegal, {signalled, side_}}};
            case ConflictWith::StillIllegal:
                return {{TResultAgainstDraw, {signalled}}};
        }
        return {};
    }

    const Alert& alert_;
    const AlertFacts& facts_;
    long long side_;
};

}  // namespace

std::vector<Message> what_happened(const OpenAlert& open) { return Teller(open).text(); }

}  // namespace boardbridge::rules
