// Counting repetitions by key, and each hit once more in full: a draw must not hang on a collision of
// numbers.
#include "rules/draws.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {

constexpr int kFiftyMoves = 100;  // plies
constexpr int kSeventyFiveMoves = 150;

/// Calls `found(ply)` for each ply after which `p` stood, ascending.
template <class Found>
void for_each_same(const std::vector<std::uint64_t>& keys, const std::vector<Position>& positions,
                   const Position& p, Found found) {
    const std::uint64_t key = p.repetition_key();
    for (auto at = std::find(keys.begin(), keys.end(), key); at != keys.end();
         at = std::find(at + 1, keys.end(), key)) {
        const auto ply = static_cast<std::size_t>(at - keys.begin());
        if (positions[ply].same_for_repetition(p)) found(ply);
    }
}

}  // namespace

PositionHistory::PositionHistory(const Position& start) { push(start); }

void PositionHistory::push(const Position& after) {
    keys_.push_back(after.repetition_key());
    positions_.push_back(after);
}

void PositionHistory::truncate(std::size_t plies) {
    if (plies >= this->plies()) return;
    keys_.resize(plies + 1);
    positions_.resize(plies + 1);
}

std::size_t PositionHistory::occurrences_of(const Position& p) const {
    std::size_t times = 0;
    for_each_same(keys_, positions_, p, [&times](std::size_t) { ++times; });
    return times;
}

std::vector<std::size_t> PositionHistory::repeated_plies() const {
    std::vector<std::size_t> plies;
    for_each_same(keys_, positions_, current(), [&plies](std::size_t ply) { plies.push_back(ply); });
    return plies;
}

bool threefold_repetition(const PositionHistory& history) {
    return history.occurrences() >= 3 && history.current().has_legal_move();
}

bool threefold_repetition_after(const PositionHistory& history, Move m) {
    return history.occurrences_after(m) >= 3;
}

bool fivefold_repetition(const PositionHistory& history) {
    return history.occurrences() >= 5 && history.current().has_legal_move();
}

bool fifty_moves(const Position& p) { return p.halfmove_clock() >= kFiftyMoves && p.has_legal_move(); }

bool fifty_moves_after(const Position& p, Move m) { return p.play(m).halfmove_clock() >= kFiftyMoves; }

bool seventy_five_moves(const Position& p) {
    return p.halfmove_clock() >= kSeventyFiveMoves && p.has_legal_move();
}

}  // namespace boardbridge::rules
