// Which spellings of a port or a serial number mean one thing: two lines must not share a device. No device
// is touched but for following symbolic links.
#pragma once

#include <string>

#include "drivers/transport/port_text.hpp"

namespace boardbridge::daemon {

/// A port in the one spelling that is compared.
class OnePort {
public:
    explicit OnePort(const drivers::PortText& port);
    /// True when both could be the same device: "localhost" and an address of it, a USB device with and
    /// without its serial number.
    bool may_be(const OnePort& other) const;

private:
    drivers::PortText port_;
};

/// Digits without leading zeros ("01025" is "1025"); anything else as it is.
std::string one_serial(const std::string& serial);

}  // namespace boardbridge::daemon
