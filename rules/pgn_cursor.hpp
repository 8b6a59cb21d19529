// A place in a PGN text: walks byte by byte and counts lines and columns as an editor shows them.
// It must not know what the text means. Source: PGN specification 1994, sections 3.2 and 6 ('%' lines).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace boardbridge::rules {

class PgnCursor {
public:
    static constexpr int kEnd = -1;

    PgnCursor() = default;
    /// The text must outlive the cursor. A byte order mark is skipped.
    explicit PgnCursor(std::string_view text);

    /// The byte `ahead` of the cursor, kEnd behind the text.
    int peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? static_cast<unsigned char>(text_[at_ + ahead]) : kEnd;
    }
    bool at_end() const { return at_ >= text_.size(); }
    bool at_line_end() const { return at_end() || peek() == '\n' || peek() == '\r'; }
    bool at_line_start() const { return column_ == 1; }
    bool starts_with(std::string_view prefix) const { return text_.substr(at_).starts_with(prefix); }

    std::size_t offset() const { return at_; }
    int line() const { return line_; }      ///< from 1
    int column() const { return column_; }  ///< from 1, in characters
    /// The bytes from an earlier offset up to here.
    std::string_view since(std::size_t from) const { return text_.substr(from, at_ - from); }

    /// One byte on; not at the end.
    void advance();
    void skip_blanks();  ///< spaces and tabs
    void skip_line();    ///< up to the end of the line
    void skip_line_end();
    void skip_space();  ///< white space, and lines that start with '%'
    void skip_all() { at_ = text_.size(); }

    /// "found 'x'", "found the end of the line".
    std::string found() const;

private:
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    int column_ = 1;
};

bool is_pgn_space(int c);

}  // namespace boardbridge::rules
