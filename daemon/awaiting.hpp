// How the daemon awaits: an operation's error is a value like its result.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace boardbridge::daemon {

inline constexpr auto kValues = boost::asio::as_tuple(boost::asio::use_awaitable);

}  // namespace boardbridge::daemon
