// libserialport opens and sets the port; afterwards its descriptor alone is kept. Traps: it leaves VMIN at 0,
// and its errors are errno values that sp_last_error_code tells.
#include "drivers/transport/serial_stream.hpp"

#include <fcntl.h>
#include <libserialport.h>
#include <linux/serial.h>
#include <sys/ioctl.h>
#include <termios.h>

#include <cerrno>

#include "drivers/transport/tty.hpp"

namespace boardbridge::drivers {

namespace {

struct ClosePort {
    void operator()(sp_port* port) const {
        sp_close(port);  // does nothing to a port that is not open
        sp_free_port(port);
    }
};
using Port = std::unique_ptr<sp_port, ClosePort>;

struct FreeConfig {
    void operator()(sp_port_config* config) const { sp_free_config(config); }
};
using Config = std::unique_ptr<sp_port_config, FreeConfig>;

Unexpected<OpenError> fail(const std::string& device, sp_return result) {
    const int error_number = result == SP_ERR_FAIL  ? sp_last_error_code()
                             : result == SP_ERR_ARG ? ENODEV
                                                    : EOPNOTSUPP;
    return Unexpected<OpenError>(open_error(device, error_number));
}

sp_parity parity_of(Parity p) {
    switch (p) {
        case Parity::None:
            return SP_PARITY_NONE;
        case Parity::Odd:
            return SP_PARITY_ODD;
        case Parity::Even:
            return SP_PARITY_EVEN;
    }
    return SP_PARITY_NONE;
}

std::string describe(const LineSettings& s) {
    std::string text = std::to_string(s.baud);
    text += " baud, ";
    text += std::to_string(s.data_bits);
    text += s.parity == Parity::None ? "N" : s.parity == Parity::Odd ? "O" : "E";
    text += std::to_string(s.stop_bits);
    return text;
}

// Lines that the configuration leaves alone stay as the system set them on opening.
sp_return apply(sp_port* port, const LineSettings& s) {
    sp_port_config* raw = nullptr;
    if (const sp_return r = sp_new_config(&raw); r != SP_OK) return r;
    const Config config(raw);
    const sp_return steps[] = {
        sp_set_config_baudrate(raw, static_cast<int>(s.baud)),
        sp_set_config_bits(raw, static_cast<int>(s.data_bits)),
        sp_set_config_parity(raw, parity_of(s.parity)),
        sp_set_config_stopbits(raw, static_cast<int>(s.stop_bits)),
        sp_set_config_flowcontrol(raw, SP_FLOWCONTROL_NONE),
    };
    for (const sp_return r : steps) {
        if (r != SP_OK) return r;
    }
    // After the flow control, which would set them back.
    if (s.dtr) sp_set_config_dtr(raw, *s.dtr ? SP_DTR_ON : SP_DTR_OFF);
    if (s.rts) sp_set_config_rts(raw, *s.rts ? SP_RTS_ON : SP_RTS_OFF);
    return sp_set_config(port, raw);
}

// FTDI adapters hold bytes back for 16 ms unless asked. Ports that know no such thing refuse; that does no
// harm.
void ask_low_latency(int fd) {
    serial_struct serial{};
    if (::ioctl(fd, TIOCGSERIAL, &serial) != 0) return;
    serial.flags |= ASYNC_LOW_LATENCY;
    ::ioctl(fd, TIOCSSERIAL, &serial);
}

std::optional<OpenError> wait_for_a_byte(int fd, const std::string& device) {
    struct termios settings {};
    if (::tcgetattr(fd, &settings) != 0) return open_error(device, errno);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    if (::tcsetattr(fd, TCSANOW, &settings) != 0) return open_error(device, errno);
    return std::nullopt;
}

}  // namespace

Expected<std::unique_ptr<ByteStream>, OpenError> open_serial_stream(
    const boost::asio::any_io_executor& executor, const std::string& device, const LineSettings& settings) {
    sp_port* raw = nullptr;
    if (const sp_return r = sp_get_port_by_name(device.c_str(), &raw); r != SP_OK) return fail(device, r);
    const Port port(raw);
    if (const sp_return r = sp_open(raw, SP_MODE_READ_WRITE); r != SP_OK) return fail(device, r);
    int handle = -1;
    if (const sp_return r = sp_get_port_handle(raw, &handle); r != SP_OK) return fail(device, r);
    if (auto error = lock_tty(handle, device)) return Unexpected<OpenError>(std::move(*error));
    if (const sp_return r = apply(raw, settings); r != SP_OK) {
        OpenError error = fail(device, r).value();
        if (error.kind == OpenErrorKind::Failed) error.kind = OpenErrorKind::Unsupported;
        error.text += "; asked for " + describe(settings);
        return Unexpected<OpenError>(std::move(error));
    }
    if (auto error = wait_for_a_byte(handle, device)) return Unexpected<OpenError>(std::move(*error));
    if (settings.low_latency) ask_low_latency(handle);
    ::tcflush(handle, TCIFLUSH);  // what came before we cared is not ours
    // The copy shares the open file and its locks, and outlives the port object.
    FileDescriptor fd(::fcntl(handle, F_DUPFD_CLOEXEC, 0));
    if (fd.get() < 0) return Unexpected<OpenError>(open_error(device, errno));
    return make_tty_stream(executor, std::move(fd), device);
}

}  // namespace boardbridge::drivers
