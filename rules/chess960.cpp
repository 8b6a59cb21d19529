// Chess960 start arrays and their numbers. A number is taken apart from its end: file of the bishop on light
// squares (4), of the one on dark squares (4), of the queen among the free squares (6), and which two of the
// five squares then left the knights take (10). Rook, king and rook fill the rest.
#include "rules/chess960.hpp"

#include <array>
#include <vector>

namespace boardbridge::rules {

namespace {

using Array = std::array<Piece, 8>;  // White's first rank
constexpr std::array<std::array<int, 2>, 10> kKnights = {
    {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};

/// The nth square of the rank on which nothing stands yet.
std::size_t free_file(const Array& array, int n) {
    for (std::size_t file = 0; file < array.size(); ++file)
        if (array[file] == Piece::None && n-- == 0) return file;
    return array.size();
}

Array array_of(int number) {
    Array array{};
    array[static_cast<std::size_t>(2 * (number % 4) + 1)] = Piece::WhiteBishop;
    number /= 4;
    array[static_cast<std::size_t>(2 * (number % 4))] = Piece::WhiteBishop;
    number /= 4;
    array[free_file(array, number % 6)] = Piece::WhiteQueen;
    number /= 6;
    const auto [left, right] = kKnights[static_cast<std::size_t>(number)];
    const std::size_t left_file = free_file(array, left);
    array[free_file(array, right)] = Piece::WhiteKnight;
    array[left_file] = Piece::WhiteKnight;
    for (const Piece piece : {Piece::WhiteRook, Piece::WhiteKing, Piece::WhiteRook})
        array[free_file(array, 0)] = piece;
    return array;
}

Placement placement_of(const Array& array) {
    Placement p;
    for (int file = 0; file < 8; ++file) {
        const PieceType type = type_of(array[static_cast<std::size_t>(file)]);
        p.set(make_square(file, 0), make_piece(Color::White, type));
        p.set(make_square(file, 1), Piece::WhitePawn);
        p.set(make_square(file, 6), Piece::BlackPawn);
        p.set(make_square(file, 7), make_piece(Color::Black, type));
    }
    return p;
}

}  // namespace

std::optional<Setup> chess960_start(int number) {
    if (number < 0 || number > 959) return std::nullopt;
    Setup setup;
    const Array array = array_of(number);
    setup.placement = placement_of(array);
    setup.chess960 = true;
    std::size_t wing = CastlingRights::kQueenside;
    for (int file = 0; file < 8; ++file) {
        if (array[static_cast<std::size_t>(file)] != Piece::WhiteRook) continue;
        for (const Color c : {Color::White, Color::Black})
            setup.castling.rook[index(c)][wing] = make_square(file, home_rank(c));
        wing = CastlingRights::kKingside;
    }
    return setup;
}

std::optional<int> chess960_number(const Placement& p) {
    for (int number = 0; number < 960; ++number)
        if (placement_of(array_of(number)) == p) return number;
    return std::nullopt;
}

}  // namespace boardbridge::rules
