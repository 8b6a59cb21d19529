// TCP with small packets sent at once and dead peers noticed: a device server that lost its power says no
// goodbye.
#include "drivers/transport/tcp_stream.hpp"

#include <netinet/tcp.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <optional>

#include "drivers/transport/asio_stream.hpp"

namespace boardbridge::drivers {

namespace {

using boost::asio::ip::tcp;
constexpr std::chrono::seconds kConnectPatience{5};

template <int Name>
using TcpOption = boost::asio::detail::socket_option::integer<IPPROTO_TCP, Name>;

void prepare(tcp::socket& socket) {
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    socket.set_option(tcp::socket::keep_alive(true), ignored);
    socket.set_option(TcpOption<TCP_KEEPIDLE>(10), ignored);
    socket.set_option(TcpOption<TCP_KEEPINTVL>(3), ignored);
    socket.set_option(TcpOption<TCP_KEEPCNT>(3), ignored);
    socket.set_option(TcpOption<TCP_USER_TIMEOUT>(20000),
                      ignored);  // ms that sent bytes may stay unacknowledged
}

boost::asio::awaitable<boost::system::error_code> look_up_and_connect(tcp::socket& socket,
                                                                      const TcpAddress& address) {
    const auto token = boost::asio::as_tuple(boost::asio::use_awaitable);
    tcp::resolver resolver(socket.get_executor());
    const auto flags = tcp::resolver::numeric_service;
    const auto [lookup_error, found] =
        co_await resolver.async_resolve(address.host, std::to_string(address.port), flags, token);
    if (lookup_error) co_return lookup_error;
    const auto [error, endpoint] = co_await boost::asio::async_connect(socket, found, token);
    co_return error;
}

boost::asio::awaitable<void> patience(boost::asio::any_io_executor executor) {
    boost::asio::steady_timer timer(executor, kConnectPatience);
    const auto token = boost::asio::as_tuple(boost::asio::use_awaitable);
    co_await timer.async_wait(token);
}

}  // namespace

boost::asio::awaitable<Expected<std::unique_ptr<ByteStream>, OpenError>> open_tcp_stream(
    boost::asio::any_io_executor executor, TcpAddress address) {
    using boost::asio::experimental::awaitable_operators::operator||;
    const bool v6 = address.host.find(':') != std::string::npos;
    const std::string name =
        (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
    tcp::socket socket(executor);
    auto attempt = look_up_and_connect(socket, address);
    auto limit = patience(executor);
    auto race = std::move(attempt) || std::move(limit);
    const auto outcome = co_await std::move(race);
    const auto* done = std::get_if<0>(&outcome);
    const boost::system::error_code code = done != nullptr ? *done : boost::asio::error::timed_out;
    if (code) {
        OpenError error{OpenErrorKind::Unreachable, code, name};
        error.text += ": ";
        error.text += code.message();
        co_return Unexpected<OpenError>(std::move(error));
    }
    prepare(socket);
    std::unique_ptr<ByteStream> stream = std::make_unique<AsioStream<tcp::socket>>(std::move(socket), name);
    co_return stream;
}

}  // namespace boardbridge::drivers
