#include "daemon/simulated_seat.hpp"

#include <fmt/format.h>

#include "drivers/simulated/sloppy_hand.hpp"

namespace boardbridge::daemon {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// Some boards stand the other way round, as in real halls.
bool rotated(unsigned number) { return number % 5 == 4; }

bool over(const GameToPlay& game) {
    rules::Position position = game.start;
    for (const rules::Move move : game.moves) position = position.play(move);
    return !position.has_legal_move();
}

}  // namespace

simulated::DgtDeviceOptions simulated_device(unsigned number, const SimulatedHallOptions& options) {
    simulated::DgtDeviceOptions device;
    device.serial = fmt::format("{:05}", (10000 + number) % 100000);
    device.long_serial = fmt::format("30000{:05}", (10000 + number) % 100000);
    device.rotated = rotated(number);
    device.clock.periods = options.time_control.periods;
    device.seed = options.seed * 1000003 + number;
    return device;
}

rules::Placement simulated_start(unsigned number, const SimulatedHallOptions& options) {
    return options.games[number % options.games.size()].start.placement();
}

void SimulatedSeat::start(Instant now) {
    next_game_at_ = now + seconds(2) + milliseconds((number_ * 7919 + options_.seed * 104729) % 8000);
}

void SimulatedSeat::work(Instant now) {
    if (device_.idle_hands() && now >= next_game_at_) begin_game(now);
}

void SimulatedSeat::begin_game(Instant now) {
    if (played_ != 0) {
        ++finished_;
        reset_clock(now);
    }
    const GameToPlay& game = options_.games[(number_ + played_ * options_.tables) % options_.games.size()];
    simulated::HandOptions hands;
    hands.profile = options_.hands;
    hands.seed = options_.seed * 7368787 + number_ * 104729 + played_;
    hands.begin = now + seconds(1);
    hands.ending.reset_pieces = true;
    const bool signal = game.result == rules::Result::WhiteWins || game.result == rules::Result::BlackWins ||
                        game.result == rules::Result::Draw;
    if (signal && !over(game)) hands.ending.kings_signal = game.result;
    const simulated::HandScript script = simulated::play_by_hand(game.start, game.moves, hands);
    device_.perform(script.acts);
    next_game_at_ = script.end + seconds(20);
    ++played_;
}

// The arbiter sets the clock for the next game, White's lever up.
void SimulatedSeat::reset_clock(Instant now) {
    simulated::DgtClock& clock = device_.clock();
    const rules::ClockSide white = rotated(number_) ? rules::ClockSide::Right : rules::ClockSide::Left;
    clock.pause(now);
    if (clock.to_move() != white) clock.press(clock.to_move(), now);
    for (const rules::ClockSide side : {rules::ClockSide::Left, rules::ClockSide::Right}) {
        const rules::TimePeriod& period = options_.time_control.periods.front();
        clock.set(side, period.base + period.increment, now);
    }
}

}  // namespace boardbridge::daemon
