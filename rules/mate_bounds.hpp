// What can never happen on a board, however the two sides play: for each piece a set of squares that contains
// every square it can ever stand on. Walls of pawns show in it at once, where a search would only wander.
// From these bounds follows a proof that the loser can never be mated, or nothing (Laws 2023, Articles 5.2.2
// and 6.9).
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "rules/mate_board.hpp"

namespace boardbridge::rules {

/// Can different men stand on all these squares, each man on a square of its own set? (At most 64 men.)
bool can_occupy(Bitboard squares, std::span<const Bitboard> men);

class MateBounds {
public:
    /// Computes the bounds of everything that can follow from `b`. Some 10 microseconds on a locked board.
    explicit MateBounds(const MateBoard& b);

    /// True only if no mate of the loser lies within the bounds.
    bool rules_out_mate() const;

    struct Man {
        std::size_t side = 0;
        PieceType type = PieceType::Pawn;
        Square start = Square::A1;
        Bitboard reach = 0;        ///< squares it can stand on (as a pawn, if it is one)
        Bitboard on_file = 0;      ///< pawns: those reached without ever capturing
        Bitboard off_file = 0;     ///< pawns: those reached after a capture
        Bitboard hits = 0;         ///< squares it can move to with a capture
        bool capturable = false;   ///< it may be taken
        bool leaves_file = false;  ///< pawns: it may capture
        bool promotes = false;     ///< pawns: it may reach the last rank
    };
    std::span<const Man> men() const { return {pieces_.data(), count_}; }
    /// Squares that the man with this number can ever attack.
    Bitboard attacks_of(std::size_t man) const { return attacks_[man]; }
    /// Squares on which that side's king can ever stand.
    Bitboard king_squares(std::size_t side) const { return pieces_[king_[side]].reach; }
    /// Squares that are held for good by the man that stands there now.
    Bitboard stuck(std::size_t side) const { return stuck_[side]; }
    bool can_promote(std::size_t side) const { return promoted_[side].from != 0; }
    /// Squares on which men promoted by that side can ever stand.
    Bitboard promoted_squares(std::size_t side) const {
        return promoted_[side].queen | promoted_[side].knight;
    }

private:
    static constexpr std::size_t kMost = 64;

    /// All that pawns of one side can become, taken together: a queen (rook, bishop) and a knight.
    struct Promoted {
        Bitboard from = 0;
        Bitboard queen = 0;
        Bitboard knight = 0;
    };

    bool grow();
    bool grow_man(Man& m);
    bool grow_pawn(Man& m);
    bool grow_promoted(std::size_t side);
    bool mark_captures();
    void find_guarded();
    Bitboard steps(const Man& m, Square from) const;
    Bitboard landing(std::size_t side) const;
    Bitboard lane_limit(const Man& m) const;
    Bitboard targets_of_enemy(std::size_t side) const;
    Bitboard attack_set(const Man& m) const;
    Bitboard attacks_from(PieceType type, std::size_t side, Square from) const;

    bool mate_on(Square king_square) const;
    bool mate_from(Square king_square, const Man& checker, Square from, Bitboard others) const;
    bool blocked_by_own_men(Bitboard squares) const;

    std::array<Man, kMost> pieces_{};
    std::size_t count_ = 0;
    std::array<std::size_t, 2> king_{};
    std::array<Promoted, 2> promoted_{};
    std::array<Bitboard, 2>
        stuck_{};  ///< squares whose first occupant, of that side, is still there for good
    std::array<Bitboard, 2> guarded_{};      ///< squares that this side attacks for good
    std::array<Bitboard, kMost> attacks_{};  ///< all that each man can ever attack
    Bitboard blockable_ = 0;                 ///< squares that some man of the loser can block
    Bitboard castling_ = 0;
    std::uint8_t en_passant_ = MateBoard::kNoSquare;
    std::size_t turn_ = 0;
};

}  // namespace boardbridge::rules
