// Appendix C's notation in the letters of many languages, and D.2.1's announcements.
// It must not know how a text is shown or spoken. Sources: Laws 2023, Appendices C and D.2.1; laws-and-alerts
// 6 and 9.
#include "rules/notation.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::size_t kMaxText = 40;

// Pawn, knight, bishop, rook, queen, king.
constexpr std::array<FigureLetters, 21> kLetters{{
    {"en", {"P", "N", "B", "R", "Q", "K"}},       {"de", {"B", "S", "L", "T", "D", "K"}},
    {"ru", {"п", "К", "С", "Л", "Ф", "Кр"}},      {"fr", {"P", "C", "F", "T", "D", "R"}},
    {"es", {"P", "C", "A", "T", "D", "R"}},       {"it", {"P", "C", "A", "T", "D", "R"}},
    {"pt", {"P", "C", "B", "T", "D", "R"}},       {"ca", {"P", "C", "A", "T", "D", "R"}},
    {"nl", {"p", "P", "L", "T", "D", "K"}},       {"pl", {"P", "S", "G", "W", "H", "K"}},
    {"cs", {"P", "J", "S", "V", "D", "K"}},       {"hu", {"G", "H", "F", "B", "V", "K"}},
    {"sv", {"B", "S", "L", "T", "D", "K"}},       {"no", {"B", "S", "L", "T", "D", "K"}},
    {"da", {"B", "S", "L", "T", "D", "K"}},       {"fi", {"S", "R", "L", "T", "D", "K"}},
    {"el", {"Σ", "Ι", "Α", "Π", "Β", "Ρ"}},       {"uk", {"п", "К", "С", "Т", "Ф", "Кр"}},
    {"sr", {"P", "S", "L", "T", "D", "K"}},       {"ro", {"P", "C", "N", "T", "D", "R"}},
    {"figurine", {"♙", "♘", "♗", "♖", "♕", "♔"}},
}};

// What else is seen for the same language; read, never written.
constexpr std::array<FigureLetters, 3> kOtherLetters{{
    {"ru", {"P", "K", "S", "L", "F", "Kp"}},
    {"uk", {"P", "K", "S", "T", "F", "Kp"}},
    {"figurine", {"♟", "♞", "♝", "♜", "♛", "♚"}},
}};

// Letters of other scripts that look like Latin ones, and signs with a plain form. The capital Cyrillic O is
// castling's.
constexpr std::array<std::pair<std::string_view, std::string_view>, 21> kLookAlikes{{
    {"К", "K"}, {"С", "C"}, {"Т", "T"}, {"О", "O"}, {"р", "p"},      {"а", "a"},     {"с", "c"},
    {"е", "e"}, {"х", "x"}, {"о", "o"}, {"Ρ", "P"}, {"Β", "B"},      {"Α", "A"},     {"Ι", "I"},
    {"×", "x"}, {"–", "-"}, {"—", "-"}, {"‐", "-"}, {"\u2011", "-"}, {"\uFE0E", ""}, {"\u00A0", " "},
}};

constexpr std::array<std::string_view, 8> kFileNames{"Anna", "Bella", "Cesar",  "David",
                                                     "Eva",  "Felix", "Gustav", "Hector"};
constexpr std::array<std::string_view, 8> kRankNames{"eins",  "zwei",  "drei",   "vier",
                                                     "fuenf", "sechs", "sieben", "acht"};
constexpr std::array<std::string_view, 6> kPieceNames{"Bauer", "Springer", "Laeufer",
                                                      "Turm",  "Dame",     "Koenig"};

std::string folded(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto* const known = std::find_if(kLookAlikes.begin(), kLookAlikes.end(), [&](const auto& pair) {
            return text.starts_with(pair.first);
        });
        if (known != kLookAlikes.end()) {
            out += known->second;
            text.remove_prefix(known->first.size());
        } else {
            out += text.front();
            text.remove_prefix(1);
        }
    }
    return out;
}

/// Takes the longest figure letter at the start of a folded text: "Кр" before "К".
std::optional<PieceType> take_letter(std::string_view& text, const FigureLetters& letters) {
    std::optional<PieceType> found;
    std::size_t length = 0;
    const auto look_in = [&](const FigureLetters& row) {
        for (std::size_t i = 0; i < row.letter.size(); ++i) {
            const std::string letter = folded(row.letter[i]);
            if (letter.size() <= length || !text.starts_with(letter)) continue;
            found = static_cast<PieceType>(i + 1);
            length = letter.size();
        }
    };
    look_in(letters);
    for (const FigureLetters& row : kOtherLetters) {
        if (row.language == letters.language) look_in(row);
    }
    text.remove_prefix(length);
    return found;
}

char english(PieceType t) { return fen_letter(make_piece(Color::White, t)); }

bool starts_with_capital(std::string_view text) {
    return !text.empty() && text.front() >= 'A' && text.front() <= 'Z';
}

/// The same move in English letters, for parse_san; nothing if a letter is none of the language's.
std::optional<std::string> in_english(std::string_view text, const FigureLetters& letters) {
    const auto last_rank = text.find_last_of("12345678");
    if (last_rank == std::string_view::npos) return std::string(text);  // castling, or nothing that is known
    std::string_view origin_and_target = text.substr(0, last_rank + 1);
    std::string_view behind = text.substr(last_rank + 1);
    std::string out;
    const auto piece = take_letter(origin_and_target, letters);
    if (starts_with_capital(origin_and_target)) return std::nullopt;
    if (piece && *piece != PieceType::Pawn) out += english(*piece);
    out += origin_and_target;

    // Behind the target square: perhaps a sign, then the letter of a promotion.
    const auto sign = std::min(behind.find_first_not_of("=(/"), behind.size());
    out += behind.substr(0, sign);
    behind.remove_prefix(sign);
    std::string_view after_letter = behind;
    if (const auto promotion = take_letter(after_letter, letters);
        promotion && *promotion != PieceType::Pawn) {
        out += english(*promotion);
        behind = after_letter;
    }
    if (starts_with_capital(behind)) return std::nullopt;
    return out + std::string(behind);
}

/// What tells the piece from others of its kind in the short form: nothing, file, rank or both.
std::string origin_in_short_form(const Position& p, Move m) {
    std::string san = to_san(p, m);
    const std::string to = to_string(m.to());
    san.resize(san.rfind(to));
    std::erase(san, 'x');
    if (type_of(p.piece_at(m.from())) != PieceType::Pawn) san.erase(0, 1);
    return san;
}

std::string origin(const Position& p, Move m, NotationForm form) {
    return form == NotationForm::Long ? to_string(m.from()) : origin_in_short_form(p, m);
}

std::string_view check_mark(const Position& p, Move m) {
    const Position after = p.play(m);
    if (!after.in_check()) return "";
    return after.has_legal_move() ? "+" : "#";
}

std::string_view spoken(char c) {
    return c >= 'a' && c <= 'h' ? kFileNames[static_cast<std::size_t>(c - 'a')]
                                : kRankNames[static_cast<std::size_t>(c - '1')];
}

std::string_view spoken(PieceType t) { return kPieceNames[static_cast<std::size_t>(t) - 1]; }

bool castles_short(Move m) { return m.to() > m.from(); }

}  // namespace

std::span<const FigureLetters> figure_letters() { return kLetters; }

const FigureLetters* find_figure_letters(std::string_view language) {
    const auto* const found = std::find_if(kLetters.begin(), kLetters.end(),
                                           [&](const FigureLetters& l) { return l.language == language; });
    return found == kLetters.end() ? nullptr : found;
}

std::string to_notation(const Position& p, Move m, NotationForm form, const FigureLetters& letters) {
    std::string out;
    if (m.kind() == MoveKind::Castling) {
        out = castles_short(m) ? "0-0" : "0-0-0";
    } else {
        const PieceType type = type_of(p.piece_at(m.from()));
        if (type != PieceType::Pawn) out += letters.of(type);
        out += origin(p, m, form);
        if (p.captures(m)) out += 'x';
        out += to_string(m.to());
        if (m.kind() == MoveKind::Promotion) out += "=" + std::string(letters.of(m.promotion()));
        if (m.kind() == MoveKind::EnPassant) out += " e.p.";
    }
    return out += check_mark(p, m);
}

Expected<Move, SanError> parse_notation(const Position& p, std::string_view text,
                                        const FigureLetters& letters) {
    if (text.size() > kMaxText) {
        return Unexpected<SanError>({SanErrorKind::Malformed, "a move has at most 40 bytes"});
    }
    std::string plain = folded(text);
    plain.erase(0, std::min(plain.find_first_not_of(" \t"), plain.size()));
    const auto san = in_english(plain, letters);
    if (!san) {
        return Unexpected<SanError>(
            {SanErrorKind::Malformed, "a letter stands for no piece in this language"});
    }
    return parse_san(p, *san);
}

std::string announcement(Square s) {
    const std::string name = to_string(s);
    return std::string(spoken(name[0])) + " " + std::string(spoken(name[1]));
}

std::string announcement(const Position& p, Move m, NotationForm form) {
    if (m.kind() == MoveKind::Castling) return castles_short(m) ? "kurze Rochade" : "lange Rochade";
    std::string out(spoken(type_of(p.piece_at(m.from()))));
    for (const char c : origin(p, m, form)) out += " " + std::string(spoken(c));
    if (p.captures(m)) out += " schlaegt";
    out += " " + announcement(m.to());
    if (m.kind() == MoveKind::EnPassant) out += " en passant";
    if (m.kind() == MoveKind::Promotion) out += " " + std::string(spoken(m.promotion()));
    return out;
}

}  // namespace boardbridge::rules
