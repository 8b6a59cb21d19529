// Runs one coroutine to its end on a caller's io_context. For tests that drive streams from plain functions.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <stdexcept>

namespace boardbridge::test {

template <class T>
T run(boost::asio::io_context& io, boost::asio::awaitable<T> task) {
    std::optional<T> result;
    boost::asio::co_spawn(io, std::move(task), [&result](std::exception_ptr e, T value) {
        if (e) std::rethrow_exception(e);
        result.emplace(std::move(value));
    });
    io.restart();
    while (!result && io.run_one() > 0) {
    }
    if (!result) throw std::runtime_error("the coroutine did not end");
    return std::move(*result);
}

}  // namespace boardbridge::test
