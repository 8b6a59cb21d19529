// A device's side of a serial wire: messages wait for one another and their bytes come out at the line's
// speed.
#pragma once

#include <deque>
#include <optional>

#include "drivers/simulated/dgt_wire.hpp"
#include "rules/instant.hpp"

namespace boardbridge::simulated {

/// A message with the time it takes on the wire.
struct WireMessage {
    Instant begin;
    Instant end;  ///< its last byte is through
    Bytes bytes;
};

class LineOut {
public:
    /// 10 bits a byte; 0: no pacing at all.
    explicit LineOut(unsigned baud)
        : byte_time_(baud == 0 ? Micros{0} : Micros{10'000'000 / static_cast<Micros::rep>(baud)}) {}

    /// Queued in order; not before `earliest`.
    void say(Bytes message, Instant earliest);
    /// Bytes that are through by now.
    Bytes take(Instant now);
    /// The oldest message, once all of it is through.
    std::optional<WireMessage> take_message(Instant now);
    /// When the message at the head will be through.
    std::optional<Instant> ready_at() const;
    const std::deque<WireMessage>& waiting() const { return queue_; }

private:
    Micros byte_time_;
    std::deque<WireMessage> queue_;
    std::size_t sent_of_first_ = 0;
    Instant free_at_{};
};

}  // namespace boardbridge::simulated
