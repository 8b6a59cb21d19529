// Names what an unlawful placement shows: which piece went where, and which rule the move breaks.
// Sources: Laws 2023, Articles 3, 4.6, 7.5; contract section 5. It judges placements only; when a move counts
// as made and completed is the move tracker's matter.
#pragma once

#include <optional>
#include <string>

#include "rules/line_search.hpp"
#include "rules/ply.hpp"
#include "rules/setup.hpp"

namespace boardbridge::rules {

struct IllegalMove {
    IllegalKind kind = IllegalKind::Other;
    Square from = Square::A1;
    Square to = Square::A1;
    Piece piece = Piece::None;  ///< as it stood before
    bool took = false;
    std::string san;  ///< piece, from, 'x' if it took, to: "Bf1xf6"; pawns without letter
    std::string uci;  ///< from, to, 'q' for a pawn that becomes a queen by 7.5.2
    Setup after;      ///< where play goes on from, the other side to move
};

/// What the side to move of `before` did to reach the sensed placement, when that is one unlawful move;
/// nothing when pieces are missing (in a hand), when nothing of a move can be recognised, or when the
/// placement differs nowhere.
std::optional<IllegalMove> classify_illegal(const Position& before, const SearchTarget& sensed);

/// True if a piece of that kind moves from one square to the other on this board, checks left aside (Article
/// 3).
bool moves_so(const Position& p, Square from, Square to);

}  // namespace boardbridge::rules
