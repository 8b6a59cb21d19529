// Device events as short lines of text, so that tests can state what they expect literally.
//   dump rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR    e2-    e4+P    past e4+P
//   clock L0:03:02 R0:03:01 running right [Lblocked Rshown Lpermove low]    no clock
//   info serial=01025 ...    battery 80 charging    discarded 3 BadLength    silent    back    lost
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/device_event.hpp"

namespace boardbridge::test {

inline std::vector<std::byte> bytes(std::string_view hex) {
    std::vector<std::byte> out;
    const auto value = [](char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; };
    for (std::size_t i = 0; i + 1 < hex.size(); ++i) {
        if (hex[i] == ' ') continue;
        out.push_back(static_cast<std::byte>(value(hex[i]) * 16 + value(hex[i + 1])));
        ++i;
    }
    return out;
}

inline char letter(rules::Piece p) { return ".PNBRQK..pnbrqk?"[static_cast<int>(p)]; }

inline std::string name(rules::Square s) {
    return {static_cast<char>('a' + rules::file_of(s)), static_cast<char>('1' + rules::rank_of(s))};
}

inline std::string text(const drivers::BoardDump& d) {
    std::string out = "dump ";
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const rules::Piece p = d.placement[rules::make_square(file, rank)];
            if (p == rules::Piece::None) {
                ++empty;
                continue;
            }
            if (empty > 0) out += std::to_string(empty);
            empty = 0;
            out += letter(p);
        }
        if (empty > 0) out += std::to_string(empty);
        if (rank > 0) out += '/';
    }
    return out;
}

inline std::string text(const drivers::SquareChange& c) {
    std::string out = c.past ? "past " : "";
    out += name(c.square);
    if (c.piece == rules::Piece::None) return out + "-";
    return out + "+" + letter(c.piece);
}

inline std::string text(const drivers::ClockRead& c) {
    const auto& r = c.reading;
    if (!r.connected) return "no clock";
    const auto face = [](const rules::ClockDisplay& d) {
        char buffer[32];
        const auto seconds = static_cast<long long>(d.time.count() / 1000);
        std::snprintf(buffer, sizeof buffer, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60,
                      seconds % 60);
        return std::string(buffer);
    };
    std::string out = "clock L" + face(r.side[0]) + " R" + face(r.side[1]);
    out += r.running ? " running" : " stopped";
    out += r.to_move == rules::ClockSide::Left ? " left" : " right";
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string side = i == 0 ? " L" : " R";
        if (r.side[i].flag_blocked) out += side + "blocked";
        if (r.side[i].flag_shown) out += side + "shown";
        if (r.side[i].per_move) out += side + "permove";
    }
    return r.battery_low ? out + " low" : out;
}

inline std::string text(const drivers::DeviceInfo& i) {
    std::string out = "info";
    const auto field = [&out](const char* key, const std::string& value) {
        if (!value.empty()) out += std::string(" ") + key + "=" + value;
    };
    field("serial", i.serial);
    field("firmware", i.firmware);
    field("trademark", i.trademark);
    field("long", i.long_serial);
    field("hardware", i.hardware);
    if (i.bus_address) field("address", std::to_string(*i.bus_address));
    field("remarks", i.remarks);
    return out;
}

inline std::string text(const drivers::Battery& b) {
    return "battery " + std::to_string(b.percent) + (b.charging ? " charging" : "");
}

inline std::string text(const drivers::Discarded& d) {
    constexpr const char* reasons[] = {"Garbage",     "BadLength",      "BadValue",
                                       "BadChecksum", "UnknownMessage", "Interrupted"};
    return "discarded " + std::to_string(d.bytes) + " " + reasons[static_cast<std::size_t>(d.reason)];
}

inline std::string text(const drivers::DeviceSilent&) { return "silent"; }
inline std::string text(const drivers::DeviceBack&) { return "back"; }
inline std::string text(const drivers::DeviceLost&) { return "lost"; }

/// With the address in front if there is one: "1025 e2-".
inline std::string text(const drivers::DeviceEvent& e) {
    const std::string what = std::visit([](const auto& w) { return text(w); }, e.what);
    return e.address.value == 0 ? what : std::to_string(e.address.value) + " " + what;
}

}  // namespace boardbridge::test
