// One client's conversation; see the header.
#include "daemon/client.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace boardbridge::daemon {

namespace {

using namespace std::chrono_literals;
using protocol::CloseReason;
using protocol::CommandStatus;

constexpr std::size_t kCapturePiece = 48 * 1024;
constexpr auto kCapturePoll = 200ms;
constexpr auto kSnapshotAge = 1s;

protocol::CommandReply reply_to(const protocol::Command& command, CommandStatus status, std::string text) {
    protocol::CommandReply reply;
    reply.id = command.id;
    reply.status = status;
    reply.text = std::move(text);
    return reply;
}

EventFilter filter_of(const protocol::Subscribe& subscribe) {
    EventFilter filter;
    filter.tables = subscribe.tables;
    std::sort(filter.tables.begin(), filter.tables.end());
    for (const std::string& kind : subscribe.kinds) {
        if (const auto index = protocol::payload_index(kind)) filter.kinds.set(*index);
    }
    return filter;
}

}  // namespace

std::shared_ptr<const SnapshotStore::Set> SnapshotStore::get(Publisher& publisher, Desk& desk, RealTime now) {
    const bool fresh = latest_ && now - latest_->taken < kSnapshotAge &&
                       publisher.journal().held().first <= latest_->sequence + 1;
    if (fresh) return latest_;
    auto set = std::make_shared<Set>();
    set->sequence = publisher.last();
    set->taken = now;
    for (const rules::TableSnapshot& table : desk.snapshots()) {
        std::vector<Frame>& frames = set->frames[table.table];
        for (const std::string& message : protocol::snapshot_messages(set->sequence, table)) {
            frames.push_back(make_frame(message));
        }
    }
    latest_ = std::move(set);
    return latest_;
}

Client::Client(ClientContext& context, Peer peer, RealTime now, std::function<void()> ready)
    : context_(context),
      peer_(std::move(peer)),
      ready_(std::move(ready)),
      connected_(now),
      heard_(now),
      sent_(now),
      progress_(now),
      polled_(now) {
    const HeldRange held = context_.publisher.journal().held();
    queue(
        protocol::server_message(protocol::Hello{context_.version, context_.hall_id, held.first, held.last}));
}

void Client::queue(std::string_view message) { control_.push_back(make_frame(message)); }

void Client::reply(const protocol::CommandReply& reply) { queue(protocol::server_message(reply)); }

void Client::close(CloseReason reason, std::string text) {
    if (closing_) return;
    closing_ = true;
    protocol::Closed closed{reason, std::move(text), 0, 0};
    if (reason == CloseReason::CursorTooOld || reason == CloseReason::CursorInFuture) {
        const HeldRange held = context_.publisher.journal().held();
        closed.first_sequence = held.first;
        closed.last_sequence = held.last;
    }
    // Hello comes first even for a client that is turned away at once.
    control_.resize(hello_given_ ? 0 : 1);
    snapshots_.clear();
    subscriber_.reset();
    capture_.reset();
    queue(protocol::server_message(closed));
    closed_ = std::move(closed);
    ready_();
}

void Client::on_bytes(bool in_message, RealTime now) {
    heard_ = now;
    if (!in_message) {
        message_began_.reset();
    } else if (!message_began_) {
        message_began_ = now;
        ready_();
    }
}

void Client::on_message(std::span<const std::byte> message, RealTime now) {
    if (closing_) return;
    message_began_.reset();
    heard_ = now;
    const auto parsed = protocol::parse_client_message(message);
    if (!parsed) return close(CloseReason::BadMessage, parsed.error().text);
    spoken_ = true;
    std::visit([this, now](const auto& what) { handle(what, now); }, *parsed);
    if (!closing_) ready_();
}

void Client::handle(const protocol::Heartbeat& /*heartbeat*/, RealTime /*now*/) {}

bool Client::check_cursor(std::uint64_t after) {
    const HeldRange held = context_.publisher.journal().held();
    if (after > held.last) {
        close(CloseReason::CursorInFuture, fmt::format("after_sequence {} has not happened here", after));
        return false;
    }
    if (after != 0 && after + 1 < held.first) {
        close(CloseReason::CursorTooOld, fmt::format("events after {} are no longer all held", after));
        return false;
    }
    return true;
}

void Client::handle(const protocol::Subscribe& subscribe, RealTime now) {
    if (subscriber_)
        return close(CloseReason::BadMessage, "subscribed already: one subscription a connection");
    std::uint64_t after = 0;
    if (subscribe.after_sequence) {
        if (!check_cursor(*subscribe.after_sequence)) return;
        after = std::max(*subscribe.after_sequence, context_.publisher.journal().held().first - 1);
    } else {
        const auto set = context_.snapshots.get(context_.publisher, context_.desk, now);
        after = set->sequence;
        snapshots_as_of_ = after;
        for (const auto& [table, frames] : set->frames) {
            const bool wanted =
                subscribe.tables.empty() ||
                std::find(subscribe.tables.begin(), subscribe.tables.end(), table) != subscribe.tables.end();
            if (wanted) snapshots_.insert(snapshots_.end(), frames.begin(), frames.end());
        }
    }
    caught_up_ = false;
    subscriber_ = std::make_unique<Subscriber>(context_.publisher, filter_of(subscribe), context_.bounds,
                                               after, [this] { ready_(); });
}

void Client::handle(const protocol::Command& command, RealTime /*now*/) {
    if (!peer_.trusted) {
        return reply(
            reply_to(command, CommandStatus::Forbidden,
                     "commands are taken from this machine only as long as no tokens are configured"));
    }
    if (command.expected_revision) {
        return reply(reply_to(command, CommandStatus::Invalid, "this command knows no expected_revision"));
    }
    if (const auto* acknowledge = std::get_if<protocol::AcknowledgeAlert>(&command.what)) {
        const std::string by = command.by.empty() ? peer_.name : command.by;
        protocol::CommandReply answer = context_.desk.acknowledge(command.table, *acknowledge, by);
        answer.id = command.id;
        return reply(answer);
    }
    if (const auto* capture = std::get_if<protocol::ReadCapture>(&command.what))
        return start_capture(command, *capture);
    reply(reply_to(command, CommandStatus::UnknownCommand,
                   "this version of boardbridge does not know the command"));
}

void Client::start_capture(const protocol::Command& command, const protocol::ReadCapture& what) {
    if (capture_)
        return reply(reply_to(command, CommandStatus::Busy, "a capture is being read on this connection"));
    if (!what.line.empty() && !context_.recorder.knows(what.line)) {
        return reply(reply_to(command, CommandStatus::NotFound, "there is no line \"" + what.line + "\""));
    }
    const Instant now = context_.time.now();
    CaptureRead read;
    read.id = command.id;
    read.line = what.line;
    read.follow = what.follow;
    // Following alone starts here; without it 0 means all that is kept.
    Instant since = what.follow ? now : Instant::min();
    if (what.last_seconds != 0) since = now - std::chrono::seconds(what.last_seconds);
    read.cursor = context_.recorder.find(since);
    read.start = context_.recorder.time_at(read.cursor).value_or(now);
    capture_ = std::move(read);
}

std::optional<Frame> Client::capture_piece() {
    if (!capture_) return std::nullopt;
    CaptureRead& read = *capture_;
    protocol::CommandReply answer;
    answer.id = read.id;
    if (!read.header_sent) {
        const auto started = context_.time.wall(read.start);
        answer.capture = context_.recorder.header(started, "boardbridge " + context_.version, read.line);
        read.header_sent = true;
    }
    Recorder::Piece piece = context_.recorder.read(read.cursor, read.line, read.start, kCapturePiece);
    if (piece.missed) answer.capture += "# some bytes were dropped before they were read\n";
    answer.capture += piece.text;
    answer.more = read.follow || !piece.at_end;
    if (answer.capture.empty() && answer.more) return std::nullopt;
    if (!answer.more) capture_.reset();
    return make_frame(protocol::server_message(answer));
}

std::optional<Frame> Client::snapshot() {
    if (snapshots_.empty()) return std::nullopt;
    // Commit before deliver holds for snapshots too.
    if (context_.publisher.delivered() < snapshots_as_of_) return std::nullopt;
    Frame frame = std::move(snapshots_.front());
    snapshots_.pop_front();
    return frame;
}

Frame Client::heartbeat() const {
    return make_frame(
        protocol::server_message(protocol::Heartbeat{subscriber_ ? subscriber_->reached() : 0}));
}

std::optional<Frame> Client::given(Frame frame, bool is_event, RealTime now) {
    sent_ = now;
    if (on_their_way_ == 0) progress_ = now;
    on_their_way_ += frame.size();
    if (!is_event) others_on_their_way_ += frame.size();
    return frame;
}

std::optional<Frame> Client::next(RealTime now) {
    if (finished_) return std::nullopt;
    if (subscriber_ && subscriber_->too_slow())
        close(CloseReason::TooSlow, "more events are waiting than may wait");
    if (!control_.empty()) {
        Frame frame = std::move(control_.front());
        control_.pop_front();
        hello_given_ = true;
        finished_ = closing_ && control_.empty();
        return given(std::move(frame), false, now);
    }
    if (auto frame = snapshot()) return given(std::move(*frame), false, now);
    if (subscriber_ && snapshots_.empty()) {
        if (auto event = subscriber_->next()) return given(std::move(event->frame), true, now);
        if (!caught_up_ && subscriber_->reached() >= context_.publisher.delivered()) {
            caught_up_ = true;
            return given(heartbeat(), false, now);
        }
    }
    if (auto frame = capture_piece()) return given(std::move(*frame), false, now);
    return std::nullopt;
}

void Client::sent(std::size_t bytes, RealTime now) {
    on_their_way_ -= std::min(bytes, on_their_way_);
    progress_ = now;
    sent_ = now;
    const std::size_t others = std::min(bytes, others_on_their_way_);
    others_on_their_way_ -= others;
    if (subscriber_) subscriber_->sent(bytes - others);
}

RealTime Client::wake_at() const {
    if (closing_) return RealTime::max();
    RealTime at = spoken_ ? heard_ + kUnheard : connected_ + kGreeting;
    if (message_began_) at = std::min(at, *message_began_ + kMessage);
    if (on_their_way_ != 0) at = std::min(at, progress_ + kStalled);
    if (spoken_ && on_their_way_ == 0) at = std::min(at, sent_ + kHeartbeat);
    if (capture_ && capture_->follow) at = std::min(at, polled_ + kCapturePoll);
    return at;
}

void Client::on_wake(RealTime now) {
    if (closing_) return;
    if (!spoken_ && now >= connected_ + kGreeting) {
        if (message_began_)
            return close(CloseReason::BadMessage, "no whole message within 5 s of connecting");
        return close(CloseReason::Idle, "nothing was said within 5 s of connecting");
    }
    if (message_began_ && now >= *message_began_ + kMessage) {
        return close(CloseReason::BadMessage, "a message was begun and not ended within 5 s");
    }
    if (spoken_ && now >= heard_ + kUnheard) return close(CloseReason::Idle, "nothing was heard for 20 s");
    if (on_their_way_ != 0 && now >= progress_ + kStalled) {
        return close(CloseReason::TooSlow, "nothing was taken for 10 s");
    }
    if (spoken_ && on_their_way_ == 0 && control_.empty() && now >= sent_ + kHeartbeat) {
        control_.push_back(heartbeat());
        ready_();
    }
    if (capture_ && capture_->follow && now >= polled_ + kCapturePoll) {
        polled_ = now;
        ready_();
    }
}

}  // namespace boardbridge::daemon
