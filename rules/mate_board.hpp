// The board on which helpmates are sought: small, cheap to copy, always seen by the side that is to mate.
// "Winner" is the side whose mate is sought, "loser" the other; the winner plays up the board whatever his
// colour. It must not know anything about clocks, draws by repetition or the fifty moves: Article 6.9 asks
// for any series of legal moves (Laws 2023, Articles 3 and 6.9).
#pragma once

#include <array>
#include <cstdint>

#include "rules/attacks.hpp"
#include "rules/bitboard.hpp"
#include "rules/move.hpp"
#include "rules/piece.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {

/// A board in 40 bytes, equal exactly if the boards are: what stands on a square is spelt by one bit in each
/// of four words.
struct PackedBoard {
    std::array<std::uint64_t, 4> planes{};
    std::uint8_t en_passant = 64;
    std::uint8_t turn = 0;
    friend bool operator==(const PackedBoard&, const PackedBoard&) = default;
    std::uint64_t hash() const;
};

class MateBoard {
public:
    static constexpr std::size_t kWinner = 0;
    static constexpr std::size_t kLoser = 1;
    static constexpr std::uint8_t kNoSquare = 64;

    MateBoard() = default;
    MateBoard(const Position& p, Color winner);
    explicit MateBoard(const PackedBoard& packed);
    PackedBoard packed() const;

    /// Index of the side to move: kWinner or kLoser.
    std::size_t turn() const { return turn_; }
    Bitboard side(std::size_t s) const { return side_[s]; }
    Bitboard kind(PieceType t) const { return kind_[slot(t)]; }
    Bitboard pieces(std::size_t s, PieceType t) const { return side_[s] & kind_[slot(t)]; }
    Bitboard occupied() const { return side_[kWinner] | side_[kLoser]; }
    Square king(std::size_t s) const { return first(pieces(s, PieceType::King)); }
    Bitboard castling_rooks() const { return castling_; }
    /// Square behind a pawn that may be taken en passant (as far as pawns stand for it), or kNoSquare.
    std::uint8_t en_passant() const { return en_passant_; }
    /// Kind of the piece on an occupied square.
    PieceType type_at(Square s) const;

    /// Pieces of side `by` that attack `s` when `occupied` squares block.
    Bitboard attackers(Square s, std::size_t by, Bitboard occupied) const;
    bool attacked(Square s, std::size_t by, Bitboard occupied) const;
    bool in_check() const { return attacked(king(turn_), turn_ ^ 1U, occupied()); }

    /// Every legal move, in a fixed order. Castling is king takes own rook.
    void legal_moves(MoveList& out) const;
    bool has_legal_move() const;
    bool checkmate() const { return in_check() && !has_legal_move(); }

    /// The board after a legal move.
    MateBoard play(Move m) const;

    // For boards that are thought up: nothing is checked.
    void put(std::size_t s, PieceType t, Square at);
    void take(std::size_t s, PieceType t, Square at);
    void set_turn(std::size_t s);
    /// A capture or a pawn move: what can never be undone. (Castling and lost rights are not counted.)
    bool irreversible(Move m) const {
        return ((occupied() & ~castling_) & bit(m.to())) != 0 || (kind(PieceType::Pawn) & bit(m.from())) != 0;
    }

    /// A move of this board as a move of the position it was made from, and back.
    static Move turned(Move m, Color winner);

private:
    static constexpr std::size_t slot(PieceType t) { return static_cast<std::size_t>(t) - 1; }

    void drop_castling(Bitboard rooks) { castling_ &= ~rooks; }
    void set_en_passant(std::uint8_t square);
    void play_castling(Move m);

    // Each of these hands moves to `sink` until it answers true ("enough"), and then answers true itself.
    template <class Sink>
    bool generate(Sink&& sink) const;
    template <class Sink>
    bool generate_king(Sink&& sink) const;
    template <class Sink>
    bool generate_piece(Sink&& sink, Square from, Bitboard targets) const;
    template <class Sink>
    bool generate_pawn(Sink&& sink, Square from, Bitboard targets) const;
    template <class Sink>
    bool generate_en_passant(Sink&& sink) const;
    template <class Sink>
    bool generate_castling(Sink&& sink) const;

    std::array<Bitboard, 2> side_{};
    std::array<Bitboard, 6> kind_{};
    Bitboard castling_ = 0;
    std::uint8_t en_passant_ = kNoSquare;
    std::uint8_t turn_ = kWinner;
};

/// What a man of that type and side (kWinner or kLoser) attacks from there, up to the first of `occupied` on
/// each line.
Bitboard attacks_of(PieceType type, std::size_t side, Square from, Bitboard occupied);

}  // namespace boardbridge::rules
