// A pseudo terminal as a byte stream, by plain termios: libserialport can't open one. Simulated boards and
// tests hang on ptys, and so does anything that a tool like socat brings from elsewhere.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <string>

#include "drivers/transport/byte_stream.hpp"

namespace boardbridge::drivers {

/// `device` is a real path. Line settings mean nothing to a pty. Locked like a serial port.
Expected<std::unique_ptr<ByteStream>, OpenError> open_pty_stream(const boost::asio::any_io_executor& executor,
                                                                 const std::string& device);

}  // namespace boardbridge::drivers
