// The last seconds of one board as stretches: what each square showed from one change to the next. Made anew
// from the history of changes whenever lines are weighed against it. It knows no game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/sensed_board.hpp"

namespace boardbridge::rules {

class SensedLog {
public:
    struct Stretch {
        Square square = Square::A1;
        Piece piece = Piece::None;
        Instant from{};           ///< beginning of the log for what stood there already
        Instant until{};          ///< the far future if it still stands
        Instant misread_since{};  ///< `from`, or when a wrong code began that was read first
        std::int16_t next = -1;   ///< the following stretch of the same square
        bool stood_before = false;
    };
    static constexpr Instant kOpen = Instant::max();

    /// The changes at or after `since`, as far as the history goes.
    SensedLog(const SensedBoard& board, Instant since);

    /// Squares that changed.
    Bitboard changed() const { return changed_; }
    /// Squares which some piece left.
    Bitboard departed() const { return departed_; }
    /// Squares to which a piece of that colour came.
    Bitboard arrived(Color c) const { return arrived_[index(c)]; }
    /// Squares to which that piece came.
    Bitboard arrived(Piece p) const { return came_[static_cast<std::size_t>(p)]; }
    std::size_t size() const { return size_; }
    const Stretch& operator[](std::size_t i) const { return stretches_[i]; }
    const Stretch* first(Square s) const { return at(heads_[index(s)]); }
    const Stretch* next(const Stretch& x) const { return at(x.next); }

    /// The nth time (0 = first) at or after `floor` at which that piece came to that square.
    const Stretch* arrival(Square s, Piece p, Instant floor, int nth) const;
    /// The nth time at or after `floor` at which some other piece came there for a moment: a wrong code.
    const Stretch* misread(Square s, Piece p, Instant floor, int nth) const;
    /// The piece of that stretch was missing on another square meanwhile, and came back there.
    bool went_back(const Stretch& x) const;
    /// The last time (or the first) within [floor, until] at which that piece left that square; any piece
    /// if it is Unknown.
    std::optional<Instant> departure(Square s, Piece p, Instant floor, Instant until, bool first_one) const;

private:
    const Stretch* at(std::int16_t i) const {
        return i < 0 ? nullptr : &stretches_[static_cast<std::size_t>(i)];
    }
    void add(Square s, Piece p, Instant from, bool stood_before);
    void find_absences();

    /// A piece that left its square and came back to it.
    struct Absence {
        Square square = Square::A1;
        Piece piece = Piece::None;
        Instant from{};
        Instant until{};
    };

    std::array<Stretch, SensedBoard::kHistory + kSquareCount> stretches_;
    std::array<std::int16_t, kSquareCount> heads_;
    std::array<std::int16_t, kSquareCount> tails_;
    std::size_t size_ = 0;
    std::vector<Absence> absences_;
    Bitboard changed_ = 0;
    Bitboard departed_ = 0;
    std::array<Bitboard, 2> arrived_{};
    std::array<Bitboard, 16> came_{};  ///< by Piece
};

}  // namespace boardbridge::rules
