// What a DGT board is told and what becomes of its messages. Timing reasons are given where the numbers
// stand.
#include "drivers/dgt/board_session.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace boardbridge::drivers::dgt {

namespace {

using std::chrono::milliseconds;

// A running clock speaks every second; a little later it is asked. A paused one says nothing in UPDATE_NICE.
constexpr milliseconds kClockQuiet{1200};
constexpr milliseconds kClockAgain{1000};
constexpr milliseconds kClockQuietLost{5000};  // no clock answered lately: ask on, seldom
// Nothing at all was heard, the clock's poll included: ask for the serial number, which every board knows.
constexpr milliseconds kBoardQuiet{2000};
constexpr milliseconds kPollSilent{1000};
// A clock that runs and pushes nothing: the board has fallen out of update mode (power dip, another program).
constexpr milliseconds kPushOverdue{2600};
// A lost field update heals with the next dump: soon after hands were at work, else now and then.
constexpr milliseconds kVerifyAfterChange{5000};
constexpr milliseconds kVerifyQuiet{15000};
constexpr milliseconds kDumpAfterGarbage{1000};  // at most so often, however much garbage comes
constexpr milliseconds kBatteryPeriod{60000};
constexpr milliseconds kFlushQuiet{300};   // discarded bytes are told when nothing follows them
constexpr milliseconds kCutMessage{2000};  // a message that began and does not go on

std::string version_text(const Version& v) { return std::to_string(v.major) + '.' + std::to_string(v.minor); }

std::string printable(std::string_view text) {
    std::string out(text);
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c < ' ' || c == 0x7F; }, ' ');
    return out;
}

template <class What>
void emit(const EventSink& sink, What&& what) {
    sink(DeviceEvent{BoardAddress{}, std::forward<What>(what)});
}

/// Noise on a line makes frames, too.
bool is_sense(const Message& m) {
    return !std::holds_alternative<BadValue>(m) && !std::holds_alternative<UnknownMessage>(m);
}

/// What noise does not make in years: a silent board is back.
bool is_unmistakable(const Message& m) {
    return std::holds_alternative<rules::Placement>(m) || std::holds_alternative<rules::ClockReading>(m) ||
           std::holds_alternative<FieldUpdate>(m) || std::holds_alternative<SerialNumber>(m);
}

}  // namespace

BoardSession::BoardSession(const SessionOptions& options)
    : options_(options), board_(options.silent_after, options.lost_after), clock_(options.clock_lost_after) {}

void BoardSession::start(Instant now, const EventSink&) {
    last_byte_ = last_clock_ = last_push_ = now;
    board_.begin(now);
    if (options_.passive) return;
    dump_asked_ = serial_asked_ = clock_asked_ = now - kDumpAfterGarbage;
    questions_.begin(now);
    introduce(now);
    questions_.want(Question::Version, now);
    questions_.want(Question::Trademark, now);
    questions_.want(Question::BusAddress, now);
    questions_.want(Question::Battery, now);
}

// Who are you, tell changes from now on, what stands where, what does the clock show.
void BoardSession::introduce(Instant now) {
    questions_.want(Question::Serial, now);
    questions_.want(Question::LongSerial, now);
    questions_.want(Question::UpdateNice, now);
    questions_.want(Question::Dump, now);
    questions_.want(Question::Clock, now);
    missed_ = 0;
    serial_known_ = false;
}

void BoardSession::on_read(std::size_t n, Instant now, const EventSink& sink) {
    last_byte_ = now;
    reader_.commit(n);
    while (true) {
        const auto found = reader_.next();
        if (const auto* frame = std::get_if<Frame>(&found)) {
            on_frame(*frame, now, sink);
        } else if (const auto* discarded = std::get_if<Discarded>(&found)) {
            on_discarded(*discarded, now, sink);
        } else {
            break;
        }
    }
    if (!options_.passive) ask(now);
}

void BoardSession::on_frame(const Frame& frame, Instant now, const EventSink& sink) {
    const Message message = decode(frame);
    if (board_.state() == BoardHearing::State::Heard ? is_sense(message) : is_unmistakable(message))
        heard(now, sink);
    answer_ = questions_.answered(static_cast<MessageId>(frame.id));
    std::visit([&](const auto& m) { on_message(m, frame, now, sink); }, message);
}

void BoardSession::heard(Instant now, const EventSink& sink) {
    const auto before = board_.heard(now);
    if (!before) return;
    emit(sink, DeviceBack{});
    if (options_.passive) return;
    placement_doubtful_ = true;
    introduce(now);  // it may have been switched off, or be another board by now
    if (*before != BoardHearing::State::Lost) return;
    questions_.want(Question::Version, now);
    questions_.want(Question::Trademark, now);
}

void BoardSession::on_message(const BadValue&, const Frame& frame, Instant now, const EventSink& sink) {
    emit(sink, Discarded{frame.size(), DiscardReason::BadValue});
    const auto id = static_cast<MessageId>(frame.id);
    if (id == MessageId::BoardDump || id == MessageId::FieldUpdate) doubt_placement(now);
}

void BoardSession::on_message(const rules::Placement& placement, const Frame&, Instant now,
                              const EventSink& sink) {
    const bool untold = placement_known_ && !placement_doubtful_ && !(placement == placement_);
    placement_ = placement;
    placement_known_ = true;
    placement_doubtful_ = false;
    emit(sink, BoardDump{placement});
    if (options_.passive) return;
    verify_at_ = now + (untold ? kDumpAfterGarbage : kVerifyQuiet);
    // Changes happened that nobody told. Boards that know no UPDATE_NICE get the older command the second
    // time.
    if (untold) questions_.want(++missed_ > 1 ? Question::Update : Question::UpdateNice, now);
}

void BoardSession::on_message(const FieldUpdate& update, const Frame&, Instant now, const EventSink& sink) {
    placement_.set(update.square, update.piece);
    missed_ = 0;
    verify_at_ = now + kVerifyAfterChange;
    emit(sink, SquareChange{update.square, update.piece, false});
    if (update.upper_bits != 0) remark("field updates with upper bits", sink);
}

void BoardSession::clock_answered(Instant now) {
    last_clock_ = now;
    clock_.answered();
}

void BoardSession::on_message(const rules::ClockReading& reading, const Frame&, Instant now,
                              const EventSink& sink) {
    clock_answered(now);
    if (!options_.passive) judge_pushing(reading, now);
    emit(sink, ClockRead{reading});
}

// In update mode a running clock is pushed every second. Where only polls find it running, that mode is off.
void BoardSession::judge_pushing(const rules::ClockReading& reading, Instant now) {
    const bool was_running = std::exchange(clock_running_, reading.connected && reading.running);
    if (!answer_ || !was_running || !clock_running_) {
        last_push_ = now;
        if (!answer_) overdue_ = 0;
        return;
    }
    if (now < last_push_ + kPushOverdue) return;
    last_push_ = now;
    questions_.want(++overdue_ > 1 ? Question::Update : Question::UpdateNice, now);
    doubt_placement(now);
}

void BoardSession::on_message(const ClockAck&, const Frame&, Instant now, const EventSink&) {
    clock_answered(now);
}

void BoardSession::on_message(const ClockNothing&, const Frame&, Instant now, const EventSink&) {
    clock_answered(now);
}

void BoardSession::on_message(const BusAddress& address, const Frame&, Instant, const EventSink& sink) {
    DeviceInfo info = info_;
    info.bus_address = address.value;
    told(std::move(info), sink);
}

void BoardSession::on_message(const SerialNumber& serial, const Frame& frame, Instant,
                              const EventSink& sink) {
    serial_known_ = true;
    if (serial.text != info_.serial) {
        DeviceInfo info = info_;
        info.serial = printable(serial.text);
        told(std::move(info), sink);
    }
    if (frame.payload.size() != 5) remark("serial number longer than five characters", sink);
}

void BoardSession::on_message(const LongSerialNumber& serial, const Frame&, Instant, const EventSink& sink) {
    DeviceInfo info = info_;
    info.long_serial = printable(serial.text);
    if (info.serial.empty()) info.serial = info.long_serial;
    told(std::move(info), sink);
}

void BoardSession::on_message(const Trademark& trademark, const Frame&, Instant, const EventSink& sink) {
    DeviceInfo info = info_;
    info.trademark = printable(trademark.text);
    told(std::move(info), sink);
}

void BoardSession::on_message(const Version& version, const Frame&, Instant, const EventSink& sink) {
    DeviceInfo info = info_;
    info.firmware = version_text(version);
    told(std::move(info), sink);
}

void BoardSession::on_message(const HardwareVersion& hardware, const Frame&, Instant, const EventSink& sink) {
    DeviceInfo info = info_;
    info.hardware = version_text(hardware.version);
    told(std::move(info), sink);
}

void BoardSession::on_message(const BatteryStatus& battery, const Frame&, Instant now,
                              const EventSink& sink) {
    if (battery.percent) emit(sink, Battery{*battery.percent, battery.charging});
    if (battery.short_form) remark("short battery message", sink);
    if (!options_.passive) questions_.want(Question::Battery, now + kBatteryPeriod);
}

void BoardSession::on_message(const EepromMoves&, const Frame& frame, Instant, const EventSink& sink) {
    emit(sink, Discarded{frame.size(), DiscardReason::UnknownMessage});
}

void BoardSession::on_message(const UnknownMessage&, const Frame& frame, Instant, const EventSink& sink) {
    emit(sink, Discarded{frame.size(), DiscardReason::UnknownMessage});
}

void BoardSession::told(DeviceInfo info, const EventSink& sink) {
    if (info == info_) return;
    info_ = std::move(info);
    emit(sink, info_);
}

void BoardSession::remark(const char* text, const EventSink& sink) {
    if (info_.remarks.find(text) != std::string::npos) return;
    DeviceInfo info = info_;
    if (!info.remarks.empty()) info.remarks += "; ";
    info.remarks += text;
    told(std::move(info), sink);
}

// Whatever was lost may have been a field update: only a dump tells.
void BoardSession::on_discarded(const Discarded& discarded, Instant now, const EventSink& sink) {
    emit(sink, discarded);
    if (options_.passive) return;
    if (questions_.is_awaited(Question::Dump)) questions_.stop_waiting();
    doubt_placement(now);
}

void BoardSession::doubt_placement(Instant now) {
    if (options_.passive) return;
    placement_doubtful_ = true;
    questions_.want(Question::Dump, std::max(now, dump_asked_ + kDumpAfterGarbage));
}

void BoardSession::on_written(std::size_t n, Instant now) { questions_.on_written(n, now); }

std::optional<Instant> BoardSession::wake_at() const {
    std::optional<Instant> first;
    const auto consider = [&first](std::optional<Instant> t) {
        if (t && *t != Instant::max() && (!first || *t < *first)) first = t;
    };
    if (reader_.discarding() > 0) consider(last_byte_ + kFlushQuiet);
    consider(board_.wake_at());
    consider(clock_.wake_at(board_.last_heard()));
    if (options_.passive) return first;
    if (reader_.pending() > 0) consider(last_byte_ + kCutMessage);
    consider(questions_.wake_at());
    consider(serial_due());
    consider(clock_due());
    consider(verify_due());
    return first;
}

void BoardSession::on_wake(Instant now, const EventSink& sink) {
    if (!options_.passive && reader_.pending() > 0 && now >= last_byte_ + kCutMessage) reader_.drop_pending();
    if (reader_.discarding() > 0 && now >= last_byte_ + kFlushQuiet) {
        if (const auto discarded = reader_.flush()) on_discarded(*discarded, now, sink);
    }
    judge_silence(now, sink);
    if (!options_.passive) ask(now);
}

// Somebody else asked: a capture of a conversation, read again. Only what every board answers counts.
void BoardSession::on_sent(std::span<const std::byte> bytes, Instant now) {
    for (const std::byte b : bytes) {
        const auto q = Questions::question_of(static_cast<std::uint8_t>(b));
        if (!q) continue;
        if (Questions::is_answered_by_all(*q)) board_.asked(now);
        if (*q == Question::Clock) clock_.asked(now);
    }
}

void BoardSession::judge_silence(Instant now, const EventSink& sink) {
    while (const auto state = board_.judge(now)) {
        questions_.clear();
        clock_.forget_question();
        if (*state == BoardHearing::State::Silent) {
            emit(sink, DeviceSilent{});
        } else {
            emit(sink, DeviceLost{});
        }
    }
    // The board answers, the clock does not: pulled out, or switched off.
    if (clock_.judge(board_.last_heard(), now)) {
        clock_running_ = false;
        rules::ClockReading nothing;
        nothing.connected = false;
        emit(sink, ClockRead{nothing});
    }
}

Instant BoardSession::serial_due() const {
    if (questions_.is_planned(Question::Serial) || questions_.is_awaited(Question::Serial))
        return Instant::max();
    if (!serial_known_) return serial_asked_ + kBoardQuiet;
    return std::max(board_.last_heard() + kBoardQuiet, serial_asked_ + kPollSilent);
}

Instant BoardSession::clock_due() const {
    if (board_.state() != BoardHearing::State::Heard || questions_.is_planned(Question::Clock) ||
        questions_.is_awaited(Question::Clock)) {
        return Instant::max();
    }
    return std::max(last_clock_ + kClockQuiet,
                    clock_asked_ + (clock_.lost() ? kClockQuietLost : kClockAgain));
}

Instant BoardSession::verify_due() const {
    if (board_.state() != BoardHearing::State::Heard || questions_.is_planned(Question::Dump) ||
        questions_.is_awaited(Question::Dump)) {
        return Instant::max();
    }
    return verify_at_;
}

// Plans what is due by time alone, then says the next thing.
void BoardSession::ask(Instant now) {
    if (now >= serial_due()) questions_.want(Question::Serial, now);
    if (now >= clock_due()) questions_.want(Question::Clock, now);
    if (now >= verify_due()) questions_.want(Question::Dump, now);
    if (const auto q = questions_.tick(now)) on_asked(*q, now);
}

void BoardSession::on_asked(Question q, Instant now) {
    if (Questions::is_answered_by_all(q)) board_.asked(now);
    if (q == Question::Serial) serial_asked_ = now;
    if (q == Question::Dump) {
        dump_asked_ = now;
        verify_at_ = Instant::max();
    }
    if (q == Question::Clock) {
        clock_asked_ = now;
        clock_.asked(now);
    }
}

}  // namespace boardbridge::drivers::dgt
