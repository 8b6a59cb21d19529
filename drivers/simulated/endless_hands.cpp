// See endless_hands.hpp.
#include "drivers/simulated/endless_hands.hpp"

#include "drivers/simulated/random_game.hpp"

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::seconds;

namespace {

Result drawn_by_lot(const Position& last, SeededRandom& random) {
    if (last.checkmate()) return last.turn() == Color::White ? Result::BlackWins : Result::WhiteWins;
    if (last.stalemate()) return Result::Draw;
    constexpr Result kResults[] = {Result::WhiteWins, Result::BlackWins, Result::Draw};
    return kResults[random.below(3)];
}

}  // namespace

Placement EndlessHands::array() const {
    if (options_.games && !options_.games->empty()) return options_.games->front().start.placement();
    return standard_start_placement();
}

Color EndlessHands::first_to_move() const {
    return options_.games && !options_.games->empty() ? options_.games->front().start.turn() : Color::White;
}

PlayedGame EndlessHands::next_game(SeededRandom& random) const {
    if (options_.games && !options_.games->empty()) {
        return (*options_.games)[(options_.first_game + begun_) % options_.games->size()];
    }
    RandomGame game = random_game(random.next(), options_.random_plies);
    return {game.start, std::move(game.moves), Result::Unknown};
}

std::vector<Act> EndlessHands::operator()(Instant last) {
    SeededRandom random = SeededRandom(options_.seed).fork(begun_);
    current_ = next_game(random);
    Position end = current_.start;
    for (const Move m : current_.moves) end = end.play(m);
    HandOptions hands;
    hands.profile = options_.profile;
    hands.seed = random.next();
    const Instant quiet =
        last + (begun_ == 0 ? options_.before_first : random.between(seconds(4), seconds(12)));
    hands.begin = quiet + seconds(2);
    hands.ending.kings_signal =
        current_.result == Result::Unknown ? drawn_by_lot(end, random) : current_.result;
    hands.ending.reset_pieces = true;
    HandScript script = play_by_hand(current_.start, current_.moves, hands);
    ++begun_;
    const Act reset{quiet, ActKind::ResetClock, current_.start.turn()};
    script.acts.insert(script.acts.begin(), reset);
    return std::move(script.acts);
}

}  // namespace boardbridge::simulated
