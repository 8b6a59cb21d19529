// Plies as they are made, completed, revised and pressed: when an irregularity counts, stands or is resolved.
// Nothing illegal exists before a move is completed. Follows contract section 5 and laws-and-alerts sections
// 3, 4.
#include <algorithm>

#include "rules/arbiter_state.hpp"
#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::size_t kMostPlies = 16384;   // twice the longest game the Laws allow since 2018
constexpr std::size_t kPositionsKept = 32;  // how far back a revision finds its position

bool both_kings_stand(const Position& p) {
    return p.pieces(Color::White, PieceType::King) != 0 && p.pieces(Color::Black, PieceType::King) != 0;
}

Timer press_timer(Color side) { return side == Color::White ? Timer::PressWhite : Timer::PressBlack; }

}  // namespace

Color Arbiter::State::to_move() const { return recent.empty() ? Color::White : recent.back().after.turn(); }

/// Nothing: too long ago.
const RecentPly* Arbiter::State::recent_ply(int ply) const {
    const auto back = static_cast<std::size_t>(last_ply() - ply);
    return back < recent.size() ? &recent[recent.size() - 1 - back] : nullptr;
}

void Arbiter::State::append(const Ply& ply) {
    PlyRecord r;
    r.side = ply.side;
    r.illegal = ply.illegal;
    r.guess = ply.guess;
    const bool kings = both_kings_stand(ply.after);
    r.illegal_position =
        !kings || ply.illegal == IllegalKind::KingCaptured || ply.after.attacked_king(ply.side);
    r.both_attacked = kings && ply.after.attacked_king(Color::White) && ply.after.attacked_king(Color::Black);
    r.key = ply.after.repetition_key();
    r.halfmoves = static_cast<std::uint16_t>(std::clamp(ply.after.halfmove_clock(), 0, 65535));
    r.mates = r.halfmoves >= 150 && ply.after.checkmate();
    plies.push_back(r);
    recent.push_back({ply.after, ply.san});
    if (recent.size() > kPositionsKept) recent.pop_front();
}

/// Takes back plies from `from_ply` on.
void Arbiter::State::truncate(int from_ply) {
    while (last_ply() >= from_ply) {
        if (completed >= last_ply()) {
            --completed;
            --moves[rules::index(plies.back().side)];
        }
        plies.pop_back();
        if (!recent.empty()) recent.pop_back();
    }
}

void Arbiter::State::on_ply(const Ply& ply, Instant now) {
    if (!playing || ply.number < 1 || plies.size() >= kMostPlies) return;
    if (ply.number <= last_ply()) truncate(ply.number);
    while (last_ply() + 1 < ply.number && plies.size() + 1 < kMostPlies) {
        PlyRecord unknown;  // the tracker told of no such ply: it counts as a move, no more
        unknown.side = last_ply() % 2 == 0 ? ply.before.turn() : opposite(ply.before.turn());
        plies.push_back(unknown);
        recent.push_back({ply.before, ""});
        if (recent.size() > kPositionsKept) recent.pop_front();
    }
    append(ply);
    if (ply.guess && !ply.unsure) guessed(ply);
    last_made = now;
    // A legal move of this side shows that its press came early; one of the other side leaves it standing.
    stop(press_timer(ply.side));
    if (ply.illegal == IllegalKind::None) {
        clear(AlertKind::ClockPressedWithoutMove, alert_side(ply.side), "moved");
    }
    if (ply.illegal != IllegalKind::None || !ply.provisional) {
        complete_through(ply.number - 1, 0, now);
        complete(ply.number, ply.unpromoted, &ply, now);
    }
}

void Arbiter::State::on_confirmed(const PlyConfirmed& confirmed, Instant now) {
    if (!playing) return;
    complete_through(std::min(confirmed.ply, last_ply()), confirmed.unpromoted, now);
}

void Arbiter::State::complete_through(int ply, Bitboard unpromoted, Instant now) {
    while (completed < std::min(ply, last_ply())) {
        const int next = completed + 1;
        complete(next, next == ply ? unpromoted : 0, nullptr, now);
    }
}

/// `made` is the ply itself where it may be illegal; legal ones are completed by their number alone.
void Arbiter::State::complete(int ply, Bitboard unpromoted, const Ply* made, Instant now) {
    PlyRecord& r = record(ply);
    r.completed = true;
    completed = ply;
    ++moves[rules::index(r.side)];
    answered(r.side, ply);
    const bool drawn = resolve_watches(ply, r.illegal_position || r.both_attacked || unpromoted != 0);
    if (made != nullptr && r.illegal != IllegalKind::None) {
        Ply told = *made;
        told.completed_by = completion_of(*made, now);
        raise_illegal(told, drawn);
    }
    after_completed(ply);
    check_following();
    arm_stopped(now);
    moves_limit_passed();
    clear_kind(AlertKind::ClockEdited, "play went on");
    if (!r.guess) {
        book.clear_where(
            [](const OpenAlert& o) { return o.alert.kind == AlertKind::MovesMissed && o.facts.variant; },
            "play went on");
    }
}

/// The opponent's next move is completed: in rapid and blitz without full supervision what was illegal stands
/// now; the right to complain of touched pieces is over everywhere.
void Arbiter::State::answered(Color by, int ply) {
    const AlertSide offender = alert_side(opposite(by));
    clear(AlertKind::TouchMove, offender, "opponent moved");
    if (!quick_partial()) return;
    const auto stands = [&](const OpenAlert& o) {
        const AlertKind kind = o.alert.kind;
        const bool of_this_rule = kind == AlertKind::IllegalMove || kind == AlertKind::TwoMovesInARow ||
                                  kind == AlertKind::ClockPressedWithoutMove;
        return of_this_rule && o.alert.side == offender && o.alert.ply < ply;
    };
    for (const OpenAlert& o : book.open()) {
        if (stands(o)) forget_offence(o.alert.ply, opposite(by));
    }
    book.clear_where(stands, "stands");
    renumber(opposite(by));
}

/// Both kings in check, or a pawn left on the last rank, and one more move is completed (A.4.4, A.5.4; 2009
/// A4(c)). True if the game is drawn by it.
bool Arbiter::State::resolve_watches(int ply, bool illegal_position) {
    if (!quick_partial()) return false;
    bool drawn = false;
    for (auto it = book.open().begin(); it != book.open().end();) {
        OpenAlert& o = *it++;
        const bool watched =
            o.alert.kind == AlertKind::BothKingsInCheck || o.alert.kind == AlertKind::PromotionNotCompleted;
        if (!watched || o.alert.ply >= ply || o.facts.survived) continue;
        if (!illegal_position) {
            book.clear(o, "resolved");
            continue;
        }
        if (o.under.laws == Edition::Fide2009)
            continue;  // the arbiter may still intervene; nothing says "drawn"
        o.facts.survived = true;
        o.facts.survived_ply = ply;
        o.facts.next_side = record(ply).side;
        if (const RecentPly* next = recent_ply(ply)) {
            o.facts.next_move = next->san;
            o.alert.evidence.fen_after = to_fen(next->after);
        }
        book.update(o);
        drawn = true;
    }
    return drawn;
}

/// The move that a watch outlived is itself revised: the watch is open again.
void Arbiter::State::revive_watches(int from_ply) {
    for (OpenAlert& o : book.open()) {
        if (!o.facts.survived || o.facts.survived_ply < from_ply) continue;
        o.facts.survived = false;
        book.update(o);
    }
}

void Arbiter::State::on_revised(const PliesRevised& revised, Instant now) {
    if (!playing || revised.from_ply < 1) return;
    const bool taken_back = revised.reason == RevisionReason::TakenBack;
    const auto of_moves = [](AlertKind kind) {
        return kind == AlertKind::IllegalMove || kind == AlertKind::BothKingsInCheck ||
               kind == AlertKind::PromotionNotCompleted || kind == AlertKind::TwoMovesInARow ||
               kind == AlertKind::ThreefoldRepetition || kind == AlertKind::FiftyMoves ||
               kind == AlertKind::FivefoldRepetition || kind == AlertKind::SeventyFiveMoves ||
               kind == AlertKind::TouchMove;
    };
    for (OpenAlert& o : book.open()) {
        if (of_moves(o.alert.kind) && o.alert.ply >= revised.from_ply) o.orphan = true;
    }
    truncate(revised.from_ply);
    revive_watches(revised.from_ply);
    for (const Ply& ply : revised.plies) on_ply(ply, now);
    // What comes again stays open, quietly; the rest is over. A position that the arbiter had restored keeps
    // its count; a reading of the board that proved wrong never was an offence.
    for (Offence& o : offences) {
        const OpenAlert* open = book.find_id(o.alert);
        const bool gone = open == nullptr || open->orphan;
        if (o.ply >= revised.from_ply && gone && !taken_back && !o.ruled) o.counts = false;
    }
    book.clear_where([](const OpenAlert& o) { return o.orphan; }, taken_back ? "put right" : "revised");
    renumber(Color::White);
    renumber(Color::Black);
}

void Arbiter::State::on_pressed(const Pressed& pressed, Instant now) {
    if (!playing) return;
    const bool on_turn = to_move() == pressed.side;
    if (last_ply() == 0 && !on_turn && !pressed.moved) return;  // Black starts White's clock
    ++presses[rules::index(pressed.side)];
    const Timer timer = press_timer(pressed.side);
    if (pressed.moved || !on_turn || timers[rules::index(timer)]) return;
    const Instant at = pressed.at == Instant{} ? now : pressed.at;
    set(timer, std::max(now, at + settings.delays.press_without_move));
}

void Arbiter::State::press_without_move(Color side, Instant) {
    if (!playing || to_move() != side) return;
    OpenAlert open = draft(AlertKind::ClockPressedWithoutMove, alert_side(side), last_ply() + 1);
    open.alert.evidence.offence = offence_number(side);
    open.alert.evidence.presses_seen = presses[rules::index(side)];
    open.alert.evidence.moves_rebuilt = moves[rules::index(side)];
    if (position() != nullptr) open.alert.evidence.fen_before = to_fen(*position());
    if (const OpenAlert* raised = book.raise(std::move(open))) {
        offences.push_back({raised->alert.ply, side, raised->alert.id, false});
    }
}

}  // namespace boardbridge::rules
