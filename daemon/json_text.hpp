// Text as a JSON string, for the few small documents that are written by hand.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace boardbridge::daemon {

inline std::string json_text(std::string_view value) {
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        } else {
            out += c;
        }
    }
    return out + "\"";
}

}  // namespace boardbridge::daemon
