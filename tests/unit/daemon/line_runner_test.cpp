// A line over scripted byte streams: opening, conversing, losing, opening again; floods; writes that get
// stuck.
#include "daemon/line_runner.hpp"

#include <gmock/gmock.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>

namespace boardbridge::daemon {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::byte> bytes(std::string_view text) {
    const auto view = std::as_bytes(std::span(text.data(), text.size()));
    return {view.begin(), view.end()};
}

// What the far end does, step by step: give these bytes, then hang up, fail, or keep the line open.
struct Script {
    std::deque<std::vector<std::byte>> reads;
    boost::system::error_code end;  // none: silence after the reads
    std::size_t accepts = 1000;     // bytes that go out before the line takes no more
    std::string sent;
    int closed = 0;
};

class ScriptedStream final : public drivers::ByteStream {
public:
    ScriptedStream(asio::any_io_executor executor, std::shared_ptr<Script> script)
        : script_(std::move(script)), silence_(executor), stuck_(executor) {}

    asio::awaitable<drivers::IoResult> read_some(std::span<std::byte> into) override {
        const auto script = script_;
        asio::steady_timer turn(silence_.get_executor(), 0ms);
        co_await turn.async_wait(asio::as_tuple(asio::use_awaitable));
        if (script->closed != 0) co_return drivers::IoResult{0, asio::error::operation_aborted};
        if (script->reads.empty()) {
            if (script->end) co_return drivers::IoResult{0, script->end};
            silence_.expires_at(std::chrono::steady_clock::time_point::max());
            co_await silence_.async_wait(asio::as_tuple(asio::use_awaitable));
            co_return drivers::IoResult{0, asio::error::operation_aborted};
        }
        const std::vector<std::byte> chunk = std::move(script->reads.front());
        script->reads.pop_front();
        std::copy(chunk.begin(), chunk.end(), into.begin());
        co_return drivers::IoResult{chunk.size(), {}};
    }
    asio::awaitable<drivers::IoResult> write(std::span<const std::byte>) override {
        stuck_.expires_at(std::chrono::steady_clock::time_point::max());
        co_await stuck_.async_wait(asio::as_tuple(asio::use_awaitable));
        co_return drivers::IoResult{0, asio::error::operation_aborted};
    }
    drivers::IoResult try_write(std::span<const std::byte> b) override {
        const std::size_t n = std::min(b.size(), script_->accepts);
        script_->accepts -= n;
        script_->sent.append(reinterpret_cast<const char*>(b.data()), n);
        return {n, {}};
    }
    void close() override {
        ++script_->closed;
        silence_.cancel();
        stuck_.cancel();
    }
    const std::string& name() const override { return name_; }

private:
    std::shared_ptr<Script> script_;
    asio::steady_timer silence_;
    asio::steady_timer stuck_;
    std::string name_ = "/dev/scripted";
};

// Says "hi", turns each received byte into an event ('!' makes no message), and wants to be woken every 20
// ms.
class EchoSession final : public drivers::Session {
public:
    void start(Instant now, const drivers::EventSink&) override {
        out_ = bytes("hi");
        wake_ = now + 20ms;
    }
    std::span<std::byte> read_space() override { return buffer_; }
    void on_read(std::size_t n, Instant, const drivers::EventSink& sink) override {
        for (std::size_t i = 0; i < n; ++i) {
            drivers::DeviceEvent event;
            if (buffer_[i] == std::byte{'!'}) {
                event.what = drivers::Discarded{1, drivers::DiscardReason::Garbage};
            } else {
                event.what = drivers::Battery{std::to_integer<int>(buffer_[i]), false};
            }
            sink(event);
        }
    }
    std::span<const std::byte> to_write() const override { return out_; }
    void on_written(std::size_t n, Instant) override {
        out_.erase(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(n));
    }
    std::optional<Instant> wake_at() const override { return wake_; }
    void on_wake(Instant now, const drivers::EventSink&) override {
        wake_ = now + 20ms;
        const auto more = bytes("w");
        out_.insert(out_.end(), more.begin(), more.end());
    }

private:
    std::vector<std::byte> buffer_ = std::vector<std::byte>(256);
    std::vector<std::byte> out_;
    Instant wake_;
};

const drivers::Driver kEcho{
    .id = "echo",
    .maker = "",
    .description = "",
    .usb = {},
    .line = {},
    .bus = false,
    .make_session = [](const drivers::SessionOptions&) -> std::unique_ptr<drivers::Session> {
        return std::make_unique<EchoSession>();
    }};

class Notes final : public LineListener {
public:
    void on_line_device(const std::string& line, const drivers::DeviceEvent& event, Instant) override {
        if (const auto* battery = std::get_if<drivers::Battery>(&event.what)) {
            seen.push_back(line + " " + std::string(1, static_cast<char>(battery->percent)));
        } else {
            ++discarded;
        }
    }
    void on_line_state(const std::string& line, rules::DeviceState state, const std::string& detail,
                       Instant) override {
        seen.push_back(line + (state == rules::DeviceState::Lost ? " lost: " : " connecting: ") + detail);
    }
    void on_line_bytes(const std::string&, drivers::Direction, std::span<const std::byte> data,
                       Instant) override {
        recorded += data.size();
    }
    bool has(const std::string& text) const {
        return std::find(seen.begin(), seen.end(), text) != seen.end();
    }
    std::vector<std::string> seen;
    std::size_t discarded = 0;
    std::size_t recorded = 0;
};

struct LineRunnerTest : testing::Test {
    asio::io_context io;
    TimeSource time;
    Log log{LogLevel::Error};
    Notes notes;
    std::deque<std::shared_ptr<Script>> scripts;  // one for each opening; none left: the device is missing
    int tries = 0;

    std::unique_ptr<LineRunner> runner(LineBudget budget = {}, std::string name = "a") {
        LineSetup setup;
        setup.name = std::move(name);
        setup.port = "/dev/scripted";
        setup.driver = &kEcho;
        const auto opener = [this](std::string port,
                                   drivers::LineSettings) -> asio::awaitable<LineRunner::Opened> {
            ++tries;
            if (scripts.empty()) {
                drivers::OpenError error;
                error.text = port + ": no such device";
                co_return Unexpected<drivers::OpenError>(error);
            }
            auto stream = std::make_unique<ScriptedStream>(io.get_executor(), scripts.front());
            scripts.pop_front();
            co_return std::unique_ptr<drivers::ByteStream>(std::move(stream));
        };
        const Backoff quick{2ms, 10ms};
        return std::make_unique<LineRunner>(io.get_executor(), time, log, notes, setup, opener, quick,
                                            budget);
    }
    std::shared_ptr<Script> script(std::vector<std::string> reads, boost::system::error_code end = {}) {
        auto made = std::make_shared<Script>();
        for (const std::string& read : reads) made->reads.push_back(bytes(read));
        made->end = end;
        scripts.push_back(made);
        return made;
    }
    template <class Condition>
    bool run_until(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (!condition() && std::chrono::steady_clock::now() < deadline) {
            io.restart();
            io.run_one_for(50ms);
        }
        return condition();
    }
    void stop(LineRunner& line) {
        bool stopped = false;
        line.stop([&stopped] { stopped = true; });
        EXPECT_TRUE(run_until([&] { return stopped; }));
    }
};

TEST_F(LineRunnerTest, OpensConversesAndWakes) {
    const auto far_end = script({"ab", "c"});
    const auto line = runner();
    line->start();
    EXPECT_TRUE(run_until([&] { return notes.has("a c") && far_end->sent.size() >= 4; }));
    EXPECT_THAT(notes.seen,
                ElementsAre("a connecting: /dev/scripted is open, nothing heard yet", "a a", "a b", "a c"));
    EXPECT_THAT(far_end->sent, testing::StartsWith("hiww"));
    EXPECT_TRUE(line->counters().open);
    EXPECT_EQ(line->counters().received, 3U);
    stop(*line);
    EXPECT_GE(far_end->closed, 1);
    EXPECT_EQ(notes.seen.size(), 4U);
}

TEST_F(LineRunnerTest, AMissingDeviceIsSaidOnceAndWaitedFor) {
    const auto line = runner();
    line->start();
    EXPECT_TRUE(run_until([&] { return tries >= 5; }));
    EXPECT_THAT(notes.seen, ElementsAre("a connecting: /dev/scripted: no such device"));
    script({"x"});
    EXPECT_TRUE(run_until([&] { return notes.has("a x"); }));
    stop(*line);
}

TEST_F(LineRunnerTest, ALostLineIsOpenedAgain) {
    script({"x"}, asio::error::eof);
    const auto again = script({"y"});
    const auto line = runner();
    line->start();
    EXPECT_TRUE(run_until([&] { return notes.has("a y"); }));
    EXPECT_THAT(notes.seen, ElementsAre("a connecting: /dev/scripted is open, nothing heard yet", "a x",
                                        "a lost: /dev/scripted was hung up or unplugged",
                                        "a connecting: /dev/scripted is open, nothing heard yet", "a y"));
    EXPECT_THAT(again->sent, testing::StartsWith("hi"));
    EXPECT_EQ(line->counters().opened, 2U);
    stop(*line);
}

TEST_F(LineRunnerTest, AnErrorIsNamed) {
    script({}, asio::error::connection_reset);
    const auto line = runner();
    line->start();
    EXPECT_TRUE(run_until([&] { return notes.has("a lost: /dev/scripted: Connection reset by peer"); }));
    EXPECT_TRUE(run_until([&] { return notes.has("a lost: /dev/scripted: no such device"); }));
    stop(*line);
}

TEST_F(LineRunnerTest, GarbageOnOneLineDoesNotHoldUpAnother) {
    const auto flood = script({});
    for (int i = 0; i < 2000; ++i) flood->reads.push_back(bytes(std::string(256, '!')));
    LineBudget budget;
    budget.bytes_per_second = 10'000;
    budget.burst = 20'000;
    budget.recorded_burst = 1000;
    budget.recorded_per_second = 1;
    const auto loud = runner(budget, "loud");
    loud->start();
    EXPECT_TRUE(run_until([&] { return notes.discarded > 10'000; }));
    script({"q"});
    const auto quiet = runner({}, "quiet");
    quiet->start();
    EXPECT_TRUE(run_until([&] { return notes.has("quiet q"); }));
    // Half a megabyte was there; a loud line is read at its own pace.
    EXPECT_LT(notes.discarded, 400'000U);
    EXPECT_EQ(loud->counters().discarded, notes.discarded);
    EXPECT_LT(notes.recorded, 3000U);
    stop(*loud);
    stop(*quiet);
}

TEST_F(LineRunnerTest, AWriteThatIsStuckDoesNotStopTheReading) {
    const auto far_end = script({"a", "b", "c"});
    far_end->accepts = 1;
    const auto line = runner();
    line->start();
    EXPECT_TRUE(run_until([&] { return notes.has("a c"); }));
    EXPECT_EQ(far_end->sent, "h");
    stop(*line);
}

TEST_F(LineRunnerTest, NothingIsToldAfterItsEnd) {
    script({"a"});
    auto line = runner();
    line->start();
    EXPECT_TRUE(run_until([&] { return notes.has("a a"); }));
    const std::size_t told = notes.seen.size();
    line.reset();
    io.restart();
    io.run_for(50ms);
    EXPECT_EQ(notes.seen.size(), told);
}

}  // namespace
}  // namespace boardbridge::daemon
