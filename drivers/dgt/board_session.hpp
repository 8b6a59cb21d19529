// The conversation with one DGT board on a line of its own (serial, USB, Bluetooth): find out who it is, keep
// it telling its changes, notice silence, ask again for all that may have been lost. No I/O, no clock.
// device-protocols 1, README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "drivers/dgt/frame.hpp"
#include "drivers/dgt/hearing.hpp"
#include "drivers/dgt/message.hpp"
#include "drivers/dgt/questions.hpp"
#include "drivers/session.hpp"

namespace boardbridge::drivers::dgt {

class BoardSession final : public Session {
public:
    explicit BoardSession(const SessionOptions& options);

    void start(Instant now, const EventSink& sink) override;
    std::span<std::byte> read_space() override { return reader_.space(); }
    void on_read(std::size_t n, Instant now, const EventSink& sink) override;
    std::span<const std::byte> to_write() const override { return questions_.to_write(); }
    void on_written(std::size_t n, Instant now) override;
    void on_sent(std::span<const std::byte> bytes, Instant now) override;
    std::optional<Instant> wake_at() const override;
    void on_wake(Instant now, const EventSink& sink) override;

private:
    void introduce(Instant now);
    void on_frame(const Frame& frame, Instant now, const EventSink& sink);
    void on_message(const BadValue&, const Frame&, Instant, const EventSink&);
    void on_message(const rules::Placement&, const Frame&, Instant, const EventSink&);
    void on_message(const rules::ClockReading&, const Frame&, Instant, const EventSink&);
    void on_message(const ClockAck&, const Frame&, Instant, const EventSink&);
    void on_message(const ClockNothing&, const Frame&, Instant, const EventSink&);
    void on_message(const FieldUpdate&, const Frame&, Instant, const EventSink&);
    void on_message(const BusAddress&, const Frame&, Instant, const EventSink&);
    void on_message(const SerialNumber&, const Frame&, Instant, const EventSink&);
    void on_message(const LongSerialNumber&, const Frame&, Instant, const EventSink&);
    void on_message(const Trademark&, const Frame&, Instant, const EventSink&);
    void on_message(const Version&, const Frame&, Instant, const EventSink&);
    void on_message(const HardwareVersion&, const Frame&, Instant, const EventSink&);
    void on_message(const BatteryStatus&, const Frame&, Instant, const EventSink&);
    void on_message(const EepromMoves&, const Frame&, Instant, const EventSink&);
    void on_message(const UnknownMessage&, const Frame&, Instant, const EventSink&);

    void on_discarded(const Discarded& discarded, Instant now, const EventSink& sink);
    void clock_answered(Instant now);
    void heard(Instant now, const EventSink& sink);
    void told(DeviceInfo info, const EventSink& sink);
    void remark(const char* text, const EventSink& sink);
    void judge_silence(Instant now, const EventSink& sink);
    void doubt_placement(Instant now);
    void judge_pushing(const rules::ClockReading& reading, Instant now);
    Instant serial_due() const;
    Instant clock_due() const;
    Instant verify_due() const;
    void ask(Instant now);
    void on_asked(Question q, Instant now);

    SessionOptions options_;
    FrameReader reader_;
    Questions questions_;
    DeviceInfo info_;

    rules::Placement placement_;  // as told by dumps and updates
    bool placement_known_ = false;
    bool placement_doubtful_ = false;  // bytes were lost since the last dump
    int missed_ = 0;  // dumps since the last field update that showed changes nobody had told
    Instant verify_at_ = Instant::max();
    Instant dump_asked_{};

    Instant last_byte_{};
    BoardHearing board_;
    bool serial_known_ = false;
    Instant serial_asked_{};

    bool answer_ = false;  // the message at hand is what was asked for
    Instant last_clock_{};
    Instant last_push_{};  // clock message that nobody asked for
    Instant clock_asked_{};
    ClockHearing clock_;
    bool clock_running_ = false;
    int overdue_ = 0;  // times that a running clock was found not to push
};

}  // namespace boardbridge::drivers::dgt
