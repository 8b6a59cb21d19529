// Pieces in letters, as the piece placement field of a FEN writes them (PGN specification 1994,
// section 16.1.3.1).
#include "rules/piece.hpp"

#include <string_view>

namespace boardbridge::rules {

namespace {
constexpr std::string_view kLetters = ".PNBRQK??pnbrqk?";  // by the code of the piece
}

char fen_letter(Piece p) { return kLetters[static_cast<std::size_t>(p) & 15U]; }

std::optional<Piece> parse_piece(char fen_letter) {
    if (fen_letter == '.' || fen_letter == '?') return std::nullopt;
    const auto code = kLetters.find(fen_letter);
    if (code == std::string_view::npos) return std::nullopt;
    return static_cast<Piece>(code);
}

}  // namespace boardbridge::rules
