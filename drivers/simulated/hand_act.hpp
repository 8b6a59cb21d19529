// What hands do to a board and its clock, as a time-ordered script of physical acts. It knows no wire and no
// scan: a scanner decides later which of these moments a board ever notices.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "drivers/simulated/seeded_random.hpp"
#include "rules/instant.hpp"
#include "rules/move.hpp"
#include "rules/piece.hpp"
#include "rules/placement.hpp"
#include "rules/square.hpp"

namespace boardbridge::simulated {

enum class ActKind : std::uint8_t {
    Lift,        ///< a piece leaves the square for the hand
    Set,         ///< a piece comes to stand on the square
    Cross,       ///< a carried or sliding piece comes over the square
    Leave,       ///< ... and leaves it
    Misread,     ///< the sensor takes the piece for another one; a Set puts it right
    DropOut,     ///< the sensor loses a standing piece; a Set brings it back
    Press,       ///< `hand` presses his lever
    StartClock,  ///< the arbiter lets White's clock run (or the clock goes on after a pause)
    PauseClock,
    UnplugClock,
    PlugClock,
    SetClock,   ///< the arbiter gives `hand` this `time`
    ResetClock  ///< the clock shows its starting times again, stopped
};
/// The square acts come first in the enum.
constexpr bool on_board(ActKind k) { return k < ActKind::Press; }

struct Act {
    Instant at;
    ActKind kind = ActKind::Lift;
    rules::Color hand = rules::Color::White;
    rules::Square square = rules::Square::A1;  ///< as the players see it; only for acts on the board
    rules::Piece piece = rules::Piece::None;   ///< what the sensor finds there from now on
    int ply = 0;                               ///< the ply it belongs to, 1 = first; 0: none
    Micros time{0};                            ///< only for SetClock
};

enum class CaptureOrder : std::uint8_t { None, OwnFirst, CapturedFirst, Replaced };
enum class CastlingOrder : std::uint8_t { None, KingFirst, RookFirst, BothHands, LiftedTogether };
enum class PromotionOrder : std::uint8_t {
    None,
    PawnStands,    ///< the pawn stands on the last rank, is taken off, the piece set
    PawnReplaced,  ///< the piece pushes the standing pawn away: no empty square between
    PawnOffFirst,  ///< the pawn goes off the board, the piece comes onto the last rank
    PieceOnFirst   ///< the piece is set, then the pawn taken off
};
enum class EnPassantOrder : std::uint8_t { None, LandThenTake, TakeInBetween, TakeFirst };

/// What the dice said for one ply: for tests, for measured rates, and to explain a failing game.
struct PlyTraits {
    bool has_between = false;  ///< the moved piece had free squares on its way
    bool slide = false;
    bool stop = false;
    bool adjusted = false;
    bool wrong_square = false;
    bool dropped_out = false;
    bool misread = false;
    bool overlapped = false;        ///< the hand started before the opponent's press
    bool captured_carried = false;  ///< the captured piece was seen over other squares
    CaptureOrder capture = CaptureOrder::None;
    CastlingOrder castling = CastlingOrder::None;
    PromotionOrder promotion = PromotionOrder::None;
    EnPassantOrder en_passant = EnPassantOrder::None;
};

struct PlyRecord {
    rules::Move move;
    Instant first_touch;
    Instant landed;  ///< the last piece of the move came to stand (or was taken off)
    Instant pressed;
    PlyTraits traits;
};

struct HandScript {
    rules::Placement start;  ///< in the players' orientation
    std::vector<Act> acts;   ///< ascending in time
    std::vector<PlyRecord> plies;
    Instant end;  ///< nothing happens later
};

}  // namespace boardbridge::simulated
