// The part of the move tracker that explains a placement: which legal lines lead to it, what each would cost
// in evidence (moves to be unsaid, presses that do not fit, replies that landed before what they answer),
// which one wins.
#include <algorithm>
#include <array>

#include "rules/move_tracker.hpp"
#include "rules/tracker_explain.hpp"
#include "rules/tracker_timing.hpp"

namespace boardbridge::rules {

using namespace tracker_timing;  // NOLINT(google-build-using-namespace): our own constants, in a source file

namespace {

/// Costs up to here are believed at once; up to kPatientCost when the placement rests.
constexpr int kPromptCost = 8;
constexpr int kPatientCost = 30;

/// How far back and how far on a placement is looked for, cheapest explanations first.
struct Reach {
    int back;
    int plies;
};
constexpr std::array<Reach, 17> kReaches{{{0, 1},
                                          {1, 0},
                                          {1, 1},
                                          {0, 2},
                                          {1, 2},
                                          {2, 0},
                                          {2, 1},
                                          {2, 2},
                                          {0, 3},
                                          {1, 3},
                                          {2, 3},
                                          {3, 1},
                                          {3, 2},
                                          {3, 3},
                                          {3, 4},
                                          {0, 4},
                                          {1, 4}}};

/// Plies of an opening, and so many more after which nobody goes back there.
constexpr int kOpening = 4;
constexpr int kOpeningLeft = 6;

/// A dear explanation is believed at once only when every other one is much dearer.
constexpr int kLonelyCost = 18;
constexpr int kLonelyMargin = 4;

}  // namespace

/// The commonest case by far: one legal move of the side to move, seen whole.
bool MoveTracker::single_ply(Instant now, const Sink& sink) {
    if (!head_moves_known_) {
        head_moves_.clear();
        head().legal_moves(head_moves_);
        head_moves_known_ = true;
    }
    const SearchTarget t = target();
    for (const Move m : head_moves_) {
        if ((difference_ & bit(m.from())) == 0 && m.kind() != MoveKind::Castling && ignored_ == 0) continue;
        if (!move_reaches(head(), m, difference_, t)) continue;
        if (settings_.occupancy_only && head().captures(m) && !contains(refilled(), m.to())) continue;
        weighed_ = 1;
        accept(Candidate{plies(), {m}, 0, false, false, 0, {}, {}}, "the one legal move that the board shows",
               now, sink);
        return true;
    }
    return false;
}

/// Candidates of that reach. One that begins with the ply already in the score is found from the next base as
/// well.
void MoveTracker::collect(LineSearch& search, int base, int length, bool loose,
                          std::vector<Candidate>& out) const {
    search.renew(LineSearch::Limits{3'000, 12});
    std::vector<Line> lines;
    const Position* kept =
        base >= first_position_ ? &positions_[static_cast<std::size_t>(base - first_position_)] : nullptr;
    search.find(kept != nullptr ? *kept : position_at(base), length, lines);
    for (Line& line : lines) {
        if (base < plies() && !line.empty()) {
            const Step& step = steps_[static_cast<std::size_t>(base)];
            if (step.illegal == IllegalKind::None && step.move == line.front()) continue;
        }
        out.push_back(Candidate{base, std::move(line), 0, false, loose, 0, {}, {}});
    }
}

/// Those of one reach; what stands is looked at more than once, but searched only once.
const std::vector<MoveTracker::Candidate>& MoveTracker::near_lines(std::size_t reach, LineSearch& search) {
    const bool same = near_.changes == board_.changes() && near_.score == score_changes_ &&
                      near_.ignored == ignored_ && near_.any_identity == any_identity_;
    if (!same) near_ = {board_.changes(), score_changes_, ignored_, any_identity_, {}};
    while (near_.by_reach.size() <= reach) {
        const Reach next = kReaches[near_.by_reach.size()];
        std::vector<Candidate>& found = near_.by_reach.emplace_back();
        if (next.back <= plies()) collect(search, plies() - next.back, next.plies, false, found);
    }
    return near_.by_reach[reach];
}

/// All near explanations of what stands, weighed; stops looking when one is good enough.
std::vector<MoveTracker::Candidate> MoveTracker::search_near(Instant now, int good_enough) {
    LineSearch search(target(), {});
    std::vector<Candidate> candidates;
    int best = kPatientCost + 1;
    for (std::size_t reach = 0; reach < kReaches.size() && best > good_enough; ++reach) {
        for (const Candidate& found : near_lines(reach, search)) {
            candidates.push_back(found);
            weigh(candidates.back(), now);
            best = std::min(best, candidates.back().cost);
        }
    }
    weighed_ = candidates.size();
    return candidates;
}

/// Play has gone on for some time without an explanation: hands are too fast for the scan.
bool MoveTracker::plies_unexplained(Instant now) const {
    const Instant known = steps_.empty() ? Instant{} : steps_.back().landed;
    return running_ && count(difference_) >= 3 && now - known > kUnexplained;
}

/// Longer lines from the last few positions, once in a while.
void MoveTracker::search_longer(std::vector<Candidate>& candidates, Instant now) {
    LineSearch search(target(), {});
    const std::size_t known = candidates.size();
    for (int length = 4; length <= 7; ++length) {
        for (int back = 0; back <= std::min(2, plies()); ++back) {
            if (length == 4 && back < 2) continue;
            collect(search, plies() - back, length, false, candidates);
        }
        if (candidates.size() > known) break;
    }
    for (std::size_t i = known; i < candidates.size(); ++i) weigh(candidates[i], now);
}

int MoveTracker::limit_of(const std::vector<Candidate>& candidates, Patience patience) {
    if (patience == Patience::Resting) return kPatientCost;
    const Candidate* best = nullptr;
    int second = kPatientCost + 1;
    for (const Candidate& c : candidates) {
        if (best == nullptr || c.cost < best->cost) {
            if (best != nullptr) second = std::min(second, best->cost);
            best = &c;
        } else {
            second = std::min(second, c.cost);
        }
    }
    const bool lonely = best != nullptr && best->cost + kLonelyMargin <= second;
    return lonely && patience == Patience::Standing ? kLonelyCost : kPromptCost;
}

/// Looks for the line that explains what stands on the board, and takes it into the score if it is good
/// enough.
bool MoveTracker::explain_placement(Instant now, const Sink& sink, Patience patience) {
    const bool at_rest = patience == Patience::Resting;
    if (difference_ == 0) {
        partial_.reset();
        if (pending_) pending_.reset();
        resumed(sink);
        confirm_due(now, sink);
        return true;
    }
    if (set_up_anew()) return false;
    Bitboard arrivals = difference_ & board_.placement().occupied();
    if (settings_.occupancy_only) arrivals |= refilled();
    // A piece of the side to move in a hand will land: that needs no line, until it rests.
    const bool in_hand = (difference_ & ~head().pieces(head().turn())) == 0;
    const bool hasty = patience == Patience::Prompt || (patience == Patience::Standing && in_hand);
    if (arrivals == 0 && hasty && !pressed_unseen() && ignored_ == 0) {
        partial_.reset();
        return false;
    }
    const Step* last = steps_.empty() ? nullptr : &steps_.back();
    const bool certain = !running_ || !last || last->confirmed;
    if (certain && !lost_ && !gap_ && single_ply(now, sink)) return true;

    std::vector<Candidate> candidates = search_near(now, at_rest ? 0 : 1);
    if (patience == Patience::Standing && plies_unexplained(now)) search_longer(candidates, now);
    if (at_rest && candidates.empty()) {
        const SearchTarget exact = target();
        LineSearch back(exact, {});
        // A board that looks as at the beginning of a long game is being set up.
        const int earliest = plies() > kOpeningLeft + kOpening ? kOpening : 0;
        for (int base = plies() - 4; base >= earliest; --base) collect(back, base, 0, false, candidates);
        SearchTarget loose = exact;
        // A pawn on the last rank is no misread piece: its promotion is not completed.
        const Bitboard pawns =
            exact.placement.squares_of(Piece::WhitePawn) | exact.placement.squares_of(Piece::BlackPawn);
        loose.any_identity |= difference_ & ~(pawns & (kRank1 | kRank8));
        LineSearch tolerant(loose, {});
        if (candidates.empty()) collect(tolerant, plies(), 1, true, candidates);
        if (candidates.empty() && plies() > 0) collect(tolerant, plies() - 1, 1, true, candidates);
        for (Candidate& c : candidates) weigh(c, now);
    }
    if (at_rest) {
        // Moves are also taken back that were completed, by agreement or by the arbiter.
        for (Candidate& c : candidates) {
            if (c.moves.empty()) c.cost = std::min(c.cost, kPatientCost);
        }
    }
    if (settings_.occupancy_only && !at_rest) drop_unseen(candidates);
    explain_choice(candidates);
    const auto chosen = std::ranges::min_element(candidates, {}, &Candidate::cost);
    // What already speaks against the score as it stands speaks against every line that goes on from it.
    Candidate current{plies(), {}, 0, false, false, 0, {}, {}};
    if (!candidates.empty()) weigh(current, now);
    const int limit = limit_of(candidates, patience) + current.cost;
    if (chosen == candidates.end() || chosen->cost > limit) {
        if (reply_to_illegal(now, sink)) return true;
        note_partial(now);
        return false;
    }
    // The same side moved again although the clock says it was the other's turn: not a change of mind.
    const bool after_press =
        chosen->base == plies() - 1 && last && last->pressed && running_ && chosen->moves.size() == 1 &&
        now - *last->pressed > settings_.delays.late_change && held_at_press(*last, *last->pressed);
    if (after_press) return false;
    chosen->guess = (gap_ || lost_) && chosen->moves.size() > 1;
    const Candidate taken = *chosen;
    accept(taken, at_rest ? "cheapest of what was weighed, at rest" : "cheapest of what was weighed", now,
           sink);
    return true;
}

/// One move from there that stands already, but for what the opponent's hand does: it holds one of his
/// pieces, or a captured piece is carried away over other squares.
std::optional<MoveTracker::Candidate> MoveTracker::partial_from(int base) const {
    const Position p = position_at(base);
    const SearchTarget t = target();
    const Bitboard differing = LineSearch(t, {}).differing(p);
    const Bitboard missing = differing & ~board_.placement().occupied() & p.pieces(opposite(p.turn()));
    Bitboard carried = 0;
    for (Bitboard rest = differing & board_.placement().occupied() & ~p.occupied(); rest != 0;) {
        const Square s = pop_first(rest);
        if (is_piece(board_[s]) && color_of(board_[s]) != p.turn()) carried |= bit(s);
    }
    const Bitboard hand = missing | carried;
    if (hand == 0 || count(missing) > 1 || count(carried) > 1) return std::nullopt;
    for (const Move m : p.legal_moves()) {
        if ((changed_squares(p, m) & hand) != 0 || !move_reaches(p, m, differing & ~hand, t)) continue;
        if (carried != 0 && !p.captures(m)) continue;
        // Without identity the man in the hand may be the one that is being taken.
        if (settings_.occupancy_only && p.captures(m)) continue;
        return Candidate{base, {m}, 0, false, false, 0, {}, {}};
    }
    return std::nullopt;
}

/// The move stands already, but the opponent holds a piece of his: wait a moment, then publish it.
void MoveTracker::note_partial(Instant now) {
    auto found = partial_from(plies());
    if (!found && plies() > 0) {
        // Or the last move went on, and the opponent holds a piece already.
        const Step& last = steps_.back();
        const bool open_still = !last.pressed || !held_at_press(last, *last.pressed) ||
                                cost_of_unsaying(last, now) <= kPromptCost / 2;
        if (open_still && last.illegal == IllegalKind::None) found = partial_from(plies() - 1);
        if (found && found->moves.front() == last.move) found.reset();
    }
    if (!found) {
        partial_.reset();
    } else if (!partial_ || partial_->first.base != found->base || partial_->first.moves != found->moves) {
        partial_ = std::pair{std::move(*found), now};
    }
}

void MoveTracker::accept_partial(Instant now, const Sink& sink) {
    Candidate taken = partial_->first;
    partial_.reset();
    weigh(taken, now);
    if (taken.cost <= kPromptCost) accept(taken, "stands while the other hand is at work", now, sink);
}

/// After lost data: the shortest legal lines to what stands now. Unique as a set of moves: a guess; else
/// candidates.
void MoveTracker::search_far(Instant now, const Sink& sink) {
    constexpr int kFarthest = 8;
    std::vector<Line> lines;
    std::uint64_t nodes = 60'000;
    for (int depth = 1; depth <= kFarthest && lines.empty() && nodes > 0; ++depth) {
        LineSearch search(target(), LineSearch::Limits{nodes, 12});
        search.find(head(), depth, lines);
        nodes -= std::min(nodes, search.nodes());
    }
    if (lines.empty()) return;
    const auto as_set = [](Line line) {
        std::ranges::sort(line, [](Move a, Move b) { return a.raw() < b.raw(); });
        return line;
    };
    const bool unique =
        std::ranges::all_of(lines, [&](const Line& l) { return as_set(l) == as_set(lines.front()); });
    if (unique) {
        std::vector<Candidate> candidates;
        for (Line& line : lines)
            candidates.push_back(Candidate{plies(), std::move(line), 0, true, false, 0, {}, {}});
        for (Candidate& c : candidates) weigh(c, now);
        const Candidate taken = *std::ranges::min_element(candidates, {}, &Candidate::cost);
        accept(taken, "the only set of moves that leads to what stands", now, sink);
        return;
    }
    if (lost_ == LossKind::MovesMissed) return;
    std::vector<std::string> texts;
    for (const Line& line : lines) {
        if (texts.size() < 8) texts.push_back(line_text(head(), line));
    }
    lost_ = LossKind::MovesMissed;
    sink(TrackingLost{LossKind::MovesMissed, difference_, std::move(texts)});
}

}  // namespace boardbridge::rules
