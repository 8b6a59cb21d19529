// endpoints.json: where a daemon that chose its ports by itself can be found. Contract section 1, `run`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "daemon/supervisor.hpp"

namespace boardbridge::daemon {

/// {"pid": 1, "version": "0.1.0", "hall": "...", "stream": {"tcp": "127.0.0.1:40123", "unix": "/run/..."}}
std::string endpoints_json(const BoundEndpoints& bound, const std::string& hall_id);
/// Whole or not at all: written beside, then renamed. Gives the error text, nothing when it went well.
std::optional<std::string> write_atomically(const std::filesystem::path& file, const std::string& content);
/// Sixteen hex digits from the system's random source: the same as long as sequences go on.
std::string new_hall_id();

}  // namespace boardbridge::daemon
