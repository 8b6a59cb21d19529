// The table of drivers. A new maker adds its row here (README.md: five steps).
#include "drivers/driver.hpp"

#include <algorithm>
#include <array>

#include "drivers/dgt/board_session.hpp"
#include "drivers/dgt/bus_session.hpp"

namespace boardbridge::drivers {

namespace {

constexpr std::array kDgtUsb = {
    UsbMatch{0x04D8, 0x000A, "", "", true, "DGT USB board (Microchip CDC id)"},
    UsbMatch{0x045B, 0x8111, "", "", true, "DGT board of another batch (Renesas id)"},
    UsbMatch{0x0403, 0x6001, "", "", true, "DGT board or cable (FTDI)"},
};

// Chains hang on ordinary adapters: nothing tells them from others but what answers.
constexpr std::array kDgtBusUsb = {
    UsbMatch{0x0403, 0x6001, "", "", true, "RS-232 adapter (FTDI) with a chain of DGT boards"},
};

// Bus boards want both lines low; what they do otherwise is "very strange" (device-protocols 1.1).
LineSettings dgt_bus_line() {
    LineSettings line;
    line.dtr = false;
    line.rts = false;
    return line;
}

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
    Driver{.id = "dgt-bus",
           .maker = "DGT",
           .description = "a chain of DGT boards in bus mode on one serial line",
           .usb = kDgtBusUsb,
           .line = dgt_bus_line(),
           .bus = true,
           .make_session = [](const SessionOptions& o) -> std::unique_ptr<Session> {
               return std::make_unique<dgt::BusSession>(o);
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
