// A DGT board with its clock, from the device's side: hands move pieces, the scanner notices, commands are
// answered at wire speed in single-board and in bus mode. No I/O and no time source: a pty pump, a bus, a
// test or a virtual run drives it. Source: device-protocols, sections 1 to 3.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "drivers/simulated/dgt_clock.hpp"
#include "drivers/simulated/dgt_memory.hpp"
#include "drivers/simulated/hand_act.hpp"
#include "drivers/simulated/line_out.hpp"

namespace boardbridge::simulated {

struct DgtDeviceOptions {
    std::string serial = "01025";            ///< five digits; the bus address is this number
    std::string long_serial = "3000001025";  ///< ten digits
    unsigned version_major = 1;
    unsigned version_minor = 80;
    bool rotated = false;  ///< the connector is at White's right
    bool clock_connected = true;
    bool clock_turned = false;  ///< the clock stands the other way round than the board suggests
    DgtClockOptions clock;
    rules::Color first_to_move = rules::Color::White;
    bool wakes_on_bus = true;           ///< power-up mode; false: single mode, idle
    unsigned baud = 9600;               ///< 0: bytes come out at once
    int slowness = 1;                   ///< 2: scans like a Bluetooth board
    std::uint64_t dead_sensors = 0;     ///< bit = field
    std::optional<DgtBattery> battery;  ///< Bluetooth boards have one
    bool zero_frames = false;           ///< sends an all-zero time message after clock commands (Bluetooth)
    std::uint64_t seed = 1;
};

class DgtDevice {
public:
    DgtDevice(DgtDeviceOptions options, const rules::Placement& start, Instant now);

    /// More acts, ascending in time and not before those already given.
    void perform(std::span<const Act> acts);
    /// Where more acts come from when those given have happened: called with the moment of the last one; none
    /// ends it.
    void play_on(std::function<std::vector<Act>(Instant)> next);
    /// All acts given so far have happened by `now`.
    bool idle_hands() const { return next_act_ == acts_.size(); }

    void on_receive(std::span<const std::byte> bytes, Instant now);
    /// Bytes that the wire has carried by now.
    Bytes to_send(Instant now);
    /// When there will be something to send, as things stand.
    std::optional<Instant> wake_at();
    void on_wake(Instant now);
    /// Whole messages with their time on the wire, for a bus and for recordings.
    std::optional<WireMessage> take_message(Instant now);
    const std::deque<WireMessage>& waiting() const { return out_.waiting(); }

    std::uint16_t address() const { return address_; }
    bool on_bus() const { return mode_ == Mode::Bus; }
    /// A board that does not answer (any more) on the bus or at all; it still senses.
    void set_silent(bool silent) { silent_ = silent; }
    const Scanner::Fields& sensed() const { return scanner_.sensed(); }
    DgtClock& clock() { return clock_; }

private:
    enum class Mode : std::uint8_t { Bus, Idle, Update, UpdateBoard, UpdateNice };

    void advance(Instant now);
    std::optional<Instant> next_event();
    void apply(const Act& act);
    void sensed_change(const FieldChange& change);
    void report_clock(Instant now, bool even_if_same);
    unsigned field_of(rules::Square s) const;
    rules::ClockSide side_of(rules::Color c) const;
    void say(Bytes message, Instant earliest);

    void enter(Mode mode, Instant now);
    std::size_t take_command(std::span<const std::byte> bytes, Instant now);
    bool single_command(std::byte command, Instant now);
    std::size_t clock_command(std::span<const std::byte> bytes, Instant now);
    void acknowledge(std::span<const std::byte> message, Instant now);
    void bus_command(std::byte command, bool broadcast, Instant now);
    void bus_say(std::uint8_t id, std::span<const std::byte> data, Instant earliest);
    void bus_ping(bool broadcast, Instant now);
    void bus_changes(Bytes data, Instant earliest);
    void power_up(Instant now);
    std::string trademark() const;

    DgtDeviceOptions options_;
    std::uint16_t address_;
    SeededRandom random_;
    Instant started_;
    std::function<std::vector<Act>(Instant)> more_acts_;
    Scanner scanner_;
    DgtClock clock_;
    DgtMemory memory_;
    LineOut out_;
    std::vector<Act> acts_;
    std::size_t next_act_ = 0;
    Bytes received_;
    Mode mode_;
    bool silent_ = false;
    std::optional<std::array<std::byte, 7>> last_time_sent_;
    Instant time_sent_at_{};
    Bytes last_changes_;
    bool ignore_next_ping_ = false;
    std::optional<Instant> ping_at_;  ///< a ping will be answered then
    Instant writing_until_{};         ///< the memory is being written: answers come late
    Instant deaf_until_{};            ///< starting up after a reset
};

}  // namespace boardbridge::simulated
