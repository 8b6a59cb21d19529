// A table for tests of the arbiter: plays plies and clock readings in virtual time and keeps every alert that
// came out.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "rules/arbiter.hpp"
#include "rules/fen.hpp"
#include "rules/san.hpp"

namespace boardbridge::rules::test {

using namespace std::chrono_literals;

inline Color side_to_move(const Position& p) { return p.turn(); }

/// A reading by colour, White's clock on the left.
struct Shown {
    std::chrono::milliseconds white{0};
    std::chrono::milliseconds black{0};
    std::optional<Color> running{};  ///< nothing: stopped
    Color lever = Color::White;      ///< who is to move, when stopped
    bool white_blocked = false, black_blocked = false;
    bool white_mark = false, black_mark = false;
    bool per_move = false;
    bool battery_low = false;
};

inline ClockReading reading_of(const Shown& s) {
    ClockReading r;
    r.side[0] = {s.white, s.white_blocked, s.white_mark, s.per_move};
    r.side[1] = {s.black, s.black_blocked, s.black_mark, s.per_move};
    r.running = s.running.has_value();
    r.to_move = s.running.value_or(s.lever) == Color::White ? ClockSide::Left : ClockSide::Right;
    r.battery_low = s.battery_low;
    return r;
}

class Referee {
public:
    explicit Referee(ArbiterSettings settings = {}, MateOracle oracle = {})
        : arbiter(
              std::move(settings),
              [this](const Alert& a) {
                  seen.push_back(a);
                  check(a);
              },
              std::move(oracle)) {}

    /// Opens a game; every alert id seen so far keeps its rules of life.
    void start(const std::string& fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") {
        const auto p = position_from_fen(fen);
        ASSERT_TRUE(p.has_value()) << p.error();
        position = *p;
        ply = 0;
        arbiter.game_started("g" + std::to_string(++games), position, now);
    }

    Ply legal(const std::string& san) {
        const auto move = parse_san(position, san);
        EXPECT_TRUE(move.has_value()) << san << " in " << to_fen(position);
        Ply p = blank();
        if (!move) return p;
        p.move = *move;
        p.san = san;
        p.after = position.play(*move);
        return p;
    }

    /// Lifts `from`, puts it on `to` (promoted if told), whatever the rules say.
    Ply illegal(const std::string& san, Square from, Square to, IllegalKind kind,
                std::optional<Piece> put = {}) {
        Ply p = blank();
        p.san = san;
        p.illegal = kind;
        p.provisional = false;
        p.completed_by = Completion::Press;
        Setup s = position.setup();
        const Piece piece = s.placement[from];
        p.side = is_piece(piece) && kind != IllegalKind::OpponentsPiece ? color_of(piece) : position.turn();
        s.placement.set(from, Piece::None);
        s.placement.set(to, put.value_or(piece));
        s.turn = opposite(p.side);
        s.en_passant.reset();
        const auto after = s.position(Legality::Playable);
        EXPECT_TRUE(after.has_value()) << san;
        if (after) p.after = *after;
        p.differing = bit(from) | bit(to);
        return p;
    }

    /// A legal move, made and (unless told otherwise) pressed.
    void move(const std::string& san, bool press = true) { play(legal(san), press); }
    void moves(const std::string& sans) {
        std::string word;
        for (const char c : sans + " ") {
            if (c != ' ') {
                word += c;
            } else if (!word.empty()) {
                move(word);
                word.clear();
            }
        }
    }
    void play(Ply p, bool press = true, Bitboard unpromoted = 0) {
        wait(500ms);
        p.made_at = now;
        arbiter.observe(PlyMade{p}, now);
        position = p.after;
        ply = p.number;
        if (!press) return;
        if (p.illegal == IllegalKind::None) {
            wait(300ms);
            arbiter.observe(Pressed{p.side, true}, now);
            arbiter.observe(PlyConfirmed{p.number, Completion::Press, unpromoted}, now);
        }
    }
    void confirm(int number, Completion by = Completion::Reply) {
        arbiter.observe(PlyConfirmed{number, by, 0}, now);
    }

    void show(const Shown& s) { last = arbiter.clock(reading_of(s), ClockFace{ClockSide::Left}, now); }
    /// Time passes; the arbiter is woken whenever it asked for it.
    void wait(Instant::duration d) {
        const Instant until = now + d;
        while (arbiter.wake_at() && *arbiter.wake_at() <= until) {
            now = std::max(now, *arbiter.wake_at());
            if (auto changed = arbiter.on_wake(now)) last = changed;
        }
        now = until;
    }
    void end(Result result, Termination how) { arbiter.game_ended({result, how}, now); }

    std::vector<Alert> of(AlertKind kind) const {
        std::vector<Alert> out;
        std::copy_if(seen.begin(), seen.end(), std::back_inserter(out),
                     [kind](const Alert& a) { return a.kind == kind; });
        return out;
    }
    int raised(AlertKind kind) const {
        return static_cast<int>(std::count_if(seen.begin(), seen.end(), [kind](const Alert& a) {
            return a.kind == kind && a.state == AlertState::Raised;
        }));
    }
    /// "RAISED ACTION", "CLEARED WATCH stands" ... in order.
    std::vector<std::string> life(AlertKind kind) const {
        std::vector<std::string> out;
        for (const Alert& a : of(kind)) {
            static const char* const kStates[] = {"RAISED", "UPDATED", "CLEARED", "ACKNOWLEDGED"};
            static const char* const kSeverities[] = {"NOTE", "WATCH", "ACTION"};
            std::string line = std::string(kStates[static_cast<int>(a.state)]) + " " +
                               kSeverities[static_cast<int>(a.severity)];
            if (a.state == AlertState::Cleared) line += " " + a.evidence.resolution;
            out.push_back(line);
        }
        return out;
    }
    std::optional<Alert> open(AlertKind kind, AlertSide side = AlertSide::None) const {
        for (const Alert& a : arbiter.open_alerts()) {
            if (a.kind == kind && (side == AlertSide::None || a.side == side)) return a;
        }
        return std::nullopt;
    }

    Instant now{Instant::duration(std::chrono::hours(1))};
    Position position;
    int ply = 0;
    int games = 0;
    std::vector<Alert> seen;
    std::optional<ClockChanged> last;
    Arbiter arbiter;

private:
    Ply blank() const {
        Ply p;
        p.number = ply + 1;
        p.side = position.turn();
        p.before = position;
        p.after = position;
        return p;
    }

    /// What holds of every alert in every test: ids live once, raised first, cleared last, nothing after.
    void check(const Alert& a) {
        const bool known = lives_.contains(a.id);
        if (a.state == AlertState::Raised) {
            EXPECT_FALSE(known) << "raised twice: " << to_string(a.kind);
        } else {
            EXPECT_TRUE(known && lives_.at(a.id) != AlertState::Cleared) << to_string(a.kind);
        }
        lives_[a.id] = a.state;
        EXPECT_FALSE(a.text.empty()) << to_string(a.kind);
        EXPECT_EQ(a.text.find_first_of("{}?|"), std::string::npos) << a.text;
        EXPECT_EQ(a.provides.find_first_of("{}?|"), std::string::npos) << a.provides;
    }

    std::map<std::uint64_t, AlertState> lives_;
};

struct Case {
    Edition laws;
    Play play;
    Supervision supervision;
};

/// Partial supervision of rapid or blitz: an illegal move must be claimed.
inline bool quick_partial(const Case& c) {
    return c.supervision == Supervision::Partial && c.play != Play::Standard;
}
inline const std::vector<Color> kBoth{Color::White, Color::Black};

inline std::string name_of(const Case& c) {
    return std::string(to_string(c.laws)) + " " + std::string(to_string(c.play)) + " " +
           std::string(to_string(c.supervision));
}

inline ArbiterSettings settings_of(const Case& c) {
    ArbiterSettings s;
    s.laws = c.laws;
    s.play = c.play;
    s.supervision = c.supervision;
    return s;
}

inline std::vector<Case> all_cases() {
    std::vector<Case> out;
    for (const Edition e : {Edition::Fide2009, Edition::Fide2018, Edition::Fide2023}) {
        for (const Play p : {Play::Standard, Play::Rapid, Play::Blitz}) {
            for (const Supervision s : {Supervision::Full, Supervision::Partial}) out.push_back({e, p, s});
        }
    }
    return out;
}

}  // namespace boardbridge::rules::test
