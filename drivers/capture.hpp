// Captures: what went over the lines of a hall, as text (contract section 2). Read for replay, written by
// `record`. Text in, text out; opening files is the daemon's. Reading is on replay's fast path: no allocation
// per line.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/expected.hpp"

namespace boardbridge::drivers {

enum class Direction : std::uint8_t { Rx, Tx };  ///< Rx: from the device

struct CaptureError {
    std::size_t line = 0;  ///< counted from 1
    std::string message;   ///< what was expected
};

using CaptureTime = std::chrono::sys_time<std::chrono::microseconds>;

/// All `# key: value` lines in the order of the file, unknown keys included. Of equal keys the first counts.
struct CaptureHeader {
    std::vector<std::pair<std::string, std::string>> fields;
    std::optional<CaptureTime> started;  ///< the field "started", read
    std::vector<std::size_t> places;     ///< line numbers of the fields; empty when they were not read

    /// Empty if there is no such key.
    std::string_view find(std::string_view key) const;
    /// "line.NAME.driver", else "driver", else empty.
    std::string_view driver_of(std::string_view line) const;
    /// Fields "driver" and "line.NAME.driver": the driver's name and the line number; all of them.
    std::vector<std::pair<std::string_view, std::size_t>> drivers() const;
};

/// One data line. `line` numbers the names of the capture by first appearance, from 0.
struct CaptureRecord {
    std::chrono::milliseconds offset{0};
    std::uint32_t line = 0;
    Direction direction = Direction::Rx;
    std::span<const std::byte> bytes;  ///< never empty
};

/// Fed line by line. Memory stays within the longest line, the header fields and the names of lines.
class CaptureParser {
public:
    /// One line without its LF (a CR before it is taken off). Nothing for comments and blank lines.
    /// The record's bytes are valid until the next call. After an error the parser must not be used further.
    Expected<std::optional<CaptureRecord>, CaptureError> feed_line(std::string_view line);
    /// A line that is not looked at, but counted.
    void skip_line() { ++line_number_; }
    /// After the last line: an empty file is no capture.
    std::optional<CaptureError> finish() const;

    const CaptureHeader& header() const { return header_; }
    const std::vector<std::string>& lines() const { return lines_; }
    std::size_t line_number() const { return line_number_; }

private:
    struct NameHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
    };

    Unexpected<CaptureError> fail(std::string message) const;
    Expected<bool, CaptureError> read_comment(std::string_view line);
    Expected<std::optional<CaptureRecord>, CaptureError> read_record(std::string_view line);
    std::uint32_t line_index(std::string_view name);

    CaptureHeader header_;
    std::vector<std::string> lines_;
    std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>> index_of_;
    std::vector<std::byte> bytes_;
    std::size_t line_number_ = 0;
    std::uint32_t last_line_ = 0;
    std::chrono::milliseconds last_offset_{0};
};

/// Record by record over a loaded text, which must outlive the reader.
class CaptureReader {
public:
    explicit CaptureReader(std::string_view text) : rest_(text) {}

    /// The next data line, or nothing at the end.
    Expected<std::optional<CaptureRecord>, CaptureError> next();
    /// Header and names as far as read; see read_capture_header for all of it beforehand.
    const CaptureHeader& header() const { return parser_.header(); }
    const std::vector<std::string>& lines() const { return parser_.lines(); }
    std::size_t line_number() const { return parser_.line_number(); }

private:
    std::string_view rest_;
    CaptureParser parser_;
};

/// Comments alone, wherever they stand: a quick pass before replaying.
Expected<CaptureHeader, CaptureError> read_capture_header(std::string_view text);

/// A whole capture in memory.
class Capture {
public:
    CaptureHeader header;
    std::vector<std::string> lines;

    std::size_t size() const { return entries_.size(); }
    /// Valid as long as the capture is not changed.
    CaptureRecord operator[](std::size_t i) const;
    /// `record.line` must be below lines.size().
    void add(const CaptureRecord& record);
    /// True if nothing was sent: a capture of received bytes alone.
    bool rx_only() const { return rx_only_; }

private:
    struct Entry {
        std::chrono::milliseconds offset;
        std::size_t begin;
        std::size_t count;
        std::uint32_t line;
        Direction direction;
    };
    std::vector<Entry> entries_;
    std::vector<std::byte> bytes_;
    bool rx_only_ = true;
};

Expected<Capture, CaptureError> parse_capture(std::string_view text);

/// A name that can stand on a data line: not empty, no space or control character, not starting with '#',
/// valid UTF-8.
bool is_capture_line_name(std::string_view name);

/// RFC 3339, any offset, turned to UTC; nothing for any other text. At most microseconds are kept.
std::optional<CaptureTime> parse_rfc3339(std::string_view text);
/// "2026-11-30T09:30:00Z", with ".123456" only if there is a fraction.
std::string to_rfc3339(CaptureTime time);

/// Appends "# boardbridge capture 1" and the fields. Line breaks in values become spaces.
void append_capture_header(std::string& out, const CaptureHeader& header);
/// Appends one data line. `name` must be is_capture_line_name, offsets must not go back, bytes must not be
/// empty.
void append_capture_record(std::string& out, std::chrono::milliseconds offset, std::string_view name,
                           Direction direction, std::span<const std::byte> bytes);
std::string to_text(const Capture& capture);

}  // namespace boardbridge::drivers
