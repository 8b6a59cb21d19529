// The protobuf stream on TCP and Unix sockets: accepts clients, carries delimited messages between sockets
// and Client conversations, holds the limits on connections. Contract section 4.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "daemon/client.hpp"
#include "daemon/config.hpp"
#include "daemon/log.hpp"
#include "rules/expected.hpp"

namespace boardbridge::daemon {

struct ConnectionLimits {
    unsigned total = 256;
    unsigned per_address = 64;  ///< TCP only
};

struct ListenError {
    bool permission = false;  ///< the system forbids it
    bool taken = false;       ///< another process listens there
    std::string text;         ///< "127.0.0.1:7610: Address already in use"
};

/// Everything runs on the executor; one thread.
class StreamEndpoint {
public:
    StreamEndpoint(boost::asio::any_io_executor executor, ClientContext& context, const Log& log,
                   ConnectionLimits limits);
    ~StreamEndpoint();
    StreamEndpoint(const StreamEndpoint&) = delete;
    StreamEndpoint& operator=(const StreamEndpoint&) = delete;

    /// Gives the address that was bound, "127.0.0.1:40123".
    Expected<std::string, ListenError> listen_tcp(const HostPort& address);
    /// Takes over a socket file on which nobody listens any more. The file is removed at the end.
    Expected<std::string, ListenError> listen_unix(const std::filesystem::path& path);
    void set_limits(ConnectionLimits limits);

    /// No new clients; those that are there get Closed SHUTTING_DOWN. `gone` is called when all have left,
    /// two seconds later at the latest.
    void shut_down(std::function<void()> gone);
    /// Everything ends at once, without a word.
    void cut();
    std::size_t connections() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace boardbridge::daemon
