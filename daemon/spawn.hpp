// Completion of coroutines that nobody waits for: an exception that escapes one comes out of io_context::run
// and ends the process (design section 5), which asio::detached would hide.
#pragma once

#include <exception>

namespace boardbridge::daemon {

inline constexpr auto kRethrow = [](std::exception_ptr error) {
    if (error) std::rethrow_exception(error);
};

}  // namespace boardbridge::daemon
