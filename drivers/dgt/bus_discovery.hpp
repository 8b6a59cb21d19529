// Who is on the bus: rounds of "you that I know, be quiet" to each and "who is there?" to all, until a round
// finds nobody new. Answers to the broadcast come at random moments within 1.1 s, so two may spoil each
// other: another round then finds them. device-protocols 2.1 (87, 8A), 2.3.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "drivers/dgt/bus_frame.hpp"
#include "rules/instant.hpp"

namespace boardbridge::drivers::dgt {

class BusDiscovery {
public:
    static constexpr std::chrono::milliseconds kWindow{1300};      ///< for answers to a broadcast
    static constexpr std::chrono::milliseconds kFirstAgain{2000};  ///< nobody there yet
    static constexpr std::chrono::milliseconds kCalmAgain{60000};  ///< a chain at rest may have grown

    struct Step {
        BusCommand command{};
        BoardAddress address;
    };

    /// From the beginning: a board in single mode swallows the first command, so one quiet round proves
    /// nothing.
    void begin(Instant now);
    /// The next thing to say in the round that is due. `known` are those that are to keep quiet.
    Step next(const std::vector<BoardAddress>& known);
    /// The broadcast is out: nothing else may be said until listening() ends.
    void broadcast_sent(Instant now);
    void found_new() { found_new_ = true; }

    bool listening(Instant now) const { return window_end_ && now < *window_end_; }
    std::optional<Instant> window_end() const { return window_end_; }
    /// When the next round is wanted; while one is going on, the time when it was.
    Instant due() const { return due_; }
    /// A round has begun and must be brought to its end, or those told to keep quiet miss a later one.
    bool in_round() const { return in_round_; }
    /// Still finding out for the first time who is there.
    bool settled() const { return quiet_rounds_left_ == 0; }
    /// The window is over: decides when the next round is.
    void end_window(bool anybody_known, Instant now);

private:
    Instant due_{};
    bool in_round_ = false;
    std::size_t quieted_ = 0;
    bool found_new_ = false;
    int quiet_rounds_left_ = 2;
    std::optional<Instant> window_end_;
};

}  // namespace boardbridge::drivers::dgt
