// Reads PGN games one by one and says with line and column what is wrong with a text that is none.
// It must not know files. Sources: PGN specification 1994, sections 3 (import format), 6 to 8; X-FEN for
// Chess960 starts.
#include <algorithm>
#include <array>
#include <utility>

#include "rules/fen.hpp"
#include "rules/pgn.hpp"
#include "rules/pgn_text.hpp"
#include "rules/san.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::string_view kMoveOrResult = "expected a move or the result (1-0, 0-1, 1/2-1/2 or *), ";
constexpr std::size_t kMaxTagName = 255;

bool is_tag_character(int c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

constexpr std::array<std::pair<std::string_view, Result>, 6> kResults{{{"1-0", Result::WhiteWins},
                                                                       {"0-1", Result::BlackWins},
                                                                       {"1/2-1/2", Result::Draw},
                                                                       {"1/2", Result::Draw},
                                                                       {"\xC2\xBD-\xC2\xBD", Result::Draw},
                                                                       {"*", Result::Unknown}}};
std::optional<Result> result_of(std::string_view word) {
    for (const auto& [text, result] : kResults) {
        if (text == word) return result;
    }
    return std::nullopt;
}

constexpr std::array<std::string_view, 6> kGlyphs{"!", "?", "!!", "??", "!?", "?!"};  // NAG 1 to 6

bool is_null_move(std::string_view word) {
    constexpr std::array<std::string_view, 7> kForms{"--", "Z0", "Z1", "null", "pass", "0000", "@@@@"};
    return std::find(kForms.begin(), kForms.end(), word) != kForms.end();
}

/// "12.Nf3" without its number; empty for a number alone, "12", "12..." or dots alone.
std::string_view without_number(std::string_view word) {
    const auto after = std::min(word.find_first_not_of("0123456789"), word.size());
    if (after == word.size()) return is_null_move(word) ? word : std::string_view();
    if (word[after] != '.') return word;
    return word.substr(std::min(word.find_first_not_of('.', after), word.size()));
}

/// The tag Variant of games that are played by rules known here: is it Chess960? Nothing for other games.
std::optional<bool> chess960_by_variant(std::string_view variant) {
    std::string key;
    for (const char c : variant) {
        if (c >= 'A' && c <= 'Z') {
            key += static_cast<char>(c - 'A' + 'a');
        } else if (is_tag_character(c) && c != '_') {
            key += c;
        }
    }
    if (key == "chess960" || key == "fischerandom" || key == "fischerrandom" || key == "frc") return true;
    if (key.empty() || key == "standard" || key == "chess" || key == "normal" || key == "fromposition")
        return false;
    return std::nullopt;
}

/// Parses one game. Every function leaves soon after `error_` is set.
class GameParser {
public:
    GameParser(PgnCursor& cursor, const PgnLimits& limits) : in_(cursor), limits_(limits) {}

    std::optional<Expected<PgnGame, PgnError>> parse() {
        skip_before_tags();
        if (!error_ && in_.at_end()) return std::nullopt;
        if (!error_) read_tags();
        if (!error_) find_start();
        while (!error_ && !finished_) read_next();
        if (error_) {
            find_next_game();
            return Unexpected<PgnError>(std::move(*error_));
        }
        settle_result();
        return std::move(game_);
    }

private:
    void fail(const PgnCursor& place, std::string message) {
        if (!error_) error_ = PgnError{place.line(), place.column(), std::move(message)};
    }

    /// White space and comments that belong to no game.
    void skip_before_tags() {
        for (in_.skip_space(); !error_; in_.skip_space()) {
            if (in_.peek() == '{') {
                read_brace_comment();
            } else if (in_.peek() == ';') {
                in_.skip_line();
            } else {
                return;
            }
        }
    }

    /// After a mistake: to the next line that opens a game. A '[' elsewhere may belong to a comment or to the
    /// same game.
    void find_next_game() {
        if (in_.at_line_start() && in_.peek() == '[') return;
        in_.skip_line();
        in_.skip_line_end();
        bool blank_before = false;
        while (!in_.at_end()) {
            if (in_.peek() == '[' && (blank_before || in_.starts_with("[Event "))) return;
            blank_before = true;
            for (; !in_.at_line_end(); in_.advance()) blank_before = blank_before && is_pgn_space(in_.peek());
            in_.skip_line_end();
        }
    }

    // Tags

    void read_tags() {
        while (in_.peek() == '[') {
            const PgnCursor place = in_;
            if (game_.tags.size() < limits_.tags) {
                read_tag();
            } else {
                in_.advance();
                fail(place, "more than " + std::to_string(limits_.tags) + " tags");
            }
            if (error_) return;  // here, so that the search for the next game starts in this line
            in_.skip_space();
        }
    }

    void read_tag() {
        in_.advance();
        in_.skip_blanks();
        const PgnCursor name_at = in_;
        while (is_tag_character(in_.peek())) in_.advance();
        const std::string name(in_.since(name_at.offset()));
        if (name.empty()) return fail(name_at, "expected the name of a tag, " + in_.found());
        if (name.size() > kMaxTagName) return fail(name_at, "the name of this tag has more than 255 letters");
        in_.skip_blanks();
        if (in_.peek() != '"')
            return fail(in_, "tag " + name + ": expected '\"' before its value, " + in_.found());
        const PgnCursor value_at = in_;
        const std::string value = read_quoted(name);
        if (error_) return;
        in_.skip_blanks();
        if (in_.peek() != ']')
            return fail(in_, "tag " + name + ": expected ']' after its value, " + in_.found());
        in_.advance();
        if (game_.tag(name)) return;  // said twice: the first counts
        tag_places_.push_back(value_at);
        game_.tags.push_back({name, to_utf8(value)});
    }

    std::string read_quoted(const std::string& name) {
        std::string value;
        in_.advance();
        for (; in_.peek() != '"'; in_.advance()) {
            if (in_.at_line_end()) {
                fail(in_, "tag " + name + ": expected '\"' after its value, " + in_.found());
                return {};
            }
            if (in_.peek() == '\\' && (in_.peek(1) == '"' || in_.peek(1) == '\\')) in_.advance();
            if (in_.peek() < 0x20 && in_.peek() != '\t') {
                fail(in_, "tag " + name + ": expected printable characters, found a control character");
                return {};
            }
            if (value.size() == limits_.tag_value) {
                fail(in_, "tag " + name + ": its value has more than " + std::to_string(limits_.tag_value) +
                              " bytes");
                return {};
            }
            value += static_cast<char>(in_.peek());
        }
        in_.advance();
        return value;
    }

    PgnCursor place_of(std::string_view name) const {
        for (std::size_t i = 0; i < game_.tags.size(); ++i) {
            if (game_.tags[i].name == name) return tag_places_[i];
        }
        return in_;
    }

    void find_start() {
        const auto variant = chess960_by_variant(game_.tag("Variant").value_or(""));
        if (!variant) {
            return fail(place_of("Variant"), "tag Variant: expected Standard or Chess960, found " +
                                                 quoted_excerpt(game_.tag("Variant").value_or("")));
        }
        const auto fen = game_.tag("FEN");
        const auto set_up = game_.tag("SetUp");
        if (!fen && set_up == "1")
            return fail(place_of("SetUp"), "tag SetUp is \"1\": expected a tag FEN as well");
        game_.start.chess960 = *variant;
        if (fen && set_up != "0") {
            auto setup = parse_fen(*fen, *variant);
            if (!setup) return fail(place_of("FEN"), "tag FEN: " + setup.error().message);
            game_.start = *setup;
        }
        const auto position = pgn_start_position(game_.start);
        if (!position) {
            std::string reasons;
            for (const PositionError e : position.error())
                reasons += (reasons.empty() ? "" : ", ") + to_string(e);
            return fail(place_of("FEN"), "tag FEN: expected a legal position, but " + reasons);
        }
        position_ = *position;
    }

    // Moves

    void read_next() {
        in_.skip_space();
        switch (in_.peek()) {
            case PgnCursor::kEnd:
                return fail(in_, std::string(kMoveOrResult) + in_.found());
            case '[':
                return fail(in_, std::string(kMoveOrResult) + "found a tag");
            case '{':
                return add_comment(read_brace_comment());
            case ';':
                return add_comment(read_line_comment());
            case '(':
                return skip_variation();
            case '$':
                return read_nag();
            case ')':
            case '}':
            case ']':
            case '"':
            case '<':
            case '>':
                return fail(in_, std::string(kMoveOrResult) + in_.found());
            default:
                return read_word();
        }
    }

    std::string_view read_brace_comment() {
        const PgnCursor open = in_;
        in_.advance();
        while (in_.peek() != '}') {
            const bool too_long = in_.offset() - open.offset() > limits_.comment;
            if (too_long || in_.at_end()) {
                fail(open, too_long ? "expected '}' within " + std::to_string(limits_.comment) +
                                          " bytes of this comment"
                                    : "expected '}' to close this comment, " + in_.found());
                in_ = open;  // what follows may hold other games
                return {};
            }
            in_.advance();
        }
        const std::string_view text = in_.since(open.offset() + 1);
        in_.advance();
        return text;
    }

    std::string_view read_line_comment() {
        const PgnCursor open = in_;
        in_.advance();
        in_.skip_line();
        const std::string_view text = in_.since(open.offset() + 1);
        if (text.size() <= limits_.comment) return text;
        fail(open, "this comment has more than " + std::to_string(limits_.comment) + " bytes");
        return {};
    }

    void add_comment(std::string_view raw) {
        if (error_) return;
        const PgnComment comment = parse_pgn_comment(raw);
        if (game_.moves.empty()) return append(game_.comment, comment.text);
        PgnMove& move = game_.moves.back();
        if (comment.clk) move.clk = comment.clk;
        if (comment.emt) move.emt = comment.emt;
        if (comment.egt) move.egt = comment.egt;
        if (comment.mct) move.mct = comment.mct;
        if (comment.text == "guess") {
            move.guess = true;
        } else {
            append(move.comment, comment.text);
        }
    }

    void append(std::string& to, const std::string& text) {
        if (text.empty()) return;
        if (!to.empty()) to += ' ';
        to += text;
        if (to.size() > 2 * limits_.comment) fail(in_, "too many comments on one move");
    }

    /// Alternatives are no part of the score: only their brackets and comments are looked at.
    void skip_variation() {
        const PgnCursor open = in_;
        std::size_t depth = 0;
        do {
            switch (in_.peek()) {
                case PgnCursor::kEnd:
                case '[':
                    return fail(open, "expected ')' to close this variation, " + in_.found());
                case '(':
                    if (++depth > limits_.variation_depth) {
                        return fail(in_, "variations are nested more than " +
                                             std::to_string(limits_.variation_depth) + " deep");
                    }
                    in_.advance();
                    break;
                case ')':
                    --depth;
                    in_.advance();
                    break;
                case '{':
                    read_brace_comment();
                    break;
                case ';':
                    in_.skip_line();
                    break;
                default:
                    in_.advance();
            }
        } while (depth > 0 && !error_);
    }

    void read_nag() {
        const PgnCursor place = in_;
        in_.advance();
        int value = 0;
        int length = 0;
        for (; in_.peek() >= '0' && in_.peek() <= '9' && length < 4; ++length) {
            value = value * 10 + (in_.peek() - '0');
            in_.advance();
        }
        if (length == 0 || value > 255) return fail(place, "expected a number from 0 to 255 after '$'");
        add_nag(place, value);
    }

    void add_nag(const PgnCursor& place, int value) {
        if (game_.moves.empty()) return;  // it judges the start position
        auto& nags = game_.moves.back().nags;
        if (nags.size() == limits_.nags) return fail(place, "too many annotations of one move");
        nags.push_back(value);
    }

    void read_word() {
        const PgnCursor place = in_;
        constexpr std::string_view kEnds = "{}()[];$\"<>";
        while (!in_.at_end() && !is_pgn_space(in_.peek()) &&
               kEnds.find(static_cast<char>(in_.peek())) == kEnds.npos)
            in_.advance();
        std::string_view word = in_.since(place.offset());
        if (const auto result = result_of(word)) {
            game_.result = *result;
            finished_ = true;
            return;
        }
        word = without_number(word);
        if (word.empty()) return;
        if ((word == "e.p." || word == "e.p" || word == "ep") && !game_.moves.empty()) return;
        const auto glyph = std::min(word.find_first_of("!?"), word.size());
        if (glyph > 0) play(place, word.substr(0, glyph));
        if (!error_ && glyph < word.size()) read_glyph(place, word.substr(glyph));
    }

    void read_glyph(const PgnCursor& place, std::string_view glyph) {
        const auto* const known = std::find(kGlyphs.begin(), kGlyphs.end(), glyph);
        if (known == kGlyphs.end()) {
            return fail(place, "expected one of ! ? !! ?? !? ?!, found " + quoted_excerpt(glyph));
        }
        add_nag(place, static_cast<int>(known - kGlyphs.begin()) + 1);
    }

    void play(const PgnCursor& place, std::string_view word) {
        if (is_null_move(word))
            return fail(place, "expected a move, found the null move " + quoted_excerpt(word));
        const auto move = parse_san(position_, word);
        if (!move) {
            return fail(place,
                        "expected a legal move, found " + quoted_excerpt(word) + ": " + move.error().message);
        }
        if (game_.moves.size() == limits_.plies) {
            return fail(place, "more than " + std::to_string(limits_.plies) + " moves of both sides");
        }
        PgnMove made;
        made.move = *move;
        made.side = position_.turn();
        made.san = to_san(position_, *move);
        game_.moves.push_back(std::move(made));
        position_ = position_.play(*move);
    }

    /// Where the moves end in '*' the tag may know more; in every other case the moves do.
    void settle_result() {
        const auto tag = game_.tag("Result");
        if (!tag) return;
        if (game_.result == Result::Unknown) game_.result = result_of(*tag).value_or(Result::Unknown);
        game_.set_tag("Result", std::string(pgn_result(game_.result)));
    }

    PgnCursor& in_;
    const PgnLimits& limits_;
    PgnGame game_;
    std::vector<PgnCursor> tag_places_;  ///< where each tag's value stands
    Position position_;
    std::optional<PgnError> error_;
    bool finished_ = false;
};

}  // namespace

PgnReader::PgnReader(std::string_view text, PgnLimits limits) : cursor_(text), limits_(limits) {}

std::optional<Expected<PgnGame, PgnError>> PgnReader::next() {
    if (cursor_.offset() == 0 && (cursor_.starts_with("\xFF\xFE") || cursor_.starts_with("\xFE\xFF"))) {
        cursor_.skip_all();
        return Unexpected<PgnError>(PgnError{1, 1, "expected UTF-8 or Latin-1, found UTF-16"});
    }
    return GameParser(cursor_, limits_).parse();
}

Expected<std::vector<PgnGame>, PgnError> read_pgn(std::string_view text, PgnLimits limits) {
    std::vector<PgnGame> games;
    PgnReader reader(text, limits);
    for (auto game = reader.next(); game; game = reader.next()) {
        if (!*game) return Unexpected<PgnError>(std::move(game->error()));
        games.push_back(std::move(**game));
    }
    return games;
}

}  // namespace boardbridge::rules
