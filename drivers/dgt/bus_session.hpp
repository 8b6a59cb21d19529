// The conversation with a chain of DGT boards on one bus: one question at a time, addressed, answered within
// milliseconds; the line is never left idle and no board's silence costs the others more than its time-out.
// No I/O, no clock; no single-board command ever. device-protocols 2, README.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "drivers/dgt/bus_board.hpp"
#include "drivers/dgt/bus_discovery.hpp"
#include "drivers/dgt/bus_frame.hpp"
#include "drivers/session.hpp"

namespace boardbridge::drivers::dgt {

class BusSession final : public Session {
public:
    static constexpr std::size_t kMostBoards = 64;  ///< far more than a line can serve; noise finds no more

    explicit BusSession(const SessionOptions& options);

    void start(Instant now, const EventSink& sink) override;
    std::span<std::byte> read_space() override { return reader_.space(); }
    void on_read(std::size_t n, Instant now, const EventSink& sink) override;
    std::span<const std::byte> to_write() const override;
    void on_written(std::size_t n, Instant now) override;
    void on_sent(std::span<const std::byte> bytes, Instant now) override;
    std::optional<Instant> wake_at() const override;
    void on_wake(Instant now, const EventSink& sink) override;
    void start_game(BoardAddress board, Instant now) override;

private:
    // What is on the line: sent, or to be sent, and not answered yet.
    struct Question {
        BusCommand command{};
        BoardAddress address;
        std::optional<BusTask> task;  // nothing: discovery
        std::size_t sent = 0;         // bytes
        Instant give_up = Instant::max();
        bool spoilt = false;  // something came, but not whole
    };

    BusBoard* find(BoardAddress address);
    BusBoard* find_or_add(BoardAddress address, bool expected);
    void on_frame(const Frame& frame, Instant now, const EventSink& sink);
    void on_discarded(const Discarded& discarded, Instant now, const EventSink& sink);
    bool answers(const BusReply& reply) const;
    bool strip_echo();
    void time_out(Instant now, const EventSink& sink);
    bool may_look_around(Instant now) const;
    void next_question(Instant now);
    void ask(BusCommand command, BoardAddress address, std::optional<BusTask> task);
    struct Choice {
        BusBoard* board = nullptr;
        BusTask task{};
        Instant due = BusBoard::kNever;
    };
    Choice choose(Instant now) const;
    Instant allowed_from(const BusBoard& board, BusTask task) const;
    std::chrono::microseconds wire_time(std::size_t bytes) const;

    SessionOptions options_;
    FrameReader reader_;
    std::vector<std::unique_ptr<BusBoard>> boards_;
    BusDiscovery discovery_;

    std::optional<Question> question_;
    BusCommandBytes out_{};
    Instant may_ask_{};
    bool echo_heard_ = false;     // a half-duplex adapter: our own bytes come back
    bool echo_possible_ = false;  // the next bytes may be those of out_

    Instant last_byte_{};
    Instant silent_from_{};      // when a board that does not answer may cost a time-out again
    Instant from_start_from_{};  // when a transfer of seconds may block the line again
};

}  // namespace boardbridge::drivers::dgt
