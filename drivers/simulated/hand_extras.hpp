// The mishaps of sloppy_hand.hpp, one by one, and what happens on the board after the game. Internal to the
// hands.
#pragma once

#include <optional>

#include "drivers/simulated/hand_stage.hpp"
#include "drivers/simulated/sloppy_hand.hpp"

namespace boardbridge::simulated {

/// One ply about to be played, and what a mishap leaves behind.
struct Mishap {
    HandStage& stage;
    SeededRandom& random;
    const HandRates& rates;
    const rules::Position& position;  ///< before the ply
    rules::Move move;
    int ply;
    Instant start;                                 ///< when the hand starts; a mishap moves it on
    std::optional<HandStage::Timing> performed{};  ///< the mishap has carried out the ply itself
    std::optional<Instant> pressed{};              ///< ... and the lever is pressed then

    rules::Color side() const { return position.turn(); }
    Micros some(int least_ms, int most_ms) {
        return random.between(std::chrono::milliseconds(least_ms), std::chrono::milliseconds(most_ms));
    }
    /// One square act at `start`, then a pause.
    void act(ActKind kind, rules::Square s, rules::Piece p, Micros then);
};

void mishap_before(ExtraKind kind, Mishap& m);
/// `after`: the position after the ply; `at`: everything of the ply has settled and the lever is pressed.
void mishap_after(ExtraKind kind, Mishap& m, const rules::Position& after, Instant at);

/// An illegal move for the side to move whose placement no legal move gives; nothing if none was found.
struct IllegalMove {
    rules::Square from;
    rules::Square to;
};
std::optional<IllegalMove> find_illegal_move(const rules::Position& p, SeededRandom& random);

void finish_game(HandStage& stage, SeededRandom& random, const HandRates& rates, const rules::Position& last,
                 const Ending& ending, Instant at);

}  // namespace boardbridge::simulated
