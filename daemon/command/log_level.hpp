// How much a command logs.
#pragma once

#include "daemon/command/commands.hpp"
#include "daemon/log.hpp"

namespace boardbridge::daemon {

inline LogLevel log_level(const CommonOptions& common) {
    return common.verbose ? LogLevel::Debug : LogLevel::Info;
}

}  // namespace boardbridge::daemon
