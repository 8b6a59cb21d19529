// The part of the move tracker that weighs an explanation: how well a line of plies agrees with the presses
// of the clock, with the order and times at which pieces came and went, and how much that was published it
// would unsay.
#include <algorithm>

#include "rules/move_tracker.hpp"
#include "rules/tracker_timing.hpp"

namespace boardbridge::rules {

using namespace tracker_timing;  // NOLINT(google-build-using-namespace): our own constants, in a source file

namespace {

// Costs, in small whole numbers: 1 is a matter of course when hands overlap, 6 asks for a witness.
constexpr int kUnseen = 6;        ///< a ply whose piece was never sensed where it is said to have gone
constexpr int kUnseenTaken = 2;   ///< the same, but the very next ply takes it: the scan may have missed it
constexpr int kInPassing = 3;     ///< a single step leaves the same board, and is seven times as frequent
constexpr int kNotHeld = 6;       ///< at the press its piece stood somewhere else
constexpr int kLiftedLate = 6;    ///< its piece was only lifted after the press
constexpr int kStrayPress = 3;    ///< a press that completes nothing
constexpr int kSkippedPress = 2;  ///< a ply completed although an earlier one was not
constexpr int kTwoOpen = 1;       ///< two plies not pressed: a reply before the press
constexpr int kThirdOpen = 5;     ///< each more
constexpr int kReplyFirst = 2;    ///< a reply that landed well before what it answers
constexpr int kOwnOrder = 4;      ///< a side's second ply landed before its first
constexpr int kWentOn = 4;        ///< the piece left again before its ply was answered
constexpr int kUnsayPressed = 20;
constexpr int kUnsayConfirmed = 40;
constexpr int kUnsayMade = 1;
constexpr int kLoose = 2;  ///< a piece of another kind than sensed

/// A hand keeps a man so long at most while the other side's move is sensed.
constexpr std::chrono::milliseconds kLongAgo{2000};

/// Plies before a candidate's base that its evidence is judged with.
constexpr int kWindow = 4;

}  // namespace

/// When the last of a move's squares came to show it; of a ply that the scan missed, when its piece was
/// lifted.
Instant MoveTracker::landing(const Position& before, Move m) const {
    Instant latest{};
    for (Bitboard rest = changed_squares(before, m); rest != 0;) {
        const Square s = pop_first(rest);
        const Piece after = as_sensed(piece_after(before, m, s));
        const auto at = after == Piece::None ? board_.departure(s, as_sensed(before.piece_at(s)))
                                             : board_.arrival(s, after);
        if (at) latest = std::max(latest, *at);
    }
    return latest;
}

MoveTracker::Step MoveTracker::step_of(const Position& before, Move m) const {
    Step step;
    step.move = m;
    step.side = before.turn();
    step.key = m.to();
    if (m.kind() == MoveKind::Castling) {
        const std::size_t wing = m.to() > m.from() ? CastlingRights::kKingside : CastlingRights::kQueenside;
        step.key = castled_king_square(before.turn(), wing);
        if (step.key == m.from()) step.key = castled_rook_square(before.turn(), wing);
    }
    step.piece = as_sensed(piece_after(before, m, step.key));
    step.takes = m.kind() == MoveKind::EnPassant ? make_square(file_of(m.to()), rank_of(m.from())) : m.to();
    step.landed = landing(before, m);
    step.lifted = board_.departure(m.from(), as_sensed(before.piece_at(m.from())));
    return step;
}

/// The ply's piece stood on its square when the clock was pressed, or a scan later, or fell out of its sensor
/// just then.
bool MoveTracker::held_at_press(const Step& step, Instant press) const {
    return board_.piece_at(step.key, press) == step.piece ||
           board_.piece_at(step.key, press + kScan) == step.piece ||
           (board_.arrived_since(step.key, step.piece, press) &&
            *board_.arrival(step.key, step.piece) <= press + settings_.delays.late_change);
}

/// The board reports a change up to a scan late, but the hand needs most of that time to reach the clock: the
/// later after the press, the less likely it still belongs to the pressed move. 0 to 5.
int MoveTracker::doubt_of_late(std::chrono::microseconds after_press) const {
    if (after_press <= kReported) return 0;
    if (after_press <= 2 * kReported) return 2;
    if (after_press <= 3 * kReported) return 4;
    return 5;
}

/// The ply was sensed only after its press. Its piece may have been in no sensor until then; if it stood
/// elsewhere at the press, or if the other side's hand was at work already, it is rather another move.
int MoveTracker::cost_of_lateness(const Step& step, Instant previous_landed) const {
    const auto late = step.landed - *step.pressed;
    if (late <= kReported) return 0;
    const bool in_the_air = step.lifted && *step.lifted <= *step.pressed &&
                            !board_.stood_elsewhere(step.piece, step.key, *step.lifted, *step.pressed);
    if (in_the_air) return late <= kScan ? 0 : 2;
    if (late <= kScan && !board_.lifted_between(opposite(step.side), previous_landed, step.landed)) return 0;
    return doubt_of_late(late);
}

/// A pressed ply that stood when the clock was pressed: only a change that the scan may have reported late
/// speaks against it.
int MoveTracker::cost_of_unsaying(const Step& step, Instant now) const {
    // It was given to that press although it was sensed later.
    if (step.landed > *step.pressed && now - *step.pressed <= 2 * settings_.delays.late_change) return 2;
    auto left = board_.departure(step.key, step.piece).value_or(now);
    if (left < *step.pressed) left = now;
    const auto after_press = left - *step.pressed;
    if (after_press <= kScan) {
        return board_.lifted_between(opposite(step.side), step.landed, left) ? 2 + doubt_of_late(after_press)
                                                                             : 2;
    }
    return after_press <= settings_.delays.late_change ? 8 : kUnsayPressed;
}

/// What has been published and would be unsaid. A ply that stands again in the same place is not.
int MoveTracker::cost_of_replaced(const Candidate& c, Instant now) const {
    int cost = 0;
    for (int i = c.base; i < plies(); ++i) {
        const Step& step = steps_[static_cast<std::size_t>(i)];
        const auto place = static_cast<std::size_t>(i - c.base);
        if (place < c.moves.size() && step.illegal == IllegalKind::None && step.move == c.moves[place])
            continue;
        const bool becomes_castling =
            place == 0 && !c.moves.empty() && c.moves[0].kind() == MoveKind::Castling &&
            (step.move.from() == c.moves[0].from() || step.move.from() == c.moves[0].to());
        // Another man was taken than was guessed.
        const bool guessed =
            step.unsure && place < c.moves.size() && c.moves[place].from() == step.move.from();
        if (becomes_castling || guessed) {
            cost += kUnsayMade;
        } else if (step.pressed && held_at_press(step, *step.pressed)) {
            cost += cost_of_unsaying(step, now);
            // What was seen to stand is not replaced by what was never seen.
            if (place < c.moves.size() && (c.unseen >> place & 1U) != 0) cost += kUnseen;
        } else {
            cost += step.confirmed && !running_ ? kUnsayConfirmed : kUnsayMade;
        }
    }
    return cost;
}

/// Gives each ply the press that completed it (Step::pressed). Presses alternate and each completes one ply
/// of its side; at most two plies are open when hands overlap.
int MoveTracker::cost_of_presses(std::vector<Step>& line, int from, Instant now) const {
    if (!clock_present_) return 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < presses_.size(); ++i) {
        if (presses_[i].ply != 0 && presses_[i].ply <= from) next = i + 1;
    }
    int cost = 0;
    int open_plies = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        Step& step = line[i];
        step.pressed.reset();
        std::size_t found = next;
        while (found < presses_.size() && (presses_[found].side != step.side ||
                                           presses_[found].at + settings_.delays.late_change < step.landed)) {
            ++found;
        }
        if (found == presses_.size()) {
            ++open_plies;
            continue;
        }
        cost += kStrayPress * static_cast<int>(found - next) + kSkippedPress * open_plies;
        step.pressed = presses_[found].at;
        const bool taken = i + 1 < line.size() && line[i + 1].takes == step.key;
        cost += cost_of_lateness(step, i > 0 ? line[i - 1].landed : Instant{});
        if (step.lifted && *step.lifted > *step.pressed + kScan) cost += kLiftedLate;
        if (!taken && !held_at_press(step, *step.pressed)) cost += kNotHeld;
        open_plies = 0;
        next = found + 1;
    }
    for (std::size_t i = next; i < presses_.size(); ++i) {
        if (now - presses_[i].at > kScan) cost += kStrayPress;
    }
    if (running_ && open_plies > 1) cost += kTwoOpen + kThirdOpen * (open_plies - 2);
    return cost;
}

int MoveTracker::cost_of_order(const std::vector<Step>& line) const {
    int cost = 0;
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Step& step = line[i];
        if (step.landed < line[i - 1].landed)
            cost += step.landed + kScan < line[i - 1].landed ? kReplyFirst : 1;
        if (i < 2) continue;
        const Step& own = line[i - 2];
        const bool own_done = own.pressed && step.lifted && *own.pressed < *step.lifted;
        if (step.landed < own.landed && !own_done) cost += kOwnOrder;
        // A hand does not begin the next move before it has pressed for the last one, nor just then; it
        // seldom begins before the other side's piece has landed.
        if (!step.lifted) continue;
        if (*step.lifted < line[i - 1].landed) cost += 1;
        const bool same_piece = step.move.from() == own.key;
        if (own.pressed) {
            const auto pause = *step.lifted - *own.pressed;
            if (same_piece) {
                cost += std::max(0, kWentOn - doubt_of_late(pause));
            } else if (pause <= kReported) {
                cost += kWentOn;
            }
        } else if (same_piece && *step.lifted < line[i - 1].landed) {
            cost += kWentOn;
        }
    }
    return cost;
}

/// The plies of the candidate behind the last ones before it: the same stretch of the score for every
/// candidate, so that their costs can be compared.
std::vector<MoveTracker::Step> MoveTracker::line_of(Candidate& c, int from) const {
    std::vector<Step> line(steps_.begin() + from, steps_.begin() + c.base);
    Position p = position_at(c.base);
    // Without identity a man that came to its square before cannot be told from one that takes it there.
    const auto slack =
        settings_.occupancy_only ? std::chrono::microseconds(-1) : std::chrono::microseconds(kScan);
    const Instant since =
        c.base > 0 ? steps_[static_cast<std::size_t>(c.base - 1)].landed - slack : Instant{};
    c.unseen = 0;
    for (std::size_t i = 0; i < c.moves.size(); ++i) {
        line.push_back(step_of(p, c.moves[i]));
        const Step& step = line.back();
        const bool seen = gap_ || lost_ || board_.arrived_since(step.key, step.piece, since);
        if (!seen) c.unseen |= 1U << i;
        p = p.play(c.moves[i]);
    }
    return line;
}

void MoveTracker::weigh(Candidate& c, Instant now) const {
    const int from = std::max(0, std::min(plies() - kWindow, c.base));
    std::vector<Step> line = line_of(c, from);
    Reckoning r;
    r.presses = cost_of_presses(line, from, now);
    r.order = cost_of_order(line);
    const std::size_t before = line.size() - c.moves.size();
    for (std::size_t i = 0; i < c.moves.size(); ++i) {
        if ((c.unseen >> i & 1U) == 0) continue;
        // The scan misses a piece only if it was taken soon after, and then the press tells that it had been
        // there.
        const Step& step = line[before + i];
        const bool taken = before + i + 1 < line.size() && line[before + i + 1].takes == step.key;
        r.unseen += taken && step.pressed ? kUnseenTaken : kUnseen;
        const bool in_passing = i + 1 < c.moves.size() && c.moves[i + 1].kind() == MoveKind::EnPassant;
        if (in_passing) r.unseen += kInPassing;
        // A man that takes something unseen has at least left its square just now.
        const Instant previous = before + i > 0 ? line[before + i - 1].landed : opened_;
        if (settings_.occupancy_only && (!step.lifted || *step.lifted + kLongAgo < previous))
            r.unseen += kUnsayPressed;
    }
    r.unsaid = cost_of_replaced(c, now);
    r.loose = c.loose ? kLoose : 0;
    c.reckoning = r;
    c.cost = r.total();
}

}  // namespace boardbridge::rules
