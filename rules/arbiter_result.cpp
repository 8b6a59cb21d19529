// The result that the kings signal against what the Laws, the clock and earlier alerts say. Nothing is
// changed: the arbiter is told. Sources: issue "Results"; Laws 2023, 5.1.2, 6.9; field-cases 53, 55.
#include "rules/arbiter_state.hpp"
#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

std::optional<Color> winner_of(Result result) {
    if (result == Result::WhiteWins || result == Result::WhiteForfeitWin) return Color::White;
    if (result == Result::BlackWins || result == Result::BlackForfeitWin) return Color::Black;
    return std::nullopt;
}

std::optional<Color> color_of(AlertSide side) {
    if (side == AlertSide::White) return Color::White;
    if (side == AlertSide::Black) return Color::Black;
    return std::nullopt;
}

}  // namespace

/// After the end of the game a signal can only agree or disagree. In play the table ends the game by it
/// first.
void Arbiter::State::on_signal(Result signalled) {
    if (!ended || signalled == Result::Unknown || outcome.result == Result::Unknown) return;
    if (signalled == outcome.result) return;
    raise_conflict(ConflictWith::Board, AlertSide::Both, signalled);
}

void Arbiter::State::check_result(Result signalled) {
    if (signalled == Result::Unknown) return;
    const std::optional<Color> winner = winner_of(signalled);
    for (const OpenAlert& o : book.open()) {
        if (o.facts.survived && winner)
            return raise_conflict(ConflictWith::StillIllegal, o.alert.side, signalled);
    }
    // Whose flag decides: the only one that fell, or the first of two.
    std::optional<Color> flagged;
    if (clocks[0].fallen != clocks[1].fallen) flagged = clocks[0].fallen ? Color::White : Color::Black;
    if (const OpenAlert* both = book.find(AlertKind::BothFlagsFallen, AlertSide::Both)) {
        flagged = color_of(both->alert.evidence.first_flag);
    }
    if (flagged && position() != nullptr) {
        const bool cannot = quick_verdict(*position(), opposite(*flagged)) == MateVerdict::Impossible;
        const bool agrees = cannot ? signalled == Result::Draw : winner == opposite(*flagged);
        if (!agrees) return raise_conflict(ConflictWith::Flag, alert_side(*flagged), signalled);
        return;
    }
    const int loses_at = illegal_move_rule(settings.laws, settings.play, settings.supervision).loses_at;
    for (const OpenAlert& o : book.open()) {
        const bool loses =
            o.alert.severity == Severity::Action && o.alert.evidence.offence.value_or(0) >= loses_at;
        if (loses && winner && color_of(o.alert.side) == winner) {
            return raise_conflict(ConflictWith::IllegalMove, o.alert.side, signalled);
        }
    }
    if (!winner || position() == nullptr || !resignation_needs_mate(settings.laws)) return;
    const MateVerdict quick = quick_verdict(*position(), *winner);
    if (quick == MateVerdict::Impossible) raise_conflict(ConflictWith::Mate, alert_side(*winner), signalled);
    ask(0, *position(), *winner, quick, signalled);
}

void Arbiter::State::raise_conflict(ConflictWith with, AlertSide side, Result signalled) {
    OpenAlert open = draft(AlertKind::ResultConflict, side, last_ply());
    open.facts.conflict = with;
    open.facts.signalled = signalled;
    open.facts.by_laws = outcome.result;
    if (with == ConflictWith::Board) open.facts.article = ending_article(outcome, settings.laws);
    if (position() != nullptr) open.alert.evidence.fen_after = to_fen(*position());
    if (with == ConflictWith::Mate) open.alert.evidence.opponent_can_mate = MateVerdict::Impossible;
    book.raise(std::move(open));
}

}  // namespace boardbridge::rules
