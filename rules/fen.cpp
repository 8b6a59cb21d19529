// Reading and writing FEN (PGN specification 1994, section 16.1), with X-FEN and Shredder castling fields. A
// castling letter of KQkq means the outermost rook on that side of the king. Where some such letter finds no
// rook, the field is taken at its word as standard chess: rights with the corner rooks, which Setup::position
// then refuses or drops.
#include "rules/fen.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <vector>

namespace boardbridge::rules {

namespace {

constexpr std::array<std::string_view, 6> kFieldNames = {
    "piece placement", "side to move", "castling", "en passant", "halfmove clock", "fullmove number"};

/// What goes wrong while reading; the field is known to the caller.
using Complaint = std::optional<std::string>;

std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 40;  // a message, not an echo of whatever was sent
    std::string out = "'";
    for (const char c : text.substr(0, kShown))
        out += std::isprint(static_cast<unsigned char>(c)) != 0 ? c : '.';
    return out + (text.size() > kShown ? "...'" : "'");
}

/// The fields; of those that are too many only the first.
std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> fields;
    constexpr std::string_view kBlank = " \t\r\n";
    for (std::size_t at = text.find_first_not_of(kBlank);
         at != std::string_view::npos && fields.size() <= kFieldNames.size();) {
        const std::size_t end = text.find_first_of(kBlank, at);
        fields.push_back(text.substr(at, end - at));
        at = end == std::string_view::npos ? end : text.find_first_not_of(kBlank, end);
    }
    return fields;
}

/// Why parse_fen_placement refused the text.
std::string placement_fault(std::string_view text) {
    int rank = 8;
    int squares = 0;
    const auto wrong_length = [&] {
        return "rank " + std::to_string(rank) + " has " + std::to_string(squares) + " squares, expected 8";
    };
    for (const char c : text) {
        if (c == '/') {
            if (squares != 8) return wrong_length();
            if (--rank == 0) return "expected 8 ranks, found more";
            squares = 0;
        } else if (c >= '1' && c <= '8') {
            squares += c - '0';
        } else if (c == '?' || parse_piece(c)) {
            ++squares;
        } else {
            return "expected pieces of PNBRQKpnbrqk, digits 1 to 8 and '/', found " + quoted({&c, 1});
        }
        if (squares > 8) return wrong_length();
    }
    if (squares != 8) return wrong_length();
    return "expected 8 ranks, found " + std::to_string(9 - rank);
}

Complaint read_placement(std::string_view text, Setup& s) {
    const std::optional<Placement> placement = parse_fen_placement(text);
    if (!placement) return placement_fault(text);
    s.placement = *placement;
    return std::nullopt;
}

Complaint read_turn(std::string_view text, Setup& s) {
    if (text != "w" && text != "b") return "expected w or b, found " + quoted(text);
    s.turn = text == "w" ? Color::White : Color::Black;
    return std::nullopt;
}

std::optional<Square> king_at_home(const Placement& p, Color c) {
    for (int file = 0; file < 8; ++file)
        if (is(p[make_square(file, home_rank(c))], c, PieceType::King))
            return make_square(file, home_rank(c));
    return std::nullopt;
}

/// The rook that X-FEN's K or Q means.
std::optional<Square> outermost_rook(const Placement& p, Color c, std::size_t wing) {
    const std::optional<Square> king = king_at_home(p, c);
    if (!king) return std::nullopt;
    const bool kingside = wing == CastlingRights::kKingside;
    for (int file = kingside ? 7 : 0; file != file_of(*king); file += kingside ? -1 : 1) {
        const Square s = make_square(file, home_rank(c));
        if (is(p[s], c, PieceType::Rook)) return s;
    }
    return std::nullopt;
}

Square corner(Color c, std::size_t wing) {
    return make_square(wing == CastlingRights::kKingside ? 7 : 0, home_rank(c));
}

bool stands_as_in_standard_chess(const Setup& s, Color c, std::size_t wing, Square rook) {
    const std::optional<Square> king = king_at_home(s.placement, c);
    return king && file_of(*king) == 4 && rook == corner(c, wing);
}

/// One side of the king for each letter: a file letter on the side where its rook stands. Two rooks of one
/// side contradict each other; the second then stands for the other side, where no Position accepts it.
std::size_t wing_of_file(const Setup& s, Color c, Square rook) {
    const std::optional<Square> king = king_at_home(s.placement, c);
    const bool right = king ? rook > *king : file_of(rook) > 3;
    const std::size_t wing = right ? CastlingRights::kKingside : CastlingRights::kQueenside;
    return s.castling.rook[index(c)][wing] ? 1 - wing : wing;
}

struct CastlingLetter {
    Color color = Color::White;
    std::size_t wing = 0;
};

/// Enters what a file letter says, or hands back what a letter of KQkq asks for.
Complaint read_castling_letter(char letter, Setup& s, std::vector<CastlingLetter>& by_wing) {
    const Color c = letter >= 'A' && letter <= 'Z' ? Color::White : Color::Black;
    const char lower = static_cast<char>(c == Color::White ? letter - 'A' + 'a' : letter);
    auto& rooks = s.castling.rook[index(c)];
    if (lower == 'k' || lower == 'q') {
        const std::size_t wing = lower == 'k' ? CastlingRights::kKingside : CastlingRights::kQueenside;
        for (const CastlingLetter& other : by_wing)
            if (other.color == c && other.wing == wing)
                return "expected each letter once, found " + quoted({&letter, 1}) + " again";
        by_wing.push_back({c, wing});
        return std::nullopt;
    }
    if (lower < 'a' || lower > 'h')
        return "expected - or letters of KQkq or files, found " + quoted({&letter, 1});
    const Square rook = make_square(lower - 'a', home_rank(c));
    if (rooks[0] == rook || rooks[1] == rook)
        return "expected each letter once, found " + quoted({&letter, 1}) + " again";
    if (rooks[0] && rooks[1])
        return "expected two rights for each side, found a third, " + quoted({&letter, 1});
    s.chess960 = true;
    rooks[wing_of_file(s, c, rook)] = rook;
    return std::nullopt;
}

Complaint read_castling(std::string_view text, Setup& s) {
    if (text == "-") return std::nullopt;
    std::vector<CastlingLetter> by_wing;
    for (const char letter : text)
        if (Complaint complaint = read_castling_letter(letter, s, by_wing)) return complaint;
    // Standard chess unless said, or unless every letter finds a rook and some rook or king stands elsewhere.
    bool all_found = true;
    bool all_standard = true;
    for (const auto [c, wing] : by_wing) {
        const std::optional<Square> rook = outermost_rook(s.placement, c, wing);
        all_found = all_found && rook.has_value();
        all_standard = all_standard && rook && stands_as_in_standard_chess(s, c, wing, *rook);
    }
    if (all_found && !all_standard) s.chess960 = true;
    for (const auto [c, wing] : by_wing) {
        const std::optional<Square> rook = s.chess960 ? outermost_rook(s.placement, c, wing) : std::nullopt;
        auto& slot = s.castling.rook[index(c)][wing];
        if (slot) return std::string("expected one right for each side of the king, found two");
        slot = rook.value_or(corner(c, wing));
    }
    return std::nullopt;
}

Complaint read_en_passant(std::string_view text, Setup& s) {
    if (text == "-") return std::nullopt;
    s.en_passant = parse_square(text);
    if (!s.en_passant || (rank_of(*s.en_passant) != 2 && rank_of(*s.en_passant) != 5))
        return "expected - or a square of the third or sixth rank, found " + quoted(text);
    return std::nullopt;
}

Complaint read_number(std::string_view text, int& number) {
    constexpr std::size_t kMostDigits = 6;  // far beyond any game, far below overflow
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0 || text.size() > kMostDigits)
        return "expected a number from 0 to 999999, found " + quoted(text);
    return std::nullopt;
}

Complaint read_field(std::size_t field, std::string_view text, Setup& s) {
    switch (field) {
        case 0:
            return read_placement(text, s);
        case 1:
            return read_turn(text, s);
        case 2:
            return read_castling(text, s);
        case 3:
            return read_en_passant(text, s);
        case 4:
            return read_number(text, s.halfmove_clock);
        case 5: {
            Complaint complaint = read_number(text, s.fullmove_number);
            if (s.fullmove_number == 0) s.fullmove_number = 1;  // written so by many programs
            return complaint;
        }
        default:
            return "expected at most 6 fields, found " + quoted(text);
    }
}

/// KQkq, or in Chess960 the file of the rook where KQkq would mean another.
char castling_letter(const Setup& s, Color c, std::size_t wing, Square rook) {
    char letter = wing == CastlingRights::kKingside ? 'K' : 'Q';
    if (s.chess960 && outermost_rook(s.placement, c, wing) != rook)
        letter = static_cast<char>('A' + file_of(rook));
    return c == Color::White ? letter : static_cast<char>(letter - 'A' + 'a');
}

std::string castling_field(const Setup& s) {
    std::string text;
    for (const Color c : {Color::White, Color::Black})
        for (const std::size_t wing : {CastlingRights::kKingside, CastlingRights::kQueenside})
            if (const auto rook = s.castling.rook[index(c)][wing]) text += castling_letter(s, c, wing, *rook);
    return text.empty() ? "-" : text;
}

std::string write(const Setup& s, std::optional<Square> en_passant) {
    return to_fen_placement(s.placement) + (s.turn == Color::White ? " w " : " b ") + castling_field(s) +
           ' ' + (en_passant ? to_string(*en_passant) : "-") + ' ' + std::to_string(s.halfmove_clock) + ' ' +
           std::to_string(s.fullmove_number);
}

}  // namespace

Expected<Setup, FenError> parse_fen(std::string_view text, bool chess960) {
    Setup s;
    s.chess960 = chess960;
    const std::vector<std::string_view> fields = split(text);
    if (fields.empty())
        return Unexpected<FenError>(FenError{1, "piece placement field: expected 8 ranks, found nothing"});
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::size_t named = std::min(i, kFieldNames.size() - 1);
        if (const Complaint complaint = read_field(i, fields[i], s))
            return Unexpected<FenError>(FenError{static_cast<int>(named) + 1,
                                                 std::string(kFieldNames[named]) + " field: " + *complaint});
    }
    return s;
}

std::string to_fen(const Setup& s) {
    if (!s.en_passant) return write(s, std::nullopt);
    const Expected<Position, PositionErrors> p = s.position(Legality::Playable);
    return write(s, p ? p->legal_en_passant() : s.en_passant);
}

std::string to_fen(const Position& p) { return write(p.setup(), p.legal_en_passant()); }

Expected<Position, std::string> position_from_fen(std::string_view text, bool chess960) {
    const Expected<Setup, FenError> setup = parse_fen(text, chess960);
    if (!setup) return Unexpected<std::string>(setup.error().message);
    Expected<Position, PositionErrors> position = setup->position();
    if (position) return *position;
    std::string message;
    for (const PositionError e : position.error()) message += (message.empty() ? "" : "; ") + to_string(e);
    return Unexpected<std::string>(message);
}

}  // namespace boardbridge::rules
