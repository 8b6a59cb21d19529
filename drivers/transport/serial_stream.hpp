// A serial port as a byte stream: opened and set through libserialport, then read and written by Asio on its
// descriptor.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>

#include "drivers/transport/byte_stream.hpp"

namespace boardbridge::drivers {

/// `device` is a real path under /dev (symbolic links resolved: libserialport knows only names under
/// /sys/class/tty). Exclusive: a second opening, by whichever process, ends in Busy.
Expected<std::unique_ptr<ByteStream>, OpenError> open_serial_stream(
    const boost::asio::any_io_executor& executor, const std::string& device, const LineSettings& settings);

}  // namespace boardbridge::drivers
