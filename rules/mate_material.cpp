// Why each rule holds (each is checked in tests by listing positions):
// - A king attacks no king, so a bare king never mates.
// - A single knight mates a king in a corner only, with the winner's king taking two of the three flights and
// a loser's
//   piece on the third. A queen there attacks the knight; any other piece can stand there without doing so.
// - Bishops of one square colour attack only that colour. Of the king's flights of the other colour the
// winner's king
//   can't take all, so the loser must block some himself: a knight, a pawn or a bishop of the other colour
//   can; a rook or a queen there reaches the line of the check or the checking bishop.
#include "rules/mate_material.hpp"

namespace boardbridge::rules {

namespace {

constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55ULL;

struct Kinds {
    Bitboard pawns, knights, bishops, rooks, queens;
};

bool rules_out(const Kinds& winner, const Kinds& loser) {
    if ((winner.pawns | winner.rooks | winner.queens) != 0) return false;
    if ((winner.knights | winner.bishops) == 0) return true;
    if (winner.bishops == 0)
        return (winner.knights & (winner.knights - 1)) == 0 &&
               (loser.pawns | loser.knights | loser.bishops | loser.rooks) == 0;
    if (winner.knights != 0 || (loser.pawns | loser.knights) != 0) return false;
    const Bitboard bishops = winner.bishops | loser.bishops;
    return (bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0;
}

}  // namespace

bool material_rules_out_mate(const MateBoard& b) {
    const auto kinds = [&b](std::size_t s) {
        return Kinds{b.pieces(s, PieceType::Pawn), b.pieces(s, PieceType::Knight),
                     b.pieces(s, PieceType::Bishop), b.pieces(s, PieceType::Rook),
                     b.pieces(s, PieceType::Queen)};
    };
    return rules_out(kinds(MateBoard::kWinner), kinds(MateBoard::kLoser));
}

bool material_rules_out_mate(const Position& p, Color winner) {
    const auto kinds = [&p](Color c) {
        return Kinds{p.pieces(c, PieceType::Pawn), p.pieces(c, PieceType::Knight),
                     p.pieces(c, PieceType::Bishop), p.pieces(c, PieceType::Rook),
                     p.pieces(c, PieceType::Queen)};
    };
    return rules_out(kinds(winner), kinds(opposite(winner)));
}

}  // namespace boardbridge::rules
