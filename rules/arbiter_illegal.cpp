// Completed illegal moves: which alert each kind makes, and the count of offences by player and game. Follows
// contract section 5; laws-and-alerts sections 2, 3.
#include <algorithm>

#include "rules/arbiter_state.hpp"
#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::size_t kMostOffences = 64;  // further ones are told, but counted as the last

std::vector<std::string> square_names(Bitboard squares) {
    std::vector<std::string> names;
    while (squares != 0) names.push_back(to_string(pop_first(squares)));
    return names;
}

/// How sure the daemon is, in coarse grades: by what the ply was completed, and whether it was seen at all.
double confidence_of(const Ply& ply) {
    if (ply.guess) return 0.5;
    switch (ply.completed_by) {
        case Completion::Press:
        case Completion::EndOfGame:
            return 0.95;
        case Completion::Open:
        case Completion::Reply:
            return 0.8;
        case Completion::Rest:
            return 0.7;
    }
    return 0.8;
}

/// The square of a pawn that was left: as the board shows it, else where the score has put the queen.
Bitboard left_pawn(const Ply& ply) {
    if (ply.unpromoted != 0) return ply.unpromoted;
    const Bitboard last_rank = ply.side == Color::White ? kRank8 : kRank1;
    return ply.differing & last_rank & ply.after.pieces(ply.side, PieceType::Queen);
}

AlertKind kind_of(IllegalKind illegal) {
    if (illegal == IllegalKind::TwoMovesInARow) return AlertKind::TwoMovesInARow;
    if (illegal == IllegalKind::PawnOnLastRank) return AlertKind::PromotionNotCompleted;
    return AlertKind::IllegalMove;
}

}  // namespace

/// The tracker may not say. Without a clock an illegal move is completed by the reply, or by resting long
/// enough.
Completion Arbiter::State::completion_of(const Ply& ply, Instant now) const {
    if (ply.completed_by != Completion::Open) return ply.completed_by;
    if (watch.believed() || presses[0] + presses[1] > 0) return Completion::Press;
    return now - ply.made_at >= settings.delays.illegal_rest ? Completion::Rest : Completion::Reply;
}

void Arbiter::State::raise_illegal(const Ply& ply, bool drawn_already) {
    const PlyRecord& r = record(ply.number);
    const bool waits = quick_partial() && settings.laws != Edition::Fide2009;  // A.4.4, A.5.4 take precedence
    const AlertKind kind = kind_of(ply.illegal);
    const bool position_alone =
        ply.illegal == IllegalKind::OwnKingLeftInCheck || ply.illegal == IllegalKind::KingCaptured;
    const bool covered =
        waits && kind == AlertKind::IllegalMove && (r.both_attacked || (drawn_already && position_alone));
    if (!covered) raise_offence(kind, ply);
    if (!r.both_attacked) return;
    const bool watched_already = waits && book.find_if([](const OpenAlert& o) {
        return o.alert.kind == AlertKind::BothKingsInCheck && !o.orphan;
    }) != nullptr;
    if (!watched_already) raise_both_kings(ply);
}

OpenAlert Arbiter::State::draft_of(AlertKind kind, const Ply& ply) const {
    OpenAlert open = draft(kind, alert_side(ply.side), ply.number);
    open.subject = static_cast<std::uint32_t>(ply.number);
    open.facts.illegal = ply.illegal;
    AlertEvidence& e = open.alert.evidence;
    e.fen_before = to_fen(ply.before);
    e.fen_after = to_fen(ply.after);
    e.squares = square_names(kind == AlertKind::PromotionNotCompleted ? left_pawn(ply) : ply.differing);
    e.move = ply.san;
    e.confidence = confidence_of(ply);
    e.moves_rebuilt = moves[rules::index(ply.side)];
    e.presses_seen = presses[rules::index(ply.side)];
    e.opponent_can_mate = quick_verdict(ply.before, opposite(ply.side));
    return open;
}

void Arbiter::State::raise_offence(AlertKind kind, const Ply& ply) {
    OpenAlert open = draft_of(kind, ply);
    open.facts.stands = quick_partial() && ply.completed_by == Completion::Reply;
    const LawRow* row = find_law(kind, settings.laws, settings.play, settings.supervision);
    const bool penalised = row != nullptr && row->provides != Provides::WaitNextMove &&
                           row->provides != Provides::Restore && !open.facts.stands;
    const int offence = offence_number(ply.side);
    if (penalised) open.alert.evidence.offence = offence;
    const MateVerdict quick = open.alert.evidence.opponent_can_mate;
    OpenAlert* raised = book.raise(std::move(open));
    if (raised == nullptr || !penalised) return;
    const bool known = std::any_of(offences.begin(), offences.end(),
                                   [&](const Offence& o) { return o.alert == raised->alert.id; });
    if (!known && offences.size() < kMostOffences) {
        offences.push_back({ply.number, ply.side, raised->alert.id});
    }
    const IllegalMoveRule rule = illegal_move_rule(settings.laws, settings.play, settings.supervision);
    if (offence >= rule.loses_at || row->provides == Provides::ClaimBlitz) {
        ask(raised->alert.id, ply.before, opposite(ply.side), quick);
    }
}

void Arbiter::State::raise_both_kings(const Ply& ply) {
    OpenAlert open = draft_of(AlertKind::BothKingsInCheck, ply);
    for (const Offence& o : offences) {
        if (o.ply == ply.number && o.side == ply.side)
            open.alert.evidence.offence = offence_number(ply.side) - 1;
    }
    book.raise(std::move(open));
}

/// The number that the next illegal move of this player has.
int Arbiter::State::offence_number(Color side) const {
    return 1 + static_cast<int>(std::count_if(offences.begin(), offences.end(), [side](const Offence& o) {
               return o.side == side && o.counts;
           }));
}

/// Tells the open alerts what number they have now.
void Arbiter::State::renumber(Color side) {
    int number = 0;
    for (const Offence& o : offences) {
        if (o.side != side || !o.counts) continue;
        ++number;
        for (OpenAlert& open : book.open()) {
            const bool same = open.alert.id == o.alert ||
                              (open.alert.kind == AlertKind::BothKingsInCheck && open.alert.ply == o.ply);
            if (!same || !open.alert.evidence.offence || *open.alert.evidence.offence == number) continue;
            open.alert.evidence.offence = number;
            book.update(open);
        }
    }
}

void Arbiter::State::forget_offence(int ply, Color side) {
    for (Offence& o : offences) {
        if (o.ply == ply && o.side == side && !o.ruled) o.counts = false;
    }
}

}  // namespace boardbridge::rules
