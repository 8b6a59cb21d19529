// See hand_stage.hpp.
#include "drivers/simulated/hand_stage.hpp"

#include <algorithm>

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

namespace {
/// A hand needs this long to get at a square after the other hand has left it. Short on purpose.
constexpr Micros kHandOver = milliseconds(80);
}  // namespace

HandStage::HandStage(const Placement& start, Instant begin) {
    script.start = start;
    busy_.fill(begin - kHandOver);
}

HandStage::Timing HandStage::perform(const MovePlan& plan, Color hand, Instant start, Instant not_before,
                                     int ply) {
    Timing timing{start, start + plan.reveal, start + plan.landed, start};
    std::array<Instant, kSquareCount> last = busy_;
    Bitboard seen = 0;
    Micros waited{0};
    bool first_step = true;
    for (const Step& step : plan.steps) {
        const std::size_t i = index(step.square);
        Instant at = start + step.offset + waited;
        Instant earliest = contains(seen, step.square) ? at : busy_[i] + kHandOver;
        if (step.landing) earliest = std::max(earliest, not_before);
        if (at < earliest) {
            waited += earliest - at;
            at = earliest;
        }
        seen |= bit(step.square);
        last[i] = std::max(last[i], at);
        if (first_step) timing.first_touch = at;
        first_step = false;
        if (step.offset <= plan.reveal) timing.reveal = start + plan.reveal + waited;
        if (step.offset <= plan.landed) timing.landed = start + plan.landed + waited;
        timing.settled = std::max(timing.settled, at);
        script.acts.push_back({at, step.kind, hand, step.square, step.piece, ply});
    }
    busy_ = last;
    return timing;
}

Instant HandStage::touch(Color hand, ActKind kind, Square s, Piece p, Instant at, int ply) {
    Instant& busy = busy_[index(s)];
    at = std::max(at, busy + milliseconds(1));
    busy = at;
    script.acts.push_back({at, kind, hand, s, p, ply});
    return at;
}

void HandStage::clock(ActKind kind, Color hand, Instant at, int ply) {
    script.acts.push_back({at, kind, hand, Square::A1, Piece::None, ply});
}

HandScript HandStage::finish() {
    std::stable_sort(script.acts.begin(), script.acts.end(),
                     [](const Act& a, const Act& b) { return a.at < b.at; });
    if (!script.acts.empty()) script.end = std::max(script.end, script.acts.back().at);
    return std::move(script);
}

}  // namespace boardbridge::simulated
