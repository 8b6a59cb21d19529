// Squares in words: the two-character names of the Laws' Appendix C.8.
#include "rules/square.hpp"

namespace boardbridge::rules {

std::string to_string(Square s) {
    return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return make_square(text[0] - 'a', text[1] - '1');
}

}  // namespace boardbridge::rules
