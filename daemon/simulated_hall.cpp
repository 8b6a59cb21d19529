// Devices, ptys and the thread that moves bytes between them; see the header.
#include "daemon/simulated_hall.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <cstring>
#include <thread>

#include "drivers/simulated/dgt_device.hpp"
#include "drivers/simulated/sloppy_hand.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr std::size_t kMostUnsent = 64 * 1024;  // what a host does not read is lost beyond that
constexpr milliseconds kRetry{20};

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

// One table: a device, the hands at it, and its end of the line.
class Seat {
public:
    Seat(asio::io_context& io, Pty pty, unsigned number, const SimulatedHallOptions& options,
         const TimeSource& time, std::atomic<std::uint64_t>& finished)
        : options_(options),
          time_(time),
          finished_(finished),
          number_(number),
          far_(pty.far),
          near_(io, pty.near),
          timer_(io),
          rotated_(number % 5 == 4),
          device_(device_options(), options.games[number % options.games.size()].start.placement(),
                  time.now()) {
        near_.non_blocking(true);
    }
    ~Seat() { close(far_); }

    void start() {
        // Not all in step: hands begin within the first ten seconds.
        next_game_at_ =
            time_.now() + seconds(2) + milliseconds((number_ * 7919 + options_.seed * 104729) % 8000);
        read();
        work();
    }

private:
    simulated::DgtDeviceOptions device_options() const {
        simulated::DgtDeviceOptions device;
        device.serial = fmt::format("{:05}", (10000 + number_) % 100000);
        device.long_serial = fmt::format("30000{:05}", (10000 + number_) % 100000);
        device.rotated = rotated_;
        device.clock.periods = options_.time_control.periods;
        device.seed = options_.seed * 1000003 + number_;
        return device;
    }

    void read() {
        near_.async_read_some(asio::buffer(buffer_), [this](error_code error, std::size_t n) {
            if (error) return;
            device_.on_receive(std::span(buffer_).first(n), time_.now());
            work();
            read();
        });
    }

    void work() {
        const Instant now = time_.now();
        if (device_.idle_hands() && now >= next_game_at_) begin_game(now);
        send(now);
        arm(now);
    }

    void begin_game(Instant now) {
        if (played_ != 0) {
            ++finished_;
            reset_clock(now);
        }
        const GameToPlay& game =
            options_.games[(number_ + played_ * options_.tables) % options_.games.size()];
        simulated::HandOptions hands;
        hands.profile = options_.hands;
        hands.seed = options_.seed * 7368787 + number_ * 104729 + played_;
        hands.begin = now + seconds(1);
        hands.ending.reset_pieces = true;
        const bool signal = game.result == rules::Result::WhiteWins ||
                            game.result == rules::Result::BlackWins || game.result == rules::Result::Draw;
        if (signal && !over(game)) hands.ending.kings_signal = game.result;
        const simulated::HandScript script = simulated::play_by_hand(game.start, game.moves, hands);
        device_.perform(script.acts);
        next_game_at_ = script.end + seconds(20);
        ++played_;
    }

    static bool over(const GameToPlay& game) {
        rules::Position position = game.start;
        for (const rules::Move move : game.moves) position = position.play(move);
        return !position.has_legal_move();
    }

    // The arbiter sets the clock for the next game, White's lever up.
    void reset_clock(Instant now) {
        simulated::DgtClock& clock = device_.clock();
        const rules::ClockSide white = rotated_ ? rules::ClockSide::Right : rules::ClockSide::Left;
        clock.pause(now);
        if (clock.to_move() != white) clock.press(clock.to_move(), now);
        for (const rules::ClockSide side : {rules::ClockSide::Left, rules::ClockSide::Right}) {
            const rules::TimePeriod& period = options_.time_control.periods.front();
            clock.set(side, period.base + period.increment, now);
        }
    }

    void send(Instant now) {
        const auto bytes = device_.to_send(now);
        if (unsent_.size() + bytes.size() <= kMostUnsent)
            unsent_.insert(unsent_.end(), bytes.begin(), bytes.end());
        if (unsent_.empty()) return;
        error_code error;
        const std::size_t n = near_.write_some(asio::buffer(unsent_), error);
        unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(n));
    }

    void arm(Instant now) {
        Instant at = device_.idle_hands() ? next_game_at_ : Instant::max();
        if (const auto wake = device_.wake_at()) at = std::min(at, *wake);
        if (!unsent_.empty()) at = std::min(at, now + kRetry);
        if (at == Instant::max()) return;
        timer_.expires_at(time_.real(at));
        timer_.async_wait([this](error_code error) {
            if (!error) work();
        });
    }

    const SimulatedHallOptions& options_;
    const TimeSource& time_;
    std::atomic<std::uint64_t>& finished_;
    unsigned number_;
    int far_;
    asio::posix::stream_descriptor near_;
    asio::steady_timer timer_;
    bool rotated_;
    simulated::DgtDevice device_;
    std::array<std::byte, 512> buffer_{};
    std::vector<std::byte> unsent_;
    std::uint64_t played_ = 0;
    Instant next_game_at_;
};

}  // namespace

class SimulatedHall::State {
public:
    State(SimulatedHallOptions o, const TimeSource& t) : options(std::move(o)), time(t) {}

    SimulatedHallOptions options;
    const TimeSource& time;
    std::vector<std::string> ports;
    std::atomic<std::uint64_t> finished{0};
    asio::io_context io{1};
    std::vector<std::unique_ptr<Seat>> seats;
    std::thread thread;
};

SimulatedHall::SimulatedHall(std::unique_ptr<State> state) : state_(std::move(state)) {}

Expected<std::unique_ptr<SimulatedHall>, std::string> SimulatedHall::make(SimulatedHallOptions options,
                                                                          const TimeSource& time) {
    auto state = std::make_unique<State>(std::move(options), time);
    for (unsigned number = 0; number < state->options.tables; ++number) {
        const auto pty = open_pty();
        if (!pty) return Unexpected<std::string>(fmt::format("table {}: {}", number + 1, pty.error()));
        state->ports.push_back(pty->name);
        state->seats.push_back(
            std::make_unique<Seat>(state->io, *pty, number, state->options, time, state->finished));
    }
    return std::unique_ptr<SimulatedHall>(new SimulatedHall(std::move(state)));
}

SimulatedHall::~SimulatedHall() { stop(); }

const std::vector<std::string>& SimulatedHall::ports() const { return state_->ports; }

void SimulatedHall::start() {
    state_->thread = std::thread([this] {
        pthread_setname_np(pthread_self(), "simulated");
        for (const auto& seat : state_->seats) seat->start();
        state_->io.run();
    });
}

void SimulatedHall::stop() {
    state_->io.stop();
    if (state_->thread.joinable()) state_->thread.join();
}

std::uint64_t SimulatedHall::games_finished() const { return state_->finished.load(); }

}  // namespace boardbridge::daemon
