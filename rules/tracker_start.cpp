// The part of the move tracker that opens games (start arrays, given positions, either orientation) and sees
// the kings' sign of a result. Sources: Articles 2.3, 7.2, A.5.1; device-protocols 1.6; livechess section 3;
// field-cases C.
#include <algorithm>

#include "rules/move_tracker.hpp"
#include "rules/tracker_timing.hpp"

namespace boardbridge::rules {

using namespace tracker_timing;  // NOLINT(google-build-using-namespace): our own constants, in a source file

void MoveTracker::open_game(const Position& start, bool flipped, Instant now, const Sink& sink) {
    if (game_open_ && plies() > 0) leave_game(sink);
    if (flipped != flipped_) {
        flipped_ = flipped;
        board_.rotate();
    }
    ++score_changes_;
    start_ = start;
    steps_.clear();
    positions_.assign(1, start);
    first_position_ = 0;
    illegal_after_.clear();
    illegal_text_.clear();
    presses_.clear();
    partial_.reset();
    pending_.reset();
    changed_from_pending_at_.reset();
    lost_.reset();
    start_since_.reset();
    any_identity_ = ignored_ = unpromoted_ = 0;
    head_moves_known_ = false;
    gap_ = false;
    game_open_ = true;
    opened_ = now;
    rest_judged_ = false;
    difference_ = head_difference();
    changes_told_ = board_.changes();
    say("a game opens: the start position stands");
    sink(GameOpened{start, flipped});
    if (difference_ != 0) explain_placement(now, sink, Patience::Prompt);
}

/// Does the placement fit a given start position, upright or turned?
std::optional<bool> MoveTracker::fits_start(const Placement& physical) const {
    const Placement wanted = settings_.start->placement;
    const Placement upright = settings_.occupancy_only ? wanted.occupancy() : wanted;
    if (differing_squares(physical, upright) == 0) return false;
    if (differing_squares(physical, upright.rotated()) == 0) return true;
    return std::nullopt;
}

/// A game was played, and now its pieces fill their rows again, by no single move: the next one is being set
/// up.
bool MoveTracker::set_up_anew() const {
    if (!game_open_ || plies() < kRealGame || difference_ == 0) return false;
    if (!fills_outer_rows(board_.placement().occupied())) return false;
    const SearchTarget t = target();
    return std::ranges::none_of(head().legal_moves(),
                                [&](Move m) { return move_reaches(head(), m, difference_, t); });
}

/// A ply that only puts a man back to where the array has him.
bool MoveTracker::puts_back(const Step& step) const {
    return step.illegal == IllegalKind::None && !step.pressed && board_[step.key] == step.piece;
}

/// The last move of a game is not always pressed, but the players look at it.
bool MoveTracker::stood(const Step& step) const {
    std::optional<Instant> next;
    for (std::size_t n = 0; const auto change = board_.recent(n); ++n) {
        if (change->at <= step.landed) break;
        next = change->at;
    }
    return next && *next - step.landed >= kLastStands;
}

/// How many plies of a game were played before its pieces were put back: putting back looks like moves, too.
int MoveTracker::plies_played() const {
    for (int i = plies(); i > 0; --i) {
        const Step& step = steps_[static_cast<std::size_t>(i - 1)];
        if (step.pressed || !position_at(i).has_legal_move()) return i;
        if (puts_back(step)) continue;
        if ((step.confirmed && !clock_present_) || stood(step)) return i;
    }
    return 0;
}

/// Another array stands where a game has not ended.
void MoveTracker::leave_game(const Sink& sink) {
    const int played = plies_played();
    if (played < plies()) {
        drop_after(played);
        sink(PliesRevised{played + 1, {}, RevisionReason::TakenBack});
    }
    confirm_through(plies(), sink);
}

void MoveTracker::look_for_start(Instant now, const Sink& sink, bool at_rest,
                                 std::chrono::milliseconds stands) {
    if (!board_.known()) return;
    const Placement physical = flipped_ ? board_.placement().rotated() : board_.placement();
    if (!game_open_ && settings_.start && !start_used_) {
        const auto turned = fits_start(physical);
        const auto position = settings_.start->position(Legality::Playable);
        if (turned && position) {
            start_used_ = true;
            open_game(*position, *turned, now, sink);
        }
        if (game_open_) return;
    }
    const bool in_play = game_open_ && plies() > 0 && !set_up_anew();
    if (game_open_ && (plies() == 0 || difference_ == 0)) {
        if (!wrong_start_told_ || plies() != 0) return;
    }
    if (!fills_outer_rows(physical.occupied())) {
        start_since_.reset();
        return;
    }
    const auto array =
        settings_.occupancy_only ? occupancy_start(physical) : find_start_array(physical, settings_.chess960);
    if (!array) return;
    if (!start_since_) start_since_ = rest_since();
    const auto stood = now - rest_since();
    if (!array->wrong) {
        // In the middle of a game pieces are also put back to the start to be looked at for a moment.
        if (game_open_ && plies() > 0 && stood < stands) return;
        const auto position = array->setup.position();
        if (!position) return;
        if (wrong_start_told_) {
            wrong_start_told_ = false;
            sink(WrongStart{board_.placement(), 0, false, 0, true});
        }
        open_game(*position, array->flipped, now, sink);
        return;
    }
    if (!at_rest || stood < kWrongStartStands || wrong_start_told_ || in_play) return;
    open_wrong_start(*array, now, sink);
}

/// Play may go on from a wrong array (A.5.1 limits the claim): it is told, and a game is opened from it where
/// it can be.
void MoveTracker::open_wrong_start(const StartArray& array, Instant now, const Sink& sink) {
    wrong_start_told_ = true;
    start_since_.reset();
    if (!array.quarter_turn) {
        const auto position = array.setup.position(Legality::Playable);
        if (position && (!game_open_ || set_up_anew())) open_game(*position, array.flipped, now, sink);
    }
    const Bitboard differing = differing_squares(array.setup.placement, standard_start_placement());
    sink(WrongStart{array.setup.placement, differing, array.quarter_turn, plies(), false});
}

/// Without identity the sides cannot be told apart: the board is taken to stand with the connector at White's
/// left.
std::optional<StartArray> MoveTracker::occupancy_start(const Placement& physical) const {
    if (physical.occupied() != standard_start_placement().occupied()) return std::nullopt;
    StartArray array;
    array.setup = Setup::standard_start();
    return array;
}

/// Both kings at rest on two centre squares: the players say how the game ended.
bool MoveTracker::judge_kings(Instant now, const Sink& sink) {
    if (settings_.occupancy_only || now - rest_since() < settings_.delays.kings_signal) return false;
    Position before_sign = head();
    int base = plies();
    // A king's step to the centre that was never pressed was part of the sign, not a move.
    while (base > 0 && base > plies() - 2) {
        const Step& step = steps_[static_cast<std::size_t>(base - 1)];
        const Piece mover = position_at(base - 1).piece_at(step.move.from());
        if (step.pressed || step.confirmed || !is_piece(mover) || type_of(mover) != PieceType::King ||
            !contains(kCentre, step.move.to())) {
            break;
        }
        --base;
        before_sign = position_at(base);
    }
    const auto result = kings_signal(board_.placement(), before_sign);
    if (!result) return false;
    if (base < plies()) {
        drop_after(base);
        sink(PliesRevised{base + 1, {}, RevisionReason::KingsSignal});
    }
    pending_.reset();
    confirm_through(plies(), sink);
    sink(KingsSignal{*result});
    return true;
}

}  // namespace boardbridge::rules
