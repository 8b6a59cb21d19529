// Two players who never tire: one game after the other on the same board, each ended by the kings' sign, the
// pieces set up again, the clock reset. What a simulated hall is filled with. Source: contract section 1,
// `simulate`.
#pragma once

#include <memory>
#include <vector>

#include "drivers/simulated/sloppy_hand.hpp"

namespace boardbridge::simulated {

/// A game to be played: where it starts, its moves, how it ended (Unknown: drawn by lot).
struct PlayedGame {
    rules::Position start;
    std::vector<rules::Move> moves;
    rules::Result result = rules::Result::Unknown;
};

struct EndlessHandsOptions {
    HandProfile profile = HandProfile::Hall;
    std::uint64_t seed = 1;
    /// Played in turn; all from one and the same array. None: random games from the usual start position.
    std::shared_ptr<const std::vector<PlayedGame>> games;
    std::size_t first_game = 0;  ///< index of the game to begin with
    int random_plies = 100;      ///< of a random game, at most
    Micros before_first = std::chrono::seconds(3);
};

class EndlessHands {
public:
    explicit EndlessHands(EndlessHandsOptions options) : options_(std::move(options)) {}

    /// Placement in which all games start.
    rules::Placement array() const;
    rules::Color first_to_move() const;
    /// The next game, all of its acts later than `last`. For DgtDevice::play_on.
    std::vector<Act> operator()(Instant last);
    /// The game whose acts were given last.
    const PlayedGame& current() const { return current_; }
    std::size_t games_begun() const { return begun_; }

private:
    PlayedGame next_game(SeededRandom& random) const;

    EndlessHandsOptions options_;
    PlayedGame current_;
    std::size_t begun_ = 0;
};

}  // namespace boardbridge::simulated
