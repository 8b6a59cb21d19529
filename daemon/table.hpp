// One table of the hall ("board 12"): sensor board, clock and game. Turns device events into table events by
// way of the move tracker, the score and the arbiter. Single owner, no I/O, no clock of its own (design
// sections 3 and 5).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "drivers/device_event.hpp"
#include "rules/arbiter.hpp"
#include "rules/delays.hpp"
#include "rules/instant.hpp"
#include "rules/language.hpp"
#include "rules/table_event.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::daemon {

/// Which side of the clock is White's: learnt (from the board's orientation, then from who loses time), or
/// said.
enum class WhiteClock : std::uint8_t { Auto, Left, Right };
using Language = rules::Language;

struct TableSettings {
    unsigned number = 1;
    std::string white;  ///< player names, may be empty
    std::string black;
    WhiteClock white_clock = WhiteClock::Auto;
    rules::Edition laws = rules::Edition::Fide2023;
    rules::Play play = rules::Play::Standard;
    rules::Supervision supervision = rules::Supervision::Full;
    std::optional<rules::TimeControl> time_control;
    bool guideline_3 = false;
    Language language = Language::English;
    rules::Delays delays;
    bool occupancy_only = false;        ///< the board senses no piece identity
    bool chess960 = false;              ///< a Chess960 start array opens a game; `start` decides for itself
    std::optional<rules::Setup> start;  ///< a game opens from here at once
    std::string game_id_prefix;         ///< makes game ids unique beyond this run, e.g. "20261130T0930-"
};

/// What was numbered at a table before its board changed: a number is never given twice in one run.
struct TableHistory {
    unsigned games = 0;
    std::uint64_t last_alert = 0;
};

class Table {
public:
    using Sink = std::function<void(Instant at, const rules::TableEvent&)>;

    Table(TableSettings settings, Sink sink);
    ~Table();
    Table(Table&&) noexcept;
    Table& operator=(Table&&) noexcept;

    void on_device(const drivers::DeviceEvent& event, Instant now);
    /// Where the table's board hangs; told in DeviceChanged.
    void attach(std::string line, int address, std::string driver);
    /// State of the line itself (opening, lost, found again); `change` is published and judged.
    void on_device_changed(const rules::DeviceChanged& change, Instant now);
    std::optional<Instant> wake_at() const;
    void on_wake(Instant now);

    /// SIGHUP: everything but number and start takes effect at once; the running game goes on.
    void reconfigure(const TableSettings& settings, Instant now);
    /// The table is no more, for this reason: its open game ends without a result, its alerts are cleared.
    TableHistory close(const std::string& why, Instant now);
    /// Before anything else: game and alert ids go on after these.
    void number_after(const TableHistory& past);
    /// This table's board was the other one's until now: what it has told last is taken over, but no game.
    void take_board(const Table& before, Instant now);
    /// An arbiter has seen an alert; false if no such alert is open.
    bool acknowledge(std::uint64_t alert, std::string by, std::string remark, Instant now);

    /// The next question "can he still mate?" that took more than a moment; asked once.
    std::optional<rules::VerdictRequest> take_verdict_request();
    void verdict(std::uint64_t id, rules::MateVerdict answer, Instant now);

    /// Told one line for each decision of the move tracker (`replay --explain`).
    void explain_to(std::function<void(Instant at, const std::string& line)> explain);

    rules::TableSnapshot snapshot() const;
    unsigned number() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace boardbridge::daemon
