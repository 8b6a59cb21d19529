// What the configuration's `port` says (contract section 3), taken apart. Text only: whether the port exists
// is open_stream's and port_finder's to find out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "rules/expected.hpp"

namespace boardbridge::drivers {

struct DevicePath {
    std::string path;
};  ///< "/dev/ttyUSB0", "/dev/serial/by-id/...", "/dev/pts/5"
struct TcpAddress {
    std::string host;  ///< without brackets
    std::uint16_t port = 0;
};
struct UsbSelector {
    std::uint16_t vendor = 0;
    std::uint16_t product = 0;
    std::string path;    ///< "1-4.2", empty: any
    std::string serial;  ///< empty: any
};

using PortText = std::variant<DevicePath, TcpAddress, UsbSelector>;

/// The error says what was expected.
Expected<PortText, std::string> parse_port_text(std::string_view text);

}  // namespace boardbridge::drivers
