// Forms: an absolute path, tcp://host:port, usb:VVVV:PPPP[@PATH][#SERIAL].
#include "drivers/transport/port_text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace boardbridge::drivers {

namespace {

constexpr std::string_view kForms =
    "expected \"/dev/...\", \"tcp://HOST:PORT\" or \"usb:VVVV:PPPP[@PATH][#SERIAL]\"";

bool take_prefix(std::string_view& s, std::string_view prefix) {
    if (!s.starts_with(prefix)) return false;
    s.remove_prefix(prefix.size());
    return true;
}

std::optional<std::uint16_t> parse_number(std::string_view s, int base) {
    std::uint16_t value = 0;
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value, base);
    if (error != std::errc{} || end != s.data() + s.size() || s.empty()) return std::nullopt;
    return value;
}

Expected<PortText, std::string> parse_tcp(std::string_view s) {
    const auto fail = [] {
        return Unexpected<std::string>(
            "expected \"tcp://HOST:PORT\" or \"tcp://[IPV6]:PORT\", port 1 to 65535");
    };
    TcpAddress address;
    if (take_prefix(s, "[")) {
        const std::size_t end = s.find(']');
        if (end == std::string_view::npos) return fail();
        address.host = s.substr(0, end);
        s.remove_prefix(end + 1);
    } else {
        const std::size_t end = s.find(':');
        if (end == std::string_view::npos) return fail();
        address.host = s.substr(0, end);
        s.remove_prefix(end);
    }
    if (address.host.empty() || address.host.find_first_of("/@? \t") != std::string::npos ||
        !take_prefix(s, ":")) {
        return fail();
    }
    const auto port = parse_number(s, 10);
    if (!port || *port == 0) return fail();
    address.port = *port;
    return PortText(std::move(address));
}

bool is_usb_path(std::string_view s) {
    return !s.empty() && std::all_of(s.begin(), s.end(),
                                     [](char c) { return (c >= '0' && c <= '9') || c == '-' || c == '.'; });
}

Expected<PortText, std::string> parse_usb(std::string_view s) {
    const auto fail = [] {
        return Unexpected<std::string>(
            "expected \"usb:VVVV:PPPP\" with four hex digits each, then \"@1-4.2\" or \"#SERIAL\" if needed");
    };
    if (s.size() < 9 || s[4] != ':') return fail();
    const auto vendor = parse_number(s.substr(0, 4), 16);
    const auto product = parse_number(s.substr(5, 4), 16);
    if (!vendor || !product) return fail();
    UsbSelector selector{*vendor, *product, {}, {}};
    s.remove_prefix(9);
    const std::size_t hash = s.find('#');
    std::string_view path = s.substr(0, hash);
    if (hash != std::string_view::npos) {
        selector.serial = s.substr(hash + 1);
        if (selector.serial.empty()) return fail();
    }
    if (!path.empty()) {
        if (!take_prefix(path, "@") || !is_usb_path(path)) return fail();
        selector.path = path;
    }
    return PortText(std::move(selector));
}

}  // namespace

Expected<PortText, std::string> parse_port_text(std::string_view text) {
    std::string_view rest = text;
    if (take_prefix(rest, "tcp://")) return parse_tcp(rest);
    if (take_prefix(rest, "usb:")) return parse_usb(rest);
    if (text.starts_with('/') && text.size() > 1 && text.find('\0') == std::string_view::npos) {
        return PortText(DevicePath{std::string(text)});
    }
    return Unexpected<std::string>(std::string(kForms));
}

}  // namespace boardbridge::drivers
