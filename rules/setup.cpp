// From what a FEN can say to a position: every reason why it is none, and what is dropped where play must go
// on. Source: Laws of Chess 2023, Articles 2, 3.8.2, 3.9; Guidelines II (who may castle in Chess960).
#include "rules/setup.hpp"

#include <algorithm>
#include <utility>

#include "rules/position.hpp"

namespace boardbridge::rules {

namespace {

/// The only king of that colour, if there is exactly one.
std::optional<Square> only_king(const Placement& p, Color c) {
    const Bitboard kings = p.squares_of(make_piece(c, PieceType::King));
    if (count(kings) != 1) return std::nullopt;
    return first(kings);
}

bool right_can_hold(const Setup& s, Color c, std::size_t wing, Square rook) {
    const std::optional<Square> king = only_king(s.placement, c);
    if (!king || rank_of(*king) != home_rank(c) || rank_of(rook) != home_rank(c)) return false;
    if (!is(s.placement[rook], c, PieceType::Rook)) return false;
    const bool kingside = wing == CastlingRights::kKingside;
    if (kingside != (rook > *king)) return false;
    return s.chess960 || (file_of(*king) == 4 && file_of(rook) == (kingside ? 7 : 0));
}

/// Calls `visit(colour, wing, rook)` for each right that is claimed.
template <class Visit>
void for_each_right(const CastlingRights& rights, Visit visit) {
    for (const Color c : {Color::White, Color::Black})
        for (const std::size_t wing : {CastlingRights::kKingside, CastlingRights::kQueenside})
            if (const auto rook = rights.rook[index(c)][wing]) visit(c, wing, *rook);
}

bool rights_can_hold(const Setup& s) {
    bool all = true;
    for_each_right(s.castling, [&](Color c, std::size_t wing, Square rook) {
        all = all && right_can_hold(s, c, wing, rook);
    });
    return all;
}

/// The pawn stands before the square, and the two squares it has come over are empty.
bool en_passant_can_hold(const Setup& s) {
    if (!s.en_passant) return true;
    const bool white = s.turn == Color::White;
    const Square target = *s.en_passant;
    if (rank_of(target) != (white ? 5 : 2)) return false;
    const int ahead = white ? 1 : -1;
    const Square pawn = make_square(file_of(target), rank_of(target) - ahead);
    const Square origin = make_square(file_of(target), rank_of(target) + ahead);
    return is(s.placement[pawn], opposite(s.turn), PieceType::Pawn) && s.placement[target] == Piece::None &&
           s.placement[origin] == Piece::None;
}

/// More than the sixteen pieces and eight pawns of Article 2.2. Whether promotion can have made the others
/// from the pawns that are missing is not asked: compositions about blocked positions have such pieces, and
/// are to be judged.
bool too_many_pieces(const Placement& p, Color c) {
    int pieces = 0;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const Piece piece = p[square_at(i)];
        if (is_piece(piece) && color_of(piece) == c) ++pieces;
    }
    return pieces > 16 || count(p.squares_of(make_piece(c, PieceType::Pawn))) > 8;
}

}  // namespace

std::string to_string(PositionError e) {
    switch (e) {
        case PositionError::NoWhiteKing:
            return "there is no white king";
        case PositionError::NoBlackKing:
            return "there is no black king";
        case PositionError::SeveralWhiteKings:
            return "there are several white kings";
        case PositionError::SeveralBlackKings:
            return "there are several black kings";
        case PositionError::PawnOnEndRank:
            return "a pawn stands on the first or last rank";
        case PositionError::OpponentInCheck:
            return "the side not to move is in check";
        case PositionError::BadCastlingRights:
            return "a castling right has no king and rook to match";
        case PositionError::BadEnPassantSquare:
            return "no pawn can just have passed the en passant square";
        case PositionError::TooManyPieces:
            return "a side has more than sixteen pieces or eight pawns";
        case PositionError::ImpossibleCheck:
            return "three or more pieces give check at once";
        case PositionError::UnknownPiece:
            return "a piece is unknown";
    }
    return "unknown error";
}

bool CastlingRights::any() const {
    return std::any_of(rook.begin(), rook.end(), [](const auto& wings) {
        return wings[kKingside].has_value() || wings[kQueenside].has_value();
    });
}

Setup Setup::standard_start() {
    Setup s;
    s.placement = standard_start_placement();
    for (const Color c : {Color::White, Color::Black})
        s.castling.rook[index(c)] = {make_square(7, home_rank(c)), make_square(0, home_rank(c))};
    return s;
}

Expected<Position, PositionErrors> Setup::position(Legality legality) const {
    PositionErrors errors;
    const auto note = [&errors](bool wrong, PositionError e) {
        if (wrong) errors.push_back(e);
    };
    const int white_kings = count(placement.squares_of(Piece::WhiteKing));
    const int black_kings = count(placement.squares_of(Piece::BlackKing));
    const bool unknown = placement.squares_of(Piece::Unknown) != 0;
    note(white_kings == 0, PositionError::NoWhiteKing);
    note(black_kings == 0, PositionError::NoBlackKing);
    note(white_kings > 1, PositionError::SeveralWhiteKings);
    note(black_kings > 1, PositionError::SeveralBlackKings);
    note(unknown, PositionError::UnknownPiece);
    const bool buildable = errors.empty();

    Position p{Position::Empty{}};
    if (buildable)
        for (std::size_t i = 0; i < kSquareCount; ++i)
            if (placement[square_at(i)] != Piece::None) p.put(square_at(i), placement[square_at(i)]);
    p.turn_ = turn;

    if (legality == Legality::Legal) {
        const Bitboard pawns =
            placement.squares_of(Piece::WhitePawn) | placement.squares_of(Piece::BlackPawn);
        note((pawns & (kRank1 | kRank8)) != 0, PositionError::PawnOnEndRank);
        note(buildable && p.attacked_king(opposite(turn)), PositionError::OpponentInCheck);
        note(!rights_can_hold(*this), PositionError::BadCastlingRights);
        note(!en_passant_can_hold(*this), PositionError::BadEnPassantSquare);
        note(too_many_pieces(placement, Color::White) || too_many_pieces(placement, Color::Black),
             PositionError::TooManyPieces);
        note(buildable && count(p.checkers()) > 2, PositionError::ImpossibleCheck);
    }
    if (!errors.empty()) {
        std::sort(errors.begin(), errors.end());
        return Unexpected<PositionErrors>(std::move(errors));
    }

    for_each_right(castling, [&](Color c, std::size_t wing, Square rook) {
        if (right_can_hold(*this, c, wing, rook)) p.castling_rooks_ |= bit(rook);
    });
    if (en_passant && en_passant_can_hold(*this)) p.en_passant_ = static_cast<std::uint8_t>(*en_passant);
    p.chess960_ = chess960;
    p.halfmove_clock_ = std::max(0, halfmove_clock);
    p.fullmove_number_ = std::max(1, fullmove_number);
    return p;
}

}  // namespace boardbridge::rules
