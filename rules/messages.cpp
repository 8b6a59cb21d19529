// Fills the patterns of the catalogues: choice, plural forms, clock times. It must not know what the
// sentences say.
#include "rules/messages.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace boardbridge::rules {
namespace {

constexpr std::size_t kMaxDepth = 4;  // branches within branches

std::span<const CatalogueEntry> catalogue(Language language) {
    switch (language) {
        case Language::English:
            return english_messages();
        case Language::Russian:
            return russian_messages();
        case Language::German:
            return german_messages();
    }
    return english_messages();
}

/// "1:05:09", "5:09"; below zero is zero.
std::string clock_text(long long milliseconds) {
    const long long seconds = std::max(0LL, milliseconds) / 1000;
    const auto two = [](long long n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    const std::string rest = two(seconds % 60);
    if (seconds < 3600) return std::to_string(seconds / 60) + ":" + rest;
    return std::to_string(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + rest;
}

/// "9.3": seconds with one decimal, rounded to the nearest tenth.
std::string seconds_text(Language language, long long milliseconds) {
    const long long tenths = (std::max(0LL, milliseconds) + 50) / 100;
    const char point = language == Language::English ? '.' : ',';
    return std::to_string(tenths / 10) + point + std::to_string(tenths % 10);
}

long long number_of(const MessageArgument* argument) {
    const auto* number = argument == nullptr ? nullptr : std::get_if<long long>(argument);
    return number == nullptr ? 0 : *number;
}

std::string plain_text(const MessageArgument* argument) {
    if (argument == nullptr) return "?";
    if (const auto* text = std::get_if<std::string>(argument)) return *text;
    return std::to_string(std::get<long long>(*argument));
}

/// Where the brace that is open at `from` closes; npos if it does not.
std::size_t closing_brace(std::string_view text, std::size_t from) {
    int depth = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
        if (text[i] == '{') ++depth;
        if (text[i] == '}' && --depth == 0) return i;
    }
    return std::string_view::npos;
}

/// The branch number `wanted` of "a|b|c"; the last one stands for all above it. Bars within braces do not
/// count.
std::string_view branch(std::string_view branches, std::size_t wanted) {
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        if (branches[i] == '{') ++depth;
        if (branches[i] == '}') --depth;
        if (branches[i] != '|' || depth != 0) continue;
        if (wanted == 0) return branches.substr(begin, i - begin);
        --wanted;
        begin = i + 1;
    }
    return branches.substr(begin);
}

class Filler {
public:
    Filler(Language language, const std::vector<MessageArgument>& arguments)
        : language_(language), arguments_(arguments) {}

    void fill(std::string_view text, std::string& out, std::size_t depth = 0) const {
        std::size_t at = 0;
        while (at < text.size()) {
            const std::size_t open = text.find('{', at);
            const std::size_t close = open == std::string_view::npos ? open : closing_brace(text, open);
            if (close == std::string_view::npos || depth > kMaxDepth) {
                out += text.substr(at);
                return;
            }
            out += text.substr(at, open - at);
            field(text.substr(open + 1, close - open - 1), out, depth);
            at = close + 1;
        }
    }

private:
    void field(std::string_view text, std::string& out, std::size_t depth) const {
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
        if (error != std::errc()) return;
        const MessageArgument* argument = index < arguments_.size() ? &arguments_[index] : nullptr;
        const auto used = static_cast<std::size_t>(end - text.data());
        if (used == text.size()) {
            out += plain_text(argument);
            return;
        }
        const std::string_view rest = text.substr(used + 1);
        switch (text[used]) {
            case '?':
                fill(branch(rest, static_cast<std::size_t>(std::max(0LL, number_of(argument)))), out,
                     depth + 1);
                break;
            case '#':
                fill(branch(rest, plural_form(language_, number_of(argument))), out, depth + 1);
                break;
            case ':':
                out += rest == "s" ? seconds_text(language_, number_of(argument))
                                   : clock_text(number_of(argument));
                break;
            default:
                break;
        }
    }

    Language language_;
    const std::vector<MessageArgument>& arguments_;
};

}  // namespace

std::size_t argument_count(MessageId id) {
    // Read off the English patterns: they are the ones that everybody checks against.
    const std::string_view text = pattern(Language::English, id);
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == '{') count = std::max(count, static_cast<std::size_t>(text[i + 1] - '0') + 1);
    }
    return count;
}

std::string_view pattern(Language language, MessageId id) {
    return catalogue(language)[static_cast<std::size_t>(id)].pattern;
}

std::string format(Language language, const Message& message) {
    std::string out;
    Filler(language, message.arguments).fill(pattern(language, message.id), out);
    return out;
}

std::string format(Language language, std::span<const Message> sentences) {
    std::string out;
    for (const Message& sentence : sentences) {
        if (!out.empty()) out += ' ';
        out += format(language, sentence);
    }
    return out;
}

std::size_t plural_form(Language language, long long number) {
    const long long n = std::llabs(number);
    if (language != Language::Russian) return n == 1 ? 0 : 1;
    if (n % 10 == 1 && n % 100 != 11) return 0;
    if (n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14)) return 1;
    return 2;
}

}  // namespace boardbridge::rules
