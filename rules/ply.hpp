// One ply of the score as it was played on the board: legal or not, seen or inferred.
// Source: contract sections 4 (MoveMade) and 5 (when a move is made, completed, illegal).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rules/bitboard.hpp"
#include "rules/clock.hpp"
#include "rules/instant.hpp"
#include "rules/move.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {

/// Why a completed move is illegal; None for legal ones.
enum class IllegalKind : std::uint8_t {
    None,
    Geometry,            ///< the piece does not move like that, or something stands in the way
    OwnKingLeftInCheck,  ///< own king attacked after the move
    WrongPromotion,      ///< promoted to a king or a pawn, or to the opponent's piece
    PawnOnLastRank,      ///< 7.5.2: becomes a queen
    TwoMovesInARow,      ///< the same side moved again
    OpponentsPiece,      ///< moved a piece of the other colour
    Castling,            ///< through or out of check, after king or rook moved, over pieces
    KingCaptured,
    Other  ///< several squares changed in a way no move does
};

/// What completed a ply (Laws 6.2.1; contract section 5).
enum class Completion : std::uint8_t {
    Open,      ///< not completed yet
    Press,     ///< the clock
    Reply,     ///< the other side's next move, without a press before it
    Rest,      ///< no clock, and the placement was at rest long enough
    EndOfGame  ///< it ended the game
};

struct Ply {
    int number = 1;             ///< 1 = first move after the start position
    Color side = Color::White;  ///< who moved
    std::optional<Move>
        move;         ///< the legal move; nothing when illegal (but see TwoMovesInARow: legal for that side)
    std::string san;  ///< SAN; illegal: piece, from, 'x' if it took, to ("Bf1xf6")
    std::string uci;  ///< contract section 4
    IllegalKind illegal = IllegalKind::None;
    bool provisional = true;  ///< not yet confirmed
    bool guess = false;       ///< inferred, never seen as such
    bool unsure = false;  ///< a guess in one square only (what was taken, where it passed): no ply is missing
    Position before;      ///< position in which it was made
    Position after;       ///< position it led to (Playable)
    Bitboard differing = 0;  ///< squares that changed
    Instant made_at{};       ///< when the placement that shows it was sensed
    ClockTimes clock;        ///< last reading before or at that moment
    Completion completed_by = Completion::Open;
    /// Squares on which the board, when the ply was completed, still shows a pawn where `after` has its
    /// queen.
    Bitboard unpromoted = 0;
};

/// Why plies already published are replaced.
enum class RevisionReason : std::uint8_t {
    SlidOn,             ///< the piece went on to another square before the press
    TakenBack,          ///< the move was taken back
    CastlingCompleted,  ///< a king or rook move became castling
    PromotionChanged,   ///< another piece was put on the promotion square
    Reordered,          ///< later evidence showed other plies or another order
    KingsSignal,        ///< king moves that were the sign of a result
    NowIllegal,         ///< the press came on another, illegal placement
    Corrected           ///< a person corrected the score
};
std::string_view to_string(RevisionReason r);

}  // namespace boardbridge::rules
