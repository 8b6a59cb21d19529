// Files in the runtime directory; see the header.
#include "daemon/runtime_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "daemon/command/commands.hpp"
#include "daemon/json_text.hpp"

namespace boardbridge::daemon {

std::string endpoints_json(const BoundEndpoints& bound, const std::string& hall_id) {
    std::string stream;
    if (!bound.tcp.empty()) stream += fmt::format("\"tcp\": {}", json_text(bound.tcp));
    if (!bound.tcp.empty() && !bound.unix_socket.empty()) stream += ", ";
    if (!bound.unix_socket.empty()) stream += fmt::format("\"unix\": {}", json_text(bound.unix_socket));
    return fmt::format("{{\"pid\": {}, \"version\": {}, \"hall\": {}, \"stream\": {{{}}}}}\n", getpid(),
                       json_text(version()), json_text(hall_id), stream);
}

std::optional<std::string> write_atomically(const std::filesystem::path& file, const std::string& content) {
    const std::filesystem::path beside = file.string() + fmt::format(".{}", getpid());
    {
        std::ofstream out(beside, std::ios::binary | std::ios::trunc);
        out << content;
        out.flush();
        if (!out) {
            const int why = errno;
            ::unlink(beside.c_str());
            return fmt::format("{}: {}", file.string(), std::strerror(why));
        }
    }
    std::error_code error;
    std::filesystem::rename(beside, file, error);
    if (!error) return std::nullopt;
    ::unlink(beside.c_str());
    return fmt::format("{}: {}", file.string(), error.message());
}

RuntimeLock::RuntimeLock(std::filesystem::path file, int descriptor)
    : file_(std::move(file)), descriptor_(descriptor) {}

RuntimeLock::RuntimeLock(RuntimeLock&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

RuntimeLock::~RuntimeLock() {
    if (descriptor_ < 0) return;
    ::unlink(file_.c_str());
    ::close(descriptor_);
}

namespace {

std::string text_in(int descriptor) {
    char text[32] = {};
    const ssize_t size = ::pread(descriptor, text, sizeof text - 1, 0);
    return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : std::string("unknown");
}

// False when the file was removed by its former holder between opening and locking.
bool still_there(int descriptor, const std::filesystem::path& file) {
    struct stat held {
    }, named{};
    return fstat(descriptor, &held) == 0 && stat(file.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

}  // namespace

Expected<RuntimeLock, RuntimeLock::Failure> RuntimeLock::take(const std::filesystem::path& directory) {
    const std::filesystem::path file = directory / "boardbridge.lock";
    for (;;) {
        const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (descriptor < 0) {
            return Unexpected<Failure>(
                Failure{false, fmt::format("{}: {}", file.string(), std::strerror(errno))});
        }
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            const bool taken = errno == EWOULDBLOCK;
            std::string text = taken ? fmt::format("another daemon runs in {}, process {}",
                                                   directory.string(), text_in(descriptor))
                                     : fmt::format("{}: {}", file.string(), std::strerror(errno));
            ::close(descriptor);
            return Unexpected<Failure>(Failure{taken, std::move(text)});
        }
        RuntimeLock lock(file, descriptor);
        if (!still_there(descriptor, file)) {
            ::close(std::exchange(lock.descriptor_, -1));
            continue;
        }
        const std::string pid = std::to_string(getpid());
        if (::ftruncate(descriptor, 0) != 0 ||
            ::pwrite(descriptor, pid.data(), pid.size(), 0) != static_cast<ssize_t>(pid.size())) {
            return Unexpected<Failure>(
                Failure{false, fmt::format("{}: {}", file.string(), std::strerror(errno))});
        }
        return lock;
    }
}

std::string new_hall_id() {
    std::uint64_t value = 0;
    if (getrandom(&value, sizeof value, 0) != static_cast<ssize_t>(sizeof value)) {
        value = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    }
    return fmt::format("{:016x}", value);
}

}  // namespace boardbridge::daemon
