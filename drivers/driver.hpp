// The drivers that exist: one row each, in one table. The daemon, `list-drivers` and the generated udev rules
// read it; nothing registers itself behind anyone's back.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "drivers/line_settings.hpp"
#include "drivers/session.hpp"

namespace boardbridge::drivers {

/// A USB device that may be such a board (device-protocols 5).
struct UsbMatch {
    std::uint16_t vendor = 0;
    std::uint16_t product = 0;
    std::string_view manufacturer;  ///< as the device says it; empty: any
    std::string_view product_text;  ///< as the device says it; empty: any
    bool shared = false;            ///< the ids belong to a chip maker: other devices have them too
    std::string_view what;          ///< for people: "DGT board, FTDI cable"
};

struct Driver {
    std::string_view id;           ///< as in the configuration: "dgt"
    std::string_view maker;        ///< "DGT"
    std::string_view description;  ///< one line
    std::span<const UsbMatch> usb;
    LineSettings line;
    bool bus = false;  ///< many boards on one line, told apart by address
    std::unique_ptr<Session> (*make_session)(const SessionOptions& options) = nullptr;
};

/// All of them, in the order of documentation.
std::span<const Driver> all_drivers();
/// Null if there is none of that id.
const Driver* find_driver(std::string_view id);

}  // namespace boardbridge::drivers
