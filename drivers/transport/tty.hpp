// What serial ports and ptys have in common as files: errors in words, the lock, blocking reads of one byte
// and more. Internal to transport/.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>
#include <optional>
#include <string>

#include "drivers/transport/byte_stream.hpp"

namespace boardbridge::drivers {

/// Closes on destruction unless released.
class FileDescriptor {
public:
    explicit FileDescriptor(int fd = -1) : fd_(fd) {}
    ~FileDescriptor();
    FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&&) = delete;
    int get() const { return fd_; }
    int release();

private:
    int fd_;
};

/// The error of opening or setting up `device`, in words that help.
OpenError open_error(const std::string& device, int error_number);
/// The advisory lock that keeps a second boardbridge away even where the kernel lets root in.
std::optional<OpenError> lock_tty(int fd, const std::string& device);
/// Raw bytes, and reads that wait for at least one.
std::optional<OpenError> make_raw(int fd, const std::string& device);
/// Takes the descriptor over.
std::unique_ptr<ByteStream> make_tty_stream(const boost::asio::any_io_executor& executor, FileDescriptor fd,
                                            std::string name);

}  // namespace boardbridge::drivers
