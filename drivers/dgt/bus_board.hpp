// One board of a bus, as the host knows it: what it is to be asked next and what its replies mean. Knows
// nothing of the other boards or of the wire; the session (bus_session.hpp) shares the line out.
// device-protocols 2.3, 2.4.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "drivers/dgt/bus_frame.hpp"
#include "drivers/dgt/eeprom.hpp"
#include "drivers/dgt/hearing.hpp"
#include "drivers/session.hpp"

namespace boardbridge::drivers::dgt {

/// In the order of urgency among equals.
enum class BusTask : std::uint8_t { Ping, Changes, StartGame, Dump, FromStart, Clock, Version };
inline constexpr std::size_t kBusTasks = 7;

class BusBoard {
public:
    static constexpr Instant kNever = Instant::max();

    /// An expected board is one that the configuration names: its absence is told. Others are told of once
    /// they have answered a question of their own.
    BusBoard(BoardAddress address, bool expected, const SessionOptions& options);

    BoardAddress address() const { return address_; }
    bool confirmed() const { return confirmed_; }
    bool is_told_of() const { return confirmed_ || expected_; }
    /// Found by chance, never answered a question of its own: noise.
    bool is_ghost() const { return !is_told_of() && misses_ >= 3; }
    /// What stands there has been asked since it came or came back: it can wait a little.
    bool introduced(Instant now) const { return due(BusTask::Dump) > now || dump_misses_ >= 3; }
    /// Its hands or its clock are at work.
    bool busy(Instant now) const;
    /// One lost answer is no reason to think ill of a board.
    bool answering() const { return misses_ <= 1; }
    /// Has answered, or has been asked in vain.
    bool tried() const { return confirmed_ || misses_ > 0; }

    /// When the task is to be asked; kNever: not now. A board that does not answer is only pinged, ever more
    /// seldom.
    Instant due(BusTask task) const;
    BusCommand command_for(BusTask task) const;
    /// The command for the task went out.
    void asked(BusTask task, Instant now);
    /// No answer to the task, or a spoilt one.
    void not_answered(BusTask task, Instant now, bool spoilt);
    /// Somebody else asked (a capture).
    void overheard(BusCommand command, Instant now);

    /// The line was lost and is open again: what is known stays, everything is asked anew.
    void line_opened(Instant now);
    Instant changes_asked() const { return changes_asked_; }

    /// Anything valid from this board. `solicited`: the answer to a question to this board alone.
    void on_reply(const BusReply& reply, bool solicited, Instant now, const EventSink& sink);
    void start_game(Instant now);

    std::optional<Instant> wake_at() const;
    void on_wake(Instant now, const EventSink& sink);

private:
    struct Emit;

    void greet(Instant now);
    void confirm(Instant now, const EventSink& sink);
    void on_changes(std::span<const std::uint8_t> data, Instant now, const EventSink& sink);
    void on_dump(std::span<const std::uint8_t> data, Instant now, const EventSink& sink);
    void on_clock(std::span<const std::uint8_t> data, Instant now, const EventSink& sink);
    void on_from_start(std::span<const std::uint8_t> data, Instant now, const EventSink& sink);
    void on_version(std::span<const std::uint8_t> data, const EventSink& sink);
    bool play(MemoryPlayer& player, const MemoryEvent& event, bool past, Instant now, const EventSink& sink);
    void on_lever(const MemoryTime& time, Instant now, const EventSink& sink);
    void settle_held_dump(bool changed, Instant now, const EventSink& sink);
    void accept_dump(const rules::Placement& placement, const EventSink& sink);
    void remark(const char* text, const EventSink& sink);
    void plan(BusTask task, Instant due) { due_[static_cast<std::size_t>(task)] = due; }
    void want(BusTask task, Instant due);

    BoardAddress address_;
    SessionOptions options_;
    bool expected_;
    bool confirmed_ = false;
    DeviceInfo info_;
    BoardHearing hearing_;
    ClockHearing clock_hearing_;

    std::array<Instant, kBusTasks> due_;
    int dump_misses_ = 0;
    int misses_ = 0;  // questions in a row without an answer
    Instant not_before_{};

    rules::Placement placement_;
    bool placement_known_ = false;
    bool announce_ = false;                      // the next dump is told even if it shows nothing new
    std::optional<rules::Placement> held_dump_;  // differs; changes not yet fetched may explain it
    Instant held_since_{};
    std::vector<std::uint8_t> last_packet_;  // of changes, as accepted
    bool changes_open_ = false;              // fetched, the answer has not come: only a repeat is safe
    bool repeated_ = false;
    Instant changes_asked_{};
    std::optional<Instant> changes_read_;
    std::optional<Instant> last_change_;
    bool start_wanted_ = false;
    bool game_started_ = false;  // by us: what "from start" delivers is bounded
    int from_start_failures_ = 0;

    rules::ClockReading clock_;
    bool clock_known_ = false;
    int clock_misses_ = 0;
    // Which side a lever event names is uncertain: later readings vote on it.
    std::optional<rules::ClockSide> last_halted_;
    int levers_since_reading_ = 0;
    int lever_votes_ = 0;
};

}  // namespace boardbridge::drivers::dgt
