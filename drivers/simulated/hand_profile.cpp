// The numbers of contract section 7; they are never softened here.
#include "drivers/simulated/hand_profile.hpp"

#include <array>

namespace boardbridge::simulated {
namespace {

constexpr Span ms(int least, int most) {
    return {std::chrono::milliseconds(least), std::chrono::milliseconds(most)};
}

constexpr std::array<std::string_view, 4> kNames = {"clean", "hall", "blitz", "scramble"};

constexpr std::array<HandRates, 4> kRates = {{
    {.think = ms(1500, 8000), .carry = ms(250, 900), .press = ms(200, 1200)},
    {.think = ms(1500, 8000),
     .carry = ms(250, 900),
     .press = ms(200, 1200),
     .slide = 25,
     .adjust = 5,
     .wrong_square = 2,
     .drop_out = 1,
     .misread = 1,
     .overlap = 2,
     .rook_first = 10,
     .promotion_off_board = 60,
     .any_order = true},
    {.think = ms(500, 3000),
     .carry = ms(120, 400),
     .press = ms(80, 350),
     .slide = 50,
     .adjust = 6,
     .wrong_square = 4,
     .drop_out = 3,
     .misread = 3,
     .overlap = 25,
     .rook_first = 30,
     .promotion_off_board = 60,
     .any_order = true},
    {.think = ms(250, 1200),
     .carry = ms(120, 400),
     .press = ms(80, 350),
     .slide = 60,
     .adjust = 12,
     .wrong_square = 8,
     .drop_out = 6,
     .misread = 6,
     .overlap = 50,
     .rook_first = 40,
     .promotion_off_board = 60,
     .any_order = true},
}};

}  // namespace

std::string_view to_string(HandProfile p) { return kNames[static_cast<std::size_t>(p)]; }

std::optional<HandProfile> parse_hand_profile(std::string_view text) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == text) return static_cast<HandProfile>(i);
    }
    return std::nullopt;
}

const HandRates& rates_of(HandProfile p) { return kRates[static_cast<std::size_t>(p)]; }

}  // namespace boardbridge::simulated
