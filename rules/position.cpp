// Playing a move, and what one can ask of a position apart from its moves (those are in movegen.cpp).
// Source: Laws of Chess 2023, Articles 3.7, 3.8, 9.2.3, 9.3; Guidelines II.
#include "rules/position.hpp"

#include <algorithm>
#include <cassert>

#include "rules/attacks.hpp"

namespace boardbridge::rules {

namespace {

/// One random-looking number for each thing of which Article 9.2.3 makes positions differ.
struct Keys {
    std::array<std::array<std::uint64_t, kSquareCount>, 16> piece{};
    std::array<std::uint64_t, kSquareCount> castling_rook{};
    std::array<std::uint64_t, 8> en_passant_file{};
    std::uint64_t black_to_move = 0;
};

constexpr Keys make_keys() {
    std::uint64_t state = 0x6b6569f57a65ULL;
    const auto next = [&state] {  // Weyl sequence, finished by two multiplications
        state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state;
        z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ z >> 27U) * 0x94d049bb133111ebULL;
        return z ^ z >> 31U;
    };
    Keys keys;
    for (auto& squares : keys.piece)
        for (auto& key : squares) key = next();
    for (auto& key : keys.castling_rook) key = next();
    for (auto& key : keys.en_passant_file) key = next();
    keys.black_to_move = next();
    return keys;
}

constexpr Keys kKeys = make_keys();

}  // namespace

Position::Position() {
    const Placement start = standard_start_placement();
    for (std::size_t i = 0; i < kSquareCount; ++i)
        if (start[square_at(i)] != Piece::None) put(square_at(i), start[square_at(i)]);
    castling_rooks_ = bit(Square::A1) | bit(Square::H1) | bit(Square::A8) | bit(Square::H8);
}

void Position::put(Square s, Piece p) {
    board_[index(s)] = p;
    by_color_[index(color_of(p))] |= bit(s);
    by_type_[static_cast<std::size_t>(type_of(p))] |= bit(s);
}

void Position::take(Square s) {
    const Piece p = board_[index(s)];
    board_[index(s)] = Piece::None;
    by_color_[index(color_of(p))] &= ~bit(s);
    by_type_[static_cast<std::size_t>(type_of(p))] &= ~bit(s);
}

Square castled_king_square(Color c, std::size_t wing) {
    return make_square(wing == CastlingRights::kKingside ? 6 : 2, home_rank(c));
}

Square castled_rook_square(Color c, std::size_t wing) {
    return make_square(wing == CastlingRights::kKingside ? 5 : 3, home_rank(c));
}

CastlingRights Position::castling() const {
    CastlingRights rights;
    for (Bitboard rooks = castling_rooks_; rooks != 0;) {
        const Square rook = pop_first(rooks);
        const Color c = contains(pieces(Color::White), rook) ? Color::White : Color::Black;
        const std::size_t wing = rook > king(c) ? CastlingRights::kKingside : CastlingRights::kQueenside;
        rights.rook[index(c)][wing] = rook;
    }
    return rights;
}

Placement Position::placement() const {
    Placement placement;
    for (std::size_t i = 0; i < kSquareCount; ++i) placement.set(square_at(i), board_[i]);
    return placement;
}

Bitboard Position::attackers(Square s, Color by, Bitboard occupied) const {
    using enum PieceType;
    const Bitboard diagonal = pieces(Bishop) | pieces(Queen);
    const Bitboard straight = pieces(Rook) | pieces(Queen);
    return pieces(by) & ((pawn_attacks(opposite(by), s) & pieces(Pawn)) |
                         (knight_attacks(s) & pieces(Knight)) | (king_attacks(s) & pieces(King)) |
                         (bishop_attacks(s, occupied) & diagonal) | (rook_attacks(s, occupied) & straight));
}

Bitboard Position::checkers() const { return attackers(king(turn_), opposite(turn_)); }

bool Position::attacked_king(Color c) const { return attackers(king(c), opposite(c)) != 0; }

bool Position::captures(Move m) const {
    if (m.kind() == MoveKind::Castling) return false;
    return m.kind() == MoveKind::EnPassant || piece_at(m.to()) != Piece::None;
}

Position Position::play(Move m) const {
    assert(is_legal(m));
    Position next = *this;
    const Square from = m.from();
    const Square to = m.to();
    const Piece moving = board_[index(from)];
    const PieceType type = type_of(moving);
    next.en_passant_ = kNoSquare;
    ++next.halfmove_clock_;
    next.castling_rooks_ &= ~(bit(from) | bit(to));

    if (m.kind() == MoveKind::Castling) {
        const std::size_t wing = to > from ? CastlingRights::kKingside : CastlingRights::kQueenside;
        next.take(from);
        next.take(to);
        next.put(castled_king_square(turn_, wing), moving);
        next.put(castled_rook_square(turn_, wing), make_piece(turn_, PieceType::Rook));
    } else {
        if (board_[index(to)] != Piece::None) {
            next.take(to);
            next.halfmove_clock_ = 0;
        }
        next.take(from);
        next.put(to, m.kind() == MoveKind::Promotion ? make_piece(turn_, m.promotion()) : moving);
        if (m.kind() == MoveKind::EnPassant) next.take(make_square(file_of(to), rank_of(from)));
    }
    if (type == PieceType::King) next.castling_rooks_ &= ~rank_mask(home_rank(turn_));
    if (type == PieceType::Pawn) {
        next.halfmove_clock_ = 0;
        const int sum = static_cast<int>(from) + static_cast<int>(to);
        if ((static_cast<int>(from) ^ static_cast<int>(to)) == 16)
            next.en_passant_ = static_cast<std::uint8_t>(sum / 2);
    }
    if (turn_ == Color::Black) ++next.fullmove_number_;
    next.turn_ = opposite(turn_);
    return next;
}

Position Position::pass() const {
    Position next = *this;
    next.en_passant_ = kNoSquare;
    next.turn_ = opposite(turn_);
    if (turn_ == Color::Black) ++next.fullmove_number_;
    return next;
}

Setup Position::setup() const {
    Setup s;
    s.placement = placement();
    s.turn = turn_;
    s.castling = castling();
    s.en_passant = en_passant();
    s.halfmove_clock = halfmove_clock_;
    s.fullmove_number = fullmove_number_;
    s.chess960 = chess960_;
    return s;
}

std::uint64_t Position::repetition_key() const {
    std::uint64_t key = turn_ == Color::Black ? kKeys.black_to_move : 0;
    for (Bitboard rest = occupied(); rest != 0;) {
        const std::size_t at = index(pop_first(rest));
        key ^= kKeys.piece[static_cast<std::size_t>(board_[at])][at];
    }
    for (Bitboard rooks = castling_rooks_; rooks != 0;) key ^= kKeys.castling_rook[index(pop_first(rooks))];
    if (const auto square = legal_en_passant())
        key ^= kKeys.en_passant_file[static_cast<std::size_t>(file_of(*square))];
    return key;
}

bool Position::same_for_repetition(const Position& other) const {
    return turn_ == other.turn_ && castling_rooks_ == other.castling_rooks_ && board_ == other.board_ &&
           legal_en_passant() == other.legal_en_passant();
}

}  // namespace boardbridge::rules
