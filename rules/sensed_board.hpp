// What the sensors of one board say now, when each square changed, and the last changes in order: the raw
// evidence of the move tracker. It knows no game. Source: device-protocols 1.10 (order of changes is
// arbitrary).
#pragma once

#include <array>
#include <optional>

#include "rules/instant.hpp"
#include "rules/placement.hpp"

namespace boardbridge::rules {

class SensedBoard {
public:
    struct Change {
        Instant at{};
        Square square = Square::A1;
        Piece piece = Piece::None;     ///< what it became
        Piece previous = Piece::None;  ///< what it was
    };
    static constexpr std::size_t kHistory = 128;

    /// Returns false if the square already showed that.
    bool set(Square s, Piece p, Instant now);
    /// A whole dump; returns the squares that differed. They count as changed now.
    Bitboard assign(const Placement& p, Instant now);
    /// The board is turned: what was sensed so far is re-read from the other side.
    void rotate();

    const Placement& placement() const { return placement_; }
    Piece operator[](Square s) const { return placement_[s]; }
    bool known() const { return known_; }
    std::size_t changes() const { return written_; }
    Instant last_change() const { return last_change_; }
    Instant changed_at(Square s) const { return changed_at_[index(s)]; }

    /// When that piece last came to that square, within the history; a moment in which it dropped out of its
    /// sensor, or was read as another of its colour, does not count as a new arrival.
    std::optional<Instant> arrival(Square s, Piece p) const;
    /// When that piece last left that square, within the history.
    std::optional<Instant> departure(Square s, Piece p) const;
    /// True if that piece came to that square at or after `since`, within the history.
    bool arrived_since(Square s, Piece p, Instant since) const;
    /// True if a piece of that colour left a square after `from` and before `until`: a hand was at work.
    bool lifted_between(Color c, Instant from, Instant until) const;
    /// True if such a piece came to another square than `s` after `since` and stood there at that moment.
    bool stood_elsewhere(Piece p, Square s, Instant since, Instant at) const;
    /// What the square showed at that moment, as far back as the history goes.
    Piece piece_at(Square s, Instant at) const;
    /// True if the square changed at or after `since`.
    bool changed_since(Square s, Instant since) const { return changed_at_[index(s)] >= since; }
    /// How often the square changed at or after `since`, within the history.
    int changes_since(Square s, Instant since) const;
    /// The nth last change (0 = newest); nothing beyond the history.
    std::optional<Change> recent(std::size_t n) const;

private:
    Placement placement_;
    std::array<Instant, kSquareCount> changed_at_{};
    std::array<Change, kHistory> history_{};
    std::size_t written_ = 0;
    Instant last_change_{};
    bool known_ = false;
};

}  // namespace boardbridge::rules
