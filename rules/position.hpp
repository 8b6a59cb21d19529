// A position that obeys the Laws by construction, and the moves that are legal in it (standard chess and
// Chess960). Source: Laws of Chess 2023, Articles 3, 5, 9; Guidelines II. Copying is cheap; play() makes a
// new position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rules/bitboard.hpp"
#include "rules/move.hpp"
#include "rules/piece.hpp"
#include "rules/placement.hpp"
#include "rules/setup.hpp"

namespace boardbridge::rules {

class Position {
public:
    /// The start position of standard chess.
    Position();
    static Position standard_start() { return Position(); }

    Color turn() const { return turn_; }
    bool chess960() const { return chess960_; }
    int halfmove_clock() const { return halfmove_clock_; }
    int fullmove_number() const { return fullmove_number_; }
    CastlingRights castling() const;
    /// The same as a set: the rooks of both colours with which castling is still possible by right.
    Bitboard castling_rooks() const { return castling_rooks_; }
    /// The square behind a pawn that has just advanced two squares (whether or not it can be taken).
    std::optional<Square> en_passant() const {
        if (en_passant_ == kNoSquare) return std::nullopt;
        return static_cast<Square>(en_passant_);
    }
    /// The same, only if some en passant capture is fully legal (Article 9.2.3: what counts for repetition).
    std::optional<Square> legal_en_passant() const;

    Piece piece_at(Square s) const { return board_[index(s)]; }
    const std::array<Piece, kSquareCount>& board() const { return board_; }
    Placement placement() const;
    Bitboard pieces(Color c) const { return by_color_[index(c)]; }
    Bitboard pieces(Color c, PieceType t) const {
        return by_color_[index(c)] & by_type_[static_cast<std::size_t>(t)];
    }
    Bitboard pieces(PieceType t) const { return by_type_[static_cast<std::size_t>(t)]; }
    Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    Square king(Color c) const { return first(pieces(c, PieceType::King)); }

    /// Pieces of colour `by` that attack `s`, given the occupancy of this position.
    Bitboard attackers(Square s, Color by) const { return attackers(s, by, occupied()); }
    /// The same with other squares occupied. Pieces count where they stand here, even on squares that are not
    /// occupied.
    Bitboard attackers(Square s, Color by, Bitboard occupied) const;
    /// Pieces giving check to the side to move.
    Bitboard checkers() const;
    bool in_check() const { return checkers() != 0; }
    /// Is that colour's king attacked? (Of the side not to move this is only ever true in a Playable
    /// position.)
    bool attacked_king(Color c) const;

    /// Appends every legal move. The order is fixed and deterministic.
    void legal_moves(MoveList& out) const;
    /// Those of pieces on these squares, and all castling.
    void legal_moves_from(Bitboard origins, MoveList& out) const;
    MoveList legal_moves() const {
        MoveList list;
        legal_moves(list);
        return list;
    }
    std::size_t count_legal_moves() const;
    bool has_legal_move() const;
    bool is_legal(Move m) const;
    bool checkmate() const { return in_check() && !has_legal_move(); }
    bool stalemate() const { return !in_check() && !has_legal_move(); }
    /// True if the move takes something (en passant included).
    bool captures(Move m) const;

    /// The position after a legal move. Undefined for others (asserted in debug builds).
    Position play(Move m) const;
    /// The same placement with the other side to move, no en passant; halfmove clock kept. May be only
    /// Playable.
    Position pass() const;

    Setup setup() const;

    /// 64-bit key of what Article 9.2.3 compares: turn, pieces, castling rights, en passant only if legal.
    std::uint64_t repetition_key() const;
    /// Exact comparison of the same things, for use where a key hit decides a game.
    bool same_for_repetition(const Position& other) const;

private:
    friend struct Setup;

    struct Empty {};
    explicit Position(Empty) {}

    void put(Square s, Piece p);
    void take(Square s);

    std::array<Bitboard, 2> by_color_{};
    std::array<Bitboard, 7> by_type_{};  // by PieceType; the first is never used
    std::array<Piece, kSquareCount> board_{};
    Bitboard castling_rooks_ = 0;
    std::int32_t halfmove_clock_ = 0;
    std::int32_t fullmove_number_ = 1;
    std::uint8_t en_passant_ = kNoSquare;
    Color turn_ = Color::White;
    bool chess960_ = false;

    static constexpr std::uint8_t kNoSquare = 64;
};

/// Squares on which king and rook stand after castling of that colour towards that wing (CastlingRights
/// index).
Square castled_king_square(Color c, std::size_t wing);
Square castled_rook_square(Color c, std::size_t wing);

/// The leaf count of the legal move tree, depth 0 or more plies; the last ply is counted, not played. Modulo
/// 2^64.
std::uint64_t perft(const Position& p, int depth);

}  // namespace boardbridge::rules
