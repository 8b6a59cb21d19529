// The seam: one conversation with whatever hangs on a line (one board or a whole bus), without I/O and
// without a time source. Line runner, replay, simulator, fuzzers and test scripts all drive this one
// interface (design section 3).
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "drivers/device_event.hpp"
#include "rules/instant.hpp"

namespace boardbridge::drivers {

/// Takes events in the order in which they happened.
using EventSink = std::function<void(const DeviceEvent&)>;

struct SessionOptions {
    /// A capture of received bytes alone: no handshake is awaited, nothing is called silent or lost.
    bool passive = false;
    /// No complete message this long after something was asked: DeviceSilent, DeviceLost.
    std::chrono::milliseconds silent_after{3000};
    std::chrono::milliseconds lost_after{15000};
    /// The board answers, but not to polls of the clock.
    std::chrono::milliseconds clock_lost_after{3000};
    /// On a bus: the boards that ought to be there (1 to 16383). Their absence is told; others are found all
    /// the same.
    std::vector<std::uint16_t> expected{};
    /// Of the line: how long bytes take on the wire.
    unsigned baud = 9600;
};

class Session {
public:
    virtual ~Session() = default;

    /// The line is open; from here on to_write() may hold bytes. May be called again when a lost line is open
    /// once more: what was known of the boards is kept, so that nothing done meanwhile is missed.
    virtual void start(Instant now, const EventSink& sink) = 0;
    /// Where the next bytes go: at least one byte, valid until the next call of on_read.
    virtual std::span<std::byte> read_space() = 0;
    /// n bytes were put into read_space(), n <= its size.
    virtual void on_read(std::size_t n, Instant now, const EventSink& sink) = 0;
    /// What is to be sent now; empty: nothing. Valid until on_written or any other non-const call.
    virtual std::span<const std::byte> to_write() const = 0;
    /// The first n bytes of to_write() went out.
    virtual void on_written(std::size_t n, Instant now) = 0;
    /// Bytes that somebody else sent to the device (a capture's tx lines): what they ask for is now awaited.
    virtual void on_sent(std::span<const std::byte> bytes, Instant now) {
        (void)bytes;
        (void)now;
    }
    /// When on_wake is wanted, at the latest; nothing: never.
    virtual std::optional<Instant> wake_at() const = 0;
    virtual void on_wake(Instant now, const EventSink& sink) = 0;

    /// A game starts on this board: one that keeps a memory marks the place (it writes to the board). Others:
    /// nothing.
    virtual void start_game(BoardAddress board, Instant now) {
        (void)board;
        (void)now;
    }
};

}  // namespace boardbridge::drivers
