// One accepted socket: moves bytes between it and a Client conversation. Three coroutines hold it alive:
// reading, writing, and watching the time. Internal to endpoint/.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "daemon/client.hpp"
#include "protocol/delimited.hpp"

namespace boardbridge::daemon {

class Connection : public std::enable_shared_from_this<Connection> {
public:
    using Socket = boost::asio::generic::stream_protocol::socket;

    /// `ended` is called when the last coroutine has let go.
    Connection(Socket socket, ClientContext& context, Peer peer, std::function<void(Connection*)> ended);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void run();
    /// Ends at once, without a word.
    void cut();
    Client& client() { return client_; }

private:
    boost::asio::awaitable<void> read();
    boost::asio::awaitable<void> write();
    boost::asio::awaitable<void> watch();
    boost::asio::awaitable<bool> write_gathered();
    void gather();
    void take_input(std::size_t n);
    void on_ready();
    void make_room();

    Socket socket_;
    std::function<void(Connection*)> ended_;
    boost::asio::steady_timer output_;  // cancelled when there may be something to write
    boost::asio::steady_timer input_;   // cancelled when reading may go on
    boost::asio::steady_timer watch_;
    boost::asio::cancellation_signal writing_;  // lets a write that waits be tried again
    bool output_hint_ = false;
    bool cut_ = false;
    protocol::DelimitedDecoder decoder_;
    std::vector<std::byte> buffer_;
    std::vector<Frame> gathered_;
    Client client_;
};

}  // namespace boardbridge::daemon
