// Moves as people write and say them: the short and long forms of Appendix C with the figure letters of many
// languages, and the spoken names of Appendix D.2.1. PGN's English SAN is in san.hpp; alert texts are not
// made here.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rules/expected.hpp"
#include "rules/move.hpp"
#include "rules/position.hpp"
#include "rules/san.hpp"

namespace boardbridge::rules {

/// Short: "Sgf3", "exd6 e.p."; long: origin and target in full, "Sg1f3", "e5xd6 e.p.".
enum class NotationForm : std::uint8_t { Short, Long };

/// The letters of one language (C.2, C.3), UTF-8; some have two characters (the Russian king).
struct FigureLetters {
    std::string_view language;  ///< ISO 639 code, or "figurine"
    std::array<std::string_view, 6>
        letter;  ///< [PieceType - 1], pawn to king; moves are written without the pawn's
    std::string_view of(PieceType t) const { return letter[static_cast<std::size_t>(t) - 1]; }
};

/// All languages known.
std::span<const FigureLetters> figure_letters();
/// nullptr if the language is unknown.
const FigureLetters* find_figure_letters(std::string_view language);

/// Appendix C: "0-0", "x" for captures, " e.p.", "=D", "+" and "#". The move must be legal.
std::string to_notation(const Position& p, Move m, NotationForm form, const FigureLetters& letters);

/// Reads short and long forms of that one language: what C.8 to C.13 leave to the player (x, +, #, "++",
/// e.p., "=") may be missing; Cyrillic and Greek letters may be typed by their Latin look-alikes. Ambiguous
/// moves are refused.
Expected<Move, SanError> parse_notation(const Position& p, std::string_view text,
                                        const FigureLetters& letters);

/// D.2.1: "Springer Felix drei", "Bauer Eva schlaegt David fuenf", "Bauer Eva acht Dame", "kurze Rochade".
/// The long form names the origin in full. The move must be legal.
std::string announcement(const Position& p, Move m, NotationForm form = NotationForm::Short);
/// "Eva vier".
std::string announcement(Square s);

}  // namespace boardbridge::rules
