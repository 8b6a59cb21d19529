// Devices, ptys and the thread that moves bytes between them; see the header.
#include "daemon/simulated_hall.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <cstring>
#include <thread>
#include <variant>

#include "daemon/simulated_seat.hpp"
#include "drivers/simulated/dgt_bus.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t kMostUnsent = 64 * 1024;  // what a host does not read is lost beyond that
constexpr milliseconds kRetry{20};
constexpr unsigned kBoardsOnABus = 12;  // as halls wire them

// Both ends: the far one is kept open, so that the line lives on while the daemon is not there.
struct Pty {
    int near = -1;
    int far = -1;
    std::string name;
};

Expected<Pty, std::string> open_pty() {
    const auto fail = [](const char* what) {
        return Unexpected<std::string>(fmt::format("{}: {}", what, std::strerror(errno)));
    };
    Pty pty;
    pty.near = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (pty.near < 0) return fail("cannot open a pty");
    std::array<char, 128> name{};
    if (grantpt(pty.near) != 0 || unlockpt(pty.near) != 0 ||
        ptsname_r(pty.near, name.data(), name.size()) != 0) {
        close(pty.near);
        return fail("cannot set up a pty");
    }
    pty.name = name.data();
    pty.far = open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (pty.far < 0) {
        close(pty.near);
        return fail(name.data());
    }
    termios raw{};
    tcgetattr(pty.far, &raw);
    cfmakeraw(&raw);
    tcsetattr(pty.far, TCSANOW, &raw);
    return pty;
}

// One line: a board, or a bus of them, the hands at each, and the far end of the cable.
class Wire {
public:
    Wire(asio::io_context& io, Pty pty, const TimeSource& time)
        : time_(time), far_(pty.far), near_(io, pty.near), timer_(io) {
        near_.non_blocking(true);
    }
    ~Wire() { close(far_); }
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;

    void add_single(unsigned number, const SimulatedHallOptions& options,
                    std::atomic<std::uint64_t>& finished) {
        auto& device =
            line_.emplace<std::unique_ptr<simulated::DgtDevice>>(std::make_unique<simulated::DgtDevice>(
                simulated_device(number, options), simulated_start(number, options), time_.now()));
        seats_.push_back(std::make_unique<SimulatedSeat>(*device, number, options, finished));
    }
    std::uint16_t add_to_bus(unsigned number, const SimulatedHallOptions& options,
                             std::atomic<std::uint64_t>& finished) {
        auto& bus = std::get<simulated::DgtBus>(line_);
        simulated::DgtDevice& device =
            bus.add(simulated_device(number, options), simulated_start(number, options), time_.now());
        seats_.push_back(std::make_unique<SimulatedSeat>(device, number, options, finished));
        return device.address();
    }

    void start() {
        for (const auto& seat : seats_) seat->start(time_.now());
        read();
        work();
    }

private:
    /// Calls `what` with the board or the bus: they have the same face.
    template <class What>
    auto on_line(What what) {
        if (auto* bus = std::get_if<simulated::DgtBus>(&line_)) return what(*bus);
        return what(*std::get<std::unique_ptr<simulated::DgtDevice>>(line_));
    }

    void read() {
        near_.async_read_some(asio::buffer(buffer_), [this](error_code error, std::size_t n) {
            if (error) return;
            on_line([&](auto& line) { line.on_receive(std::span(buffer_).first(n), time_.now()); });
            work();
            read();
        });
    }

    void work() {
        const Instant now = time_.now();
        for (const auto& seat : seats_) seat->work(now);
        send(now);
        arm(now);
    }

    void send(Instant now) {
        const auto bytes = on_line([&](auto& line) { return line.to_send(now); });
        if (unsent_.size() + bytes.size() <= kMostUnsent)
            unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
        if (unsent_.empty()) return;
        error_code error;
        const std::size_t n = near_.write_some(asio::buffer(unsent_), error);
        unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(n));
    }

    void arm(Instant now) {
        Instant at = Instant::max();
        for (const auto& seat : seats_) at = std::min(at, seat->wake_at());
        if (const auto wake = on_line([](auto& line) { return line.wake_at(); })) at = std::min(at, *wake);
        if (!unsent_.empty()) at = std::min(at, now + kRetry);
        if (at == Instant::max()) return;
        timer_.expires_at(time_.real(at));
        timer_.async_wait([this](error_code error) {
            if (!error) work();
        });
    }

    const TimeSource& time_;
    int far_;
    asio::posix::stream_descriptor near_;
    asio::steady_timer timer_;
    std::variant<simulated::DgtBus, std::unique_ptr<simulated::DgtDevice>> line_;
    std::vector<std::unique_ptr<SimulatedSeat>> seats_;
    std::array<std::byte, 512> buffer_{};
    std::vector<std::byte> unsent_;
};

}  // namespace

class SimulatedHall::State {
public:
    State(SimulatedHallOptions o, const TimeSource& t) : options(std::move(o)), time(t) {}

    SimulatedHallOptions options;
    const TimeSource& time;
    std::vector<SimulatedPort> ports;
    std::atomic<std::uint64_t> finished{0};
    asio::io_context io{1};
    std::vector<std::unique_ptr<Wire>> wires;
    std::thread thread;
};

SimulatedHall::SimulatedHall(std::unique_ptr<State> state) : state_(std::move(state)) {}

Expected<std::unique_ptr<SimulatedHall>, std::string> SimulatedHall::make(SimulatedHallOptions options,
                                                                          const TimeSource& time) {
    auto state = std::make_unique<State>(std::move(options), time);
    const unsigned per_line = state->options.bus ? kBoardsOnABus : 1;
    for (unsigned number = 0; number < state->options.tables; ++number) {
        if (number % per_line == 0) {
            const auto pty = open_pty();
            if (!pty) return Unexpected<std::string>(fmt::format("table {}: {}", number + 1, pty.error()));
            state->ports.push_back({pty->name, {}});
            state->wires.push_back(std::make_unique<Wire>(state->io, *pty, time));
        }
        Wire& wire = *state->wires.back();
        if (state->options.bus) {
            state->ports.back().addresses.push_back(wire.add_to_bus(number, state->options, state->finished));
        } else {
            wire.add_single(number, state->options, state->finished);
        }
    }
    return std::unique_ptr<SimulatedHall>(new SimulatedHall(std::move(state)));
}

SimulatedHall::~SimulatedHall() { stop(); }

const std::vector<SimulatedPort>& SimulatedHall::ports() const { return state_->ports; }

void SimulatedHall::start() {
    state_->thread = std::thread([this] {
        pthread_setname_np(pthread_self(), "simulated");
        for (const auto& wire : state_->wires) wire->start();
        state_->io.run();
    });
}

void SimulatedHall::stop() {
    state_->io.stop();
    if (state_->thread.joinable()) state_->thread.join();
}

std::uint64_t SimulatedHall::games_finished() const { return state_->finished.load(); }

}  // namespace boardbridge::daemon
