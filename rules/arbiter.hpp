// What the Laws want the arbiter to know of one table: observations of the board and readings of the clock
// in, alerts with a life out. It reports facts and what the article provides; it never rules. It knows no
// device, no board byte, no time source. Follows contract sections 4 to 6, laws-and-alerts; the editions are
// data in laws.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/alert.hpp"
#include "rules/clock.hpp"
#include "rules/delays.hpp"
#include "rules/instant.hpp"
#include "rules/language.hpp"
#include "rules/observation.hpp"
#include "rules/outcome.hpp"
#include "rules/position.hpp"
#include "rules/table_event.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::rules {

struct ArbiterSettings {
    Edition laws = Edition::Fide2023;
    Play play = Play::Standard;
    Supervision supervision = Supervision::Full;
    std::optional<TimeControl> time_control;
    bool guideline_3 = false;  ///< Guidelines III were announced
    Language language = Language::English;
    Delays delays;
};

/// "Can `winner` still mate by any series of legal moves?", answered at once within a small budget; Unknown:
/// it needs more, and is asked again as a VerdictRequest.
using MateOracle = std::function<MateVerdict(const Position&, Color winner)>;

/// A question for who has the time: the daemon's worker pool, or replay on the spot. Answer with
/// Arbiter::verdict.
struct VerdictRequest {
    std::uint64_t id = 0;
    Position position;
    Color winner = Color::White;
};

/// What an arbiter said of an irregularity when he acknowledged its alert.
enum class Ruling : std::uint8_t { None, Excused, Penalised };
/// Read from the first word of a remark, in any letter case: "excused", "no penalty", "entschuldigt" ... and
/// "penalised", "illegal", "bestraft" ... in the languages of the catalogue. Anything else: None.
Ruling ruling_of(std::string_view remark);

/// Value in, value out; one owner; bounded memory. Every call may raise, update or clear alerts through the
/// sink.
class Arbiter {
public:
    using Sink = std::function<void(const Alert&)>;

    Arbiter(ArbiterSettings settings, Sink sink, MateOracle quick = {});
    ~Arbiter();
    Arbiter(Arbiter&&) noexcept;
    Arbiter& operator=(Arbiter&&) noexcept;

    /// Takes effect for what comes; open alerts keep the edition they were raised under.
    void reconfigure(ArbiterSettings settings);

    /// The next alert gets at least this id: after a restart, one above the highest ever published.
    void number_alerts_from(std::uint64_t next);

    /// Alerts of the former game are cleared; those of devices stay.
    void game_started(const std::string& game_id, const Position& start, Instant now);
    /// In the order in which the tracker gives them. Before game_started and after game_ended, plies and
    /// presses count for nothing.
    void observe(const Observation& what, Instant now);
    void game_ended(const Outcome& outcome, Instant now);

    /// Every reading, repeated ones too. What is worth telling a client comes back: a lever, a start or stop,
    /// a flag, a jump, a new second; never a reading that is not believed (yet).
    std::optional<ClockChanged> clock(const ClockReading& reading, const ClockFace& face, Instant now);
    /// The clock does not answer its poll. Nothing, as long as it never answered.
    std::optional<ClockChanged> clock_silent(Instant now);

    /// State of a board or a line.
    void device_changed(const DeviceChanged& change, Instant now);
    void service_degraded(bool degraded, std::string detail, Instant now);
    /// A player asked to see the score (2018 A.3.2, B.3.2): counted; the sixth is an alert.
    void score_requested(Color player, Instant now);

    /// False if no such alert is open. A remark that excuses an illegal move takes it out of the count, one
    /// that penalises a press without a move puts it in (ruling_of).
    bool acknowledge(std::uint64_t id, std::string by, std::string remark, Instant now);

    std::optional<Instant> wake_at() const;
    /// What comes back: as for clock().
    std::optional<ClockChanged> on_wake(Instant now);

    /// The next question nobody has taken yet; call after anything that may have raised an alert.
    std::optional<VerdictRequest> take_verdict_request();
    /// The answer; one that nobody waits for any more is ignored.
    void verdict(std::uint64_t id, MateVerdict answer, Instant now);

    std::vector<Alert> open_alerts() const;  ///< ascending by id
    /// A flag fell in the running game and stands: plies made now are "after the flag".
    bool flag_fallen() const;
    /// The clock as believed; times absent when it is lost or was never seen.
    ClockChanged clock_now() const;
    /// Time falls on the side that is not to move, over three plies: the clock may stand the other way round.
    /// For `white_clock = auto` the table turns its ClockFace and goes on.
    bool clock_sides_look_swapped() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace boardbridge::rules
