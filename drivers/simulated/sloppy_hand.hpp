// Plays a list of moves as people do: two hands, thinking, carrying, pressing, with the noise of a profile,
// and on request the mishaps of a hall (field-cases A to C). Seeded; equal input gives equal scripts
// everywhere. No wire, no scan.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "drivers/simulated/hand_act.hpp"
#include "drivers/simulated/hand_profile.hpp"
#include "rules/outcome.hpp"
#include "rules/position.hpp"

namespace boardbridge::simulated {

/// Mishaps, off unless asked for. Each happens to the player whose ply it is; the ply itself is then played
/// as listed.
enum class ExtraKind : std::uint8_t {
    TakeBack,         ///< another legal move is made, not pressed, taken back
    AgreedTakeBack,   ///< another legal move is made and pressed, then taken back, the lever put back
    IllegalPutRight,  ///< an illegal move, put right before the press
    IllegalPressed,  ///< an illegal move, pressed; the arbiter stops the clock, it is put right, play goes on
    IllegalStands,   ///< never put right: only for the last ply listed; the illegal move follows it
    PressWithoutMove,    ///< the lever is pressed with nothing moved, then pressed back
    KnockedOver,         ///< some pieces fall, roll, and are set up again
    Hover,               ///< a piece is lifted, held over squares, put back
    PutOnTop,            ///< a piece is set down on an occupied square, corrected (field case 35)
    ChangedPromotion,    ///< another piece is promoted first, exchanged before the press; only at a promotion
    PawnLeft,            ///< the pawn stays on the last rank, pressed, then exchanged; only at a promotion
    BouncingSensor,      ///< the sensor of a standing piece toggles for some seconds
    MisreadForGood,      ///< after this ply the moved piece is read as another one until it moves again
    WrongCastlingSquare  ///< the rook is put on a wrong square and then on; only at a castling
};

struct Extra {
    int ply = 1;  ///< 1 = first move
    ExtraKind kind = ExtraKind::TakeBack;
};

/// What happens on the board after the last ply.
struct Ending {
    std::optional<rules::Result>
        kings_signal;           ///< WhiteWins, BlackWins or Draw by the kings (livechess, section 3)
    int analysis_plies = 0;     ///< random legal moves without the clock
    bool reset_pieces = false;  ///< the array is set up again, for a new game
    bool pause_clock = true;    ///< the clock is stopped at the end
};

struct HandOptions {
    HandProfile profile = HandProfile::Clean;
    std::uint64_t seed = 1;
    Instant begin{};                           ///< the clock is started then
    std::vector<std::optional<Micros>> think;  ///< per ply, over the profile's range where given
    std::vector<Extra> extras;
    Ending ending;
};

/// The moves must be legal one after the other from `start` (asserted in debug builds).
HandScript play_by_hand(const rules::Position& start, std::span<const rules::Move> moves,
                        const HandOptions& options);

}  // namespace boardbridge::simulated
