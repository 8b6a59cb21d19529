// "8e 00 05 34 00" and back, for literal bytes in tests.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boardbridge::simulated {

inline std::vector<std::byte> bytes(std::string_view hex) {
    std::vector<std::byte> out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 3) {
        out.push_back(static_cast<std::byte>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
    }
    return out;
}

inline std::string hex(std::span<const std::byte> data) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const std::byte b : data) {
        const auto v = std::to_integer<unsigned>(b);
        if (!out.empty()) out += ' ';
        out += kDigits[v >> 4U];
        out += kDigits[v & 15U];
    }
    return out;
}

}  // namespace boardbridge::simulated
