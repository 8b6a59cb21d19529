// What the replies of one bus board mean. Its changes are read destructively: the packet that went astray is
// asked for again (84), never the next one; only when that fails is the placement believed anew.
#include "drivers/dgt/bus_board.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "drivers/dgt/message.hpp"

namespace boardbridge::drivers::dgt {

namespace {

using std::chrono::milliseconds;

// How often a task comes round when the line has room for all. A full line stretches all of them alike.
constexpr milliseconds kChangesHot{100};   // hands at work just now
constexpr milliseconds kChangesWarm{250};  // a clock runs
constexpr milliseconds kChangesCalm{400};
constexpr milliseconds kHotFor{3000};
constexpr milliseconds kClockRunning{400};
constexpr milliseconds kClockStopped{600};
constexpr milliseconds kClockAbsent{2000};
constexpr milliseconds kVerifyAfterChange{5000};
constexpr milliseconds kVerifyCalm{60000};
constexpr milliseconds kVerifyAgain{300};
// Older than this, changes are past: the board kept them while it was not asked.
constexpr milliseconds kPast{10000};
// In a capture nobody may fetch the changes that explain a dump.
constexpr milliseconds kHeldPassive{1000};
constexpr int kPingOnlyAfter = 3;  // misses
constexpr int kClockMisses = 3;
constexpr int kFromStartTries = 2;

milliseconds back_off(int misses) {
    constexpr std::array<int, 7> steps = {0, 0, 100, 300, 700, 1500, 3000};
    const auto i = static_cast<std::size_t>(misses);
    return milliseconds(i < steps.size() ? steps[i] : 5000);
}

}  // namespace

// Events carry the board's address; of a board not yet told of, nothing is said.
struct BusBoard::Emit {
    const BusBoard& board;
    const EventSink& sink;
    template <class What>
    void operator()(What&& what) const {
        if (board.is_told_of()) sink(DeviceEvent{board.address_, std::forward<What>(what)});
    }
};

BusBoard::BusBoard(BoardAddress address, bool expected, const SessionOptions& options)
    : address_(address),
      options_(options),
      expected_(expected),
      hearing_(options.silent_after, options.lost_after),
      clock_hearing_(options.clock_lost_after) {
    due_.fill(kNever);
    char serial[8];
    std::snprintf(serial, sizeof serial, "%05u", address.value);
    info_.serial = serial;
    info_.bus_address = address.value;
}

bool BusBoard::busy(Instant now) const {
    const bool hot = last_change_ && now < *last_change_ + std::chrono::seconds(60);
    return hot || (clock_known_ && clock_.running);
}

void BusBoard::want(BusTask task, Instant due) {
    Instant& planned = due_[static_cast<std::size_t>(task)];
    planned = std::min(planned, due);
}

// The order among equal times is that of BusTask: first what has happened, then what stands there.
void BusBoard::greet(Instant now) {
    want(BusTask::Changes, now);
    want(BusTask::Dump, now);
    want(BusTask::Clock, now);
    want(BusTask::Version, now);
}

Instant BusBoard::due(BusTask task) const {
    const Instant planned = due_[static_cast<std::size_t>(task)];
    const bool ping_only = misses_ >= kPingOnlyAfter || !confirmed_;
    if (ping_only != (task == BusTask::Ping)) return task == BusTask::Ping ? planned : kNever;
    if (task == BusTask::Ping) return not_before_;
    if (planned == kNever) return kNever;
    return std::max(planned, not_before_);
}

BusCommand BusBoard::command_for(BusTask task) const {
    switch (task) {
        case BusTask::Ping:
            return BusCommand::Ping;
        case BusTask::Changes:
            return changes_open_ ? BusCommand::RepeatChanges : BusCommand::SendChanges;
        case BusTask::StartGame:
            return BusCommand::SetStartGame;
        case BusTask::Dump:
            return BusCommand::SendBoard;
        case BusTask::FromStart:
            return BusCommand::SendFromStart;
        case BusTask::Clock:
            return BusCommand::SendClock;
        case BusTask::Version:
            return BusCommand::SendVersion;
    }
    return BusCommand::Ping;
}

void BusBoard::asked(BusTask task, Instant now) {
    overheard(command_for(task), now);
    plan(task, kNever);
}

void BusBoard::overheard(BusCommand command, Instant now) {
    hearing_.asked(now);
    if (command == BusCommand::SendClock) clock_hearing_.asked(now);
    if (command == BusCommand::SendChanges || command == BusCommand::RepeatChanges) {
        repeated_ = command == BusCommand::RepeatChanges;
        changes_open_ = true;
        changes_asked_ = now;
    }
}

void BusBoard::line_opened(Instant now) {
    hearing_.begin(now);
    clock_hearing_.forget_question();
    misses_ = 0;
    not_before_ = {};
    announce_ = true;
    held_dump_.reset();
    if (confirmed_) greet(now);
}

void BusBoard::not_answered(BusTask task, Instant now, bool spoilt) {
    // A board may know no clock, or only some other question: that alone is no silence.
    if (task == BusTask::Clock && !spoilt && hearing_.state() == BoardHearing::State::Heard &&
        ++clock_misses_ >= kClockMisses) {
        plan(BusTask::Clock, now + kClockAbsent * std::min(clock_misses_, 5));
        return;
    }
    if (task == BusTask::FromStart && ++from_start_failures_ >= kFromStartTries) {
        game_started_ = false;  // give that way up
        plan(BusTask::Dump, now);
        return;
    }
    if (task == BusTask::Dump) ++dump_misses_;
    ++misses_;
    not_before_ = now + back_off(misses_);
    if (task == BusTask::Version) return;  // not worth a second question; greet asks again after silence
    if (task != BusTask::Ping) want(task, now);
}

void BusBoard::confirm(Instant now, const EventSink& sink) {
    confirmed_ = true;
    greet(now);
    Emit{*this, sink}(info_);
}

void BusBoard::on_reply(const BusReply& reply, bool solicited, Instant now, const EventSink& sink) {
    const auto before = hearing_.heard(now);
    misses_ = 0;
    not_before_ = {};
    if (!confirmed_ && (solicited || expected_ || options_.passive)) confirm(now, sink);
    if (before) {
        Emit{*this, sink}(DeviceBack{});
        announce_ = true;
        greet(now);
    }
    switch (static_cast<BusReplyId>(reply.id)) {
        case BusReplyId::Changes:
            return on_changes(reply.data, now, sink);
        case BusReplyId::ClockTimes:
            return on_clock(reply.data, now, sink);
        case BusReplyId::BoardDump:
            return on_dump(reply.data, now, sink);
        case BusReplyId::FromStart:
            return on_from_start(reply.data, now, sink);
        case BusReplyId::Version:
            return on_version(reply.data, sink);
        case BusReplyId::Ping:
            return;
        case BusReplyId::StartGameWritten:
            game_started_ = true;
            from_start_failures_ = 0;
            plan(BusTask::StartGame, kNever);
            want(BusTask::Clock, now);
            return;
        case BusReplyId::BoardDump50Black:
            break;
    }
    Emit{*this, sink}(Discarded{reply.size(), DiscardReason::UnknownMessage});
}

void BusBoard::on_changes(std::span<const std::uint8_t> data, Instant now, const EventSink& sink) {
    const bool repeated = std::exchange(repeated_, false);
    const bool open = std::exchange(changes_open_, false);
    // Late, and its question has been answered since.
    if (!options_.passive && !open) return;
    const bool past = changes_read_ && now - *changes_read_ > kPast;
    const bool seen =
        !data.empty() && std::equal(data.begin(), data.end(), last_packet_.begin(), last_packet_.end());
    changes_read_ = now;
    if (start_wanted_) {
        start_wanted_ = false;
        plan(BusTask::StartGame, now);
    }
    if (seen && (repeated || (options_.passive && !open))) {
        // The question before the repeat never arrived: this packet we had. What is new comes with the next
        // question.
        plan(BusTask::Changes, now);
        return;
    }
    last_packet_.assign(data.begin(), data.end());
    MemoryPlayer player(placement_);
    MemoryReader reader(data);
    bool changed = false;
    while (const auto event = reader.next()) changed = play(player, *event, past, now, sink) || changed;
    if (player.in_inventory()) {
        // It may go on in the next packet: the dump will tell what stands there.
        announce_ = true;
        want(BusTask::Dump, now);
    }
    placement_ = player.placement();
    if (changed) last_change_ = now;
    // Verified when the hands rest, unless it is due anyway.
    if (changed && due_[static_cast<std::size_t>(BusTask::Dump)] > now) {
        plan(BusTask::Dump, now + kVerifyAfterChange);
    }
    settle_held_dump(changed, now, sink);
    const bool hot = last_change_ && now < *last_change_ + kHotFor;
    want(BusTask::Changes, now + (hot ? kChangesHot : clock_.running ? kChangesWarm : kChangesCalm));
}

// One event of the board's memory onto the placement. Without a placement to begin with, changes mean nothing
// yet.
bool BusBoard::play(MemoryPlayer& player, const MemoryEvent& event, bool past, Instant now,
                    const EventSink& sink) {
    const Emit emit{*this, sink};
    if (const auto* time = std::get_if<MemoryTime>(&event); time != nullptr && !past)
        on_lever(*time, now, sink);
    const auto [inventory, change] = player.play(event);
    bool changed = false;
    if (const auto* whole = std::get_if<rules::Placement>(&inventory)) {
        if (!placement_known_ || !(*whole == placement_)) emit(BoardDump{*whole});
        placement_known_ = true;
        changed = true;
    }
    if (const auto* one = std::get_if<MemoryChange>(&change)) {
        if (placement_known_) emit(SquareChange{one->square, one->piece, past});
        changed = true;
    }
    return changed;
}

// A lever event stands among the changes where it happened; a poll of the clock tells only that it has.
void BusBoard::on_lever(const MemoryTime& time, Instant now, const EventSink& sink) {
    const rules::ClockSide halted = lever_votes_ < 0 ? other(time.halted) : time.halted;
    last_halted_ = time.halted;
    ++levers_since_reading_;
    want(BusTask::Clock, now);  // the event tells neither flags nor the increment
    if (!clock_known_ || !clock_.connected || clock_.to_move == other(halted)) return;
    clock_.side[index(halted)].time = time.time;
    clock_.to_move = other(halted);
    clock_.running = true;
    Emit{*this, sink}(ClockRead{clock_});
}

void BusBoard::on_clock(std::span<const std::uint8_t> data, Instant now, const EventSink& sink) {
    clock_hearing_.answered();
    clock_misses_ = 0;
    const auto decoded = decode_clock(data.first<7>());
    if (const auto* reading = std::get_if<rules::ClockReading>(&decoded)) {
        clock_ = *reading;
        clock_known_ = true;
        if (levers_since_reading_ == 1 && last_halted_ && reading->connected) {
            lever_votes_ += *last_halted_ == other(reading->to_move) ? 1 : -1;
            lever_votes_ = std::clamp(lever_votes_, -5, 5);
        }
        levers_since_reading_ = 0;
        Emit{*this, sink}(ClockRead{*reading});
        if (lever_votes_ == -5) remark("lever events name the other side", sink);
    } else if (std::holds_alternative<BadValue>(decoded)) {
        Emit{*this, sink}(Discarded{data.size() + 6, DiscardReason::BadValue});
    }
    want(BusTask::Clock, now + (!clock_.connected ? kClockAbsent
                                : clock_.running  ? kClockRunning
                                                  : kClockStopped));
}

void BusBoard::on_dump(std::span<const std::uint8_t> data, Instant now, const EventSink& sink) {
    const auto placement = decode_placement(data);
    if (!placement) {
        Emit{*this, sink}(Discarded{data.size() + 6, DiscardReason::BadValue});
        want(BusTask::Dump, now + kVerifyAgain);
        return;
    }
    plan(BusTask::Dump, now + kVerifyCalm);
    if (!placement_known_ || *placement == placement_) {
        const bool tell = !placement_known_ || std::exchange(announce_, false);
        if (tell) accept_dump(*placement, sink);
        held_dump_.reset();
        return;
    }
    if (options_.passive && held_dump_ == *placement) return accept_dump(*placement, sink);
    // The board knows of changes that it has not delivered yet. Those first.
    held_dump_ = *placement;
    held_since_ = now;
    plan(BusTask::Changes, now);
}

void BusBoard::settle_held_dump(bool changed, Instant now, const EventSink& sink) {
    if (!held_dump_) return;
    if (*held_dump_ == placement_) {
        held_dump_.reset();
    } else if (changed) {
        held_dump_.reset();  // it went on since
        plan(BusTask::Dump, now + kVerifyAgain);
    } else if (game_started_ && !options_.passive) {
        plan(BusTask::FromStart, now);
    } else {
        accept_dump(*held_dump_, sink);
    }
}

// Something was lost for good: what stands there counts.
void BusBoard::accept_dump(const rules::Placement& placement, const EventSink& sink) {
    placement_ = placement;  // may lie in held_dump_: copied before that goes
    placement_known_ = true;
    announce_ = false;
    held_dump_.reset();
    Emit{*this, sink}(BoardDump{placement_});
}

void BusBoard::on_from_start(std::span<const std::uint8_t> data, Instant now, const EventSink& sink) {
    from_start_failures_ = 0;
    if (!placement_known_) return;
    const rules::Placement final = held_dump_.value_or(placement_);
    const auto missing = events_after(data, placement_, final);
    MemoryPlayer player(placement_);
    if (missing) {
        for (const MemoryEvent& event : *missing) play(player, event, true, now, sink);
        placement_ = player.placement();
    }
    if (held_dump_ && !(*held_dump_ == placement_)) accept_dump(*held_dump_, sink);
    held_dump_.reset();
    want(BusTask::Dump, now + kVerifyAgain);
}

void BusBoard::on_version(std::span<const std::uint8_t> data, const EventSink& sink) {
    if (data.size() < 2) {
        remark("tells no version: firmware 1.2 or older", sink);
        return;
    }
    std::string firmware = std::to_string(data[0]);
    firmware += '.';
    firmware += std::to_string(data[1]);
    if (firmware == info_.firmware) return;
    info_.firmware = std::move(firmware);
    Emit{*this, sink}(info_);
}

void BusBoard::remark(const char* text, const EventSink& sink) {
    if (info_.remarks.find(text) != std::string::npos) return;
    if (!info_.remarks.empty()) info_.remarks += "; ";
    info_.remarks += text;
    Emit{*this, sink}(info_);
}

void BusBoard::start_game(Instant now) {
    start_wanted_ = true;
    plan(BusTask::Changes, now);
}

std::optional<Instant> BusBoard::wake_at() const {
    if (!is_told_of()) return std::nullopt;
    const auto board = hearing_.wake_at();
    const auto clock = clock_hearing_.wake_at(hearing_.last_heard());
    std::optional<Instant> first = !board || (clock && *clock < *board) ? clock : board;
    if (options_.passive && held_dump_ && (!first || held_since_ + kHeldPassive < *first)) {
        first = held_since_ + kHeldPassive;
    }
    return first;
}

void BusBoard::on_wake(Instant now, const EventSink& sink) {
    if (!is_told_of()) return;
    const Emit emit{*this, sink};
    while (const auto state = hearing_.judge(now)) {
        clock_hearing_.forget_question();
        if (*state == BoardHearing::State::Silent) {
            emit(DeviceSilent{});
        } else {
            emit(DeviceLost{});
        }
    }
    if (options_.passive && held_dump_ && now >= held_since_ + kHeldPassive) accept_dump(*held_dump_, sink);
    if (clock_hearing_.judge(hearing_.last_heard(), now)) {
        clock_.connected = clock_.running = false;
        emit(ClockRead{clock_});
    }
}

}  // namespace boardbridge::drivers::dgt
