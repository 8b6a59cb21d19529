// Bytes to and from whatever hangs on a line: a serial port, a pty, a device server's raw TCP socket. Knows
// no protocol; errors come back as values. Single-threaded: everything runs on the executor with which the
// stream was opened.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "drivers/line_settings.hpp"
#include "rules/expected.hpp"

namespace boardbridge::drivers {

/// bytes may be above 0 beside an error: that much was done first.
struct IoResult {
    std::size_t bytes = 0;
    boost::system::error_code error;
    bool ok() const { return !error; }
};

/// At most one read and one write are outstanding at any time. Both obey Asio's per-operation cancellation,
/// so that `stream.read_some(...) || timer` in a coroutine works; a cancelled operation ends with
/// operation_aborted and loses no byte that it reported. The stream must outlive them: close(), let the
/// coroutines end, then destroy.
class ByteStream {
public:
    virtual ~ByteStream() = default;

    /// At least one byte, or an error. The far end's hang-up, an unplugged device included, is
    /// asio::error::eof.
    virtual boost::asio::awaitable<IoResult> read_some(std::span<std::byte> into) = 0;
    /// All of it, or an error. Done means handed to the kernel, not yet sent by the wire.
    virtual boost::asio::awaitable<IoResult> write(std::span<const std::byte> bytes) = 0;
    /// What can be written at once without waiting: 0 when nothing fits (no error). Saves a coroutine on hot
    /// bus lines.
    virtual IoResult try_write(std::span<const std::byte> bytes) = 0;
    /// Ends outstanding operations with operation_aborted. May be called twice.
    virtual void close() = 0;
    /// What was really opened: "/dev/ttyUSB3", "127.0.0.1:4001".
    virtual const std::string& name() const = 0;
};

enum class OpenErrorKind : std::uint8_t {
    BadPort,           ///< the text is no port: see open_stream
    NotFound,          ///< no such device (now): wait for it
    Ambiguous,         ///< several devices fit "usb:VVVV:PPPP": add "@PATH" or "#SERIAL"
    PermissionDenied,  ///< text names the group or rule that helps
    Busy,              ///< another process holds it
    Unreachable,       ///< TCP: refused, no route, no answer within 5 s, unknown host
    Unsupported,       ///< the device refuses baud rate, parity or the like
    Failed             ///< anything else; code tells
};

struct OpenError {
    OpenErrorKind kind = OpenErrorKind::Failed;
    boost::system::error_code code;
    std::string text;  ///< names the port and what was expected
};

/// Opens what the configuration's `port` names (contract section 3):
///   "/dev/..."                          serial port or pty, symbolic links followed
///   "tcp://host:port", "tcp://[::1]:p"  raw socket of a device server; `settings` is not used
///   "usb:VVVV:PPPP[@PATH][#SERIAL]"     the tty of that USB device, PATH as "1-4.2", hex ids in any case
/// Never throws for anything that a user or a cable can cause.
boost::asio::awaitable<Expected<std::unique_ptr<ByteStream>, OpenError>> open_stream(
    boost::asio::any_io_executor executor, std::string port, LineSettings settings);

}  // namespace boardbridge::drivers
