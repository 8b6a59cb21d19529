// One physical line: opens its port, drives the session over it, opens it again when it is gone. Garbage at
// any rate on one line never blocks another: each turn handles one read, and a line that floods is read more
// slowly. Design, sections 3 and 5.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>

#include "daemon/log.hpp"
#include "daemon/time_source.hpp"
#include "drivers/capture.hpp"
#include "drivers/driver.hpp"
#include "drivers/transport/byte_stream.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::daemon {

/// Who is told what happens on a line. Calls come from the runner's executor, never from within start() or
/// stop().
class LineListener {
public:
    virtual ~LineListener() = default;
    virtual void on_line_device(const std::string& line, const drivers::DeviceEvent& event, Instant now) = 0;
    /// Connecting (being opened, or open and not heard yet; detail says which) or Lost.
    virtual void on_line_state(const std::string& line, rules::DeviceState state, const std::string& detail,
                               Instant now) = 0;
    virtual void on_line_bytes(const std::string& line, drivers::Direction direction,
                               std::span<const std::byte> bytes, Instant now) = 0;
};

struct LineSetup {
    std::string name;
    std::string port;
    const drivers::Driver* driver = nullptr;
    drivers::LineSettings settings;
    drivers::SessionOptions session;
    friend bool operator==(const LineSetup& a, const LineSetup& b) {
        return a.name == b.name && a.port == b.port && a.driver == b.driver && a.settings == b.settings &&
               a.session.passive == b.session.passive && a.session.silent_after == b.session.silent_after &&
               a.session.lost_after == b.session.lost_after &&
               a.session.clock_lost_after == b.session.clock_lost_after;
    }
};

/// Waits between attempts to open: they grow from `first` to `most`, each varied by a quarter so that a hall
/// of lines does not come back in step.
struct Backoff {
    std::chrono::milliseconds first{250};
    std::chrono::milliseconds most{5000};
};

/// What a line may say before it is read more slowly, and what of it is kept for captures.
struct LineBudget {
    std::size_t bytes_per_second = 256 * 1024;
    std::size_t burst = 256 * 1024;
    std::size_t recorded_per_second = 16 * 1024;
    std::size_t recorded_burst = 256 * 1024;
};

struct LineCounters {
    std::uint64_t received = 0;   ///< bytes
    std::uint64_t sent = 0;       ///< bytes
    std::uint64_t discarded = 0;  ///< bytes that made no message
    std::uint64_t opened = 0;     ///< times
    bool open = false;
    std::string opened_as;  ///< "/dev/ttyUSB3"
    std::string last_error;
};

class LineRunner {
public:
    using Opened = Expected<std::unique_ptr<drivers::ByteStream>, drivers::OpenError>;
    using Opener =
        std::function<boost::asio::awaitable<Opened>(std::string port, drivers::LineSettings settings)>;

    /// Everything handed in by reference outlives the runner. Without an opener: drivers::open_stream.
    LineRunner(boost::asio::any_io_executor executor, const TimeSource& time, const Log& log,
               LineListener& listener, LineSetup setup, Opener opener = {}, Backoff backoff = {},
               LineBudget budget = {});
    /// Ends at once; nothing is told after that.
    ~LineRunner();
    LineRunner(const LineRunner&) = delete;
    LineRunner& operator=(const LineRunner&) = delete;

    void start();
    /// Closes the port; `stopped` is called when nothing of the line runs any more.
    void stop(std::function<void()> stopped);
    const LineSetup& setup() const;
    const LineCounters& counters() const;

private:
    class State;
    std::shared_ptr<State> state_;
};

}  // namespace boardbridge::daemon
