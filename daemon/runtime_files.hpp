// The runtime directory: endpoints.json, where a daemon that chose its ports by itself can be found, and the
// lock that keeps a second daemon out. Contract section 1, `run`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "daemon/supervisor.hpp"

namespace boardbridge::daemon {

/// {"pid": 1, "version": "0.1.0", "hall": "...", "stream": {"tcp": "127.0.0.1:40123", "unix": "/run/..."}}
std::string endpoints_json(const BoundEndpoints& bound, const std::string& hall_id);
/// One daemon a directory: holds boardbridge.lock in it, which the kernel lets go when the process ends,
/// however that is.
class RuntimeLock {
public:
    struct Failure {
        bool taken = false;  ///< another daemon runs there
        std::string text;
    };
    static Expected<RuntimeLock, Failure> take(const std::filesystem::path& directory);
    RuntimeLock(RuntimeLock&& other) noexcept;
    RuntimeLock& operator=(RuntimeLock&&) = delete;
    /// Removes the file.
    ~RuntimeLock();

private:
    RuntimeLock(std::filesystem::path file, int descriptor);
    std::filesystem::path file_;
    int descriptor_;
};
/// Whole or not at all: written beside, then renamed. Gives the error text, nothing when it went well.
std::optional<std::string> write_atomically(const std::filesystem::path& file, const std::string& content);
/// Sixteen hex digits from the system's random source: the same as long as sequences go on.
std::string new_hall_id();

}  // namespace boardbridge::daemon
