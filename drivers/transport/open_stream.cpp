// From the text of a `port` to an open stream.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <vector>

#include "drivers/transport/byte_stream.hpp"
#include "drivers/transport/port_finder.hpp"
#include "drivers/transport/port_text.hpp"
#include "drivers/transport/pty_stream.hpp"
#include "drivers/transport/serial_stream.hpp"
#include "drivers/transport/tcp_stream.hpp"
#include "drivers/transport/tty.hpp"

namespace boardbridge::drivers {

namespace {

using Opened = Expected<std::unique_ptr<ByteStream>, OpenError>;

Unexpected<OpenError> fail(OpenErrorKind kind, std::string text) {
    return Unexpected<OpenError>(OpenError{kind, {}, std::move(text)});
}

// Follows links until it meets a name that the kernel knows as a serial port; else to the end.
std::filesystem::path resolve(std::filesystem::path path, bool& serial, std::error_code& error) {
    constexpr int kMostLinks = 16;
    for (int i = 0; i < kMostLinks; ++i) {
        std::error_code ignored;
        serial = path.parent_path() == "/dev" &&
                 std::filesystem::exists("/sys/class/tty" / path.filename(), ignored);
        if (serial || !std::filesystem::is_symlink(path, ignored)) {
            error.clear();
            return path;
        }
        const std::filesystem::path target = std::filesystem::read_symlink(path, error);
        const std::filesystem::path folder = std::filesystem::canonical(path.parent_path(), ignored);
        if (error) return path;
        path = (folder / target).lexically_normal();  // an absolute target takes the folder's place
    }
    error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
    return path;
}

Opened open_device(const boost::asio::any_io_executor& executor, const std::string& path,
                   const LineSettings& settings) {
    bool serial = false;
    std::error_code error;
    const std::filesystem::path real = resolve(path, serial, error);
    if (error) return Unexpected<OpenError>(open_error(path, error.value()));
    Opened opened = serial ? open_serial_stream(executor, real, settings) : open_pty_stream(executor, real);
    if (!opened && real != path) opened.error().text = path + ": " + opened.error().text;
    return opened;
}

Opened open_usb(const boost::asio::any_io_executor& executor, const std::string& text,
                const UsbSelector& selector, const LineSettings& settings) {
    std::vector<SerialPort> ports = PortFinder().serial_ports();
    std::erase_if(ports, [&](const SerialPort& p) { return !p.usb || !matches(selector, *p.usb); });
    if (ports.empty()) return fail(OpenErrorKind::NotFound, text + ": no serial port of such a USB device");
    if (ports.size() > 1) {
        std::string message = text + ": several ports fit:";
        for (const SerialPort& p : ports) message += " " + to_port_text(*p.usb) + " (" + p.device + ")";
        return fail(OpenErrorKind::Ambiguous, std::move(message));
    }
    return open_device(executor, ports.front().device, settings);
}

}  // namespace

boost::asio::awaitable<Opened> open_stream(boost::asio::any_io_executor executor, std::string port,
                                           LineSettings settings) {
    const auto parsed = parse_port_text(port);
    if (!parsed) co_return fail(OpenErrorKind::BadPort, port + ": " + parsed.error());
    if (const auto* tcp = std::get_if<TcpAddress>(&*parsed)) {
        co_return co_await open_tcp_stream(executor, *tcp);
    }
    if (const auto* device = std::get_if<DevicePath>(&*parsed)) {
        co_return open_device(executor, device->path, settings);
    }
    co_return open_usb(executor, port, std::get<UsbSelector>(*parsed), settings);
}

}  // namespace boardbridge::drivers
