// A client of our own stream for the commands that talk to a running daemon (watch, ack, record, export,
// list-ports): connects, says and hears whole messages, keeps the connection alive. Blocking, with time
// limits; one thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/config.hpp"
#include "protocol/delimited.hpp"
#include "protocol/envelope.hpp"
#include "rules/expected.hpp"

namespace boardbridge::daemon {

/// "tcp://H:P" or "unix:PATH".
struct ConnectTarget {
    std::variant<HostPort, std::filesystem::path> where;
};
std::optional<ConnectTarget> parse_connect_target(const std::string& text);
std::string to_string(const ConnectTarget& target);

/// Where a daemon with this configuration is to be found, best first. A port that it chose by itself is
/// looked up in endpoints.json of `runtime`.
std::vector<ConnectTarget> targets_of(const StreamConfig& stream, const std::filesystem::path& runtime);

/// Why nothing more comes.
struct StreamEnd {
    std::string text;
    std::optional<protocol::Closed> closed;  ///< what the daemon gave as reason
};

class StreamClient {
public:
    /// The first target that answers with Hello; the error names all that were tried.
    static Expected<StreamClient, std::string> connect(const std::vector<ConnectTarget>& targets);
    StreamClient(StreamClient&& other) noexcept;
    StreamClient& operator=(StreamClient&&) = delete;
    ~StreamClient();

    const protocol::Hello& hello() const { return hello_; }
    const ConnectTarget& target() const { return target_; }

    bool send(const protocol::ClientMessage& message);
    /// The next message, heartbeats too; nothing when none came within the time or a signal came. Heartbeats
    /// of our own go out by themselves. Messages that only a newer version knows are passed over.
    Expected<std::optional<protocol::ServerMessage>, StreamEnd> receive(std::chrono::milliseconds within);
    int descriptor() const { return fd_; }

private:
    StreamClient(int fd, ConnectTarget target) : fd_(fd), target_(std::move(target)), buffer_(65536) {}
    Expected<std::optional<protocol::ServerMessage>, StreamEnd> next_message();
    std::optional<StreamEnd> fill(std::chrono::milliseconds within);
    void keep_alive();

    int fd_;
    ConnectTarget target_;
    protocol::Hello hello_;
    protocol::DelimitedDecoder decoder_;
    std::vector<std::byte> buffer_;
    std::chrono::steady_clock::time_point said_ = std::chrono::steady_clock::now();
    bool has_spoken_ = false;
    bool interrupted_ = false;  // by a signal: the caller looks whether it is told to end
};

}  // namespace boardbridge::daemon
