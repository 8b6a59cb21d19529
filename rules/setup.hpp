// All that a FEN can say, legal or not; the way from there to a Position lists every reason why it is none.
// Source: Laws of Chess 2023, Articles 2, 3; Guidelines II (Chess960).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/expected.hpp"
#include "rules/placement.hpp"

namespace boardbridge::rules {

class Position;

/// What makes a Setup no legal Position. Several may hold at once.
enum class PositionError : std::uint8_t {
    NoWhiteKing,
    NoBlackKing,
    SeveralWhiteKings,
    SeveralBlackKings,
    PawnOnEndRank,
    OpponentInCheck,
    BadCastlingRights,
    BadEnPassantSquare,
    TooManyPieces,
    ImpossibleCheck,
    UnknownPiece
};
/// Plain English, "the side not to move is in check".
std::string to_string(PositionError e);

using PositionErrors = std::vector<PositionError>;

/// How strict Setup::position is. Playable asks only for what move generation needs (one king each, no
/// Unknown piece): the position after an illegal move, from which play goes on. Rights that cannot hold are
/// dropped there.
enum class Legality : std::uint8_t { Legal, Playable };

/// The rook squares with which a colour may still castle: [0] towards the h-file, [1] towards the a-file.
struct CastlingRights {
    std::array<std::array<std::optional<Square>, 2>, 2> rook{};  // [index(Color)][wing]
    static constexpr std::size_t kKingside = 0;
    static constexpr std::size_t kQueenside = 1;
    bool any() const;
    friend bool operator==(const CastlingRights&, const CastlingRights&) = default;
};

struct Setup {
    Placement placement;
    Color turn = Color::White;
    CastlingRights castling;
    std::optional<Square> en_passant;  ///< behind the pawn that has just advanced two squares, as FEN has it
    int halfmove_clock = 0;            ///< plies since the last capture or pawn move, 0 or more
    int fullmove_number = 1;           ///< 1 or more
    bool chess960 = false;

    static Setup standard_start();

    /// All reasons at once; empty errors never come back as a failure.
    Expected<Position, PositionErrors> position(Legality legality = Legality::Legal) const;
    friend bool operator==(const Setup&, const Setup&) = default;
};

}  // namespace boardbridge::rules
