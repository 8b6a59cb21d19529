// Draws that are counted: the same position several times, and moves without capture or pawn move. Facts
// only; who may claim what, and in which edition of the Laws, is the arbiter's. Knows no time and no clock.
// Source: Laws of Chess 2023, Articles 9.2, 9.3, 9.6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/move.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {

/// The positions of one game in order, legal or not, to count how often one has stood. Two positions are the
/// same as Article 9.2.3 says: mover, pieces, castling rights, and en passant only where a capture was legal.
/// Memory grows by one Position a ply; a look-up takes time linear in the game's length.
class PositionHistory {
public:
    explicit PositionHistory(const Position& start);

    /// The position after one more ply.
    void push(const Position& after);
    /// Forgets all plies after the first `plies`; more than there are changes nothing. The start position
    /// stays.
    void truncate(std::size_t plies);
    /// Plies since the start position.
    std::size_t plies() const { return positions_.size() - 1; }
    const Position& current() const { return positions_.back(); }
    /// Position after ply `ply`, 0 (the start) to plies().
    const Position& at(std::size_t ply) const { return positions_[ply]; }

    /// How often the current position has stood, this time included: 1 or more.
    std::size_t occurrences() const { return occurrences_of(current()); }
    /// How often that position has stood so far: 0 or more.
    std::size_t occurrences_of(const Position& p) const;
    /// How often the position after this legal move will have stood, that time included (9.2.1: the intended
    /// move).
    std::size_t occurrences_after(Move m) const { return occurrences_of(current().play(m)) + 1; }
    /// After which plies (0 = start) the current position stood, ascending, the last one is plies().
    std::vector<std::size_t> repeated_plies() const;

private:
    std::vector<std::uint64_t> keys_;  // apart from the positions, to be searched fast
    std::vector<Position> positions_;
};

/// 9.2.2: the position has just stood for the third time or more. A game that is over (mate, stalemate) has
/// no claims.
bool threefold_repetition(const PositionHistory& history);
/// 9.2.1: so it will after this legal move.
bool threefold_repetition_after(const PositionHistory& history, Move m);
/// 9.6.1: five times or more, not necessarily in a row (since July 2017).
bool fivefold_repetition(const PositionHistory& history);

/// 9.3.2: the last 50 moves of each side (100 plies) were without capture and pawn move. False after mate or
/// stalemate.
bool fifty_moves(const Position& p);
/// 9.3.1: so they will be after this legal move.
bool fifty_moves_after(const Position& p, Move m);
/// 9.6.2: 75 moves of each side (150 plies). Mate by the last of them goes first; so does stalemate (5.2.1).
bool seventy_five_moves(const Position& p);

}  // namespace boardbridge::rules
