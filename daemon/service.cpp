// The event loop and its signals; see the header.
#include "daemon/service.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>

#include "daemon/exit_code.hpp"
#include "daemon/notify.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

class Service {
public:
    Service(ServiceOptions options, const TimeSource& time, const Log& log)
        : options_(std::move(options)),
          log_(log),
          signals_(io_, SIGTERM, SIGINT, SIGHUP),
          supervisor_(io_.get_executor(), time, log, options_.config, options_.supervisor),
          watchdog_(io_) {}

    int run() {
        const auto bound = supervisor_.start();
        if (!bound) {
            log_.error(bound.error().text);
            return bound.error().exit_code;
        }
        wait_for_signal();
        if (const auto interval = watchdog_interval()) feed_watchdog(*interval);
        if (options_.ready) options_.ready(*bound);
        notify_ready(fmt::format("{} lines", options_.config.lines.size()));
        io_.run();
        ignore_signals_from_here();
        // What is left (after a second signal) ends before that which it refers to.
        supervisor_.cut();
        io_.restart();
        io_.poll();
        return kDone;
    }

private:
    /// The end has begun and is short: a further signal must not spoil its exit code.
    static void ignore_signals_from_here() {
        sigset_t ends;
        sigemptyset(&ends);
        for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&ends, signal);
        pthread_sigmask(SIG_BLOCK, &ends, nullptr);
    }

    void wait_for_signal() {
        signals_.async_wait([this](error_code error, int signal) {
            if (error) return;
            if (signal == SIGHUP) {
                reload();
            } else if (std::exchange(stopping_, true)) {
                log_.warning("ended by a second signal");
                io_.stop();
                return;
            } else {
                stop(signal);
            }
            wait_for_signal();
        });
    }

    void reload() {
        if (stopping_ || !options_.reread) return;
        notify_reloading();
        log_.notice("reloading");
        auto config = options_.reread();
        if (config) {
            supervisor_.reload(std::move(*config));
        } else {
            log_.error("the configuration has mistakes; going on with what was read before");
        }
        notify_ready(config ? "reloaded" : "reload refused: mistakes in the configuration");
    }

    void stop(int signal) {
        notify_stopping();
        log_.notice("ending", {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
        watchdog_.cancel();
        supervisor_.stop([this] {
            signals_.cancel();
            io_.stop();
        });
    }

    void feed_watchdog(std::chrono::microseconds interval) {
        notify_alive();
        watchdog_.expires_after(interval);
        watchdog_.async_wait([this, interval](error_code error) {
            if (!error) feed_watchdog(interval);
        });
    }

    ServiceOptions options_;
    const Log& log_;
    asio::io_context io_{1};
    asio::signal_set
        signals_;  // outlives the supervisor's threads, which would take a late signal for the end
    Supervisor supervisor_;
    asio::steady_timer watchdog_;
    bool stopping_ = false;
};

}  // namespace

void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int serve(ServiceOptions options, const TimeSource& time, const Log& log) {
    std::signal(SIGPIPE, SIG_IGN);
    raise_descriptor_limit();
    return Service(std::move(options), time, log).run();
}

}  // namespace boardbridge::daemon
