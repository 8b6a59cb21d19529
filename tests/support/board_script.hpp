// Short texts in the notation of field-cases.md, played to a move tracker: "e2- e4+P |500| w!" is a lift, a
// piece set down, half a second of rest, White's press. Every event takes a tenth of a second. For tests
// only.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "rules/chess960.hpp"
#include "rules/fen.hpp"
#include "rules/move_tracker.hpp"

namespace boardbridge::test {

struct ScriptOptions {
    bool clock = true;      ///< a running clock; without it presses are left out
    bool flipped = false;   ///< the board stands with the connector at White's right
    bool mirrored = false;  ///< colours and ranks exchanged: Black does what the text says of White
    rules::Play play = rules::Play::Standard;
    bool chess960 = false;
};

/// What the tracker said, kept as a consumer of the stream would keep it.
struct ScriptResult {
    std::vector<std::string> uci;        ///< the score as it stands; illegal plies with '!' behind
    std::vector<std::string> published;  ///< every ply ever told
    std::vector<rules::LossKind> lost;
    int resumed = 0;
    int unstable = 0;
    int presses_without_move = 0;
    std::optional<rules::Result> signal;
    int games = 0;
    std::vector<std::vector<std::string>> finished;  ///< the scores of the games before this one
    bool confirmed_was_revised = false;
    int guesses = 0;
    std::vector<rules::TouchNote> touched;
};

inline rules::Square mirror(rules::Square s) {
    return rules::make_square(rules::file_of(s), 7 - rules::rank_of(s));
}

inline rules::Setup mirror(const rules::Setup& s) {
    rules::Setup m = s;
    m.placement = rules::Placement();
    for (std::size_t i = 0; i < rules::kSquareCount; ++i) {
        const rules::Piece p = s.placement[rules::square_at(i)];
        if (rules::is_piece(p)) {
            m.placement.set(mirror(rules::square_at(i)),
                            rules::make_piece(opposite(rules::color_of(p)), rules::type_of(p)));
        }
    }
    m.turn = opposite(s.turn);
    for (std::size_t c = 0; c < 2; ++c) {
        for (std::size_t wing = 0; wing < 2; ++wing) {
            const auto rook = s.castling.rook[c][wing];
            m.castling.rook[1 - c][wing] = rook ? std::optional(mirror(*rook)) : std::nullopt;
        }
    }
    if (s.en_passant) m.en_passant = mirror(*s.en_passant);
    return m;
}

/// The same UCI text seen from the other colour.
inline std::string mirror_uci(std::string uci) {
    for (char& c : uci) {
        if (c >= '1' && c <= '8') c = static_cast<char>('9' - (c - '0'));
    }
    return uci;
}

class BoardScript {
public:
    BoardScript(const std::string& fen, ScriptOptions options)
        : options_(options), tracker_(settings(fen, options)) {
        sink_ = [this](const rules::Observation& o) { std::visit([this](const auto& x) { take(x); }, o); };
        rules::Setup start = *rules::parse_fen(fen, options.chess960);
        if (options.mirrored) start = mirror(start);
        turn_ = start.turn;
        tracker_.on_dump(options.flipped ? start.placement.rotated() : start.placement, now_, sink_);
        if (options.clock) tracker_.on_lever(turn_, true, now_, sink_);
    }

    /// Plays one text; may be called again and again.
    void play(const std::string& text) {
        std::istringstream in(text);
        for (std::string token; in >> token;) event(token);
    }
    /// Lets time go by.
    void rest(int ms) { wake_until(now_ + std::chrono::milliseconds(ms)); }
    const ScriptResult& result() const { return result_; }
    rules::MoveTracker& tracker() { return tracker_; }

private:
    static rules::TrackerSettings settings(const std::string& fen, const ScriptOptions& options) {
        rules::TrackerSettings s;
        s.play = options.play;
        s.chess960 = options.chess960;
        rules::Setup start = *rules::parse_fen(fen, options.chess960);
        s.start = options.mirrored ? mirror(start) : start;
        return s;
    }

    void event(const std::string& token) {
        if (token.front() == '|') {
            rest(std::stoi(token.substr(1)));
            return;
        }
        rest(100);
        if (token == "w!" || token == "b!") {
            rules::Color side = token == "w!" ? rules::Color::White : rules::Color::Black;
            if (options_.mirrored) side = opposite(side);
            if (options_.clock) tracker_.on_lever(opposite(side), true, now_, sink_);
            return;
        }
        rules::Square s = *rules::parse_square(token.substr(0, 2));
        rules::Piece p = token[2] == '-' ? rules::Piece::None : *rules::parse_piece(token[3]);
        if (options_.mirrored) {
            s = mirror(s);
            if (rules::is_piece(p)) p = rules::make_piece(opposite(rules::color_of(p)), rules::type_of(p));
        }
        tracker_.on_square(options_.flipped ? rules::rotated(s) : s, p, now_, sink_);
    }

    void wake_until(Instant until) {
        while (true) {
            const auto due = tracker_.wake_at();
            if (!due || *due > until) break;
            now_ = std::max(now_, *due);
            tracker_.on_wake(now_, sink_);
        }
        now_ = until;
    }

    std::string text(const rules::Ply& ply) const {
        const std::string uci = options_.mirrored ? mirror_uci(ply.uci) : ply.uci;
        return uci + (ply.illegal == rules::IllegalKind::None ? "" : "!");
    }
    void take(const rules::GameOpened&) {
        if (++result_.games > 1) result_.finished.push_back(result_.uci);
        result_.uci.clear();
        confirmed_ = 0;
    }
    void take(const rules::PlyMade& x) {
        result_.uci.push_back(text(x.ply));
        result_.published.push_back(text(x.ply));
        result_.guesses += x.ply.guess ? 1 : 0;
    }
    void take(const rules::PlyConfirmed& x) { confirmed_ = std::max(confirmed_, x.ply); }
    void take(const rules::PliesRevised& x) {
        if (x.from_ply <= confirmed_) result_.confirmed_was_revised = true;
        result_.uci.resize(static_cast<std::size_t>(x.from_ply - 1));
        for (const rules::Ply& p : x.plies) {
            result_.uci.push_back(text(p));
            result_.published.push_back(text(p));
        }
        confirmed_ = std::min(confirmed_, x.from_ply - 1);
    }
    void take(const rules::Pressed& x) { result_.presses_without_move += x.moved ? 0 : 1; }
    void take(const rules::TrackingLost& x) { result_.lost.push_back(x.kind); }
    void take(const rules::TrackingResumed&) { ++result_.resumed; }
    void take(const rules::SensorUnstable& x) { result_.unstable += x.unstable ? 1 : 0; }
    void take(const rules::KingsSignal& x) {
        result_.signal = x.result;
        tracker_.close_game();
    }
    void take(const rules::WrongStart&) {}
    void take(const rules::TouchNote& x) { result_.touched.push_back(x); }

    ScriptOptions options_;
    rules::MoveTracker tracker_;
    rules::MoveTracker::Sink sink_;
    ScriptResult result_;
    rules::Color turn_ = rules::Color::White;
    Instant now_{};
    int confirmed_ = 0;
};

/// Every combination of orientation, colour and clock.
inline std::vector<ScriptOptions> all_circumstances() {
    std::vector<ScriptOptions> all;
    for (const bool clock : {true, false}) {
        for (const bool flipped : {false, true}) {
            for (const bool mirrored : {false, true})
                all.push_back({clock, flipped, mirrored, rules::Play::Standard, false});
        }
    }
    return all;
}

inline std::string to_string(const ScriptOptions& o) {
    return std::string(o.clock ? "clock" : "no clock") + (o.flipped ? ", flipped" : "") +
           (o.mirrored ? ", mirrored" : "");
}

/// All orders of the events of one move.
inline std::vector<std::string> all_orders(std::vector<std::string> events) {
    std::sort(events.begin(), events.end());
    std::vector<std::string> orders;
    do {
        std::string text;
        for (const std::string& e : events) text += e + " ";
        orders.push_back(text);
    } while (std::next_permutation(events.begin(), events.end()));
    return orders;
}

}  // namespace boardbridge::test
