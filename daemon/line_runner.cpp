// The supervising coroutine of a line and the conversation it supervises; see the header.
#include "daemon/line_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <random>

#include "daemon/awaiting.hpp"
#include "daemon/spawn.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;
using boost::system::error_code;
using drivers::Direction;
using rules::DeviceState;
using SteadyTime = std::chrono::steady_clock::time_point;

namespace {

constexpr std::size_t kWriteChunk = 4096;
constexpr auto kWriteStuck = std::chrono::seconds(10);
constexpr auto kReportDiscarded = std::chrono::seconds(10);

// So many bytes a second on average, so many at once.
class Bucket {
public:
    Bucket(std::size_t per_second, std::size_t burst)
        : per_second_(static_cast<double>(per_second)), burst_(static_cast<double>(burst)), left_(burst_) {}

    void refill(SteadyTime now) {
        const std::chrono::duration<double> passed = now - filled_;
        left_ = std::min(burst_, left_ + passed.count() * per_second_);
        filled_ = now;
    }
    bool take(std::size_t n) {
        if (left_ <= 0) return false;
        left_ -= static_cast<double>(n);
        return true;
    }
    bool empty() const { return left_ <= 0; }
    std::chrono::microseconds until_filled() const {
        return std::chrono::microseconds(static_cast<std::int64_t>((1.0 - left_) / per_second_ * 1e6) + 1);
    }

private:
    double per_second_;
    double burst_;
    double left_;
    SteadyTime filled_ = std::chrono::steady_clock::now();
};

}  // namespace

class LineRunner::State : public std::enable_shared_from_this<LineRunner::State> {
public:
    State(asio::any_io_executor executor, const TimeSource& time, const Log& log, LineListener& listener,
          LineSetup setup, Opener opener, Backoff backoff, LineBudget budget)
        : executor_(std::move(executor)),
          time_(time),
          log_(log),
          listener_(&listener),
          setup_(std::move(setup)),
          opener_(std::move(opener)),
          backoff_(backoff),
          reading_(budget.bytes_per_second, budget.burst),
          recording_(budget.recorded_per_second, budget.recorded_burst),
          pause_(executor_),
          wake_(executor_),
          written_(executor_),
          random_(std::random_device{}()) {
        sink_ = [this](const drivers::DeviceEvent& event) { on_event(event); };
    }

    asio::awaitable<void> run();
    void stop(std::function<void()> stopped);
    void abandon();
    const asio::any_io_executor& executor() const { return executor_; }
    const LineSetup& setup() const { return setup_; }
    const LineCounters& counters() const { return counters_; }

private:
    asio::awaitable<Opened> open();
    asio::awaitable<void> wait_before_next_try();
    asio::awaitable<void> converse();
    asio::awaitable<bool> read_once();
    asio::awaitable<void> write_rest();
    void start_session();
    void turn(Instant now);
    void write_now();
    void arm(Instant now);
    void on_timer();
    void on_event(const drivers::DeviceEvent& event);
    void fail(std::string why);
    void say(DeviceState state, std::string detail);
    void report_discarded(SteadyTime now);
    void record(Direction direction, std::span<const std::byte> bytes, Instant now);

    asio::any_io_executor executor_;
    const TimeSource& time_;
    const Log& log_;
    LineListener* listener_;  // null: nobody wants to hear any more
    LineSetup setup_;
    Opener opener_;
    Backoff backoff_;
    Bucket reading_;
    Bucket recording_;
    asio::steady_timer pause_;
    asio::steady_timer wake_;
    asio::steady_timer written_;
    std::minstd_rand random_;

    bool running_ = false;
    bool stopping_ = false;
    std::function<void()> stopped_;
    std::chrono::milliseconds next_wait_{0};
    bool was_open_ = false;
    std::string last_detail_;
    LineCounters counters_;

    std::unique_ptr<drivers::ByteStream> stream_;
    std::unique_ptr<drivers::Session> session_;
    drivers::EventSink sink_;
    Instant now_;         // of the turn that is going on
    bool heard_ = false;  // a message came in since the port was opened
    bool failed_ = false;
    std::string failure_;
    std::optional<Instant> armed_;
    bool writing_ = false;
    SteadyTime writing_since_;
    std::vector<std::byte> write_buffer_;
    std::uint64_t unreported_ = 0;
    SteadyTime reported_at_{};
};

asio::awaitable<void> LineRunner::State::run() {
    const auto self = shared_from_this();
    running_ = true;
    next_wait_ = backoff_.first;
    while (!stopping_) {
        Opened opened = co_await open();
        if (stopping_) break;
        if (opened) {
            stream_ = std::move(*opened);
            co_await converse();
        } else if (opened.error().text != last_detail_) {
            counters_.last_error = opened.error().text;
            log_.warning("line cannot be opened", {{"line", setup_.name}, {"error", opened.error().text}});
            say(was_open_ ? DeviceState::Lost : DeviceState::Connecting, opened.error().text);
        }
        if (!stopping_) co_await wait_before_next_try();
    }
    running_ = false;
    if (stopped_) std::exchange(stopped_, nullptr)();
}

asio::awaitable<LineRunner::Opened> LineRunner::State::open() {
    std::string port = setup_.port;
    const drivers::LineSettings settings = setup_.settings;
    if (opener_) co_return co_await opener_(std::move(port), settings);
    co_return co_await drivers::open_stream(executor_, std::move(port), settings);
}

asio::awaitable<void> LineRunner::State::wait_before_next_try() {
    const auto wait = next_wait_.count();
    std::uniform_int_distribution<std::int64_t> varied(wait * 3 / 4, wait * 5 / 4);
    pause_.expires_after(std::chrono::milliseconds(varied(random_)));
    next_wait_ = std::min(next_wait_ * 8 / 5, backoff_.most);
    co_await pause_.async_wait(kValues);
}

void LineRunner::State::start_session() {
    was_open_ = true;
    heard_ = false;
    failed_ = false;
    failure_.clear();
    armed_.reset();
    ++counters_.opened;
    counters_.open = true;
    counters_.opened_as = stream_->name();
    log_.info("line open", {{"line", setup_.name}, {"port", stream_->name()}});
    say(DeviceState::Connecting, fmt::format("{} is open, nothing heard yet", stream_->name()));
    session_ = setup_.driver->make_session(setup_.session);
    now_ = time_.now();
    session_->start(now_, sink_);
    turn(now_);
}

// Reader in this coroutine, writer in another when a write does not go through at once, deadlines by a timer.
asio::awaitable<void> LineRunner::State::converse() {
    start_session();
    while (!failed_ && !stopping_) {
        const bool going_on = co_await read_once();
        if (!going_on) break;
    }
    stream_->close();
    wake_.cancel();
    while (writing_) {
        written_.expires_at(SteadyTime::max());
        co_await written_.async_wait(kValues);
    }
    session_.reset();
    stream_.reset();
    counters_.open = false;
    if (heard_) next_wait_ = backoff_.first;
    if (stopping_) co_return;
    counters_.last_error = failure_;
    log_.warning("line lost", {{"line", setup_.name}, {"error", failure_}});
    say(DeviceState::Lost, failure_);
}

asio::awaitable<bool> LineRunner::State::read_once() {
    const std::span<std::byte> space = session_->read_space();
    const drivers::IoResult result = co_await stream_->read_some(space);
    now_ = time_.now();
    if (failed_ || stopping_) co_return false;
    if (result.bytes != 0) {
        counters_.received += result.bytes;
        record(Direction::Rx, space.first(result.bytes), now_);
        session_->on_read(result.bytes, now_, sink_);
        turn(now_);
    }
    if (!result.ok()) {
        const bool hung_up = result.error == asio::error::eof;
        fail(hung_up ? fmt::format("{} was hung up or unplugged", stream_->name())
                     : fmt::format("{}: {}", stream_->name(), result.error.message()));
        co_return false;
    }
    const SteadyTime now = std::chrono::steady_clock::now();
    reading_.refill(now);
    reading_.take(result.bytes);
    if (reading_.empty()) {
        pause_.expires_after(reading_.until_filled());
        co_await pause_.async_wait(kValues);
    }
    co_return true;
}

void LineRunner::State::turn(Instant now) {
    if (failed_ || stopping_) return;
    write_now();
    arm(now);
}

void LineRunner::State::write_now() {
    while (!writing_ && !failed_) {
        const std::span<const std::byte> bytes = session_->to_write();
        if (bytes.empty()) return;
        const drivers::IoResult result = stream_->try_write(bytes);
        if (!result.ok()) return fail(fmt::format("{}: {}", stream_->name(), result.error.message()));
        if (result.bytes != 0) {
            counters_.sent += result.bytes;
            record(Direction::Tx, bytes.first(result.bytes), now_);
            session_->on_written(result.bytes, now_);
            continue;
        }
        const std::span<const std::byte> chunk = bytes.first(std::min(bytes.size(), kWriteChunk));
        write_buffer_.assign(chunk.begin(), chunk.end());
        writing_ = true;
        writing_since_ = std::chrono::steady_clock::now();
        asio::co_spawn(executor_, write_rest(), kRethrow);
    }
}

asio::awaitable<void> LineRunner::State::write_rest() {
    const auto self = shared_from_this();
    const std::span<const std::byte> bytes(write_buffer_);
    const drivers::IoResult result = co_await stream_->write(bytes);
    writing_ = false;
    written_.cancel();
    if (failed_ || stopping_ || !session_) co_return;
    now_ = time_.now();
    if (result.bytes != 0) {
        counters_.sent += result.bytes;
        record(Direction::Tx, bytes.first(result.bytes), now_);
        session_->on_written(result.bytes, now_);
    }
    if (!result.ok()) fail(fmt::format("{}: {}", stream_->name(), result.error.message()));
    turn(now_);
}

// The timer is moved only when it would come too late: on a busy line the session's next wish moves on with
// every read.
void LineRunner::State::arm(Instant /*now*/) {
    std::optional<Instant> at = session_->wake_at();
    if (writing_) {
        const auto stuck = time_.now() + std::chrono::seconds(1);
        at = at ? std::min(*at, stuck) : stuck;
    }
    if (!at || (armed_ && *armed_ <= *at)) return;
    armed_ = at;
    wake_.expires_at(time_.real(*at));
    wake_.async_wait([self = weak_from_this()](error_code error) {
        const auto state = self.lock();
        if (!error && state) state->on_timer();
    });
}

void LineRunner::State::on_timer() {
    if (!session_ || failed_ || stopping_) return;
    armed_.reset();
    now_ = time_.now();
    const SteadyTime real_now = std::chrono::steady_clock::now();
    if (writing_ && real_now - writing_since_ > kWriteStuck) {
        return fail(fmt::format("{}: nothing could be sent for 10 s", stream_->name()));
    }
    const auto at = session_->wake_at();
    if (at && *at <= now_) session_->on_wake(now_, sink_);
    report_discarded(real_now);
    turn(now_);
}

void LineRunner::State::on_event(const drivers::DeviceEvent& event) {
    if (const auto* discarded = std::get_if<drivers::Discarded>(&event.what)) {
        counters_.discarded += discarded->bytes;
        unreported_ += discarded->bytes;
        report_discarded(std::chrono::steady_clock::now());
    } else {
        heard_ = true;
    }
    if (listener_ != nullptr) listener_->on_line_device(setup_.name, event, now_);
}

void LineRunner::State::report_discarded(SteadyTime now) {
    if (unreported_ == 0 || now - reported_at_ < kReportDiscarded) return;
    log_.warning("bytes that make no message",
                 {{"line", setup_.name}, {"bytes", std::to_string(unreported_)}});
    unreported_ = 0;
    reported_at_ = now;
}

void LineRunner::State::record(Direction direction, std::span<const std::byte> bytes, Instant now) {
    recording_.refill(std::chrono::steady_clock::now());
    if (listener_ != nullptr && recording_.take(bytes.size())) {
        listener_->on_line_bytes(setup_.name, direction, bytes, now);
    }
}

void LineRunner::State::fail(std::string why) {
    if (failed_) return;
    failed_ = true;
    failure_ = std::move(why);
    pause_.cancel();
    if (stream_) stream_->close();  // ends the read that is waiting
}

void LineRunner::State::say(DeviceState state, std::string detail) {
    last_detail_ = detail;
    if (listener_ != nullptr) listener_->on_line_state(setup_.name, state, detail, time_.now());
}

void LineRunner::State::stop(std::function<void()> stopped) {
    stopping_ = true;
    pause_.cancel();
    wake_.cancel();
    if (stream_) stream_->close();
    if (running_) {
        stopped_ = std::move(stopped);
    } else {
        stopped();
    }
}

void LineRunner::State::abandon() {
    listener_ = nullptr;
    stopped_ = nullptr;
    stop([] {});
}

LineRunner::LineRunner(asio::any_io_executor executor, const TimeSource& time, const Log& log,
                       LineListener& listener, LineSetup setup, Opener opener, Backoff backoff,
                       LineBudget budget)
    : state_(std::make_shared<State>(std::move(executor), time, log, listener, std::move(setup),
                                     std::move(opener), backoff, budget)) {}

LineRunner::~LineRunner() { state_->abandon(); }

void LineRunner::start() {
    boost::asio::any_io_executor executor = state_->executor();
    asio::co_spawn(executor, state_->run(), kRethrow);
}

void LineRunner::stop(std::function<void()> stopped) { state_->stop(std::move(stopped)); }
const LineSetup& LineRunner::setup() const { return state_->setup(); }
const LineCounters& LineRunner::counters() const { return state_->counters(); }

}  // namespace boardbridge::daemon
