// Sockets and messages of the client side; see the header.
#include "daemon/stream_client.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace boardbridge::daemon {

namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr auto kAnswerWithin = milliseconds(5000);
constexpr auto kOwnHeartbeat = std::chrono::seconds(5);

int connect_unix(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.string().size() >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        const int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

int connect_tcp(const HostPort& where) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(where.host.c_str(), std::to_string(where.port).c_str(), &hints, &found) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    int fd = -1;
    for (const addrinfo* a = found; a != nullptr && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd < 0) continue;
        timeval limit{5, 0};  // holds for connecting too
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        if (::connect(fd, a->ai_addr, a->ai_addrlen) != 0) {
            const int why = errno;
            close(fd);
            errno = why;
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

int connect_to(const ConnectTarget& target) {
    if (const auto* tcp = std::get_if<HostPort>(&target.where)) return connect_tcp(*tcp);
    return connect_unix(std::get<std::filesystem::path>(target.where));
}

// The value of "tcp" in endpoints.json; we write that file ourselves, one line, so a search is enough.
std::optional<HostPort> bound_tcp(const std::filesystem::path& runtime) {
    std::ifstream in(runtime / "endpoints.json");
    std::ostringstream content;
    content << in.rdbuf();
    const std::string text = content.str();
    const std::string key = "\"tcp\": \"";
    const std::size_t begin = text.find(key);
    if (begin == std::string::npos) return std::nullopt;
    const std::size_t end = text.find('"', begin + key.size());
    if (end == std::string::npos) return std::nullopt;
    return parse_host_port(text.substr(begin + key.size(), end - begin - key.size()));
}

// What to call when a listener takes every address.
HostPort reachable(HostPort where) {
    if (where.host == "0.0.0.0") where.host = "127.0.0.1";
    if (where.host == "::") where.host = "::1";
    return where;
}

}  // namespace

std::optional<ConnectTarget> parse_connect_target(const std::string& text) {
    if (text.starts_with("unix:") && text.size() > 5)
        return ConnectTarget{std::filesystem::path(text.substr(5))};
    if (!text.starts_with("tcp://")) return std::nullopt;
    const auto where = parse_host_port(text.substr(6));
    if (!where || where->port == 0) return std::nullopt;
    return ConnectTarget{*where};
}

std::string to_string(const ConnectTarget& target) {
    if (const auto* path = std::get_if<std::filesystem::path>(&target.where)) return "unix:" + path->string();
    const auto& tcp = std::get<HostPort>(target.where);
    const bool v6 = tcp.host.find(':') != std::string::npos;
    return v6 ? fmt::format("tcp://[{}]:{}", tcp.host, tcp.port)
              : fmt::format("tcp://{}:{}", tcp.host, tcp.port);
}

std::vector<ConnectTarget> targets_of(const StreamConfig& stream, const std::filesystem::path& runtime) {
    std::vector<ConnectTarget> targets;
    if (!stream.unix_socket.empty()) targets.push_back({stream.unix_socket});
    if (stream.tcp && stream.tcp->port != 0) {
        targets.push_back({reachable(*stream.tcp)});
    } else if (stream.tcp) {
        if (const auto bound = bound_tcp(runtime)) targets.push_back({reachable(*bound)});
    }
    return targets;
}

Expected<StreamClient, std::string> StreamClient::connect(const std::vector<ConnectTarget>& targets) {
    std::string tried;
    for (const ConnectTarget& target : targets) {
        if (!tried.empty()) tried += "; ";
        const int fd = connect_to(target);
        if (fd < 0) {
            tried += fmt::format("{}: {}", to_string(target), std::strerror(errno));
            continue;
        }
        StreamClient client(fd, target);
        auto first = client.receive(kAnswerWithin);
        if (first && *first && std::holds_alternative<protocol::Hello>(**first)) {
            client.hello_ = std::get<protocol::Hello>(**first);
            return client;
        }
        tried += fmt::format("{}: {}", to_string(target),
                             first ? "no boardbridge answers there" : first.error().text);
    }
    if (tried.empty()) tried = "no address of a daemon is known";
    return Unexpected<std::string>(std::move(tried));
}

StreamClient::StreamClient(StreamClient&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      target_(std::move(other.target_)),
      hello_(std::move(other.hello_)),
      decoder_(std::move(other.decoder_)),
      buffer_(std::move(other.buffer_)),
      said_(other.said_),
      has_spoken_(other.has_spoken_) {}

StreamClient::~StreamClient() {
    if (fd_ >= 0) close(fd_);
}

bool StreamClient::send(const protocol::ClientMessage& message) {
    const std::string bytes = protocol::delimit(protocol::client_message(message));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::send(fd_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += static_cast<std::size_t>(n);
    }
    said_ = SteadyClock::now();
    has_spoken_ = true;
    return true;
}

void StreamClient::keep_alive() {
    if (has_spoken_ && SteadyClock::now() - said_ >= kOwnHeartbeat) send(protocol::Heartbeat{});
}

Expected<std::optional<protocol::ServerMessage>, StreamEnd> StreamClient::next_message() {
    for (;;) {
        const auto frame = decoder_.next();
        if (!frame) return Unexpected<StreamEnd>(StreamEnd{protocol::to_string(frame.error()), {}});
        if (!*frame) return std::optional<protocol::ServerMessage>();
        auto message = protocol::parse_server_message(**frame);
        if (!message) {
            if (message.error().kind == protocol::ParseErrorKind::Unknown) continue;
            return Unexpected<StreamEnd>(StreamEnd{message.error().text, {}});
        }
        if (const auto* closed = std::get_if<protocol::Closed>(&*message)) {
            const std::string text = fmt::format("{}: {}", protocol::to_string(closed->reason), closed->text);
            return Unexpected<StreamEnd>(StreamEnd{text, *closed});
        }
        return std::optional<protocol::ServerMessage>(std::move(*message));
    }
}

std::optional<StreamEnd> StreamClient::fill(milliseconds within) {
    pollfd waiting{fd_, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(within.count()));
    interrupted_ = ready < 0;
    if (ready <= 0) return std::nullopt;
    const ssize_t n = read(fd_, buffer_.data(), buffer_.size());
    interrupted_ = n < 0 && errno == EINTR;
    if (interrupted_) return std::nullopt;
    if (n < 0) return StreamEnd{std::strerror(errno), {}};
    if (n == 0) return StreamEnd{"the connection was closed", {}};
    decoder_.feed(std::span(buffer_).first(static_cast<std::size_t>(n)));
    return std::nullopt;
}

Expected<std::optional<protocol::ServerMessage>, StreamEnd> StreamClient::receive(milliseconds within) {
    const auto until = SteadyClock::now() + within;
    for (bool first = true;; first = false) {
        keep_alive();
        auto message = next_message();
        if (!message || *message) return message;
        const auto left = std::chrono::ceil<milliseconds>(until - SteadyClock::now());
        if (left.count() <= 0 && !first) return message;
        const milliseconds slice = std::clamp(left, milliseconds(0), milliseconds(1000));
        if (auto end = fill(slice)) return Unexpected<StreamEnd>(std::move(*end));
        if (interrupted_) return std::optional<protocol::ServerMessage>();
    }
}

}  // namespace boardbridge::daemon
