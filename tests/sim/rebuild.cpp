// See rebuild.hpp.
#include "sim/rebuild.hpp"

#include <algorithm>

#include "daemon/table.hpp"
#include "drivers/driver.hpp"
#include "drivers/simulated/random_game.hpp"
#include "rules/draws.hpp"
#include "rules/fen.hpp"
#include "rules/mate_possible.hpp"
#include "rules/pgn.hpp"
#include "rules/san.hpp"

namespace boardbridge::rebuild {

using namespace rules;
using simulated::HandProfile;
using std::chrono::seconds;

namespace {

/// Takes away the moves after which a table has closed the game.
void cut_at_the_end(TrueGame& game) {
    PositionHistory history(game.start);
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const Position after = history.current().play(game.moves[i]);
        history.push(after);
        const bool few = count(after.occupied()) <= 5;
        const bool dead =
            quick_dead_position(after) || (few && decidable(after, 100'000) != MateVerdict::Possible);
        if (dead || fivefold_repetition(history) || seventy_five_moves(after) || !after.has_legal_move()) {
            game.moves.resize(i + 1);
            return;
        }
    }
}

/// Keeps the score that a subscriber would have.
class Score {
public:
    explicit Score(Verdict& v) : v_(v) {}

    void take(const TableEvent& event) {
        if (std::holds_alternative<GameStarted>(event)) {
            ++v_.games_started;
            if (v_.games_started == 1) v_.score.clear();
        }
        if (v_.games_started > 1) return;  // the pieces set up again afterwards: another game
        if (const auto* made = std::get_if<MoveMade>(&event)) replace_from(made->ply, {*made});
        if (const auto* revised = std::get_if<MovesRevised>(&event)) {
            ++v_.revisions;
            replace_from(revised->from_ply, revised->moves);
        }
        if (const auto* alert = std::get_if<Alert>(&event)) {
            if (alert->state == AlertState::Raised) ++v_.alerts[alert->kind];
        }
    }

private:
    void replace_from(int ply, const std::vector<MoveMade>& moves) {
        const auto keep = static_cast<std::size_t>(std::max(ply - 1, 0));
        if (v_.score.size() > keep) v_.score.resize(keep);
        v_.score.insert(v_.score.end(), moves.begin(), moves.end());
    }

    Verdict& v_;
};

/// The same event from a board that feels only that something stands there.
drivers::DeviceEvent without_identity(drivers::DeviceEvent event) {
    if (auto* dump = std::get_if<drivers::BoardDump>(&event.what))
        dump->placement = dump->placement.occupancy();
    if (auto* change = std::get_if<drivers::SquareChange>(&event.what)) {
        if (change->piece != Piece::None) change->piece = Piece::Unknown;
    }
    return event;
}

void compare(const TrueGame& game, const Options& options, Verdict& v) {
    if (v.games_started == 0) v.why = "no game was started";
    Position p = game.start;
    for (std::size_t i = 0; i < game.moves.size() && v.why.empty(); ++i) {
        const std::string wanted = to_uci(p, game.moves[i]);
        const std::string place =
            "ply " + std::to_string(i + 1) + ": played " + wanted + " (" + to_san(p, game.moves[i]) + ")";
        if (i >= v.score.size()) {
            v.why = place + ", the score has ended";
        } else if (v.score[i].illegal || v.score[i].uci != wanted) {
            const bool excused = options.occupancy && v.score[i].guess;
            if (!excused)
                v.why = place + ", the score says " + v.score[i].uci + (v.score[i].illegal ? " illegal" : "");
        }
        p = p.play(game.moves[i]);
    }
    if (v.why.empty() && v.score.size() > game.moves.size()) {
        v.why = "ply " + std::to_string(game.moves.size() + 1) +
                ": nothing more was played, the score says " + v.score[game.moves.size()].uci;
    }
    v.right = v.why.empty();
    v.guesses = static_cast<int>(
        std::count_if(v.score.begin(), v.score.end(), [](const MoveMade& m) { return m.guess; }));
}

daemon::TableSettings settings_for(const TrueGame& game, const Options& options) {
    daemon::TableSettings s;
    s.play = options.play;
    s.supervision = options.supervision;
    s.occupancy_only = options.occupancy;
    s.chess960 = game.start.chess960();
    if (!game.usual_start) s.start = game.start.setup();
    return s;
}

}  // namespace

TrueGame random_true_game(std::uint64_t seed, int plies, bool chess960) {
    const bool this_one = chess960 && seed % 4 == 0;
    const auto number = static_cast<int>(simulated::SeededRandom(seed).below(960));
    const auto game =
        simulated::random_game(seed, plies, this_one ? std::optional<int>(number) : std::nullopt);
    TrueGame out{"random " + std::to_string(seed), game.start, game.moves, true};
    cut_at_the_end(out);
    return out;
}

std::vector<TrueGame> pgn_true_games(const std::string& text, const std::string& name,
                                     std::size_t& unreadable) {
    std::vector<TrueGame> out;
    unreadable = 0;
    PgnReader reader(text);
    for (std::size_t n = 1; auto read = reader.next(); ++n) {
        const auto start =
            *read ? pgn_start_position((*read)->start) : Unexpected<PositionErrors>(PositionErrors{});
        if (!start) {
            ++unreadable;
            continue;
        }
        TrueGame game{"game " + std::to_string(n) + " of " + name, *start, {}, false};
        game.usual_start = (*read)->start == Setup::standard_start();
        for (const PgnMove& m : (*read)->moves) {
            if (!m.move) break;
            game.moves.push_back(*m.move);
        }
        if (game.moves.empty()) continue;
        cut_at_the_end(game);
        out.push_back(std::move(game));
    }
    return out;
}

simulated::SimulatedGame record(const TrueGame& game, const Options& options) {
    simulated::SimulatedGameOptions o;
    o.hands.profile = options.profile;
    o.hands.seed = options.seed;
    o.hands.extras = options.extras;
    o.hands.ending = options.ending;
    o.device.rotated = options.rotated;
    o.device.clock_connected = options.clock;
    return simulate_game(game.start, game.moves, std::move(o));
}

Verdict rebuild(const TrueGame& game, const Options& options) {
    return rebuild(game, options, record(game, options).recording);
}

Verdict rebuild(const TrueGame& game, const Options& options, const simulated::Recording& recording) {
    Verdict v;
    Score score(v);
    daemon::Table table(settings_for(game, options), [&](Instant, const TableEvent& e) { score.take(e); });
    drivers::SessionOptions passive;
    passive.passive = true;
    const auto session = drivers::find_driver("dgt")->make_session(passive);
    Instant now{};
    const drivers::EventSink sink = [&](const drivers::DeviceEvent& e) {
        table.on_device(options.occupancy ? without_identity(e) : e, now);
    };
    const auto run_to = [&](Instant until) {
        for (;;) {
            const auto table_wakes = table.wake_at();
            const auto session_wakes = session->wake_at();
            const bool session_first = session_wakes && (!table_wakes || *session_wakes < *table_wakes);
            const auto next = session_first ? session_wakes : table_wakes;
            if (!next || *next > until) break;
            now = std::max(now, *next);
            if (session_first)
                session->on_wake(now, sink);
            else
                table.on_wake(now);
        }
        now = until;
    };
    session->start(now, sink);
    for (const auto& chunk : recording.chunks()) {
        run_to(chunk.at);
        auto bytes = recording.bytes_of(chunk);
        while (!bytes.empty()) {
            const auto space = session->read_space();
            const std::size_t n = std::min(space.size(), bytes.size());
            std::copy_n(bytes.begin(), n, space.begin());
            session->on_read(n, now, sink);
            bytes = bytes.subspan(n);
        }
    }
    run_to(now + seconds(10));
    v.messages = recording.size();
    compare(game, options, v);
    return v;
}

std::string uci_of(const TrueGame& game) {
    std::string out;
    Position p = game.start;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        if (i % 2 == 0) out += std::to_string(i / 2 + 1) + ".";
        out += " " + to_uci(p, game.moves[i]);
        if (i % 2 == 1 || i + 1 == game.moves.size()) out += "\n";
        p = p.play(game.moves[i]);
    }
    return out;
}

std::string capture_of(const TrueGame& game, const Options& options) {
    const std::vector<std::string> headers = {"driver: dgt", "who: boardbridge's simulator",
                                              "what: " + game.name + ", " +
                                                  std::string(to_string(options.profile)) + " hands, seed " +
                                                  std::to_string(options.seed),
                                              "start: " + to_fen(game.start)};
    return capture_text(record(game, options).recording, "b1", headers);
}

bool natural(AlertKind kind) {
    switch (kind) {
        case AlertKind::ThreefoldRepetition:
        case AlertKind::FivefoldRepetition:
        case AlertKind::FiftyMoves:
        case AlertKind::SeventyFiveMoves:
        case AlertKind::DeadPosition:
        case AlertKind::QuickplayClaimPossible:
        case AlertKind::FlagFallen:
        case AlertKind::TouchMove:
            return true;
        default:
            return false;
    }
}

}  // namespace boardbridge::rebuild
