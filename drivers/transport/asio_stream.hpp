// The one implementation behind serial ports, ptys and sockets: an Asio object that reads and writes.
// Internal to transport/: include it in as few .cpp files as possible, it is slow to compile.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <string>
#include <utility>

#include "drivers/transport/byte_stream.hpp"

namespace boardbridge::drivers {

/// A device that was pulled out, and a pty whose other end is gone, answer with errors of their own: all are
/// the end.
inline boost::system::error_code end_or(boost::system::error_code error) {
    const bool gone = error.category() == boost::system::system_category() &&
                      (error.value() == EIO || error.value() == ENXIO || error.value() == ENODEV);
    return gone ? boost::system::error_code(boost::asio::error::eof) : error;
}

template <class Io>
class AsioStream final : public ByteStream {
public:
    AsioStream(Io io, std::string name) : io_(std::move(io)), name_(std::move(name)) {
        boost::system::error_code ignored;
        io_.non_blocking(true, ignored);
    }

    // After the suspension nothing of *this is touched: the owner may be gone by then.
    boost::asio::awaitable<IoResult> read_some(std::span<std::byte> into) override {
        const auto token = boost::asio::as_tuple(boost::asio::use_awaitable);
        const auto buffer = boost::asio::buffer(into.data(), into.size());
        const auto [error, n] = co_await io_.async_read_some(buffer, token);
        co_return IoResult{n, end_or(error)};
    }

    boost::asio::awaitable<IoResult> write(std::span<const std::byte> bytes) override {
        const auto token = boost::asio::as_tuple(boost::asio::use_awaitable);
        const auto buffer = boost::asio::buffer(bytes.data(), bytes.size());
        const auto [error, n] = co_await boost::asio::async_write(io_, buffer, token);
        co_return IoResult{n, end_or(error)};
    }

    IoResult try_write(std::span<const std::byte> bytes) override {
        boost::system::error_code error;
        const std::size_t n = io_.write_some(boost::asio::buffer(bytes.data(), bytes.size()), error);
        if (error == boost::asio::error::would_block) return {};
        return {n, end_or(error)};
    }

    void close() override {
        boost::system::error_code ignored;
        io_.close(ignored);
    }

    const std::string& name() const override { return name_; }

private:
    Io io_;
    std::string name_;
};

}  // namespace boardbridge::drivers
