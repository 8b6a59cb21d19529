// Repetitions and moves without progress, looked at whenever a ply is completed: threefold and fifty moves as
// notes for verifying a claim, fivefold and seventy-five moves as alerts (2018, 2023), mate on the 75th move
// first. Sources: laws-and-alerts section 2; Laws 9.2, 9.3, 9.6 (2009: 9.2, 9.3, 9.6).
#include "rules/arbiter_state.hpp"
#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

constexpr int kFifty = 100;  // plies
constexpr int kSeventyFive = 150;

}  // namespace

/// The plies after which the position with that key stood, up to `ply`; 0 is the start position.
std::vector<int> Arbiter::State::same_position(std::uint64_t key, int ply) const {
    std::vector<int> found;
    if (key == 0) return found;
    if (start_key == key) found.push_back(0);
    for (int i = 1; i <= ply; ++i) {
        if (plies[static_cast<std::size_t>(i - 1)].key == key) found.push_back(i);
    }
    return found;
}

void Arbiter::State::after_completed(int ply) {
    repeated(ply);
    const PlyRecord& r = record(ply);
    OpenAlert* fifty = book.find(AlertKind::FiftyMoves, AlertSide::Both);
    if (r.halfmoves < kFifty) {
        if (fifty != nullptr) book.clear(*fifty, "capture or pawn move");
        return;
    }
    if (fifty == nullptr) {
        OpenAlert open = draft(AlertKind::FiftyMoves, AlertSide::Both, ply);
        open.facts.count = r.halfmoves / 2;
        book.raise(std::move(open));
    }
    fifty = book.find(AlertKind::FiftyMoves, AlertSide::Both);
    if (fifty != nullptr) fifty->orphan = false;
    if (r.halfmoves >= kSeventyFive && !r.mates) raise_ending(Termination::SeventyFiveMoves);
}

void Arbiter::State::repeated(int ply) {
    const PlyRecord& r = record(ply);
    std::vector<int> found = same_position(r.key, ply);
    OpenAlert* threefold =
        book.find_if([](const OpenAlert& o) { return o.alert.kind == AlertKind::ThreefoldRepetition; });
    if (found.size() < 3) {
        if (threefold != nullptr) book.clear(*threefold, "position changed");
        return;
    }
    const AlertSide claimant = alert_side(opposite(r.side));
    if (threefold != nullptr) {
        threefold->orphan = false;
        threefold->alert.side = claimant;
        threefold->alert.ply = ply;
        threefold->alert.evidence.plies = found;
        book.update(*threefold);
    } else {
        OpenAlert open = draft(AlertKind::ThreefoldRepetition, claimant, ply);
        open.alert.evidence.plies = found;
        if (const RecentPly* played = recent_ply(ply)) open.alert.evidence.fen_after = to_fen(played->after);
        book.raise(std::move(open));
    }
    if (found.size() >= 5) raise_ending(Termination::FivefoldRepetition);
}

/// The alert that belongs to an end by the Laws, where the edition has one; raised once, whoever finds it
/// first.
void Arbiter::State::raise_ending(Termination termination) {
    AlertKind kind = AlertKind::DeadPosition;
    if (termination == Termination::FivefoldRepetition) {
        kind = AlertKind::FivefoldRepetition;
    } else if (termination == Termination::SeventyFiveMoves) {
        kind = AlertKind::SeventyFiveMoves;
    } else if (termination != Termination::DeadPosition) {
        return;
    }
    OpenAlert open = draft(kind, AlertSide::Both, last_ply());
    if (position() != nullptr) open.alert.evidence.fen_after = to_fen(*position());
    if (kind == AlertKind::FivefoldRepetition && !plies.empty()) {
        open.alert.evidence.plies = same_position(plies.back().key, last_ply());
    }
    book.raise(std::move(open));
}

}  // namespace boardbridge::rules
