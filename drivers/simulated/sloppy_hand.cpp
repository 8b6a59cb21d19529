// The course of a game: who starts when, who presses when, and where a mishap comes in between.
#include "drivers/simulated/sloppy_hand.hpp"

#include <algorithm>
#include <cassert>

#include "drivers/simulated/hand_extras.hpp"
#include "drivers/simulated/hand_stage.hpp"

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

namespace {

/// Of a hundred hands that start early, this many already while the other piece is still in the air.
constexpr unsigned kBothInTheAir = 30;

/// From the lever back to the board.
constexpr Micros kHandBack = milliseconds(50);

class Course {
public:
    Course(const Position& start, const HandOptions& options)
        : options_(options),
          rates_(rates_of(options.profile)),
          random_(options.seed),
          stage_(start.placement(), options.begin),
          position_(start) {
        last_.reveal = last_.landed = pressed_[0] = pressed_[1] = options.begin;
        stage_.clock(ActKind::StartClock, opposite(start.turn()), options.begin);
    }

    void play(Move move) {
        ++ply_;
        bool overlapped = false;
        const Instant start = when_to_start(overlapped);
        const Position after = position_.play(move);
        if (has_extras()) {
            play_with_extras(move, after, start);
        } else {
            carry_out(move, after, start, overlapped);
        }
        position_ = after;
    }

    HandScript finish() {
        stage_.script.end = last_moment();
        finish_game(stage_, random_, rates_, position_, options_.ending, last_moment());
        return stage_.finish();
    }

private:
    bool has_extras() const {
        const auto& extras = options_.extras;
        return std::any_of(extras.begin(), extras.end(), [this](const Extra& e) { return e.ply == ply_; });
    }

    void carry_out(Move move, const Position& after, Instant start, bool overlapped) {
        const MovePlan plan = plan_move(position_, after, move, rates_, random_);
        const Instant opponent_landed = last_.landed + milliseconds(10);
        last_ = stage_.perform(plan, position_.turn(), start, opponent_landed, ply_);
        press(move, plan.traits, overlapped);
    }

    /// No overlap here: the opponent has pressed, and nothing hides the mishap.
    void play_with_extras(Move move, const Position& after, Instant start) {
        const Color side = position_.turn();
        start = std::max({start, last_.settled, pressed_[index(opposite(side))] + milliseconds(100)});
        Mishap mishap{stage_, random_, rates_, position_, move, ply_, start};
        for (const Extra& e : options_.extras) {
            if (e.ply == ply_ && !mishap.performed) mishap_before(e.kind, mishap);
        }
        if (mishap.performed) {
            last_ = *mishap.performed;
            press(move, {}, false, mishap.pressed);
        } else {
            carry_out(move, after, mishap.start, false);
        }
        const Instant quiet = std::max(last_.settled, pressed_[index(side)]) + milliseconds(100);
        for (const Extra& e : options_.extras) {
            if (e.ply == ply_) mishap_after(e.kind, mishap, after, quiet);
        }
    }

    Instant last_moment() const { return std::max({pressed_[0], pressed_[1], last_.settled}); }

    Instant when_to_start(bool& overlapped) {
        const Instant opponent_pressed = pressed_[index(opposite(position_.turn()))];
        Micros think = random_.between(rates_.think);
        overlapped = random_.chance(rates_.overlap) && ply_ > 1;
        const bool in_the_air = random_.chance(kBothInTheAir);
        const auto i = static_cast<std::size_t>(ply_ - 1);
        if (i < options_.think.size() && options_.think[i]) think = *options_.think[i];
        const Instant free_hand = pressed_[index(position_.turn())] + kHandBack;
        if (!overlapped) return std::max(opponent_pressed + think, free_hand);
        const Instant latest = opponent_pressed - milliseconds(10);
        const Instant earliest = std::max(in_the_air ? last_.reveal : last_.landed, free_hand);
        const Instant sooner = in_the_air ? std::min(last_.landed, latest) : latest;
        return earliest + random_.between(Micros{0}, sooner - earliest);
    }

    void press(Move move, PlyTraits traits, bool overlapped, std::optional<Instant> given = {}) {
        const Color side = position_.turn();
        const Instant opponent_pressed = pressed_[index(opposite(side))];
        Instant at = last_.landed + random_.between(rates_.press);
        if (at <= opponent_pressed)
            at = opponent_pressed + random_.between(milliseconds(80), milliseconds(300));
        if (given) at = *given;
        traits.overlapped = overlapped;
        pressed_[index(side)] = given ? std::max(at, last_.settled) : at;
        stage_.clock(ActKind::Press, side, at, ply_);
        stage_.script.plies.push_back({move, last_.first_touch, last_.landed, at, traits});
    }

    const HandOptions& options_;
    const HandRates& rates_;
    SeededRandom random_;
    HandStage stage_;
    Position position_;
    HandStage::Timing last_{};
    std::array<Instant, 2> pressed_{};
    int ply_ = 0;
};

}  // namespace

HandScript play_by_hand(const Position& start, std::span<const Move> moves, const HandOptions& options) {
    Course course(start, options);
    for (const Move m : moves) course.play(m);
    return course.finish();
}

}  // namespace boardbridge::simulated
