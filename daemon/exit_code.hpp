// What the executable's exit status means (sysexits; contract section 1).
#pragma once

namespace boardbridge::daemon {

enum ExitCode : int {
    kDone = 0,
    kUsage = 64,        ///< also CLI11's own errors
    kBadData = 65,      ///< malformed capture, illegal position
    kNoInput = 66,      ///< an input file is missing or unreadable
    kUnavailable = 69,  ///< daemon not reached, port taken
    kBug = 70,
    kIoError = 74,
    kNoPermission = 77,
    kBadConfig = 78,
};

}  // namespace boardbridge::daemon
