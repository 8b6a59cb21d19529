// Terminal devices as Asio descriptors.
#include "drivers/transport/tty.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <utility>

#include "drivers/transport/asio_stream.hpp"

namespace boardbridge::drivers {

namespace {

OpenErrorKind kind_of(int error_number) {
    if (error_number == ENOENT || error_number == ENXIO || error_number == ENODEV || error_number == EIO) {
        return OpenErrorKind::NotFound;
    }
    if (error_number == EACCES || error_number == EPERM) return OpenErrorKind::PermissionDenied;
    if (error_number == EBUSY || error_number == EWOULDBLOCK) return OpenErrorKind::Busy;
    return OpenErrorKind::Failed;
}

// "; its group is dialout, the user of this program is not in it": the usual cure is a group, so it is named.
std::string group_hint(const std::string& device) {
    struct stat about {};
    if (::stat(device.c_str(), &about) != 0) return {};
    struct group entry {};
    struct group* found = nullptr;
    std::array<char, 4096> buffer{};
    if (::getgrgid_r(about.st_gid, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
        return {};
    std::string hint = "; the device belongs to the group \"";
    hint += found->gr_name;
    hint += "\": add the user that runs this program to it";
    return hint;
}

}  // namespace

FileDescriptor::~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
}

int FileDescriptor::release() { return std::exchange(fd_, -1); }

OpenError open_error(const std::string& device, int error_number) {
    const OpenErrorKind kind = kind_of(error_number);
    const boost::system::error_code code(error_number, boost::system::system_category());
    std::string text = device;
    text += ": ";
    text += code.message();
    if (kind == OpenErrorKind::PermissionDenied) text += group_hint(device);
    if (kind == OpenErrorKind::Busy) text += "; another program holds it";
    return {kind, code, std::move(text)};
}

std::optional<OpenError> lock_tty(int fd, const std::string& device) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return std::nullopt;
    return open_error(device, errno == EWOULDBLOCK ? EBUSY : errno);
}

std::optional<OpenError> make_raw(int fd, const std::string& device) {
    struct termios settings {};
    if (::tcgetattr(fd, &settings) != 0) return open_error(device, errno);
    ::cfmakeraw(&settings);
    settings.c_cc[VMIN] = 1;  // with 0 a read without data returns 0, which looks like the end
    settings.c_cc[VTIME] = 0;
    if (::tcsetattr(fd, TCSANOW, &settings) != 0) return open_error(device, errno);
    return std::nullopt;
}

std::unique_ptr<ByteStream> make_tty_stream(const boost::asio::any_io_executor& executor, FileDescriptor fd,
                                            std::string name) {
    boost::asio::posix::stream_descriptor descriptor(executor, fd.release());
    return std::make_unique<AsioStream<boost::asio::posix::stream_descriptor>>(std::move(descriptor),
                                                                               std::move(name));
}

}  // namespace boardbridge::drivers
