// A second proof that there is no mate, for boards where bounds alone see too much: kings, pawns and men that
// can't move are followed exactly, every other man is let be anywhere within its bounds at any time. What
// this loosened game can't reach, the real one can't either (Laws 2023, Article 5.2.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/mate_board.hpp"
#include "rules/mate_bounds.hpp"

namespace boardbridge::rules {

class KingsAndPawnsProof {
public:
    /// `bounds` must be those of `b`, and outlive this.
    KingsAndPawnsProof(const MateBoard& b, const MateBounds& bounds);

    /// True only if the loser can never be mated; false if the loosened game has a mate, or over `limit`
    /// positions.
    bool rules_out_mate(std::size_t limit);
    std::size_t positions() const { return seen_.size(); }

private:
    /// A position of the loosened game.
    struct State {
        std::array<Bitboard, 2> pawns{};
        Bitboard fixed = 0;  ///< men that never move and are still there
        std::array<std::uint8_t, 2> king{};
        std::uint8_t en_passant = MateBoard::kNoSquare;
        std::uint8_t turn = 0;
        std::uint8_t promoted = 0;  ///< pawns that the loser has promoted
        friend bool operator==(const State&, const State&) = default;
    };
    /// How the last move was made: what can have given check.
    struct Last {
        bool roaming = false;  ///< a man that is not followed moved
        Bitboard opened = 0;   ///< squares that a followed man has left
        Bitboard pawn = 0;     ///< where a pawn has arrived
    };
    struct Roamer {
        PieceType type;
        Bitboard reach;
        Bitboard hits;
        Bitboard attacks;
    };

    bool expand(const State& s);
    bool king_moves(const State& s);
    bool pawn_moves(const State& s);
    bool pawn_arrives(const State& s, Square from, Square to, Bitboard taken, std::uint8_t en_passant);
    bool roaming_moves(const State& s);
    bool enter(State next, const Last& last);
    bool mate_possible(const State& s, const Last& last) const;
    bool mates_with(const State& s, PieceType type, Square from, Bitboard others, Bitboard open) const;
    Bitboard followed(const State& s, std::size_t side) const;
    Bitboard followed(const State& s) const { return followed(s, 0) | followed(s, 1); }
    bool surely_attacked(const State& s, Square at, std::size_t by) const;
    Bitboard fixed_attacks(const State& s, std::size_t by, Bitboard occupied) const;
    void grow_table();
    bool insert(const State& s);

    const MateBounds& bounds_;
    std::array<std::vector<Roamer>, 2> roamers_;
    std::array<Bitboard, 2> fixed_side_{};
    std::array<PieceType, 64> fixed_type_{};
    Bitboard roamed_ = 0;  ///< squares on which some man that is not followed can stand
    std::array<Bitboard, 2> roaming_hits_{};
    std::array<Bitboard, 2> roaming_reach_{};
    std::array<Bitboard, 2> castled_{};
    std::array<std::uint8_t, 2> first_king_{};
    std::vector<State> seen_;
    std::vector<std::uint32_t> table_;
    State root_;
};

}  // namespace boardbridge::rules
