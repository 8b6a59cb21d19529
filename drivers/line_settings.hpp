// How a serial line is set before anything is said on it. Drivers bring defaults, the configuration may
// override each.
#pragma once

#include <cstdint>
#include <optional>

namespace boardbridge::drivers {

enum class Parity : std::uint8_t { None, Odd, Even };

struct LineSettings {
    unsigned baud = 9600;
    unsigned data_bits = 8;  ///< 7 or 8
    Parity parity = Parity::None;
    unsigned stop_bits = 1;   ///< 1 or 2
    std::optional<bool> dtr;  ///< nothing: left as the system raises it on opening
    std::optional<bool> rts;  ///< nothing: left as the system raises it on opening
    bool low_latency =
        true;  ///< ask the adapter not to hold bytes back (FTDI: 16 ms otherwise); refusal is no error
    friend bool operator==(const LineSettings&, const LineSettings&) = default;
};

}  // namespace boardbridge::drivers
