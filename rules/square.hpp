// Squares, files and ranks of the board, and the two colours. Everything else in rules/ builds on these
// nouns. Numbering: a1 = 0, b1 = 1, ... h1 = 7, a2 = 8, ... h8 = 63 (little-endian rank-file).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boardbridge::rules {

enum class Color : std::uint8_t { White, Black };

constexpr Color opposite(Color c) { return c == Color::White ? Color::Black : Color::White; }
constexpr std::size_t index(Color c) { return static_cast<std::size_t>(c); }

enum class Square : std::uint8_t {
    A1,
    B1,
    C1,
    D1,
    E1,
    F1,
    G1,
    H1,
    A2,
    B2,
    C2,
    D2,
    E2,
    F2,
    G2,
    H2,
    A3,
    B3,
    C3,
    D3,
    E3,
    F3,
    G3,
    H3,
    A4,
    B4,
    C4,
    D4,
    E4,
    F4,
    G4,
    H4,
    A5,
    B5,
    C5,
    D5,
    E5,
    F5,
    G5,
    H5,
    A6,
    B6,
    C6,
    D6,
    E6,
    F6,
    G6,
    H6,
    A7,
    B7,
    C7,
    D7,
    E7,
    F7,
    G7,
    H7,
    A8,
    B8,
    C8,
    D8,
    E8,
    F8,
    G8,
    H8
};

constexpr std::size_t kSquareCount = 64;

constexpr std::size_t index(Square s) { return static_cast<std::size_t>(s); }
constexpr Square square_at(std::size_t i) { return static_cast<Square>(i); }
/// File 0 (a) to 7 (h).
constexpr int file_of(Square s) { return static_cast<int>(s) & 7; }
/// Rank 0 (first) to 7 (eighth).
constexpr int rank_of(Square s) { return static_cast<int>(s) >> 3; }
/// Both arguments 0 to 7.
constexpr Square make_square(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
/// The same square seen from the other side of the table (board turned by 180 degrees).
constexpr Square rotated(Square s) { return static_cast<Square>(63 - static_cast<int>(s)); }
/// Rank 0 for White, 7 for Black: the rank on which a colour's pieces start.
constexpr int home_rank(Color c) { return c == Color::White ? 0 : 7; }

/// "e4".
std::string to_string(Square s);
/// Reads "e4"; nothing for any other text.
std::optional<Square> parse_square(std::string_view text);

}  // namespace boardbridge::rules
