// The conversation with one client of the stream, without a socket: Hello, then nothing until the client has
// spoken, then snapshots, events, replies, heartbeats; a reason before every end. Transports (TCP, Unix
// socket, later WebSocket) carry whole messages in and frames out. Contract section 4.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "daemon/publisher.hpp"
#include "daemon/recorder.hpp"
#include "daemon/subscriber.hpp"
#include "daemon/time_source.hpp"
#include "protocol/envelope.hpp"

namespace boardbridge::daemon {

/// Clients live in real time, whatever the speed of a simulated hall.
using RealTime = std::chrono::steady_clock::time_point;

/// What clients may ask of the hall.
class Desk {
public:
    virtual ~Desk() = default;
    /// All tables, as of Publisher::last().
    virtual std::vector<rules::TableSnapshot> snapshots() = 0;
    virtual protocol::CommandReply acknowledge(unsigned table, const protocol::AcknowledgeAlert& what,
                                               const std::string& by) = 0;
};

/// Snapshots of all tables as of one sequence, serialised once for all clients that come within a second.
class SnapshotStore {
public:
    struct Set {
        std::uint64_t sequence = 0;
        RealTime taken{};
        std::map<unsigned, std::vector<Frame>> frames;  // by table
    };
    std::shared_ptr<const Set> get(Publisher& publisher, Desk& desk, RealTime now);
    /// Tables have gone or come: what was taken before is no longer handed out.
    void forget() { latest_.reset(); }

private:
    std::shared_ptr<const Set> latest_;
};

/// What all clients share; outlives them.
struct ClientContext {
    Publisher& publisher;
    Desk& desk;
    Recorder& recorder;
    const TimeSource& time;
    std::string hall_id;
    std::string version;
    QueueBounds bounds;
    SnapshotStore snapshots;
};

struct Peer {
    std::string name;      ///< for logs and remarks: "127.0.0.1:50412", "unix:uid=1000"
    bool trusted = false;  ///< loopback or Unix socket: has every role while no tokens are configured
};

class Client {
public:
    static constexpr std::chrono::milliseconds kGreeting{4900};  ///< contract: 5 s, the goodbye included
    static constexpr std::chrono::milliseconds kMessage{
        4500};  ///< from the first to the last byte of a message
    static constexpr std::chrono::seconds kHeartbeat{5};
    static constexpr std::chrono::seconds kUnheard{20};
    static constexpr std::chrono::seconds kStalled{10};  ///< bytes on their way, none of them accepted

    /// `ready` is called when next() may have something or wake_at() came nearer; it must not destroy the
    /// client.
    Client(ClientContext& context, Peer peer, RealTime now, std::function<void()> ready);

    /// Bytes came in; `in_message`: a message is still incomplete after them.
    void on_bytes(bool in_message, RealTime now);
    /// A whole ClientMessage, without its length.
    void on_message(std::span<const std::byte> message, RealTime now);
    /// Ends the conversation with a reason; what was queued before is dropped. The first reason counts.
    void close(protocol::CloseReason reason, std::string text);

    /// The next frame to send, nothing now.
    std::optional<Frame> next(RealTime now);
    /// So many bytes of what next() gave have left.
    void sent(std::size_t bytes, RealTime now);
    /// Closed was given by next(): send it and end the connection.
    bool finished() const { return finished_; }
    /// False while too many answers wait: read no further.
    bool wants_input() const { return control_.size() < kMaxWaitingReplies && !closing_; }

    RealTime wake_at() const;
    void on_wake(RealTime now);

    const Peer& peer() const { return peer_; }
    /// Why it ended, for the log.
    const std::optional<protocol::Closed>& closed() const { return closed_; }

private:
    static constexpr std::size_t kMaxWaitingReplies = 64;
    struct CaptureRead {
        std::uint64_t id = 0;
        std::string line;
        Instant start;
        Recorder::Cursor cursor;
        bool follow = false;
        bool header_sent = false;
    };

    void handle(const protocol::Subscribe& subscribe, RealTime now);
    void handle(const protocol::Command& command, RealTime now);
    void handle(const protocol::Heartbeat& heartbeat, RealTime now);
    bool check_cursor(std::uint64_t after);
    void start_capture(const protocol::Command& command, const protocol::ReadCapture& what);
    std::optional<Frame> capture_piece();
    std::optional<Frame> snapshot();
    Frame heartbeat() const;
    void reply(const protocol::CommandReply& reply);
    void queue(std::string_view message);
    std::optional<Frame> given(Frame frame, bool is_event, RealTime now);

    ClientContext& context_;
    Peer peer_;
    std::function<void()> ready_;
    std::deque<Frame> control_;  // hello, replies, heartbeats, closed
    std::deque<Frame> snapshots_;
    std::uint64_t snapshots_as_of_ = 0;
    std::unique_ptr<Subscriber> subscriber_;
    std::optional<CaptureRead> capture_;
    std::optional<protocol::Closed> closed_;
    bool hello_given_ = false;
    bool closing_ = false;
    bool finished_ = false;
    bool spoken_ = false;    // the client has sent a whole message
    bool caught_up_ = true;  // a heartbeat has told that the subscription has reached the present
    RealTime connected_;
    RealTime heard_;
    RealTime sent_;      // something left or was given
    RealTime progress_;  // bytes on their way were last accepted
    std::optional<RealTime> message_began_;
    RealTime polled_;  // a followed capture was last looked at
    std::size_t on_their_way_ = 0;
    std::size_t others_on_their_way_ = 0;  // of those, what is no event
};

}  // namespace boardbridge::daemon
