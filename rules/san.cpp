// Standard Algebraic Notation. Writing follows the PGN specification 1994, section 8.2.3. Reading takes a
// text apart into what it says of piece, origin, target and promotion, and asks which legal moves fit: so
// long, short and over-precise forms need no grammar of their own (Laws 2023, Appendix C).
#include "rules/san.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "rules/fen.hpp"

namespace boardbridge::rules {

namespace {

/// What a written move says; what it leaves open stays empty.
struct Description {
    std::optional<PieceType> piece;
    std::optional<int> from_file;
    std::optional<int> from_rank;
    Square to = Square::A1;
    std::optional<PieceType> promotion;
};

char letter_of(PieceType t) { return fen_letter(make_piece(Color::White, t)); }

std::optional<PieceType> piece_letter(char c) {
    const std::optional<Piece> piece = parse_piece(c);
    if (!piece || color_of(*piece) == Color::Black) return std::nullopt;
    return type_of(*piece);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t start = text.find_first_not_of(kBlank);
    if (start == std::string_view::npos) return {};
    return text.substr(start, text.find_last_not_of(kBlank) - start + 1);
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

/// Takes off what says nothing about which move it is: check, mate, praise, blame, a draw offer and "e.p.".
std::string_view without_decoration(std::string_view text) {
    text = trimmed(text);
    bool again = true;
    while (again) {
        again = false;
        for (const std::string_view mark : {"+", "#", "!", "?", "(=)", "e.p.", "e.p", "ep"})
            again = again || drop_suffix(text, mark);
        text = trimmed(text);
    }
    return text;
}

/// The wing of "O-O" and its many spellings; nothing for other texts.
std::optional<std::size_t> castling_wing(std::string_view text) {
    std::size_t letters = 0;
    bool letter_due = true;
    for (const char c : text) {
        const bool letter = c == 'O' || c == '0' || c == 'o';
        if (letter != letter_due || (!letter && c != '-')) return std::nullopt;
        letters += letter ? 1U : 0U;
        letter_due = !letter_due;
    }
    if (letter_due || letters < 2 || letters > 3) return std::nullopt;
    return letters == 2 ? CastlingRights::kKingside : CastlingRights::kQueenside;
}

/// "=Q", "(Q)", "/Q", "Q" at the end of a pawn move; a small letter too, as UCI has it.
std::optional<PieceType> take_promotion(std::string_view& text) {
    std::string_view rest = text;
    const bool bracket = drop_suffix(rest, ")");
    if (rest.size() < 3) return std::nullopt;
    // No other move ends in a letter, so a small one will do.
    const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(rest.back())));
    const std::optional<PieceType> type = piece_letter(letter);
    if (!type || *type == PieceType::Pawn) return std::nullopt;
    rest.remove_suffix(1);
    const bool opened = drop_suffix(rest, "(");
    if (opened != bracket) return std::nullopt;
    if (!opened && !drop_suffix(rest, "=")) drop_suffix(rest, "/");
    text = rest;
    return type;
}

std::optional<Description> describe(std::string_view text) {
    Description d;
    if (text.empty()) return std::nullopt;
    d.piece = piece_letter(text.front());
    if (d.piece) text.remove_prefix(1);
    d.promotion = take_promotion(text);
    std::string squares;  // without the signs between them
    for (const char c : text) {
        if (c == 'x' || c == ':' || c == '-') continue;
        squares += c;
    }
    if (squares.size() < 2 || squares.size() > 4) return std::nullopt;
    const std::optional<Square> to = parse_square(std::string_view(squares).substr(squares.size() - 2));
    if (!to) return std::nullopt;
    d.to = *to;
    squares.resize(squares.size() - 2);
    for (const char c : squares) {
        if (c >= 'a' && c <= 'h' && !d.from_file && !d.from_rank)
            d.from_file = c - 'a';
        else if (c >= '1' && c <= '8' && !d.from_rank)
            d.from_rank = c - '1';
        else
            return std::nullopt;
    }
    // Without a letter it is a pawn, unless the origin is written out (as UCI does).
    if (!d.piece && !(d.from_file && d.from_rank)) d.piece = PieceType::Pawn;
    return d;
}

bool fits(const Position& p, Move m, const Description& d) {
    if (d.from_file && *d.from_file != file_of(m.from())) return false;
    if (d.from_rank && *d.from_rank != rank_of(m.from())) return false;
    if (d.piece && *d.piece != type_of(p.piece_at(m.from()))) return false;
    if (m.kind() == MoveKind::Castling) {  // written as a move of the king: "Ke1-g1", with the origin in full
        const std::size_t wing = m.to() > m.from() ? CastlingRights::kKingside : CastlingRights::kQueenside;
        const Square target = p.chess960() ? m.to() : castled_king_square(p.turn(), wing);
        return d.from_file && d.from_rank && !d.promotion && target == d.to;
    }
    if (m.to() != d.to) return false;
    if (m.kind() == MoveKind::Promotion) return !d.promotion || *d.promotion == m.promotion();
    return !d.promotion;
}

Unexpected<SanError> failure(SanErrorKind kind, const Position& p, std::string_view text) {
    constexpr std::size_t kShown = 20;
    const std::string shown(text.substr(0, kShown));
    const std::string side = p.turn() == Color::White ? "White" : "Black";
    switch (kind) {
        case SanErrorKind::Malformed:
            return Unexpected<SanError>({kind, "'" + shown + "' is not a move in algebraic notation"});
        case SanErrorKind::NoSuchMove:
            return Unexpected<SanError>(
                {kind, "no legal move " + shown + " for " + side + " in " + to_fen(p)});
        case SanErrorKind::Ambiguous:
            break;
    }
    return Unexpected<SanError>({kind, "several legal moves " + shown + " for " + side + " in " + to_fen(p)});
}

/// The one legal move that passes the test, or why there is none.
template <class Test>
Expected<Move, SanError> only_move(const Position& p, std::string_view text, Test test) {
    std::optional<Move> found;
    for (const Move m : p.legal_moves()) {
        if (!test(m)) continue;
        if (found) return failure(SanErrorKind::Ambiguous, p, text);
        found = m;
    }
    if (!found) return failure(SanErrorKind::NoSuchMove, p, text);
    return *found;
}

/// File, else rank, else both: as little as tells the piece from others of its kind (PGN 8.2.3.4).
std::string disambiguation(const Position& p, Move m) {
    const PieceType type = type_of(p.piece_at(m.from()));
    bool others = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move other : p.legal_moves()) {
        if (other.to() != m.to() || other.from() == m.from() || other.kind() == MoveKind::Castling) continue;
        if (type_of(p.piece_at(other.from())) != type) continue;
        others = true;
        same_file = same_file || file_of(other.from()) == file_of(m.from());
        same_rank = same_rank || rank_of(other.from()) == rank_of(m.from());
    }
    const std::string from = to_string(m.from());
    if (!others) return {};
    if (!same_file) return from.substr(0, 1);
    return same_rank ? from : from.substr(1);
}

std::string without_check_mark(const Position& p, Move m) {
    if (m.kind() == MoveKind::Castling) return m.to() > m.from() ? "O-O" : "O-O-O";
    const PieceType type = type_of(p.piece_at(m.from()));
    std::string text;
    if (type != PieceType::Pawn)
        text = letter_of(type) + disambiguation(p, m);
    else if (p.captures(m))
        text = to_string(m.from()).substr(0, 1);
    if (p.captures(m)) text += 'x';
    text += to_string(m.to());
    if (m.kind() == MoveKind::Promotion) text += std::string("=") + letter_of(m.promotion());
    return text;
}

}  // namespace

std::string to_san(const Position& p, Move m) {
    const Position after = p.play(m);
    std::string text = without_check_mark(p, m);
    if (after.in_check()) text += after.has_legal_move() ? '+' : '#';
    return text;
}

Expected<Move, SanError> parse_san(const Position& p, std::string_view text) {
    const std::string_view bare = without_decoration(text);
    if (const auto wing = castling_wing(bare))
        return only_move(p, bare, [&](Move m) {
            return m.kind() == MoveKind::Castling &&
                   (m.to() > m.from()) == (*wing == CastlingRights::kKingside);
        });
    const std::optional<Description> d = describe(bare);
    if (!d) return failure(SanErrorKind::Malformed, p, trimmed(text));
    return only_move(p, bare, [&](Move m) { return fits(p, m, *d); });
}

}  // namespace boardbridge::rules
