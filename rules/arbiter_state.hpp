// What the arbiter remembers of a table, shared by its parts (moves, draws, clock, flags, result, devices).
// Inner part of the arbiter; its parts are the files arbiter_*.cpp.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/alert_book.hpp"
#include "rules/arbiter.hpp"
#include "rules/clock_watch.hpp"
#include "rules/laws.hpp"

namespace boardbridge::rules {

using Ms = std::chrono::milliseconds;

/// One ply as far as later judgements need it; the whole game is kept, so it is small.
struct PlyRecord {
    std::uint64_t key = 0;  ///< repetition key of the position after it; 0: not known
    std::uint16_t halfmoves = 0;
    Color side = Color::White;
    IllegalKind illegal = IllegalKind::None;
    bool completed = false;
    bool guess = false;
    bool illegal_position = false;  ///< own king attacked, or a king gone, after it
    bool both_attacked = false;
    bool mates = false;  ///< looked up only where it matters (75 moves)
};

/// The last plies at full length, for evidence and for going back.
struct RecentPly {
    Position after;
    std::string san;
};

/// An illegal move in the count of its player (contract section 5).
struct Offence {
    int ply = 0;
    Color side = Color::White;
    std::uint64_t alert = 0;
    bool counts = true;
    bool ruled = false;  ///< the arbiter himself said whether it counts
};

/// A side's clock in the running game.
struct SideClock {
    bool ran = false;    ///< seen running above zero in this game
    bool stale = false;  ///< the zero, flag or mark shown is left over from before the game
    bool fallen = false;
    std::optional<Instant> zero_at;  ///< when it was first read as zero, corrected by what had been left
    std::optional<Instant> mark_at;
};

/// Who asked "can he still mate?".
struct Question {
    VerdictRequest request;
    std::uint64_t alert = 0;  ///< 0: for the result that was signalled
    Result signalled = Result::Unknown;
    bool taken = false;
};

enum class Timer : std::uint8_t {
    PressWhite,
    PressBlack,
    FlagWhite,
    FlagBlack,
    ClockSetting,
    ClockStopped,
    RunningAfterEnd,
    kCount
};
constexpr std::size_t index(Timer t) { return static_cast<std::size_t>(t); }

struct Arbiter::State {
    State(ArbiterSettings given, Sink sink, MateOracle quick);

    // arbiter.cpp
    void game_started(const std::string& id, const Position& start, Instant now);
    void game_ended(const Outcome& outcome, Instant now);
    bool acknowledge(std::uint64_t id, std::string by, std::string remark);
    std::optional<ClockChanged> on_wake(Instant now);
    OpenAlert draft(AlertKind kind, AlertSide side, int ply = 0) const;
    void clear(AlertKind kind, AlertSide side, std::string_view resolution);
    void clear_kind(AlertKind kind, std::string_view resolution);
    void set(Timer t, Instant at) { timers[index(t)] = at; }
    void stop(Timer t) { timers[index(t)].reset(); }
    bool quick_partial() const {
        return settings.play != Play::Standard && settings.supervision == Supervision::Partial;
    }

    // arbiter_verdict.cpp
    MateVerdict quick_verdict(const Position& position, Color winner) const;
    /// The search goes on elsewhere, if the quick answer was Unknown.
    void ask(std::uint64_t alert, const Position& position, Color winner, MateVerdict quick,
             Result signalled = Result::Unknown);
    void verdict(std::uint64_t id, MateVerdict answer, Instant now);

    // arbiter_moves.cpp
    void on_ply(const Ply& ply, Instant now);
    void on_confirmed(const PlyConfirmed& confirmed, Instant now);
    void on_revised(const PliesRevised& revised, Instant now);
    void on_pressed(const Pressed& pressed, Instant now);
    void append(const Ply& ply);
    void truncate(int from_ply);
    void complete_through(int ply, Bitboard unpromoted, Instant now);
    void complete(int ply, Bitboard unpromoted, const Ply* made, Instant now);
    bool resolve_watches(int ply, bool illegal_position);
    void revive_watches(int from_ply);
    void answered(Color by, int ply);
    void press_without_move(Color side, Instant now);
    PlyRecord& record(int ply) { return plies[static_cast<std::size_t>(ply - 1)]; }
    int last_ply() const { return static_cast<int>(plies.size()); }
    Color to_move() const;
    const Position* position() const { return recent.empty() ? nullptr : &recent.back().after; }
    const RecentPly* recent_ply(int ply) const;

    // arbiter_illegal.cpp
    Completion completion_of(const Ply& ply, Instant now) const;
    void raise_illegal(const Ply& ply, bool drawn_already);
    void raise_both_kings(const Ply& ply);
    void raise_offence(AlertKind kind, const Ply& ply);
    OpenAlert draft_of(AlertKind kind, const Ply& ply) const;
    int offence_number(Color side) const;
    void renumber(Color side);
    void forget_offence(int ply, Color side);

    // arbiter_board.cpp
    void on_lost(const TrackingLost& lost);
    void guessed(const Ply& ply);
    void on_resumed(const TrackingResumed& resumed);
    void on_unstable(const SensorUnstable& unstable);
    void on_wrong_start(const WrongStart& wrong);
    void on_touch(const TouchNote& note);
    void moves_limit_passed();

    // arbiter_draws.cpp
    void after_completed(int ply);
    void repeated(int ply);
    std::vector<int> same_position(std::uint64_t key, int ply) const;
    void raise_ending(Termination termination);

    // arbiter_result.cpp
    void on_signal(Result signalled);
    void check_result(Result signalled);
    void raise_conflict(ConflictWith with, AlertSide side, Result signalled);

    // arbiter_clock.cpp
    std::optional<ClockChanged> on_reading(const ClockReading& reading, const ClockFace& now_face,
                                           Instant now);
    std::optional<ClockChanged> on_step(const ClockStep& step, Instant now);
    std::optional<ClockChanged> clock_lost(bool by_cable);
    void check_edit(const ClockStep& step);
    void check_setting(Instant now);
    void setting_is(bool wrong, Color side, Ms shown, Ms expected);
    void check_increment(const ClockStep& step);
    void check_running(const ClockStep& step, Instant now);
    void check_sides(const ClockStep& step, Instant now);
    void note_lever();
    void check_following();
    void arm_stopped(Instant now);
    void check_contradictions(Instant now);
    void turn_face(const ClockFace& to);
    ClockTimes times() const;
    ClockChanged view() const;
    bool worth_telling(const ClockStep& step) const;

    // arbiter_flags.cpp
    void check_flags(const ClockStep& step, Instant now);
    void flag_falls(Color side, Instant now);
    void mark_shown(Color side, Instant now);
    void both_flags(Instant now);
    void time_added(Color side, bool period);
    void check_counts(Color side);
    void check_period_moves(const ClockStep& step);
    void check_quickplay(const ClockBelief& clock);
    bool more_periods_follow() const;
    std::optional<bool> last_period() const;
    /// Moves that the periods up to the running one ask for; 0: all, or not known.
    int moves_asked_for() const;

    // arbiter_devices.cpp
    void device_changed(const DeviceChanged& change);
    void service_degraded(bool degraded, std::string detail);
    void score_requested(Color player);
    void clock_battery(bool low);

    ArbiterSettings settings;
    AlertBook book;
    MateOracle oracle;
    std::array<std::optional<Instant>, index(Timer::kCount)> timers{};
    std::deque<Question> questions;
    std::uint64_t next_question = 1;

    // the game
    bool playing = false;
    bool ended = false;
    Outcome outcome;
    std::string game_id;
    Instant started{};
    Instant ended_at{};
    std::uint64_t start_key = 0;
    std::vector<PlyRecord> plies;
    std::deque<RecentPly>
        recent;  ///< the last plies and, first of all, the start; back() stands on the board
    Instant last_made{};
    int completed = 0;  ///< plies 1 to this are completed
    std::array<int, 2> moves{};
    std::array<int, 2> presses{};
    std::array<int, 2> score_requests{};
    std::vector<Offence> offences;

    // the clock
    ClockWatch watch;
    ClockFace face;
    bool face_known = false;
    bool clock_seen = false;  ///< ever connected
    bool clock_gone = false;
    int contradictions_told = 0;
    std::array<SideClock, 2> clocks{};
    std::optional<ClockBelief> before_game;
    bool setting_checked = false;
    bool ran_in_game = false;
    std::optional<Instant> running_since;
    int periods_added = 0;
    int followed_ply = 0;  ///< the last ply that stood when the lever changed
    int levers_ahead = 0;  ///< changes of the lever since then without a ply
    int increments_off = 0;
    std::optional<Ms> increment_seen;  ///< the last one that was off
    int wrong_sides = 0;
    int right_sides = 0;
    int sides_proven = 0;  // votes that the sides are right, in this game
    int side_vote_ply = -1;
    bool swapped = false;
};

}  // namespace boardbridge::rules
