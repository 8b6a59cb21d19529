// The part of the move tracker that weighs the last plies of the score against the whole log of what was
// sensed since: another line of plies may explain it better. Source: design section 4.
#include <algorithm>

#include "rules/line_decoder.hpp"
#include "rules/move_tracker.hpp"
#include "rules/start_array.hpp"
#include "rules/tracker_explain.hpp"
#include "rules/tracker_timing.hpp"

namespace boardbridge::rules {

using namespace tracker_timing;  // NOLINT(google-build-using-namespace): our own constants, in a source file

namespace {

/// The score is doubted for so many plies back; so many new ones are looked for in the log.
constexpr int kBackPrompt = 4;
/// ... after so many that stay as they are: their evidence overlaps with what follows.
constexpr int kFixed = 2;
constexpr std::size_t kAhead = 4;
constexpr std::size_t kWidth = 16;
/// Another line must be so much better than the score.
constexpr int kLogMargin = 15;
constexpr int kConfirmedMargin = 20;
constexpr int kStoppedMargin = 40;
/// A score that stands on the board is looked at again from here on.
constexpr int kLogDoubtful = 12;
/// A line that costs more explains nothing, whatever the others cost.
constexpr int kIncredible = 250;
/// So many squares differ only while a game is cleared away.
constexpr int kGatheredUp = 9;
/// The score as it stands is looked at again from here on.
constexpr int kDoubtfulCost = 5;

}  // namespace

/// The board shows the score (a piece may be in a hand), and each of its last plies has its press, as each
/// press has its ply: nothing speaks against it.
bool MoveTracker::log_calm() const {
    // Without presses only the board tells.
    const Bitboard against = clock_present_ ? difference_ & board_.placement().occupied() : difference_;
    if (against != 0) return false;
    const auto stray = [](const Press& p) { return p.ply == 0; };
    if (std::ranges::any_of(presses_, stray)) return false;
    const int first = std::max(0, plies() - kBackPrompt);
    return std::ranges::none_of(steps_.begin() + first, steps_.end(), [this](const Step& step) {
        const bool last = &step == &steps_.back();
        // A hand that lifts its next piece has pressed before.
        const Step* own = &step - steps_.data() >= 2 ? &step - 2 : nullptr;
        const bool hasty = own != nullptr && own->pressed && step.lifted && *step.lifted < *own->pressed;
        return hasty || (step.pressed ? step.landed > *step.pressed + kScan : clock_present_ && !last);
    });
}

/// Nothing has been added to the log since it was weighed, and the weighing had waited for a scan.
bool MoveTracker::log_settled(Instant now) {
    const bool waited =
        now - std::max(rest_since(), presses_.empty() ? Instant{} : presses_.back().at) > kScan;
    const bool resting = now - rest_since() >= kRestLook;
    const LogSeen seen{board_.changes(), presses_told_, score_changes_, waited, resting};
    if (seen == log_seen_) return true;
    log_seen_ = seen;
    return false;
}

/// Weighs the last plies and whatever hands do now against all that was sensed since `back` plies ago; takes
/// a line into the score that explains it better. True if the score changed.
bool MoveTracker::judge_log(Instant now, const Sink& sink, int back) {
    if (settings_.occupancy_only || gap_ || set_up_anew() || log_calm() || log_settled(now)) return false;
    // Nor does a line of plies explain pieces that are gathered up or set up anew.
    const bool behind = plies_unexplained(now);
    if (count(difference_) >= (behind ? kGatheredUp + 4 : kGatheredUp)) return false;
    // Kings in the centre give the result: that is no move to be explained.
    if (kings_signal(board_.placement(), head())) return false;
    int base = std::max(0, plies() - back - kFixed);
    for (int i = plies(); i > base; --i) {
        if (steps_[static_cast<std::size_t>(i - 1)].illegal != IllegalKind::None) base = i;
    }
    std::vector<PressSeen> presses;
    std::size_t first = 0;
    for (std::size_t i = 0; i < presses_.size(); ++i) {
        if (presses_[i].ply != 0 && presses_[i].ply <= base) first = i + 1;
    }
    for (std::size_t i = first; i < presses_.size(); ++i)
        presses.push_back({presses_[i].side, presses_[i].at});
    const Position from = position_at(base);
    const Instant since = base > 0 ? steps_[static_cast<std::size_t>(base - 1)].landed : opened_;
    const LineEvidence evidence(board_, from, presses,
                                {since, now, clock_present_, running_, settings_.delays.late_change});
    LineDecoder decoder(evidence,
                        {static_cast<std::size_t>(back + kFixed) + (behind ? 2 * kAhead : kAhead), kWidth});
    Line score;
    for (int i = base; i < plies(); ++i) score.push_back(steps_[static_cast<std::size_t>(i)].move);
    const auto current = decoder.weigh(from, score);
    if (difference_ == 0 && current.cost < kLogDoubtful) return false;
    const Line fixed(score.begin(), score.begin() + std::max(0, plies() - back - base));
    // First how the score as it stands goes on, then how else it could have come about.
    auto best = decoder.best(from, score, current.cost);
    if (auto other = decoder.best(from, fixed, best ? best->cost : current.cost)) best = std::move(other);
    weighed_ = decoder.nodes();
    if (!best) return false;
    Candidate taken{base, {}, best->cost, false, false, 0, {}, best->line};
    for (const PlayedPly& ply : best->line) taken.moves.push_back(ply.move);
    if (taken.moves == score) return false;
    const auto same = std::ranges::mismatch(taken.moves, score).in2 - score.begin();
    const bool unsays = base + same < plies() && steps_[static_cast<std::size_t>(base + same)].confirmed;
    // A clock that was stopped stands for the end of the game: what hands do then is no play.
    const bool stopped = clock_present_ && !running_;
    const int plain = !unsays ? kLogMargin : stopped ? kStoppedMargin : kConfirmedMargin;
    const int margin = std::max(plain, current.cost / 20);
    if (best->cost + margin > current.cost || best->cost > kIncredible) return false;
    say("log: " + line_text(from, taken.moves) + " costs " + std::to_string(best->cost) + ", " +
        line_text(from, score) + " " + std::to_string(current.cost));
    accept(taken, "cheapest by the log", now, sink);
    return true;
}

/// The board shows the head of the score, but the last presses may tell another story of how it came about.
void MoveTracker::reconsider(Instant now, const Sink& sink) {
    if (difference_ != 0 || plies() == 0 || steps_.back().illegal != IllegalKind::None || gap_ || lost_)
        return;
    Candidate current{plies(), {}, 0, false, false, 0, {}, {}};
    weigh(current, now);
    if (current.cost < kDoubtfulCost) return;
    std::vector<Candidate> candidates = search_near(now, 0);
    explain_choice(candidates);
    const auto chosen = std::ranges::min_element(candidates, {}, &Candidate::cost);
    if (chosen == candidates.end() || chosen->cost + 2 > current.cost) return;
    const Candidate taken = *chosen;
    accept(taken, "fits the presses better", now, sink);
}

}  // namespace boardbridge::rules
