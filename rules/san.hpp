// Standard Algebraic Notation, English letters: written strictly, read generously (PGN specification 1994,
// section 8.2.3; Laws, Appendix C). Reading accepts 0-0, missing or superfluous x, + and #, long forms
// (Ng1f3, e2-e4), e.p., =Q or Q or (Q).
#pragma once

#include <string>
#include <string_view>

#include "rules/expected.hpp"
#include "rules/move.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {

enum class SanErrorKind : std::uint8_t { Malformed, NoSuchMove, Ambiguous };
struct SanError {
    SanErrorKind kind;
    std::string message;  ///< "no legal move Nf3 for White in <FEN>"
};

/// "Nbd7", "exd6", "O-O-O", "e8=Q+", "Qxf7#". The move must be legal in the position.
std::string to_san(const Position& p, Move m);
Expected<Move, SanError> parse_san(const Position& p, std::string_view text);

/// UCI: "e2e4", "e7e8q"; castling "e1g1" in standard chess, king takes rook ("e1h1") in Chess960.
std::string to_uci(const Position& p, Move m);
/// Accepts both castling forms in both kinds of chess. Nothing unless the move is legal.
Expected<Move, SanError> parse_uci(const Position& p, std::string_view text);

}  // namespace boardbridge::rules
