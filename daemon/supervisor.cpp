// The wiring; see the header.
#include "daemon/supervisor.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>

#include "daemon/client.hpp"
#include "daemon/command/commands.hpp"
#include "daemon/endpoint/stream_endpoint.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/memory_journal.hpp"
#include "daemon/publisher.hpp"
#include "daemon/recorder.hpp"
#include "daemon/reload.hpp"
#include "daemon/runtime_files.hpp"
#include "daemon/verdict_pool.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;

Recorder::Bounds recorder_bounds(const RecorderConfig& config) {
    return {config.keep, config.memory_mib * kMiB};
}

QueueBounds queue_bounds(const StreamConfig& config) {
    return {config.queue_kib * std::size_t{1024}, config.queue_events};
}

ConnectionLimits connection_limits(const StreamConfig& config) {
    return {config.connections, config.connections_per_address};
}

// Game ids stay unique over restarts: they begin with the moment at which this run began.
std::string game_id_prefix(protocol::WallTime now) {
    return fmt::format("{:%Y%m%dT%H%M%S}-", std::chrono::floor<std::chrono::seconds>(now));
}

}  // namespace

class Supervisor::State final : public LineListener, public Desk {
public:
    State(asio::any_io_executor executor, const TimeSource& time, const Log& log, Config config,
          SupervisorOptions options);

    Expected<BoundEndpoints, StartFailure> start();
    void reload(Config config);
    void stop(std::function<void()> stopped);
    void cut();

    void on_line_device(const std::string& line, const drivers::DeviceEvent& event, Instant now) override;
    void on_line_state(const std::string& line, rules::DeviceState state, const std::string& detail,
                       Instant now) override;
    void on_line_bytes(const std::string& line, drivers::Direction direction,
                       std::span<const std::byte> bytes, Instant now) override;
    std::vector<rules::TableSnapshot> snapshots() override { return hall_.snapshots(); }
    protocol::CommandReply acknowledge(unsigned table, const protocol::AcknowledgeAlert& what,
                                       const std::string& by) override;

private:
    HallSettings settings();
    std::optional<StartFailure> bind();
    std::optional<StartFailure> take_directories();
    Expected<std::string, ListenError> listen_unix(const std::filesystem::path& socket);
    std::optional<StartFailure> write_endpoints();
    void end_lines(const std::map<std::string, LineSetup>& wanted);
    void start_lines(const std::map<std::string, LineSetup>& wanted);
    void start_line(LineSetup setup);
    void hall_changed();
    void arm_hall();
    void part_stopped();

    asio::any_io_executor executor_;
    const TimeSource& time_;
    const Log& log_;
    Config config_;
    SupervisorOptions options_;
    std::vector<RuntimeLock> locks_;
    std::string prefix_;
    MemoryJournal journal_;
    Publisher publisher_;
    Recorder recorder_;
    Hall hall_;
    VerdictPool verdicts_;
    ClientContext clients_;
    StreamEndpoint stream_;
    BoundEndpoints bound_;
    std::map<std::string, std::unique_ptr<LineRunner>> lines_;
    asio::steady_timer hall_timer_;
    std::optional<Instant> hall_armed_;
    bool arm_pending_ = false;
    std::size_t parts_running_ = 0;
    std::function<void()> stopped_;
    std::shared_ptr<State*> self_ = std::make_shared<State*>(this);  // for what was posted

public:
    ~State() override { *self_ = nullptr; }
};

Supervisor::State::State(asio::any_io_executor executor, const TimeSource& time, const Log& log,
                         Config config, SupervisorOptions options)
    : executor_(std::move(executor)),
      time_(time),
      log_(log),
      config_(std::move(config)),
      options_(std::move(options)),
      prefix_(game_id_prefix(time.wall(time.now()))),
      journal_(config_.journal.memory_mib * kMiB),
      publisher_(journal_, [this](Instant at) { return time_.wall(at); }),
      recorder_(recorder_bounds(config_.recorder)),
      hall_(settings(), [this](unsigned table, Instant at,
                               const rules::TableEvent& event) { publisher_.publish(table, at, event); }),
      verdicts_(executor_,
                [this](unsigned table, std::uint64_t id, rules::MateVerdict verdict) {
                    hall_.verdict(table, id, verdict, time_.now());
                    hall_changed();
                }),
      clients_{publisher_, *this, recorder_, time_, new_hall_id(), version(), queue_bounds(config_.stream),
               {}},
      stream_(executor_, clients_, log_, connection_limits(config_.stream)),
      hall_timer_(executor_) {}

HallSettings Supervisor::State::settings() {
    HallSettings hall = hall_settings(config_, prefix_);
    hall.number_by_serial = true;
    hall.adjust = options_.adjust;
    hall.ask = [this](unsigned table, const rules::VerdictRequest& question) {
        verdicts_.ask(table, question);
    };
    if (options_.state_directory.empty()) return hall;
    const std::filesystem::path file = options_.state_directory / "tables";
    if (auto before = read_seating(file)) {
        hall.seating = std::move(*before);
    } else {
        log_.warning(before.error() +
                     ": boards without a [[table]] row are numbered anew, the file is set aside");
        std::error_code ignored;
        std::filesystem::rename(file, file.string() + ".damaged", ignored);
    }
    hall.seated = [this, file](const Seating& seating) {
        if (const auto error = write_atomically(file, to_text(seating)))
            log_.warning("table numbers are not remembered: " + *error);
    };
    return hall;
}

Expected<BoundEndpoints, StartFailure> Supervisor::State::start() {
    auto failure = take_directories();
    if (!failure) failure = bind();
    if (!failure) failure = write_endpoints();
    if (failure) return Unexpected<StartFailure>(std::move(*failure));
    start_lines(line_setups(config_));
    arm_hall();
    return bound_;
}

// Without a runtime directory that nobody asked for the daemon still serves; only what is made there by
// default is missing.
std::optional<StartFailure> Supervisor::State::take_directories() {
    std::vector<std::filesystem::path> usable;
    for (const auto& directory : options_.runtime_directories) {
        std::error_code error;
        std::filesystem::create_directories(directory, error);
        auto lock = error ? Unexpected<RuntimeLock::Failure>(
                                RuntimeLock::Failure{false, directory.string() + ": " + error.message()})
                          : RuntimeLock::take(directory);
        if (lock) {
            locks_.push_back(std::move(*lock));
            usable.push_back(directory);
            std::filesystem::remove(directory / "endpoints.json", error);  // a dead daemon's
        } else if (lock.error().taken) {
            return StartFailure{kUnavailable, lock.error().text};
        } else if (options_.runtime_required) {
            return StartFailure{kIoError, "cannot use the runtime directory: " + lock.error().text};
        } else {
            log_.warning("no runtime directory, endpoints.json is not written",
                         {{"error", lock.error().text}});
        }
    }
    options_.runtime_directories = std::move(usable);
    return std::nullopt;
}

std::optional<StartFailure> Supervisor::State::bind() {
    const auto failure = [](const ListenError& error) {
        return StartFailure{error.permission ? kNoPermission : kUnavailable,
                            "cannot listen on " + error.text};
    };
    if (config_.stream.tcp) {
        auto bound = stream_.listen_tcp(*config_.stream.tcp);
        if (!bound) return failure(bound.error());
        bound_.tcp = *bound;
        log_.info("stream listens", {{"tcp", bound_.tcp}});
        if (!is_loopback(config_.stream.tcp->host)) {
            log_.warning("stream is open to the network, unencrypted", {{"tcp", bound_.tcp}});
        }
    }
    if (config_.stream.unix_socket.empty()) return std::nullopt;
    auto bound = listen_unix(config_.stream.unix_socket);
    if (bound) {
        bound_.unix_socket = *bound;
        log_.info("stream listens", {{"unix", bound_.unix_socket}});
    } else if (config_.stream.unix_is_default && !bound.error().taken) {
        log_.warning("no Unix socket", {{"error", bound.error().text}});
    } else {
        return failure(bound.error());
    }
    return std::nullopt;
}

// Within its runtime directories the daemon makes the folder of its socket, elsewhere nothing.
Expected<std::string, ListenError> Supervisor::State::listen_unix(const std::filesystem::path& socket) {
    const std::filesystem::path folder = socket.parent_path();
    std::error_code error;
    for (const auto& directory : options_.runtime_directories) {
        const auto inside = folder.lexically_relative(directory);
        if (!inside.empty() && *inside.begin() != "..") std::filesystem::create_directories(folder, error);
    }
    if (!std::filesystem::is_directory(folder, error)) {
        return Unexpected<ListenError>(ListenError{
            false, false, fmt::format("{}: there is no directory {}", socket.string(), folder.string())});
    }
    return stream_.listen_unix(socket);
}

std::optional<StartFailure> Supervisor::State::write_endpoints() {
    for (const auto& directory : options_.runtime_directories) {
        const auto error =
            write_atomically(directory / "endpoints.json", endpoints_json(bound_, clients_.hall_id));
        if (error) return StartFailure{kIoError, "cannot write " + *error};
    }
    return std::nullopt;
}

void Supervisor::State::start_line(LineSetup setup) {
    recorder_.set_driver(setup.name, std::string(setup.driver->id));
    const std::string name = setup.name;
    auto runner = std::make_unique<LineRunner>(executor_, time_, log_, *this, std::move(setup));
    runner->start();
    lines_[name] = std::move(runner);
}

// Lines that are no more, or not what they were. A line of another kind has other boards.
void Supervisor::State::end_lines(const std::map<std::string, LineSetup>& wanted) {
    for (auto it = lines_.begin(); it != lines_.end();) {
        const auto& [name, line] = *it;
        const auto same = wanted.find(name);
        const bool gone = same == wanted.end();
        if (!gone && same->second == line->setup()) {
            ++it;
            continue;
        }
        if (gone || same->second.driver != line->setup().driver) {
            hall_.drop_line(name, gone ? "no longer configured" : "the line has another driver", time_.now());
        }
        it = lines_.erase(it);  // closes its port
    }
}

void Supervisor::State::start_lines(const std::map<std::string, LineSetup>& wanted) {
    std::vector<std::string> single_boards;
    for (const auto& [name, setup] : wanted) {
        if (!setup.driver->bus && !lines_.contains(name)) single_boards.push_back(name);
    }
    hall_.expect(single_boards, time_.now());
    for (const auto& [name, setup] : wanted) {
        if (!lines_.contains(name)) start_line(setup);
    }
}

void Supervisor::State::reload(Config config) {
    for (const ReloadNote& note : reload_notes(config_, config)) {
        if (note.restart_needed) {
            log_.warning(note.text);
        } else {
            log_.notice(note.text);
        }
    }
    config_ = std::move(config);
    journal_.set_limit(config_.journal.memory_mib * kMiB);
    recorder_.set_bounds(recorder_bounds(config_.recorder));
    clients_.bounds = queue_bounds(config_.stream);
    stream_.set_limits(connection_limits(config_.stream));
    const auto wanted = line_setups(config_);
    end_lines(wanted);
    for (const Reseated& board : hall_.reconfigure(settings(), time_.now())) {
        log_.notice("a board has another table", {{"line", board.line},
                                                  {"address", std::to_string(board.address)},
                                                  {"from", std::to_string(board.from)},
                                                  {"to", std::to_string(board.to)}});
    }
    start_lines(wanted);
    clients_.snapshots.forget();
    hall_changed();
}

void Supervisor::State::stop(std::function<void()> stopped) {
    stopped_ = std::move(stopped);
    hall_timer_.cancel();
    for (const auto& directory : options_.runtime_directories) {
        std::error_code ignored;
        std::filesystem::remove(directory / "endpoints.json", ignored);
    }
    parts_running_ = 1 + lines_.size();
    for (const auto& [name, line] : lines_) {
        line->stop([this] { part_stopped(); });
    }
    stream_.shut_down([this] { part_stopped(); });
}

void Supervisor::State::cut() {
    hall_timer_.cancel();
    lines_.clear();
    stream_.cut();
}

void Supervisor::State::part_stopped() {
    if (--parts_running_ == 0) asio::post(executor_, std::exchange(stopped_, nullptr));
}

void Supervisor::State::on_line_device(const std::string& line, const drivers::DeviceEvent& event,
                                       Instant now) {
    hall_.on_device(line, event, now);
    hall_changed();
}

void Supervisor::State::on_line_state(const std::string& line, rules::DeviceState state,
                                      const std::string& detail, Instant now) {
    hall_.on_line_state(line, state, detail, now);
    hall_changed();
}

void Supervisor::State::on_line_bytes(const std::string& line, drivers::Direction direction,
                                      std::span<const std::byte> bytes, Instant now) {
    recorder_.add(line, direction, bytes, now);
}

protocol::CommandReply Supervisor::State::acknowledge(unsigned table, const protocol::AcknowledgeAlert& what,
                                                      const std::string& by) {
    protocol::CommandReply reply;
    Table* found = hall_.table(table);
    const std::uint64_t before = publisher_.last();
    if (found == nullptr) {
        reply.status = protocol::CommandStatus::NotFound;
        reply.text = fmt::format("there is no table {}", table);
    } else if (!found->acknowledge(what.alert_id, by, what.remark, time_.now())) {
        reply.status = protocol::CommandStatus::NotFound;
        reply.text = fmt::format("no alert {} is open at table {}", what.alert_id, table);
    } else if (publisher_.last() != before) {
        reply.sequence = publisher_.last();
    }
    return reply;
}

// The hall is asked once a turn of the loop, however many events came in it.
void Supervisor::State::hall_changed() {
    if (std::exchange(arm_pending_, true)) return;
    asio::post(executor_, [self = self_] {
        if (*self == nullptr) return;
        (*self)->arm_pending_ = false;
        (*self)->arm_hall();
    });
}

void Supervisor::State::arm_hall() {
    const std::optional<Instant> at = hall_.wake_at();
    if (!at || (hall_armed_ && *hall_armed_ <= *at)) return;
    hall_armed_ = at;
    hall_timer_.expires_at(time_.real(*at));
    hall_timer_.async_wait([self = self_](error_code error) {
        if (error || *self == nullptr) return;
        State& state = **self;
        state.hall_armed_.reset();
        const Instant now = state.time_.now();
        const auto due = state.hall_.wake_at();
        if (due && *due <= now) state.hall_.on_wake(now);
        state.arm_hall();
    });
}

Supervisor::Supervisor(asio::any_io_executor executor, const TimeSource& time, const Log& log, Config config,
                       SupervisorOptions options)
    : state_(std::make_unique<State>(std::move(executor), time, log, std::move(config), std::move(options))) {
}

Supervisor::~Supervisor() = default;

Expected<BoundEndpoints, StartFailure> Supervisor::start() { return state_->start(); }
void Supervisor::reload(Config config) { state_->reload(std::move(config)); }
void Supervisor::cut() { state_->cut(); }
void Supervisor::stop(std::function<void()> stopped) { state_->stop(std::move(stopped)); }

}  // namespace boardbridge::daemon
