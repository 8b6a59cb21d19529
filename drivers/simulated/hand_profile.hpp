// How players handle their pieces: the rates of contract section 7, one row of numbers for each profile.
#pragma once

#include <optional>
#include <string_view>

#include "drivers/simulated/seeded_random.hpp"

namespace boardbridge::simulated {

enum class HandProfile : std::uint8_t { Clean, Hall, Blitz, Scramble };

/// "clean", "hall", "blitz", "scramble".
std::string_view to_string(HandProfile p);
std::optional<HandProfile> parse_hand_profile(std::string_view text);

/// Percentages are of moves; those that need something (squares between, a castling, a promotion) of the
/// moves that have it.
struct HandRates {
    Span think;
    Span carry;  ///< from hand to square
    Span press;  ///< from the last landing to the lever
    unsigned slide = 0;
    unsigned adjust = 0;
    unsigned wrong_square = 0;
    unsigned drop_out = 0;
    unsigned misread = 0;
    unsigned overlap = 0;
    unsigned rook_first = 0;
    unsigned promotion_off_board = 0;  ///< the pawn does not touch the last rank
    bool any_order = false;            ///< captures and castlings in any order
};

const HandRates& rates_of(HandProfile p);

}  // namespace boardbridge::simulated
