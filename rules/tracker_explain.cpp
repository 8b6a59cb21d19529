// What the move tracker says of itself: the placements that led to a ply, the lines that were weighed, what
// decided. For an operator who reports a fault (`boardbridge replay --explain`).
#include "rules/tracker_explain.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "rules/move_tracker.hpp"
#include "rules/san.hpp"

namespace boardbridge::rules {

namespace {

/// Seconds on the monotonic line, as captures give them.
std::string seconds(Instant at) {
    std::array<char, 32> text{};
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
    std::snprintf(text.data(), text.size(), "%lld.%03lld", static_cast<long long>(ms / 1000),
                  static_cast<long long>(ms % 1000));
    return text.data();
}

}  // namespace

std::string line_text(Position p, const Line& line) {
    std::string text;
    for (const Move m : line) {
        text += text.empty() ? "" : " ";
        text += to_san(p, m);
        p = p.play(m);
    }
    return text.empty() ? "(taken back)" : text;
}

void MoveTracker::explain_choice(const std::vector<Candidate>& candidates) {
    if (!explain_ || candidates.empty()) return;
    explain_changes();
    for (const Candidate& c : candidates) {
        const Reckoning& r = c.reckoning;
        say("weighed " + line_text(position_at(c.base), c.moves) + " after ply " + std::to_string(c.base) +
            ": cost " + std::to_string(c.cost) + " (unsaid " + std::to_string(r.unsaid) + ", presses " +
            std::to_string(r.presses) + ", order " + std::to_string(r.order) + ", unseen " +
            std::to_string(r.unseen) + ")");
    }
}

/// The changes since the last time.
void MoveTracker::explain_changes() {
    std::string text;
    const std::size_t fresh = std::min(board_.changes() - changes_told_, SensedBoard::kHistory);
    for (std::size_t n = fresh; n > 0; --n) {
        const auto change = *board_.recent(n - 1);
        text += " " + to_string(change.square);
        text += change.piece == Piece::None ? std::string("-") : std::string("+") + fen_letter(change.piece);
        text += "@" + seconds(change.at);
    }
    changes_told_ = board_.changes();
    if (!text.empty()) say("sensed" + text);
}

/// What has just been taken into the score from that ply on.
void MoveTracker::explain_score(int from_ply, std::string_view because) {
    if (!explain_) return;
    explain_changes();
    if (from_ply > plies()) say("taken back to ply " + std::to_string(plies()) + ": " + std::string(because));
    for (int i = from_ply; i <= plies(); ++i) {
        const Step& step = steps_[static_cast<std::size_t>(i - 1)];
        std::string text = "ply " + std::to_string(i) + " " + make_ply(i).san + ": " + std::string(because);
        if (step.lifted) text += "; lifted " + seconds(*step.lifted);
        text += "; stands since " + seconds(step.landed);
        if (step.pressed) text += "; pressed " + seconds(*step.pressed);
        say(text);
    }
}

}  // namespace boardbridge::rules
