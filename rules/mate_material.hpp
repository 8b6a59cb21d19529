// Mate ruled out by material alone: kings with too little beside them, whatever the squares (Laws 2023,
// Article 5.2.2).
#pragma once

#include "rules/mate_board.hpp"

namespace boardbridge::rules {

/// True if no position with at most this material, the loser's pawns promoted in any way, is a mate by the
/// winner. Exact for every position that can follow: captures only take material away.
bool material_rules_out_mate(const MateBoard& b);

/// The same for both sides of a position, without making a MateBoard.
bool material_rules_out_mate(const Position& p, Color winner);

}  // namespace boardbridge::rules
