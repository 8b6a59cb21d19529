// What the board answers: single-board commands, clock commands, bus commands, and the switch between the two
// modes. Source: device-protocols 1.3, 1.8, 2.1 to 2.3, 3.
#include <algorithm>

#include "drivers/simulated/dgt_device.hpp"

namespace boardbridge::simulated {

using std::chrono::milliseconds;

namespace {

constexpr std::size_t kBusFrame = 4;
constexpr unsigned kRemoteModeError = 0x40;

unsigned value(std::byte b) { return std::to_integer<unsigned>(b); }

}  // namespace

void DgtDevice::on_receive(std::span<const std::byte> bytes, Instant now) {
    advance(now);
    if (now < deaf_until_) return;
    received_.insert(received_.end(), bytes.begin(), bytes.end());
    std::size_t done = 0;
    while (done < received_.size()) {
        const std::size_t taken = take_command(std::span(received_).subspan(done), now);
        if (taken == 0) break;
        done += taken;
        if (now < deaf_until_) done = received_.size();  // it was a reset: the rest is not heard
    }
    received_.erase(received_.begin(), received_.begin() + static_cast<std::ptrdiff_t>(done));
}

/// How many bytes made a command (or noise); 0: it is not complete.
std::size_t DgtDevice::take_command(std::span<const std::byte> bytes, Instant now) {
    const std::byte first = bytes[0];
    if (value(first) >= 0x80) {
        if (bytes.size() < kBusFrame) return 0;
        if (bytes[3] != dgt_bus_checksum(bytes.first(3))) return 1;
        if (mode_ != Mode::Bus) {
            enter(Mode::Bus, now);  // this command is swallowed, the next one is obeyed
            return kBusFrame;
        }
        const unsigned to = value(bytes[1]) << 7U | value(bytes[2]);
        if (to == 0 || to == address_) bus_command(first, to == 0, now);
        return kBusFrame;
    }
    if (first == std::byte{0x2B} || first == std::byte{0x60}) return clock_command(bytes, now);
    const bool was_on_bus = mode_ == Mode::Bus;
    if (was_on_bus && value(first) >= 0x40 && value(first) <= 0x55) mode_ = Mode::Idle;
    if (!single_command(first, now) && was_on_bus) mode_ = Mode::Bus;
    return 1;
}

void DgtDevice::enter(Mode mode, Instant now) {
    mode_ = mode;
    last_time_sent_.reset();
    if (mode == Mode::Update || mode == Mode::UpdateNice) report_clock(now, true);
}

std::string DgtDevice::trademark() const {
    return "Simulated electronic chess board\r\nno maker's board, made by software\r\nversion " +
           std::to_string(options_.version_major) + "." + std::to_string(options_.version_minor) +
           "\r\nserial " + options_.serial + "\r\n";
}

/// False: no command of this board.
bool DgtDevice::single_command(std::byte command, Instant now) {
    switch (value(command)) {
        case 0x40:
            enter(Mode::Idle, now);
            return true;
        case 0x41:
            say(dgt_time(clock_.reading()), now);
            return true;
        case 0x42:
            say(dgt_board_dump(scanner_.sensed()), now);
            return true;
        case 0x43:
            enter(Mode::Update, now);
            return true;
        case 0x44:
            enter(Mode::UpdateBoard, now);
            return true;
        case 0x45:
            say(dgt_text(0x91, options_.serial), now);
            return true;
        case 0x46:
            say(dgt_bus_address(address_), now);
            return true;
        case 0x47:
            say(dgt_text(0x92, trademark()), now);
            return true;
        case 0x49:
            say(dgt_message(0x8F, memory_.dump()), now);
            return true;
        case 0x4A:
            enter(Mode::Bus, now);
            return true;
        case 0x4B:
            enter(Mode::UpdateNice, now);
            return true;
        case 0x4C:
            if (options_.battery) say(dgt_battery(*options_.battery), now);
            return true;
        case 0x4D:
            say(dgt_version(options_.version_major, options_.version_minor), now);
            return true;
        case 0x55:
            say(dgt_text(0xA2, options_.long_serial), now);
            return true;
        default:
            return false;
    }
}

/// 2B (clock) and 60 (lights): a length byte, then that many bytes.
std::size_t DgtDevice::clock_command(std::span<const std::byte> bytes, Instant now) {
    if (bytes.size() < 2) return 0;
    const std::size_t total = 2 + value(bytes[1]);
    if (total > 32) return 1;
    if (bytes.size() < total) return 0;
    if (mode_ == Mode::Bus) enter(Mode::Idle, now);
    const bool framed = total >= 5 && bytes[2] == std::byte{0x03} && bytes[total - 1] == std::byte{0};
    if (bytes[0] == std::byte{0x2B} && framed) acknowledge(bytes.first(total), now);
    return total;
}

void DgtDevice::acknowledge(std::span<const std::byte> message, Instant now) {
    if (mode_ != Mode::Update && mode_ != Mode::UpdateNice) return;
    if (!clock_.connected()) return;
    const auto command = static_cast<std::uint8_t>(value(message[3]));
    std::array<std::uint8_t, 4> ack{0x10, command, 0, 0};
    if (command == 0x09) ack[2] = 0x20;              // clock version 2.0
    if (command == 0x0A) ack[0] = kRemoteModeError;  // no remote mode in a game
    if (options_.zero_frames) say(dgt_time({}), now + milliseconds(5));
    say(dgt_clock_ack(ack), now + random_.between(milliseconds(20), milliseconds(200)));
}

void DgtDevice::bus_say(std::uint8_t id, std::span<const std::byte> data, Instant earliest) {
    say(dgt_bus_message(id, address_, data), earliest);
}

void DgtDevice::bus_ping(bool broadcast, Instant now) {
    if (broadcast && ignore_next_ping_) {
        ignore_next_ping_ = false;
        return;
    }
    ping_at_ = now + (broadcast ? random_.between(milliseconds(1), milliseconds(1100)) : milliseconds(1));
}

void DgtDevice::bus_changes(Bytes data, Instant earliest) {
    last_changes_ = std::move(data);
    bus_say(0x85, last_changes_, earliest);
}

void DgtDevice::bus_command(std::byte command, bool broadcast, Instant now) {
    const Instant soon = now < writing_until_ ? now + random_.between(milliseconds(5), milliseconds(20))
                                              : now + random_.between(Micros{300}, milliseconds(4));
    const auto reading = clock_.reading();
    const auto dump = dgt_board_dump(scanner_.sensed());
    const auto placement = std::span(dump).subspan(3);
    const std::array version{static_cast<std::byte>(options_.version_major),
                             static_cast<std::byte>(options_.version_minor)};
    switch (value(command)) {
        case 0x87:
            return bus_ping(broadcast, now);
        case 0x88:
            return enter(Mode::Idle, now);
        case 0x89:
            return power_up(now);
        default:
            break;
    }
    if (broadcast) return;
    switch (value(command)) {
        case 0x81:
            return bus_say(0x84, reading, soon);
        case 0x82:
            return bus_say(0x83, placement, soon);
        case 0x83:
            return bus_changes(memory_.take_changes(), soon);
        case 0x84:
            return bus_say(0x85, last_changes_, soon);
        case 0x85:
            memory_.start_game(scanner_.sensed(), now);
            writing_until_ = now + milliseconds(70);
            return bus_say(0x88, {}, writing_until_);
        case 0x86:
            return bus_say(0x86, memory_.from_start(), soon);
        case 0x8A:
            ignore_next_ping_ = true;
            return bus_say(0x87, {}, soon);
        case 0x8B:
            return bus_say(0x89, version, soon);
        case 0x8D:
            bus_changes(memory_.take_changes(), soon);
            bus_say(0x84, reading, soon);
            return bus_say(0x83, placement, soon);
        default:
            return;
    }
}

/// A reset takes some seconds in which nothing is heard or said.
void DgtDevice::power_up(Instant now) {
    enter(options_.wakes_on_bus ? Mode::Bus : Mode::Idle, now);
    ignore_next_ping_ = false;
    ping_at_.reset();
    last_changes_.clear();
    deaf_until_ = now + std::chrono::seconds(2);
    memory_.power_up(scanner_.sensed(), now);
}

}  // namespace boardbridge::simulated
