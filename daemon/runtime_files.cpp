// Files in the runtime directory; see the header.
#include "daemon/runtime_files.hpp"

#include <fmt/format.h>
#include <sys/random.h>
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
        if (!out) return fmt::format("{}: {}", beside.string(), std::strerror(errno));
    }
    std::error_code error;
    std::filesystem::rename(beside, file, error);
    if (error) return fmt::format("{}: {}", file.string(), error.message());
    return std::nullopt;
}

std::string new_hall_id() {
    std::uint64_t value = 0;
    if (getrandom(&value, sizeof value, 0) != static_cast<ssize_t>(sizeof value)) {
        value = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    }
    return fmt::format("{:016x}", value);
}

}  // namespace boardbridge::daemon
