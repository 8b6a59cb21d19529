// Sockets of the protobuf stream; see the header.
#include "daemon/endpoint/stream_endpoint.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <list>

#include "daemon/awaiting.hpp"
#include "daemon/endpoint/connection.hpp"
#include "daemon/spawn.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Local = asio::local::stream_protocol;

namespace {

std::string text_of(const tcp::endpoint& endpoint) {
    const std::string host = endpoint.address().to_string();
    return endpoint.address().is_v6() ? fmt::format("[{}]:{}", host, endpoint.port())
                                      : fmt::format("{}:{}", host, endpoint.port());
}

// Who is at the other end of a Unix socket; the kernel says.
std::string name_of(Local::socket& socket) {
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return "unix";
    return fmt::format("unix:uid={}", credentials.uid);
}

// A socket file is dead when nobody accepts on it.
bool is_dead_socket(const std::filesystem::path& path, const asio::any_io_executor& executor) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return false;
    error_code error;
    Local::socket probe(executor);
    probe.connect(Local::endpoint(path.string()), error);
    return error == asio::error::connection_refused;
}

Unexpected<ListenError> failure(const std::string& what, const error_code& error) {
    const bool permission = error == asio::error::access_denied || error == asio::error::no_permission;
    const bool taken = error == asio::error::address_in_use;
    return Unexpected<ListenError>(
        ListenError{permission, taken, fmt::format("{}: {}", what, error.message())});
}

}  // namespace

struct StreamEndpoint::State : std::enable_shared_from_this<StreamEndpoint::State> {
    State(asio::any_io_executor e, ClientContext& c, const Log& l, ConnectionLimits m)
        : executor(std::move(e)), context(c), log(l), limits(m), shutdown_timer(executor) {}

    asio::any_io_executor executor;
    ClientContext& context;
    const Log& log;
    ConnectionLimits limits;
    asio::steady_timer shutdown_timer;
    std::list<tcp::acceptor> tcp_acceptors;
    std::list<Local::acceptor> local_acceptors;
    std::vector<std::filesystem::path> socket_files;
    std::map<Connection*, std::weak_ptr<Connection>> connections;
    std::map<std::string, unsigned> per_address;
    std::function<void()> gone;
    bool stopping = false;

    void start(Connection::Socket socket, Peer peer, const std::string& address);
    void ended(Connection* connection, const std::string& address);
    asio::awaitable<void> accept_tcp(tcp::acceptor& acceptor);
    asio::awaitable<void> accept_local(Local::acceptor& acceptor);
    asio::awaitable<void> after_accept_error(error_code error);
    void stop_accepting();
    void check_gone();
    void cut_all();
};

void StreamEndpoint::State::start(Connection::Socket socket, Peer peer, const std::string& address) {
    const bool full = connections.size() >= limits.total;
    const bool crowded = !address.empty() && per_address[address] >= limits.per_address;
    auto ended_one = [self = weak_from_this(), address](Connection* one) {
        if (const auto state = self.lock()) state->ended(one, address);
    };
    const auto connection =
        std::make_shared<Connection>(std::move(socket), context, std::move(peer), ended_one);
    connections[connection.get()] = connection;
    if (!address.empty()) ++per_address[address];
    log.debug("client connected", {{"peer", connection->client().peer().name}});
    connection->run();
    if (full) connection->client().close(protocol::CloseReason::Limit, "too many connections");
    if (crowded)
        connection->client().close(protocol::CloseReason::Limit, "too many connections from this address");
}

void StreamEndpoint::State::ended(Connection* connection, const std::string& address) {
    const auto& closed = connection->client().closed();
    const std::string& peer = connection->client().peer().name;
    if (closed && closed->reason != protocol::CloseReason::ShuttingDown) {
        log.info("client closed", {{"peer", peer},
                                   {"reason", std::string(protocol::to_string(closed->reason))},
                                   {"why", closed->text}});
    } else {
        log.debug("client gone", {{"peer", peer}});
    }
    connections.erase(connection);
    if (!address.empty() && --per_address[address] == 0) per_address.erase(address);
    check_gone();
}

// Out of descriptors: waiting helps, spinning does not.
asio::awaitable<void> StreamEndpoint::State::after_accept_error(error_code error) {
    log.warning("cannot accept a client", {{"error", error.message()}});
    asio::steady_timer pause(executor, std::chrono::milliseconds(250));
    co_await pause.async_wait(kValues);
}

asio::awaitable<void> StreamEndpoint::State::accept_tcp(tcp::acceptor& acceptor) {
    const auto self = shared_from_this();
    while (!stopping) {
        auto [error, socket] = co_await acceptor.async_accept(kValues);
        if (stopping) co_return;
        if (error) {
            co_await after_accept_error(error);
            continue;
        }
        error_code ignored;
        const tcp::endpoint remote = socket.remote_endpoint(ignored);
        socket.set_option(tcp::no_delay(true), ignored);
        Peer peer{text_of(remote), remote.address().is_loopback()};
        start(Connection::Socket(std::move(socket)), std::move(peer), remote.address().to_string());
    }
}

asio::awaitable<void> StreamEndpoint::State::accept_local(Local::acceptor& acceptor) {
    const auto self = shared_from_this();
    while (!stopping) {
        auto [error, socket] = co_await acceptor.async_accept(kValues);
        if (stopping) co_return;
        if (error) {
            co_await after_accept_error(error);
            continue;
        }
        Peer peer{name_of(socket), true};
        start(Connection::Socket(std::move(socket)), std::move(peer), "");
    }
}

void StreamEndpoint::State::stop_accepting() {
    stopping = true;
    error_code ignored;
    for (auto& acceptor : tcp_acceptors) acceptor.close(ignored);
    for (auto& acceptor : local_acceptors) acceptor.close(ignored);
    for (const auto& file : socket_files) ::unlink(file.c_str());
    socket_files.clear();
}

void StreamEndpoint::State::check_gone() {
    if (!gone || !connections.empty()) return;
    shutdown_timer.cancel();
    asio::post(executor, std::exchange(gone, nullptr));
}

void StreamEndpoint::State::cut_all() {
    for (const auto& [key, connection] : connections) {
        if (const auto alive = connection.lock()) alive->cut();
    }
}

StreamEndpoint::StreamEndpoint(asio::any_io_executor executor, ClientContext& context, const Log& log,
                               ConnectionLimits limits)
    : state_(std::make_shared<State>(std::move(executor), context, log, limits)) {}

StreamEndpoint::~StreamEndpoint() { cut(); }

void StreamEndpoint::cut() {
    state_->gone = nullptr;
    state_->stop_accepting();
    state_->shutdown_timer.cancel();
    state_->cut_all();
}

void StreamEndpoint::set_limits(ConnectionLimits limits) { state_->limits = limits; }

std::size_t StreamEndpoint::connections() const { return state_->connections.size(); }

Expected<std::string, ListenError> StreamEndpoint::listen_tcp(const HostPort& address) {
    const std::string wanted = fmt::format("{}:{}", address.host, address.port);
    error_code error;
    tcp::resolver resolver(state_->executor);
    const auto found =
        resolver.resolve(address.host, std::to_string(address.port), tcp::resolver::passive, error);
    if (error || found.empty()) return failure(wanted, error ? error : asio::error::host_not_found);
    const tcp::endpoint endpoint = found.begin()->endpoint();
    tcp::acceptor acceptor(state_->executor);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return failure(wanted, error);
    const std::string bound = text_of(acceptor.local_endpoint(error));
    state_->tcp_acceptors.push_back(std::move(acceptor));
    asio::co_spawn(state_->executor, state_->accept_tcp(state_->tcp_acceptors.back()), kRethrow);
    return bound;
}

Expected<std::string, ListenError> StreamEndpoint::listen_unix(const std::filesystem::path& path) {
    if (path.string().size() >= sizeof(sockaddr_un::sun_path))
        return failure(path, asio::error::name_too_long);
    error_code error;
    Local::acceptor acceptor(state_->executor);
    acceptor.open(Local(), error);
    if (error) return failure(path, error);
    if (is_dead_socket(path, state_->executor)) ::unlink(path.c_str());
    const mode_t mask = ::umask(0117);  // for owner and group, from the first moment on
    acceptor.bind(Local::endpoint(path.string()), error);
    ::umask(mask);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error) return failure(path, error);
    state_->socket_files.push_back(path);
    state_->local_acceptors.push_back(std::move(acceptor));
    asio::co_spawn(state_->executor, state_->accept_local(state_->local_acceptors.back()), kRethrow);
    return path.string();
}

void StreamEndpoint::shut_down(std::function<void()> gone) {
    state_->stop_accepting();
    state_->gone = std::move(gone);
    for (const auto& [key, connection] : state_->connections) {
        if (const auto alive = connection.lock()) {
            alive->client().close(protocol::CloseReason::ShuttingDown, "the daemon ends");
        }
    }
    state_->shutdown_timer.expires_after(std::chrono::seconds(2));
    state_->shutdown_timer.async_wait([state = state_](error_code error) {
        if (!error) state->cut_all();
    });
    state_->check_gone();
}

}  // namespace boardbridge::daemon
