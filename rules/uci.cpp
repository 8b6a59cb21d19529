// Moves in the notation of the UCI protocol: origin, target, promotion. Castling is the king's own target
// square in standard chess and king takes rook in Chess960; both are read in both.
#include <optional>

#include "rules/san.hpp"

namespace boardbridge::rules {

namespace {

std::size_t wing_of(Move castling) {
    return castling.to() > castling.from() ? CastlingRights::kKingside : CastlingRights::kQueenside;
}

std::optional<PieceType> promotion_of(std::string_view text) {
    if (text.size() < 5) return std::nullopt;
    const std::optional<Piece> piece = parse_piece(text[4]);
    if (!piece || color_of(*piece) == Color::White) return std::nullopt;
    return type_of(*piece);
}

/// How well a legal move fits: a castling written by the king's target yields to a plain king's move.
enum class Fit { None, ByKingTarget, Exact };

Fit fit(const Position& p, Move m, Square from, Square to, std::optional<PieceType> promotion) {
    if (m.from() != from) return Fit::None;
    const bool promotes = m.kind() == MoveKind::Promotion;
    if (promotes != promotion.has_value() || (promotes && m.promotion() != *promotion)) return Fit::None;
    if (m.to() == to) return Fit::Exact;
    const bool castles = m.kind() == MoveKind::Castling && castled_king_square(p.turn(), wing_of(m)) == to;
    return castles ? Fit::ByKingTarget : Fit::None;
}

}  // namespace

std::string to_uci(const Position& p, Move m) {
    const bool castles = m.kind() == MoveKind::Castling;
    const Square to = castles && !p.chess960() ? castled_king_square(p.turn(), wing_of(m)) : m.to();
    std::string text = to_string(m.from()) + to_string(to);
    if (m.kind() == MoveKind::Promotion) text += fen_letter(make_piece(Color::Black, m.promotion()));
    return text;
}

Expected<Move, SanError> parse_uci(const Position& p, std::string_view text) {
    const std::string shown(text.substr(0, 20));
    const std::optional<Square> from = text.size() < 4 ? std::nullopt : parse_square(text.substr(0, 2));
    const std::optional<Square> to = text.size() < 4 ? std::nullopt : parse_square(text.substr(2, 2));
    const std::optional<PieceType> promotion = promotion_of(text);
    if (!from || !to || text.size() > 5 || (text.size() == 5 && !promotion))
        return Unexpected<SanError>(
            {SanErrorKind::Malformed, "'" + shown + "' is not a move in UCI notation"});
    std::optional<Move> castling;
    for (const Move m : p.legal_moves()) {
        const Fit how = fit(p, m, *from, *to, promotion);
        if (how == Fit::Exact) return m;
        if (how == Fit::ByKingTarget) castling = m;
    }
    if (castling) return *castling;
    return Unexpected<SanError>({SanErrorKind::NoSuchMove, "no legal move " + shown});
}

}  // namespace boardbridge::rules
