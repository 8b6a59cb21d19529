// The small change of PGN text: encodings, white space, and the clock commands inside comments.
// It must not know games or positions. Sources: PGN specification 1994, sections 4 and 5; its 2001
// supplement.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace boardbridge::rules {

/// True if the bytes are well-formed UTF-8 (no overlong forms, no surrogates).
bool is_utf8(std::string_view bytes);
/// The text as UTF-8: unchanged if it is, else taken for Latin-1.
std::string to_utf8(std::string_view bytes);
/// White space and control characters become single spaces, none at either end.
std::string one_line(std::string_view text);
/// Text between quotes for error messages: shortened, without control characters, UTF-8.
std::string quoted_excerpt(std::string_view text);

/// "1:02:03", "02:03", "3", each also with a fraction "1:02:03.4"; nothing for anything else or over 999
/// hours.
std::optional<std::chrono::milliseconds> parse_clock_text(std::string_view text);
/// "h:mm:ss", whole seconds rounded down; a negative time counts as zero.
std::string to_clock_text(std::chrono::milliseconds time);

/// A comment taken apart.
struct PgnComment {
    std::optional<std::chrono::milliseconds> clk, emt, egt, mct;
    std::string text;  ///< what is left, one line; commands that are unknown or cannot be read stay in it
};
PgnComment parse_pgn_comment(std::string_view comment);

}  // namespace boardbridge::rules
