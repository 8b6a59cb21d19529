// What the tracker cannot explain, unstable sensors, wrong arrays and touched pieces: raised and cleared with
// its observations. Follows contract section 5 (last rows); laws-and-alerts sections 2, 4.
#include "rules/arbiter_state.hpp"
#include "rules/fen.hpp"
#include "rules/placement.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::size_t kMostCandidates = 8;

AlertKind kind_of(LossKind loss) {
    switch (loss) {
        case LossKind::MovesMissed:
            return AlertKind::MovesMissed;
        case LossKind::Mismatch:
            return AlertKind::BoardMismatch;
        case LossKind::Disturbed:
            return AlertKind::BoardDisturbed;
    }
    return AlertKind::BoardMismatch;
}

std::vector<std::string> square_names(Bitboard squares) {
    std::vector<std::string> names;
    while (squares != 0) names.push_back(to_string(pop_first(squares)));
    return names;
}

}  // namespace

void Arbiter::State::on_lost(const TrackingLost& lost) {
    if (!playing) return;
    const AlertKind kind = kind_of(lost.kind);
    // A disturbed board and one that merely does not fit exclude each other; missed moves may hold besides.
    if (kind != AlertKind::BoardMismatch && kind != AlertKind::MovesMissed)
        clear_kind(AlertKind::BoardMismatch, "disturbed");
    if (kind == AlertKind::BoardMismatch) clear_kind(AlertKind::BoardDisturbed, "nearly put back");
    OpenAlert open = draft(kind, AlertSide::Both, last_ply());
    AlertEvidence& e = open.alert.evidence;
    e.squares = square_names(lost.differing);
    e.candidates = lost.candidates;
    if (e.candidates.size() > kMostCandidates) e.candidates.resize(kMostCandidates);
    if (position() != nullptr) e.fen_before = to_fen(*position());
    if (OpenAlert* already = book.find(kind, AlertSide::Both)) {
        already->facts.variant = false;
        already->alert.evidence = e;
        book.update(*already);
        return;
    }
    book.raise(std::move(open));
}

/// The only set of moves that explains the placement is in the score, marked; that it was not seen is told
/// all the same.
void Arbiter::State::guessed(const Ply& ply) {
    if (OpenAlert* already = book.find(AlertKind::MovesMissed, AlertSide::Both)) {
        if (!already->facts.variant) already->alert.evidence.candidates.clear();
        already->facts.variant = true;
        if (already->alert.evidence.candidates.size() < kMostCandidates) {
            already->alert.evidence.candidates.push_back(ply.san);
        }
        book.update(*already);
        return;
    }
    OpenAlert open = draft(AlertKind::MovesMissed, AlertSide::Both, ply.number);
    open.facts.variant = true;
    open.alert.evidence.candidates = {ply.san};
    open.alert.evidence.fen_before = to_fen(ply.before);
    open.alert.evidence.confidence = 0.5;
    book.raise(std::move(open));
}

/// The placement fits again, whatever the loss was called last.
void Arbiter::State::on_resumed(const TrackingResumed&) {
    for (const AlertKind kind :
         {AlertKind::MovesMissed, AlertKind::BoardMismatch, AlertKind::BoardDisturbed}) {
        clear_kind(kind, "fits again");
    }
}

void Arbiter::State::on_unstable(const SensorUnstable& unstable) {
    const auto subject = static_cast<std::uint32_t>(unstable.square);
    if (!unstable.unstable) {
        if (OpenAlert* open = book.find(AlertKind::SensorUnstable, AlertSide::None, subject))
            book.clear(*open, "quiet again");
        return;
    }
    OpenAlert open = draft(AlertKind::SensorUnstable, AlertSide::None);
    open.subject = subject;
    open.alert.evidence.squares = {to_string(unstable.square)};
    book.raise(std::move(open));
}

void Arbiter::State::on_wrong_start(const WrongStart& wrong) {
    OpenAlert* already = book.find(AlertKind::WrongStartPosition, AlertSide::Both);
    if (wrong.over) {
        if (already != nullptr) book.clear(*already, "put right");
        return;
    }
    OpenAlert open = draft(AlertKind::WrongStartPosition, AlertSide::Both);
    open.facts.variant = wrong.quarter_turn;
    open.facts.count = wrong.plies;
    open.alert.evidence.squares = square_names(wrong.differing);
    open.alert.evidence.fen_after = to_fen_placement(wrong.placement);
    if (already == nullptr) {
        book.raise(std::move(open));
        return;
    }
    already->facts = open.facts;
    already->alert.evidence = open.alert.evidence;
    book.update(*already);
}

/// Once each player has completed his three or ten moves, claims about array and clock setting come too late.
void Arbiter::State::moves_limit_passed() {
    for (OpenAlert& o : book.open()) {
        if (o.alert.kind != AlertKind::WrongStartPosition && o.alert.kind != AlertKind::ClockSettingWrong)
            continue;
        o.facts.count = completed;
        const int limit = 2 * claim_limit(o.under.laws, o.under.play, o.under.supervision).value_or(0);
        // Before the limit the number of plies alone is no news.
        if ((limit > 0 && completed == limit) || completed == 1) book.update(o);
    }
}

void Arbiter::State::on_touch(const TouchNote& note) {
    if (!playing) return;
    OpenAlert open = draft(AlertKind::TouchMove, alert_side(note.side), note.ply);
    open.subject = static_cast<std::uint32_t>(note.ply);
    open.facts.variant = note.rook_before_king;
    if (is_piece(note.piece)) open.facts.piece = type_of(note.piece);
    open.alert.evidence.squares = {to_string(note.touched)};
    if (note.ply <= last_ply() && note.ply > 0) {
        if (const RecentPly* played = recent_ply(note.ply)) open.alert.evidence.move = played->san;
    }
    book.raise(std::move(open));
}

}  // namespace boardbridge::rules
