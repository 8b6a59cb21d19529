// Games as PGN text: reading generously with exact places for every mistake, writing strictly.
// It must not know files or time: text comes in, text goes out. Sources: PGN specification 1994 with the
// clock commands of its 2001 supplement (%clk, %emt, %egt, %mct); contract sections 1 (illegal moves) and 3
// ([pgn]).
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/expected.hpp"
#include "rules/move.hpp"
#include "rules/outcome.hpp"
#include "rules/pgn_cursor.hpp"
#include "rules/position.hpp"
#include "rules/setup.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::rules {

struct PgnTag {
    std::string name;
    std::string value;  ///< UTF-8, unescaped
    friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

struct PgnMove {
    using Time = std::chrono::milliseconds;

    std::optional<Move> move;  ///< nothing: an illegal move, or one that came as text only
    Color side = Color::White;
    std::string san;        ///< canonical SAN; illegal moves as contract section 4 says ("Bf1xf6")
    std::string fen_after;  ///< may be empty; what `restart` goes on from
    bool illegal = false;
    bool guess = false;       ///< inferred, not seen: written as {guess}
    std::optional<Time> clk;  ///< time left on the mover's clock
    std::optional<Time> emt;  ///< time spent on this move
    std::optional<Time> egt;  ///< time spent by the mover since the start of the game
    std::optional<Time> mct;  ///< reading of a mechanical clock
    std::vector<int> nags;    ///< 0 to 255; "!" is read as 1 and so on
    std::string comment;      ///< one line without clock commands; unknown commands stay in it
    friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

struct PgnGame {
    std::vector<PgnTag> tags;  ///< in the order of the text, each name once
    Setup start = Setup::standard_start();
    std::string comment;  ///< before the first move
    std::vector<PgnMove> moves;
    Result result = Result::Unknown;

    /// The value of a tag, nothing if it is not there.
    std::optional<std::string_view> tag(std::string_view name) const;
    /// Replaces the value or appends the tag.
    void set_tag(std::string_view name, std::string value);
    friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

/// The position that a game in PGN may start from: legal in all but the number of pieces, since what stands
/// on a board after an illegal move can have two bishops too many and is played on all the same.
Expected<Position, PositionErrors> pgn_start_position(const Setup& setup);

/// What is wrong and where: both counted from 1, the column in characters.
struct PgnError {
    int line = 1;
    int column = 1;
    std::string message;  ///< "expected a legal move, found 'Ke9'"
    friend bool operator==(const PgnError&, const PgnError&) = default;
};
/// "line 3, column 5: expected a legal move, found 'Ke9'".
std::string to_string(const PgnError& e);

/// Above any of these a game is refused.
struct PgnLimits {
    std::size_t tags = 128;
    std::size_t tag_value = 8192;  ///< bytes
    std::size_t comment = 65536;   ///< bytes of one comment, and of all those of one move together
    std::size_t plies = 12000;     ///< the seventy-five-move rule ends a game before
    std::size_t variation_depth = 64;
    std::size_t nags = 32;  ///< of one move
};

/// Reads one game after the other out of a text that must outlive the reader. Variations are skipped.
class PgnReader {
public:
    explicit PgnReader(std::string_view text, PgnLimits limits = {});

    /// Nothing at the end of the text. After an error the next call looks for the next game.
    std::optional<Expected<PgnGame, PgnError>> next();

private:
    PgnCursor cursor_;
    PgnLimits limits_;
};

/// All games, or the first mistake. White space and comments alone hold no game, which is no mistake.
Expected<std::vector<PgnGame>, PgnError> read_pgn(std::string_view text, PgnLimits limits = {});

/// What becomes of illegal moves (contract section 1).
enum class IllegalMoves : std::uint8_t {
    Cut,      ///< the moves end before the first one, a comment names it, the result stays
    Restart,  ///< the same, and one more game from the first legal position after it
    Keep      ///< all that was played, with the comment {illegal}
};
/// "cut", "restart", "keep".
std::string_view to_string(IllegalMoves i);
std::optional<IllegalMoves> parse_illegal_moves(std::string_view text);

/// Seven Tag Roster, then the other tags in their order, then the moves in lines under 80 bytes; ends with a
/// blank line, so that games can be put one after the other. With Restart the text may hold several games.
/// UTF-8 always.
std::string write_pgn(const PgnGame& game, IllegalMoves illegal = IllegalMoves::Cut);

/// The score of a table as a game. `tags` may be empty; White and Black come from the start if they are not
/// among them. The message says why the start position cannot be read.
Expected<PgnGame, std::string> to_pgn_game(const GameStarted& start, std::span<const MoveMade> moves,
                                           Result result, std::vector<PgnTag> tags);

}  // namespace boardbridge::rules
