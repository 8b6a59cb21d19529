// A serial device server's raw TCP socket as a byte stream. Line settings are the device server's own
// business.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>

#include "drivers/transport/byte_stream.hpp"
#include "drivers/transport/port_text.hpp"

namespace boardbridge::drivers {

/// Looks the host up and connects, at most 5 s. Every address of the host is tried.
boost::asio::awaitable<Expected<std::unique_ptr<ByteStream>, OpenError>> open_tcp_stream(
    boost::asio::any_io_executor executor, TcpAddress address);

}  // namespace boardbridge::drivers
