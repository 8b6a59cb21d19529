// Arrays from which a game starts, right or wrong, in either orientation of the board; and the kings' sign of
// a result. Sources: Laws 2023, Articles 2.3, 7.2, A.5.1, Guidelines II; device-protocols 1.6; livechess
// section 3.
#pragma once

#include <optional>

#include "rules/outcome.hpp"
#include "rules/placement.hpp"
#include "rules/position.hpp"
#include "rules/setup.hpp"

namespace boardbridge::rules {

struct StartArray {
    Setup setup;
    bool flipped = false;       ///< sensed with the connector at White's right
    bool wrong = false;         ///< not the array of Article 2.3 (nor one of Chess960, where that is played)
    bool quarter_turn = false;  ///< the board is turned by 90 degrees (7.2.2): no setup can be given
};

/// True if the pieces fill the four outer ranks, or the four outer files, and nothing else.
bool fills_outer_rows(Bitboard occupied);

/// The start array that stands on the board as sensed (physical squares), if 32 pieces fill the outer rows.
std::optional<StartArray> find_start_array(const Placement& physical, bool chess960);

/// The sign of a result: both kings on two of d4, e4, d5, e5 and little else changed. d5 and e4: White wins;
/// d4 and e5: Black wins; one on each colour: draw.
std::optional<Result> kings_signal(const Placement& sensed, const Position& head);

/// d4, e4, d5, e5.
constexpr Bitboard kCentre = bit(Square::D4) | bit(Square::E4) | bit(Square::D5) | bit(Square::E5);

}  // namespace boardbridge::rules
