// Reading, writing and watching one socket; see the header.
#include "daemon/endpoint/connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "daemon/awaiting.hpp"
#include "daemon/spawn.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t kReadSize = 4096;
constexpr std::size_t kGatherBytes = 64 * 1024;
constexpr std::size_t kGatherFrames = 64;
// What the kernel may hold for a client that does not read; and at the end, so that there is room for the
// goodbye. It doubles both for its own needs.
constexpr int kSendBuffer = 64 * 1024;
constexpr int kSendBufferAtEnd = 192 * 1024;
constexpr auto kLinger = std::chrono::seconds(5);  // for the goodbye to get out
constexpr auto kHangUp = std::chrono::seconds(2);  // for the far end to hang up after it

}  // namespace

Connection::Connection(Socket socket, ClientContext& context, Peer peer,
                       std::function<void(Connection*)> ended)
    : socket_(std::move(socket)),
      ended_(std::move(ended)),
      output_(socket_.get_executor()),
      input_(socket_.get_executor()),
      watch_(socket_.get_executor()),
      buffer_(kReadSize),
      client_(context, std::move(peer), std::chrono::steady_clock::now(), [this] { on_ready(); }) {
    error_code ignored;
    socket_.set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
}

Connection::~Connection() { ended_(this); }

void Connection::run() {
    const auto executor = socket_.get_executor();
    asio::co_spawn(executor, read(), kRethrow);
    asio::co_spawn(executor, write(), kRethrow);
    asio::co_spawn(executor, watch(), kRethrow);
}

void Connection::cut() {
    cut_ = true;
    error_code ignored;
    socket_.close(ignored);
    output_.cancel();
    input_.cancel();
    watch_.cancel();
}

void Connection::on_ready() {
    if (!std::exchange(output_hint_, true)) output_.cancel();
    if (client_.closed()) {
        input_.cancel();
        watch_.cancel();
        make_room();
    } else if (client_.wake_at() < watch_.expiry()) {
        watch_.cancel();
    }
}

// A write that waits is tried again: it would not be told of this room before most of the buffer is free.
void Connection::make_room() {
    error_code ignored;
    socket_.set_option(asio::socket_base::send_buffer_size(kSendBufferAtEnd), ignored);
    writing_.emit(asio::cancellation_type::terminal);
}

void Connection::take_input(std::size_t n) {
    const auto now = std::chrono::steady_clock::now();
    decoder_.feed(std::span(buffer_).first(n));
    while (!client_.closed()) {
        const auto message = decoder_.next();
        if (!message)
            return client_.close(protocol::CloseReason::BadMessage, protocol::to_string(message.error()));
        if (!*message) break;
        client_.on_message(**message, now);
    }
    client_.on_bytes(decoder_.mid_message(), now);
}

// After the goodbye the input is still read, and thrown away: closing a socket with unread input would
// destroy the goodbye on its way (TCP reset).
asio::awaitable<void> Connection::read() {
    const auto self = shared_from_this();
    while (!cut_) {
        if (!client_.closed() && !client_.wants_input()) {
            input_.expires_at(RealTime::max());
            co_await input_.async_wait(kValues);
            continue;
        }
        const asio::mutable_buffer space = asio::buffer(buffer_);
        const auto [error, n] = co_await socket_.async_read_some(space, kValues);
        if (error) break;
        if (!client_.closed()) take_input(n);
    }
    cut();
}

void Connection::gather() {
    const bool wanted_input = client_.wants_input();
    std::size_t bytes = 0;
    while (bytes < kGatherBytes && gathered_.size() < kGatherFrames) {
        std::optional<Frame> frame = client_.next(std::chrono::steady_clock::now());
        if (!frame) break;
        bytes += frame->size();
        gathered_.push_back(std::move(*frame));
    }
    if (!wanted_input && client_.wants_input()) input_.cancel();
}

// False: the connection is done for.
asio::awaitable<bool> Connection::write_gathered() {
    std::vector<asio::const_buffer> buffers;
    for (const Frame& frame : gathered_) buffers.emplace_back(frame.bytes->data(), frame.bytes->size());
    std::size_t first = 0;
    while (first < buffers.size()) {
        const std::span<const asio::const_buffer> rest = std::span(buffers).subspan(first);
        auto token = asio::bind_cancellation_slot(writing_.slot(), kValues);
        const auto [error, n] = co_await socket_.async_write_some(rest, std::move(token));
        if (error == asio::error::operation_aborted && !cut_) continue;  // make_room
        if (error) co_return false;
        client_.sent(n, std::chrono::steady_clock::now());
        std::size_t left = n;
        while (first < buffers.size() && left >= buffers[first].size()) left -= buffers[first++].size();
        if (left != 0) buffers[first] += left;
    }
    gathered_.clear();
    co_return true;
}

asio::awaitable<void> Connection::write() {
    const auto self = shared_from_this();
    while (!cut_) {
        output_hint_ = false;
        gather();
        if (!gathered_.empty()) {
            const bool alive = co_await write_gathered();
            if (!alive) cut();
        } else if (client_.finished()) {
            error_code ignored;
            socket_.shutdown(Socket::shutdown_send, ignored);
            watch_.expires_after(kHangUp);
            co_return;
        } else if (!output_hint_) {
            output_.expires_at(RealTime::max());
            co_await output_.async_wait(kValues);
        }
    }
}

asio::awaitable<void> Connection::watch() {
    const auto self = shared_from_this();
    while (!cut_ && !client_.closed()) {
        watch_.expires_at(client_.wake_at());
        co_await watch_.async_wait(kValues);
        const auto now = std::chrono::steady_clock::now();
        if (!cut_ && now >= client_.wake_at()) client_.on_wake(now);
    }
    watch_.expires_after(kLinger);
    while (!cut_ && std::chrono::steady_clock::now() < watch_.expiry()) co_await watch_.async_wait(kValues);
    if (!cut_) cut();
}

}  // namespace boardbridge::daemon
