// The table of drivers. A new maker adds its row here (README.md: five steps).
#include "drivers/driver.hpp"

#include <algorithm>
#include <array>

#include "drivers/dgt/board_session.hpp"

namespace boardbridge::drivers {

namespace {

constexpr std::array kDgtUsb = {
    UsbMatch{0x04D8, 0x000A, "", "", true, "DGT USB board (Microchip CDC id)"},
    UsbMatch{0x045B, 0x8111, "", "", true, "DGT board of another batch (Renesas id)"},
    UsbMatch{0x0403, 0x6001, "", "", true, "DGT board or cable (FTDI)"},
};

const std::array kDrivers = {
    Driver{.id = "dgt",
           .maker = "DGT",
           .description = "one board on its own line: serial, USB, Bluetooth serial port",
           .usb = kDgtUsb,
           .line = LineSettings{},
           .bus = false,
           .make_session = [](const SessionOptions& o) -> std::unique_ptr<Session> {
               return std::make_unique<dgt::BoardSession>(o);
           }},
};

}  // namespace

std::span<const Driver> all_drivers() { return kDrivers; }

const Driver* find_driver(std::string_view id) {
    const auto it =
        std::find_if(kDrivers.begin(), kDrivers.end(), [id](const Driver& d) { return d.id == id; });
    return it == kDrivers.end() ? nullptr : &*it;
}

}  // namespace boardbridge::drivers
