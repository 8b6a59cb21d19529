// Encodings and clock commands of PGN text. It must not know games or positions.
// Sources: PGN specification 1994, sections 4 and 5; its 2001 supplement for the commands.
#include "rules/pgn_text.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <vector>

namespace boardbridge::rules {
namespace {

constexpr std::size_t kExcerpt = 40;
constexpr std::int64_t kMaxHours = 999;
constexpr std::size_t kMaxCommand = 64;  // longer ones are text, and looking for their end stays cheap

unsigned byte_at(std::string_view s, std::size_t i) { return static_cast<unsigned char>(s[i]); }

/// Length of the well-formed UTF-8 sequence at i, 0 if there is none.
std::size_t sequence_length(std::string_view s, std::size_t i) {
    const unsigned lead = byte_at(s, i);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || i + length > s.size()) return 0;
    for (std::size_t k = 1; k < length; ++k) {
        if ((byte_at(s, i + k) & 0xC0U) != 0x80U) return 0;
    }
    const unsigned second = byte_at(s, i + 1);
    const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool outside = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
    return overlong || outside ? 0 : length;
}

std::optional<std::int64_t> digits(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.size() > 9 || text.front() == '-') return std::nullopt;
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// ".25" of a second as milliseconds; further digits are dropped.
std::optional<std::int64_t> fraction(std::string_view text) {
    if (!digits(text)) return std::nullopt;
    return digits((std::string(text) + "00").substr(0, 3));
}

struct Command {
    std::string_view name;
    std::optional<std::chrono::milliseconds> PgnComment::*field;
};
constexpr std::array<Command, 4> kCommands{{{"clk", &PgnComment::clk},
                                            {"emt", &PgnComment::emt},
                                            {"egt", &PgnComment::egt},
                                            {"mct", &PgnComment::mct}}};

/// Takes "[%clk 1:02:03]" at the start of `text`; the number of bytes used, 0 if it is no such command.
std::size_t take_command(std::string_view text, PgnComment& into) {
    if (!text.starts_with("[%")) return 0;
    const auto close = text.substr(0, kMaxCommand).find(']');
    if (close == std::string_view::npos) return 0;
    const auto body = text.substr(2, close - 2);
    for (const Command& command : kCommands) {
        if (!body.starts_with(command.name)) continue;
        auto value = body.substr(command.name.size());
        if (value.empty() || value.front() != ' ') continue;
        value.remove_prefix(1);
        while (value.ends_with(' ')) value.remove_suffix(1);
        const auto time = parse_clock_text(value);
        if (!time) return 0;
        into.*command.field = time;
        return close + 1;
    }
    return 0;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size();) {
        const std::size_t length = sequence_length(bytes, i);
        if (length == 0) return false;
        i += length;
    }
    return true;
}

std::string to_utf8(std::string_view bytes) {
    if (is_utf8(bytes)) return std::string(bytes);
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const unsigned code = static_cast<unsigned char>(c);
        if (code < 0x80) {
            out += c;
        } else {
            out += static_cast<char>(0xC0U | code >> 6U);
            out += static_cast<char>(0x80U | (code & 0x3FU));
        }
    }
    return out;
}

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code > 0x20 && code != 0x7F) {
            out += c;
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

std::string quoted_excerpt(std::string_view text) {
    std::string out = to_utf8(text);
    const bool longer = out.size() > kExcerpt;
    if (longer) {
        std::size_t cut = kExcerpt;
        while (cut > 0 && (byte_at(out, cut) & 0xC0U) == 0x80U) --cut;
        out.resize(cut);
    }
    for (char& c : out) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
    }
    return "'" + out + (longer ? "...'" : "'");
}

std::optional<std::chrono::milliseconds> parse_clock_text(std::string_view text) {
    std::int64_t thousandths = 0;
    if (const auto dot = text.find('.'); dot != std::string_view::npos) {
        const auto value = fraction(text.substr(dot + 1));
        if (!value) return std::nullopt;
        thousandths = *value;
        text = text.substr(0, dot);
    }
    std::vector<std::int64_t> parts;
    for (bool more = true; more && parts.size() < 4;) {
        const auto colon = text.find(':');
        const auto value = digits(text.substr(0, colon));
        if (!value || (!parts.empty() && *value > 59)) return std::nullopt;
        parts.push_back(*value);
        more = colon != std::string_view::npos;
        if (more) text.remove_prefix(colon + 1);
    }
    if (parts.size() > 3) return std::nullopt;
    std::int64_t seconds = 0;
    for (const std::int64_t part : parts) seconds = seconds * 60 + part;
    if (seconds > kMaxHours * 3600) return std::nullopt;
    return std::chrono::milliseconds(seconds * 1000 + thousandths);
}

std::string to_clock_text(std::chrono::milliseconds time) {
    const std::int64_t total = time.count() < 0 ? 0 : time.count() / 1000;
    const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(total / 3600) + ":" + two(total / 60 % 60) + ":" + two(total % 60);
}

PgnComment parse_pgn_comment(std::string_view comment) {
    PgnComment out;
    const std::string line = one_line(to_utf8(comment));
    std::string rest;
    for (std::size_t i = 0; i < line.size();) {
        if (const std::size_t used = take_command(std::string_view(line).substr(i), out); used != 0) {
            i += used;
            rest += ' ';
        } else {
            rest += line[i++];
        }
    }
    out.text = one_line(rest);
    return out;
}

}  // namespace boardbridge::rules
