// Text from outside made fit for protobuf: valid UTF-8 stays as it is, each bad byte becomes U+FFFD.
// Follows the Unicode Standard, table 3-7 (well-formed byte sequences).
#include "protocol/wire.hpp"

namespace boardbridge::protocol {

namespace {

bool in(unsigned char c, unsigned low, unsigned high) { return c >= low && c <= high; }

/// Length of the well-formed sequence at the start of the text, 0 if there is none. The text is not empty.
std::size_t sequence_length(std::string_view text) {
    const auto at = [text](std::size_t i) -> unsigned char {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
    };
    const unsigned char first = at(0);
    if (first < 0x80) return 1;
    if (in(first, 0xC2, 0xDF)) return in(at(1), 0x80, 0xBF) ? 2 : 0;
    if (in(first, 0xE0, 0xEF)) {
        const unsigned low = first == 0xE0 ? 0xA0 : 0x80;   // no overlong form
        const unsigned high = first == 0xED ? 0x9F : 0xBF;  // no surrogate
        return in(at(1), low, high) && in(at(2), 0x80, 0xBF) ? 3 : 0;
    }
    if (in(first, 0xF0, 0xF4)) {
        const unsigned low = first == 0xF0 ? 0x90 : 0x80;
        const unsigned high = first == 0xF4 ? 0x8F : 0xBF;  // not above U+10FFFF
        return in(at(1), low, high) && in(at(2), 0x80, 0xBF) && in(at(3), 0x80, 0xBF) ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::string utf8(std::string_view text) {
    std::size_t good = 0;
    while (good < text.size()) {
        const std::size_t n = sequence_length(text.substr(good));
        if (n == 0) break;
        good += n;
    }
    std::string result(text.substr(0, good));
    for (std::size_t i = good; i < text.size();) {
        const std::size_t n = sequence_length(text.substr(i));
        if (n == 0)
            result += "\xEF\xBF\xBD";
        else
            result += text.substr(i, n);
        i += n == 0 ? 1 : n;
    }
    return result;
}

}  // namespace boardbridge::protocol
