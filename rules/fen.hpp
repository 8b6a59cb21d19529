// FEN with 1 to 6 fields, X-FEN and Shredder-FEN castling fields. Standard: PGN specification 1994,
// section 16.1; Chess960 castling letters by X-FEN (KQkq, outermost rook; file letter of an inner rook) and
// Shredder (HAha).
#pragma once

#include <string>
#include <string_view>

#include "rules/expected.hpp"
#include "rules/position.hpp"
#include "rules/setup.hpp"

namespace boardbridge::rules {

/// What is wrong with a FEN, which field (1 placement ... 6 fullmove number), in words.
struct FenError {
    int field = 1;
    std::string message;  ///< "castling field: expected letters of KQkq or files, found 'z'"
};

/// Reads 1 to 6 fields (missing ones: w, -, -, 0, 1). What is said is kept, whether it can hold or not.
/// The setup is Chess960 if `chess960` says so, if a castling letter is that of a file, or if every letter of
/// KQkq finds a rook on its side of the king and some king or rook stands elsewhere than in standard chess.
/// Otherwise KQkq mean the corner rooks.
Expected<Setup, FenError> parse_fen(std::string_view text, bool chess960 = false);
/// Six fields. Chess960: X-FEN letters. The en passant square is written when a pawn could capture there
/// legally.
std::string to_fen(const Setup& s);
std::string to_fen(const Position& p);

/// parse_fen and Setup::position in one step; the message names the field or the reasons.
Expected<Position, std::string> position_from_fen(std::string_view text, bool chess960 = false);

}  // namespace boardbridge::rules
