// Walking through PGN text. It must not know what the text means.
// Source: PGN specification 1994, sections 3.2 and 6 ('%' lines).
#include "rules/pgn_cursor.hpp"

#include "rules/pgn_text.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

bool is_pgn_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

PgnCursor::PgnCursor(std::string_view text) : text_(text) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
}

void PgnCursor::advance() {
    const int c = peek();
    ++at_;
    if (c == '\n' || (c == '\r' && peek() != '\n')) {
        ++line_;
        column_ = 1;
    } else if ((c & 0xC0) != 0x80) {  // the later bytes of a UTF-8 sequence are no column of their own
        ++column_;
    }
}

void PgnCursor::skip_blanks() {
    while (peek() == ' ' || peek() == '\t') advance();
}

void PgnCursor::skip_line() {
    while (!at_line_end()) advance();
}

void PgnCursor::skip_line_end() {
    if (peek() == '\r') advance();
    if (peek() == '\n') advance();
}

void PgnCursor::skip_space() {
    for (;;) {
        if (is_pgn_space(peek())) {
            advance();
        } else if (peek() == '%' && at_line_start()) {
            skip_line();
        } else if (at_line_start() && starts_with(kByteOrderMark)) {  // files put one after the other
            at_ += kByteOrderMark.size();
        } else {
            return;
        }
    }
}

std::string PgnCursor::found() const {
    if (at_end()) return "found the end of the text";
    if (at_line_end()) return "found the end of the line";
    std::size_t length = 1;
    while (length < 4 && peek(length) != kEnd && (peek(length) & 0xC0) == 0x80) ++length;
    return "found " + quoted_excerpt(text_.substr(at_, length));
}

}  // namespace boardbridge::rules
