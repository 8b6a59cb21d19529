// Which serial ports this machine has and what they are: USB ids, texts, stable names. Reads /sys and
// /dev/serial anew at every call, opens no device.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "drivers/transport/port_text.hpp"

namespace boardbridge::drivers {

struct UsbIdentity {
    std::uint16_t vendor = 0;
    std::uint16_t product = 0;
    std::string path;          ///< where it is plugged in: "1-4.2"
    unsigned interface = 0;    ///< number of the interface that carries the port
    std::string manufacturer;  ///< as the device says; may be empty, as the next two
    std::string product_text;
    std::string serial;
};

struct SerialPort {
    std::string device;  ///< "/dev/ttyUSB0"
    std::string name;    ///< "ttyUSB0"
    std::optional<UsbIdentity> usb;
    std::string by_id;    ///< "/dev/serial/by-id/..." or empty
    std::string by_path;  ///< "/dev/serial/by-path/..." or empty
};

class PortFinder {
public:
    /// `root` stands before /sys and /dev in tests.
    explicit PortFinder(std::filesystem::path root = "/") : root_(std::move(root)) {}

    /// Ports with hardware behind them, in natural order of their names. Missing folders mean no ports.
    std::vector<SerialPort> serial_ports() const;

private:
    std::filesystem::path root_;
};

bool matches(const UsbSelector& selector, const UsbIdentity& usb);
/// "usb:0403:6001@1-4.2", what to write into the configuration.
std::string to_port_text(const UsbIdentity& usb);

}  // namespace boardbridge::drivers
