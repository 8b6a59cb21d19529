// See pty_stream.hpp.
#include "drivers/transport/pty_stream.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "drivers/transport/tty.hpp"

namespace boardbridge::drivers {

Expected<std::unique_ptr<ByteStream>, OpenError> open_pty_stream(const boost::asio::any_io_executor& executor,
                                                                 const std::string& device) {
    FileDescriptor fd(::open(device.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    if (fd.get() < 0) return Unexpected<OpenError>(open_error(device, errno));
    if (::isatty(fd.get()) == 0) {
        OpenError error = open_error(device, ENOTTY);
        error.kind = OpenErrorKind::BadPort;
        error.text += "; expected a serial port or a pty";
        return Unexpected<OpenError>(std::move(error));
    }
    if (auto error = lock_tty(fd.get(), device)) return Unexpected<OpenError>(std::move(*error));
    if (auto error = make_raw(fd.get(), device)) return Unexpected<OpenError>(std::move(*error));
    return make_tty_stream(executor, std::move(fd), device);
}

}  // namespace boardbridge::drivers
