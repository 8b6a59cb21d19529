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
constexpr int kNotHeld = 6;       ///< at the press its piece stood somewhere else
constexpr int kStrayPress = 3;    ///< a press that completes nothing
constexpr int kSkippedPress = 2;  ///< a ply completed although an earlier one was not
constexpr int kTwoOpen = 1;       ///< two plies not pressed: a reply before the press
constexpr int kThirdOpen = 5;     ///< each more
constexpr int kReplyFirst = 2;    ///< a reply that landed well before what it answers
constexpr int kOwnOrder = 4;      ///< a side's second ply landed before its first
constexpr int kWentOn = 4;        ///< the piece left again before its ply was answered
constexpr int kUnsayPressed = 8;
constexpr int kUnsayConfirmed = 4;
constexpr int kUnsayMade = 1;
constexpr int kLoose = 2;  ///< a piece of another kind than sensed

/// Plies before a candidate's base that its evidence is judged with.
constexpr int kWindow = 4;

}  // namespace

/// When the last of a move's squares came to show it; of a ply that the scan missed, when its piece was
/// lifted.
Instant MoveTracker::landing(const Position& before, Move m) const {
    Instant latest{};
    for (Bitboard rest = changed_squares(before, m); rest != 0;) {
        const Square s = pop_first(rest);
        const Piece after = piece_after(before, m, s);
        const auto at =
            after == Piece::None ? board_.departure(s, before.piece_at(s)) : board_.arrival(s, after);
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
    step.piece = piece_after(before, m, step.key);
    step.landed = landing(before, m);
    return step;
}

/// The ply's piece stood on its square when the clock was pressed, or a scan later, or fell out of its sensor
/// just then.
bool MoveTracker::held_at_press(const Step& step, Instant press) const {
    const auto same = [&](Piece p) {
        return p == step.piece || (p != Piece::None && settings_.occupancy_only);
    };
    return same(board_.piece_at(step.key, press)) || same(board_.piece_at(step.key, press + kScan)) ||
           (board_.arrived_since(step.key, step.piece, press) &&
            *board_.arrival(step.key, step.piece) <= press + settings_.delays.late_change);
}

int MoveTracker::cost_of_replaced(const Candidate& c, Instant now) const {
    int cost = 0;
    Line::const_iterator same = c.moves.begin();
    bool prefix = true;
    for (int i = c.base; i < plies(); ++i) {
        const Step& step = steps_[static_cast<std::size_t>(i)];
        if (prefix && same != c.moves.end() && step.illegal == IllegalKind::None && *same == step.move) {
            ++same;
            continue;
        }
        prefix = false;
        if (step.pressed && held_at_press(step, *step.pressed)) {
            cost += now - *step.pressed <= settings_.delays.late_change ? 2 : kUnsayPressed;
        } else {
            cost += step.confirmed && !running_ ? kUnsayConfirmed : kUnsayMade;
        }
    }
    return cost;
}

/// Presses alternate and each completes one ply of its side; at most two plies are open when hands overlap.
int MoveTracker::cost_of_presses(const std::vector<Step>& line, int from, Instant now) const {
    if (!clock_present_) return 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < presses_.size(); ++i) {
        if (presses_[i].ply != 0 && presses_[i].ply <= from) next = i + 1;
    }
    int cost = 0;
    int open_plies = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const Step& step = line[i];
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
        const bool taken = i + 1 < line.size() && line[i + 1].key == step.key;
        if (!taken && !held_at_press(step, presses_[found].at)) cost += kNotHeld;
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
        if (line[i].landed < line[i - 1].landed)
            cost += line[i].landed + kScan < line[i - 1].landed ? kReplyFirst : 1;
        if (i >= 2 && line[i].landed < line[i - 2].landed) cost += kOwnOrder;
        if (i < 2 || line[i].move.from() != line[i - 2].key) continue;
        const auto left = board_.departure(line[i - 2].key, line[i - 2].piece);
        if (left && *left < line[i - 1].landed) cost += kWentOn;
    }
    return cost;
}

int MoveTracker::evidence_of(const Candidate& c, Instant now) const {
    // The same stretch of the score for every candidate, so that their costs can be compared.
    const int from = std::max(0, std::min(plies() - kWindow, c.base));
    std::vector<Step> line(steps_.begin() + from, steps_.begin() + c.base);
    int cost = 0;
    Position p = position_at(c.base);
    const Instant since =
        c.base > 0 ? steps_[static_cast<std::size_t>(c.base - 1)].landed - kScan : Instant{};
    for (std::size_t i = 0; i < c.moves.size(); ++i) {
        const Step step = step_of(p, c.moves[i]);
        const bool taken = i + 1 < c.moves.size() && c.moves[i + 1].to() == step.key;
        const bool seen =
            gap_ || lost_ || settings_.occupancy_only || board_.arrived_since(step.key, step.piece, since);
        if (!seen) cost += taken ? kUnseenTaken : kUnseen;
        p = p.play(c.moves[i]);
        line.push_back(step);
    }
    return cost + cost_of_presses(line, from, now) + cost_of_order(line);
}

void MoveTracker::weigh(Candidate& c, Instant now) const {
    c.cost = cost_of_replaced(c, now) + evidence_of(c, now) + (c.loose ? kLoose : 0);
}

}  // namespace boardbridge::rules
