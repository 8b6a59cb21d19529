// Writes PGN in export format; cuts, restarts or keeps at illegal moves as contract section 1 says.
// It must not know files or what players may do. Sources: PGN specification 1994, section 3.2 and 8; 2001
// supplement.
#include <algorithm>
#include <array>
#include <utility>

#include "rules/fen.hpp"
#include "rules/pgn.hpp"
#include "rules/pgn_text.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::size_t kLine = 79;

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRoster{
    {{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}}};

bool in_roster(std::string_view name) {
    return name == "Result" ||
           std::any_of(kRoster.begin(), kRoster.end(), [&](const auto& r) { return r.first == name; });
}

/// Fills lines of the movetext; a word is never broken unless it is longer than a line.
class LineFiller {
public:
    void word(std::string_view text) {
        while (text.size() >= kLine) {
            std::size_t cut = kLine - 1;
            while (cut > 1 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
            place(text.substr(0, cut));
            text.remove_prefix(cut);
        }
        if (!text.empty()) place(text);
    }
    std::string finish() {
        if (!line_.empty()) out_ += line_ + '\n';
        return std::move(out_);
    }

private:
    void place(std::string_view text) {
        if (!line_.empty() && line_.size() + 1 + text.size() > kLine) {
            out_ += line_ + '\n';
            line_.clear();
        }
        // In the first column '%' would hide the line and '[' look like a tag.
        if (!line_.empty() || text.front() == '%' || text.front() == '[') line_ += ' ';
        line_ += text;
    }

    std::string out_;
    std::string line_;
};

/// What stands between braces: one line, no brace that would end it.
std::string comment_text(std::string_view text) {
    std::string out = one_line(to_utf8(text));
    std::replace(out.begin(), out.end(), '}', ')');
    return out;
}

/// `head` stays together ("{[%clk 0:05:00]}" holds a space), `text` is filled into lines.
void add_comment(LineFiller& lines, const std::string& head, const std::string& text) {
    if (head.empty() && text.empty()) return;
    std::string pending = "{" + head;
    std::string_view rest = text;
    if (!head.empty() && !rest.empty()) {
        lines.word(pending);
        pending.clear();
    }
    while (!rest.empty()) {
        const auto space = std::min(rest.find(' '), rest.size());
        pending += rest.substr(0, space);
        rest.remove_prefix(std::min(space + 1, rest.size()));
        if (rest.empty()) break;
        lines.word(pending);
        pending.clear();
    }
    lines.word(pending + "}");
}

std::string clock_commands(const PgnMove& move) {
    std::string out;
    const auto add = [&](std::string_view name, const std::optional<PgnMove::Time>& time) {
        if (!time) return;
        if (!out.empty()) out += ' ';
        out += "[%" + std::string(name) + " " + to_clock_text(*time) + "]";
    };
    add("clk", move.clk);
    add("emt", move.emt);
    add("egt", move.egt);
    add("mct", move.mct);
    return out;
}

/// One move without white space, whatever its source.
std::string move_text(const PgnMove& move) {
    std::string out = one_line(to_utf8(move.san));
    std::erase_if(out,
                  [](char c) { return std::string_view(" {}()[];$\"<>").find(c) != std::string_view::npos; });
    return out.empty() ? "--" : out;
}

/// Counts the moves as a score sheet does: a side that moves twice leaves the other side's place empty.
class MoveNumbers {
public:
    explicit MoveNumbers(const Setup& start) : number_(start.fullmove_number), turn_(start.turn) {}

    /// "12." or "12..." for the move that comes now; then counts it.
    std::string next(Color side) {
        if (side != turn_ && side == Color::White) ++number_;
        std::string out = std::to_string(number_) + (side == Color::White ? "." : "...");
        if (side == Color::Black) ++number_;
        turn_ = opposite(side);
        return out;
    }

private:
    int number_;
    Color turn_;
};

/// A part of a game that is written as a game of its own.
struct Section {
    Setup start;
    std::string comment;
    std::span<const PgnMove> moves;
    std::string end_comment;  ///< names the illegal move that comes next
};

std::string movetext(const Section& section, Result result) {
    LineFiller lines;
    MoveNumbers numbers(section.start);
    add_comment(lines, "", comment_text(section.comment));
    bool after_white = false;  // a black move that follows on White's needs no number
    for (const PgnMove& move : section.moves) {
        const std::string number = numbers.next(move.side);
        lines.word(after_white && move.side == Color::Black ? move_text(move)
                                                            : number + " " + move_text(move));
        const std::string commands = clock_commands(move);
        const std::string comment = comment_text(move.comment);
        for (const int nag : move.nags) lines.word("$" + std::to_string(nag));
        add_comment(lines, commands, comment);
        if (move.guess) add_comment(lines, "", "guess");
        if (move.illegal) add_comment(lines, "", "illegal");
        const bool annotated =
            !move.nags.empty() || !commands.empty() || !comment.empty() || move.guess || move.illegal;
        after_white = move.side == Color::White && !annotated;
    }
    add_comment(lines, "", comment_text(section.end_comment));
    lines.word(pgn_result(result));
    return lines.finish();
}

void add_tag(std::string& out, std::string_view name, std::string_view value) {
    std::string clean_name(name);
    std::erase_if(clean_name, [](char c) {
        return !((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
    });
    if (clean_name.empty()) return;
    out += "[" + clean_name + " \"";
    std::string clean_value = to_utf8(value);
    for (const char c : clean_value) {
        if (c == '"' || c == '\\') out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
    out += "\"]\n";
}

std::string tag_section(const PgnGame& game, const Setup& start) {
    std::string out;
    for (const auto& [name, unknown] : kRoster) add_tag(out, name, game.tag(name).value_or(unknown));
    add_tag(out, "Result", pgn_result(game.result));

    // The start decides these three, in their place among the given tags or behind them.
    std::vector<PgnTag> of_start;
    if (start.chess960) of_start.push_back({"Variant", "Chess960"});
    if (start != Setup::standard_start()) {
        of_start.push_back({"SetUp", "1"});
        of_start.push_back({"FEN", to_fen(start)});
    }
    const auto take_of_start = [&](std::string_view name) {
        const auto found =
            std::find_if(of_start.begin(), of_start.end(), [&](const PgnTag& t) { return t.name == name; });
        if (found == of_start.end()) return;
        add_tag(out, found->name, found->value);
        of_start.erase(found);
    };
    std::vector<std::string_view> written;
    for (const PgnTag& tag : game.tags) {
        if (in_roster(tag.name) || std::find(written.begin(), written.end(), tag.name) != written.end())
            continue;
        written.emplace_back(tag.name);
        if (tag.name == "FEN" || tag.name == "SetUp" || (tag.name == "Variant" && start.chess960)) {
            take_of_start(tag.name);
        } else {
            add_tag(out, tag.name, tag.value);
        }
    }
    for (const PgnTag& tag : of_start) add_tag(out, tag.name, tag.value);
    return out;
}

std::string write_section(const PgnGame& game, const Section& section) {
    return tag_section(game, section.start) + "\n" + movetext(section, game.result) + "\n";
}

/// "12... Bf1xf6": the illegal move with its number.
std::string numbered(const PgnMove& illegal, MoveNumbers numbers, std::span<const PgnMove> before) {
    for (const PgnMove& move : before) numbers.next(move.side);
    return numbers.next(illegal.side) + " " + move_text(illegal);
}

/// The first move at or behind `from` that led to a legal position.
std::optional<std::pair<std::size_t, Setup>> legal_again(const PgnGame& game, std::size_t from) {
    for (std::size_t i = from; i < game.moves.size(); ++i) {
        if (game.moves[i].fen_after.empty()) continue;
        const auto setup = parse_fen(game.moves[i].fen_after, game.start.chess960);
        if (setup && pgn_start_position(*setup)) return std::pair(i, *setup);
    }
    return std::nullopt;
}

}  // namespace

std::string write_pgn(const PgnGame& game, IllegalMoves illegal) {
    const std::span<const PgnMove> all(game.moves);
    if (illegal == IllegalMoves::Keep) return write_section(game, {game.start, game.comment, all, ""});
    std::string out;
    Section section{game.start, game.comment, all, ""};
    std::size_t begin = 0;
    for (;;) {
        section.moves = all.subspan(begin);
        const auto bad = std::find_if(section.moves.begin(), section.moves.end(),
                                      [](const PgnMove& m) { return m.illegal; });
        if (bad == section.moves.end()) return out + write_section(game, section);
        section.moves = section.moves.first(static_cast<std::size_t>(bad - section.moves.begin()));
        const std::string name = numbered(*bad, MoveNumbers(section.start), section.moves);
        section.end_comment = "illegal move " + name;
        out += write_section(game, section);
        if (illegal == IllegalMoves::Cut) return out;
        const auto again = legal_again(game, begin + section.moves.size());
        if (!again) return out;
        begin = again->first + 1;
        section = {again->second, "continued after the illegal move " + name, {}, ""};
    }
}

}  // namespace boardbridge::rules
