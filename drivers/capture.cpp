// Capture text (contract section 2). Hand-written scanning: replay parses a million lines a second on top of
// the rest.
#include "drivers/capture.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>

namespace boardbridge::drivers {

namespace {

constexpr std::string_view kFirstLine = "# boardbridge capture 1";
constexpr std::size_t kMaxSecondDigits = 10;  // three centuries; keeps the arithmetic far from overflow

constexpr std::array<std::uint8_t, 256> make_hex_values() {
    std::array<std::uint8_t, 256> t{};
    t.fill(0xFF);
    for (unsigned i = 0; i < 10; ++i) t['0' + i] = static_cast<std::uint8_t>(i);
    for (unsigned i = 0; i < 6; ++i) {
        t['a' + i] = static_cast<std::uint8_t>(10 + i);
        t['A' + i] = static_cast<std::uint8_t>(10 + i);
    }
    return t;
}
constexpr std::array<std::uint8_t, 256> kHexValue = make_hex_values();

std::uint8_t hex_value(char c) { return kHexValue[static_cast<unsigned char>(c)]; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(std::string_view s) {
    return std::all_of(s.begin(), s.end(), [](char c) { return c == ' ' || c == '\t'; });
}

// In comments a stray CR is one too.
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
    while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
    return s;
}

// Length of the well-formed UTF-8 character at the front (Unicode table 3-7); 0 if it is none.
std::size_t utf8_length(std::string_view s) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const auto tail = [&](std::size_t i) { return i < s.size() && (at(i) & 0xC0) == 0x80; };
    const unsigned char a = at(0);
    if (a < 0x80) return 1;
    if (a >= 0xC2 && a <= 0xDF) return tail(1) ? 2 : 0;
    if ((a & 0xF0) == 0xE0) {
        if (!tail(1) || !tail(2)) return 0;
        if (a == 0xE0 && at(1) < 0xA0) return 0;  // overlong
        if (a == 0xED && at(1) > 0x9F) return 0;  // surrogates
        return 3;
    }
    if (a >= 0xF0 && a <= 0xF4) {
        if (!tail(1) || !tail(2) || !tail(3)) return 0;
        if (a == 0xF0 && at(1) < 0x90) return 0;  // overlong
        if (a == 0xF4 && at(1) > 0x8F) return 0;  // above U+10FFFF
        return 4;
    }
    return 0;
}

bool is_utf8(std::string_view s) {
    while (!s.empty()) {
        const std::size_t n = utf8_length(s);
        if (n == 0) return false;
        s.remove_prefix(n);
    }
    return true;
}

// "# key: value": the key has no blanks, a colon ends it that is followed by a blank or by the end of the
// line.
std::optional<std::pair<std::string_view, std::string_view>> split_header(std::string_view comment) {
    std::string_view s = trimmed(comment.substr(1));
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (is_space(s[i])) return std::nullopt;
        if (s[i] == ':' && i > 0 && (i + 1 == s.size() || is_space(s[i + 1]))) {
            return std::pair{s.substr(0, i), trimmed(s.substr(i + 1))};
        }
    }
    return std::nullopt;
}

bool take_digits(std::string_view& s, std::size_t count, int& value) {
    if (s.size() < count) return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_digit(s[i])) return false;
        value = value * 10 + (s[i] - '0');
    }
    s.remove_prefix(count);
    return true;
}

bool take_char(std::string_view& s, std::string_view any_of) {
    if (s.empty() || any_of.find(s.front()) == std::string_view::npos) return false;
    s.remove_prefix(1);
    return true;
}

// ".123" and any other number of digits: microseconds, further digits dropped.
bool take_fraction(std::string_view& s, std::chrono::microseconds& fraction) {
    fraction = {};
    if (!take_char(s, ".")) return true;
    int scale = 100000;
    std::size_t digits = 0;
    for (; !s.empty() && is_digit(s.front()); s.remove_prefix(1), ++digits, scale /= 10) {
        fraction += std::chrono::microseconds((s.front() - '0') * scale);
    }
    return digits > 0;
}

bool take_zone(std::string_view& s, std::chrono::minutes& zone) {
    zone = {};
    if (take_char(s, "Zz")) return true;
    if (s.empty()) return false;
    const bool west = s.front() == '-';
    int h = 0;
    int m = 0;
    if (!take_char(s, "+-") || !take_digits(s, 2, h) || !take_char(s, ":") || !take_digits(s, 2, m))
        return false;
    if (h > 23 || m > 59) return false;
    zone = std::chrono::minutes((h * 60 + m) * (west ? -1 : 1));
    return true;
}

// Of a well-formed time.
bool is_utc(std::string_view time) {
    return time.ends_with('Z') || time.ends_with('z') || time.ends_with("+00:00") || time.ends_with("-00:00");
}

// The next line of `rest`, without its LF.
std::string_view take_line(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return line;
}

void append_text(std::string& out, std::string_view text) {
    for (const char c : text) out.push_back(c == '\n' || c == '\r' ? ' ' : c);
}

}  // namespace

std::string_view CaptureHeader::find(std::string_view key) const {
    for (const auto& [k, v] : fields) {
        if (k == key) return v;
    }
    return {};
}

std::string_view CaptureHeader::driver_of(std::string_view line) const {
    const std::string_view own = find("line." + std::string(line) + ".driver");
    return own.empty() ? find("driver") : own;
}

std::vector<std::pair<std::string_view, std::size_t>> CaptureHeader::drivers() const {
    std::vector<std::pair<std::string_view, std::size_t>> found;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string_view key = fields[i].first;
        if (key != "driver" && !(key.starts_with("line.") && key.ends_with(".driver"))) continue;
        found.emplace_back(fields[i].second, i < places.size() ? places[i] : 0);
    }
    return found;
}

Unexpected<CaptureError> CaptureParser::fail(std::string message) const {
    return Unexpected<CaptureError>(CaptureError{line_number_, std::move(message)});
}

Expected<std::optional<CaptureRecord>, CaptureError> CaptureParser::feed_line(std::string_view line) {
    ++line_number_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line_number_ == 1) {
        if (line != kFirstLine) return fail("expected \"" + std::string(kFirstLine) + "\" on the first line");
        return std::optional<CaptureRecord>{};
    }
    if (!line.empty() && is_digit(line.front())) return read_record(line);
    if (line.starts_with('#')) {
        const auto done = read_comment(line);
        if (!done) return Unexpected<CaptureError>(done.error());
        return std::optional<CaptureRecord>{};
    }
    if (is_blank(line)) return std::optional<CaptureRecord>{};
    return fail("expected a comment (#), a blank line, or \"SECONDS.MMM LINE rx|tx HEX HEX ...\"");
}

Expected<bool, CaptureError> CaptureParser::read_comment(std::string_view line) {
    if (!is_utf8(line)) return fail("expected UTF-8");
    const auto field = split_header(line);
    if (!field) return false;
    if (field->first == "started" && header_.find("started").empty()) {
        header_.started = parse_rfc3339(field->second);
        if (!header_.started)
            return fail("expected a time as in \"# started: 2026-11-30T09:30:00Z\" (RFC 3339)");
        if (!is_utc(field->second)) return fail("expected a time in UTC, with Z at its end");
    }
    header_.fields.emplace_back(field->first, field->second);
    header_.places.push_back(line_number_);
    return true;
}

std::uint32_t CaptureParser::line_index(std::string_view name) {
    if (last_line_ < lines_.size() && lines_[last_line_] == name) return last_line_;
    const auto found = index_of_.find(name);
    if (found != index_of_.end()) return last_line_ = found->second;
    last_line_ = static_cast<std::uint32_t>(lines_.size());
    lines_.emplace_back(name);
    index_of_.emplace(name, last_line_);
    return last_line_;
}

Expected<std::optional<CaptureRecord>, CaptureError> CaptureParser::read_record(std::string_view line) {
    const char* p = line.data();
    const char* const end = p + line.size();
    std::int64_t seconds = 0;
    const char* const first_digit = p;
    while (p != end && is_digit(*p) && p - first_digit <= static_cast<std::ptrdiff_t>(kMaxSecondDigits)) {
        seconds = seconds * 10 + (*p++ - '0');
    }
    if (p - first_digit > static_cast<std::ptrdiff_t>(kMaxSecondDigits)) {
        return fail("expected at most 10 digits of seconds");
    }
    if (end - p < 5 || p[0] != '.' || !is_digit(p[1]) || !is_digit(p[2]) || !is_digit(p[3]) || p[4] != ' ') {
        return fail("expected a time with three decimals and one space, as in \"12.345 \"");
    }
    const std::chrono::milliseconds offset(seconds * 1000 + (p[1] - '0') * 100 + (p[2] - '0') * 10 +
                                           (p[3] - '0'));
    if (offset < last_offset_) return fail("expected a time not before the one of the data line above");
    p += 5;

    const char* const name = p;
    while (p != end && *p != ' ') ++p;
    const std::string_view line_name(name, static_cast<std::size_t>(p - name));
    const bool known = last_line_ < lines_.size() && lines_[last_line_] == line_name;
    if (!known && !is_capture_line_name(line_name)) {
        return fail("expected the name of a line (no blanks, UTF-8) and one space");
    }
    if (end - p < 4 || p[0] != ' ' || (p[1] != 'r' && p[1] != 't') || p[2] != 'x' || p[3] != ' ') {
        return fail("expected \"rx\" or \"tx\" between single spaces");
    }
    const Direction direction = p[1] == 'r' ? Direction::Rx : Direction::Tx;
    p += 4;

    const std::size_t count = (static_cast<std::size_t>(end - p) + 1) / 3;
    if (count == 0 || static_cast<std::size_t>(end - p) != count * 3 - 1) {
        return fail("expected pairs of hex digits separated by one space");
    }
    if (bytes_.size() < count) bytes_.resize(count);
    std::uint8_t bad = 0;
    for (std::size_t i = 0; i < count; ++i, p += 3) {
        const std::uint8_t high = hex_value(p[0]);
        const std::uint8_t low = hex_value(p[1]);
        bad = static_cast<std::uint8_t>(bad | high | low | (i + 1 < count && p[2] != ' ' ? 0x80 : 0));
        bytes_[i] = static_cast<std::byte>((high << 4) | (low & 0x0F));
    }
    if ((bad & 0xF0) != 0) return fail("expected pairs of hex digits separated by one space");

    last_offset_ = offset;
    return std::optional<CaptureRecord>(CaptureRecord{offset, line_index(line_name), direction,
                                                      std::span<const std::byte>(bytes_.data(), count)});
}

std::optional<CaptureError> CaptureParser::finish() const {
    if (line_number_ > 0) return std::nullopt;
    return CaptureError{1,
                        "expected \"" + std::string(kFirstLine) + "\" on the first line; the file is empty"};
}

Expected<std::optional<CaptureRecord>, CaptureError> CaptureReader::next() {
    while (!rest_.empty()) {
        auto record = parser_.feed_line(take_line(rest_));
        if (!record || *record) return record;
    }
    if (auto error = parser_.finish()) return Unexpected<CaptureError>(std::move(*error));
    return std::optional<CaptureRecord>{};
}

Expected<CaptureHeader, CaptureError> read_capture_header(std::string_view text) {
    CaptureParser parser;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (parser.line_number() > 0 && !line.starts_with('#')) {
            parser.skip_line();
        } else if (auto fed = parser.feed_line(line); !fed) {
            return Unexpected<CaptureError>(std::move(fed.error()));
        }
    }
    if (auto error = parser.finish()) return Unexpected<CaptureError>(std::move(*error));
    return parser.header();
}

CaptureRecord Capture::operator[](std::size_t i) const {
    const Entry& e = entries_[i];
    return {e.offset, e.line, e.direction, std::span<const std::byte>(bytes_.data() + e.begin, e.count)};
}

void Capture::add(const CaptureRecord& record) {
    entries_.push_back({record.offset, bytes_.size(), record.bytes.size(), record.line, record.direction});
    bytes_.insert(bytes_.end(), record.bytes.begin(), record.bytes.end());
    if (record.direction == Direction::Tx) rx_only_ = false;
}

Expected<Capture, CaptureError> parse_capture(std::string_view text) {
    Capture capture;
    CaptureReader reader(text);
    while (true) {
        auto record = reader.next();
        if (!record) return Unexpected<CaptureError>(std::move(record.error()));
        if (!*record) break;
        capture.add(**record);
    }
    capture.header = reader.header();
    capture.lines = reader.lines();
    return capture;
}

bool is_capture_line_name(std::string_view name) {
    if (name.empty() || name.front() == '#' || !is_utf8(name)) return false;
    return std::all_of(name.begin(), name.end(), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u > 0x20 && u != 0x7F;
    });
}

std::optional<CaptureTime> parse_rfc3339(std::string_view s) {
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    std::chrono::microseconds fraction{};
    std::chrono::minutes zone{};
    if (!take_digits(s, 4, year) || !take_char(s, "-") || !take_digits(s, 2, month) || !take_char(s, "-") ||
        !take_digits(s, 2, day) || !take_char(s, "Tt ") || !take_digits(s, 2, hour) || !take_char(s, ":") ||
        !take_digits(s, 2, minute) || !take_char(s, ":") || !take_digits(s, 2, second) ||
        !take_fraction(s, fraction) || !take_zone(s, zone) || !s.empty()) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || hour > 23 || minute > 59 || second > 60) return std::nullopt;
    return CaptureTime(std::chrono::sys_days(date)) + std::chrono::hours(hour) +
           std::chrono::minutes(minute) + std::chrono::seconds(second) + fraction - zone;
}

std::string to_rfc3339(CaptureTime time) {
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    char text[64];
    int n = std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
                          static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                          static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                          static_cast<int>(clock.seconds().count()));
    std::string out(text, static_cast<std::size_t>(n));
    if (clock.subseconds().count() != 0) {
        n = std::snprintf(text, sizeof text, ".%06d", static_cast<int>(clock.subseconds().count()));
        out.append(text, static_cast<std::size_t>(n));
    }
    return out + "Z";
}

void append_capture_header(std::string& out, const CaptureHeader& header) {
    out.append(kFirstLine).push_back('\n');
    const auto field = [&](std::string_view key, std::string_view value) {
        out.append("# ");
        append_text(out, key);
        out.push_back(':');
        if (!value.empty()) out.push_back(' ');
        append_text(out, value);
        out.push_back('\n');
    };
    if (header.started && header.find("started").empty()) field("started", to_rfc3339(*header.started));
    for (const auto& [key, value] : header.fields) field(key, value);
}

void append_capture_record(std::string& out, std::chrono::milliseconds offset, std::string_view name,
                           Direction direction, std::span<const std::byte> bytes) {
    assert(is_capture_line_name(name) && !bytes.empty() && offset.count() >= 0);
    constexpr std::string_view digits = "0123456789abcdef";
    char time[40];
    const int n =
        std::snprintf(time, sizeof time, "%lld.%03d ", static_cast<long long>(offset.count() / 1000),
                      static_cast<int>(offset.count() % 1000));
    out.append(time, static_cast<std::size_t>(n));
    out.append(name).append(direction == Direction::Rx ? " rx" : " tx");
    for (const std::byte b : bytes) {
        const auto value = static_cast<unsigned>(b);
        out.push_back(' ');
        out.push_back(digits[value >> 4]);
        out.push_back(digits[value & 15]);
    }
    out.push_back('\n');
}

std::string to_text(const Capture& capture) {
    std::string out;
    append_capture_header(out, capture.header);
    for (std::size_t i = 0; i < capture.size(); ++i) {
        const CaptureRecord r = capture[i];
        append_capture_record(out, r.offset, capture.lines[r.line], r.direction, r.bytes);
    }
    return out;
}

}  // namespace boardbridge::drivers
