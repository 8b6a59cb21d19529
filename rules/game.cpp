#include "rules/game.hpp"

#include <algorithm>

#include "rules/draws.hpp"
#include "rules/fen.hpp"
#include "rules/mate_possible.hpp"

namespace boardbridge::rules {

Game::Game(GameStarted started, const Position& start)
    : started_(std::move(started)), start_key_(start.repetition_key()) {
    records_.reserve(120);
}

void Game::push(const Ply& ply, const ClockTimes& clock, bool after_flag) {
    Record r;
    r.san = ply.san;
    r.uci = ply.uci;
    r.key = ply.after.repetition_key();
    r.clock = clock;
    r.side = ply.side;
    r.provisional = ply.provisional;
    r.guess = ply.guess;
    r.illegal = ply.illegal != IllegalKind::None;
    r.after_flag = after_flag;
    records_.push_back(std::move(r));
}

MoveMade Game::move_made(int ply, const Position& after) const {
    const Record& r = records_[static_cast<std::size_t>(ply - 1)];
    MoveMade m;
    m.game_id = started_.game_id;
    m.ply = ply;
    m.side = r.side;
    m.san = r.san;
    m.uci = r.uci;
    m.fen_after = to_fen(after);
    m.provisional = r.provisional;
    m.guess = r.guess;
    m.illegal = r.illegal;
    m.after_flag = r.after_flag;
    m.clock = r.clock;
    return m;
}

MoveMade Game::add(const Ply& ply, const ClockTimes& clock, bool after_flag) {
    push(ply, clock, after_flag);
    return move_made(plies(), ply.after);
}

MovesRevised Game::revise(const PliesRevised& revised, const ClockTimes& clock, bool after_flag) {
    MovesRevised out;
    out.game_id = started_.game_id;
    out.from_ply = revised.from_ply;
    out.reason = revised.reason;
    const auto keep = static_cast<std::size_t>(std::max(0, revised.from_ply - 1));
    if (keep < records_.size()) records_.resize(keep);
    for (const Ply& ply : revised.plies) out.moves.push_back(add(ply, clock, after_flag));
    return out;
}

void Game::confirm(int ply) {
    if (ply >= 1 && ply <= plies()) records_[static_cast<std::size_t>(ply - 1)].provisional = false;
}

std::optional<Outcome> Game::outcome_of(const Position& after, Edition laws) const {
    const Result mover_wins = after.turn() == Color::Black ? Result::WhiteWins : Result::BlackWins;
    if (!records_.empty() && records_.back().illegal) return std::nullopt;
    if (after.checkmate()) return Outcome{mover_wins, Termination::Checkmate};
    if (after.stalemate()) return Outcome{Result::Draw, Termination::Stalemate};
    if (quick_dead_position(after)) return Outcome{Result::Draw, Termination::DeadPosition};
    if (laws == Edition::Fide2009) return std::nullopt;
    const std::uint64_t key = after.repetition_key();
    const auto same = std::ranges::count(records_, key, &Record::key) + (start_key_ == key ? 1 : 0);
    if (same >= 5) return Outcome{Result::Draw, Termination::FivefoldRepetition};
    if (seventy_five_moves(after)) return Outcome{Result::Draw, Termination::SeventyFiveMoves};
    return std::nullopt;
}

GameEnded Game::end(const Outcome& outcome, Edition laws) {
    ended_ = GameEnded{started_.game_id, outcome, article_of(outcome, laws)};
    return *ended_;
}

std::string article_of(const Outcome& outcome, Edition laws) {
    const bool old = laws == Edition::Fide2009;
    switch (outcome.termination) {
        case Termination::Checkmate:
            return old ? "5.1a" : "5.1.1";
        case Termination::Stalemate:
            return old ? "5.2a" : "5.2.1";
        case Termination::DeadPosition:
            return old ? "5.2b" : "5.2.2";
        case Termination::FivefoldRepetition:
            return "9.6.1";
        case Termination::SeventyFiveMoves:
            return "9.6.2";
        case Termination::Resignation:
            return old ? "5.1b" : "5.1.2";
        case Termination::Agreement:
            return old ? "5.2c" : "5.2.3";
        case Termination::TimeForfeit:
            return "6.9";
        case Termination::IllegalMove:
            return old ? "7.4" : "7.5.5";
        case Termination::ThreefoldClaim:
            return "9.2";
        case Termination::FiftyMovesClaim:
            return "9.3";
        case Termination::Forfeit:
            return old ? "6.6" : "6.7.1";
        case Termination::KingsSignal:
        case Termination::ArbiterDecision:
        case Termination::Abandoned:
        case Termination::Unterminated:
            return "";
    }
    return "";
}

}  // namespace boardbridge::rules
