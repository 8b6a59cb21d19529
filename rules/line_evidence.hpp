// How well a line of plies explains everything that a board sensed since a position that is certain: each
// stretch in which a square showed something else than the line says needs a cause (a slide, a slip of the
// sensor, a piece adjusted or carried away), each press of the clock a ply, each ply a press, and both an
// order that hands can have kept. Costs are about ten times the natural logarithm of how rare a cause is.
// Sources: design section 4; contract section 7 for what hands do.
#pragma once

#include <span>
#include <vector>

#include "rules/line_search.hpp"
#include "rules/sensed_log.hpp"

namespace boardbridge::rules {

/// A press of the clock, in order of time.
struct PressSeen {
    Color side = Color::White;
    Instant at{};
};

/// One ply of a line and when the board showed it.
struct PlayedPly {
    struct Touch {
        Square square = Square::A1;
        Piece before = Piece::None;
        Piece after = Piece::None;
        Instant at{};       ///< from then on the square shows `after`
        bool seen = false;  ///< it was sensed so
    };
    Move move;
    Color side = Color::White;
    std::array<Touch, 4> touches{};
    std::size_t touched = 0;
    Instant landed{};  ///< the last of its pieces came to stand
    Instant lifted{};  ///< the first of its pieces left its square
    Bitboard path = 0;
    Piece mover = Piece::None;
    Piece captured = Piece::None;
    Square key = Square::A1;  ///< where the moved piece came to stand
    bool seen = true;         ///< it was sensed where it came to stand
    bool left = true;         ///< its piece was sensed to leave its square
    bool misread = false;     ///< ... but by a wrong code only
    bool late_lift = false;   ///< its square was sensed empty long after the piece had landed
    std::optional<Instant> pressed;
};
using PlayedLine = std::vector<PlayedPly>;

class LineEvidence {
public:
    struct Circumstances {
        Instant since{};  ///< when the certain position stood
        Instant now{};
        bool clock = false;
        bool running = false;
        std::chrono::microseconds late_change{};  ///< a ply may be sensed so much after its press
    };
    /// `presses`: those that belong to plies after the certain position.
    LineEvidence(const SensedBoard& board, const Position& base, std::span<const PressSeen> presses,
                 Circumstances circumstances);

    const SensedLog& log() const { return log_; }
    /// Which of the log's changes are taken for the ply's.
    struct Reading {
        int arrival = 0;          ///< the nth time that its piece came to its square; kNever: not sensed
        bool first_lift = false;  ///< lifted when the piece first left its square, else when it last did
    };
    static constexpr int kNever = -1;
    static constexpr int kMisreadFirst = -2;  ///< only by a wrong code; -3 at the second such time, ...
    /// Plies of the longest line that can be weighed.
    static constexpr std::size_t kLongest = 24;
    /// How the board showed that move after the line so far.
    PlayedPly played(const PlayedLine& line, const Position& before, Move m, Reading reading) const;
    /// Presses given to the plies, and what order and presses cost. With `whole`, the line ends here.
    int cost_of_plies(PlayedLine& line, bool whole) const;
    /// What the stretches cost that the line does not predict. `end`: the position after it.
    int cost_of_board(const PlayedLine& line, const Position& end) const;
    /// The part of it that no further ply can explain: a lower bound. No longer counted from `enough` on.
    int cost_of_settled(const PlayedLine& line, int enough) const;

private:
    int cost_of_presses(PlayedLine& line, bool whole) const;
    int cost_of_unseen(const PlayedLine& line, std::size_t i, bool whole) const;
    int cost_of_order(const PlayedLine& line, bool whole) const;
    /// How often a ply's pieces have been seen on squares where they had no business.
    struct Strays {
        std::array<std::uint8_t, kLongest> moved{};
        std::array<std::uint8_t, kLongest> captured{};
    };
    int cost_of_stretch(const SensedLog::Stretch& x, const PlayedLine& line, Bitboard touched, Bitboard held,
                        Strays& strays) const;
    Piece end_at(Square s, const PlayedLine& line) const;
    int cost_of_empty(const SensedLog::Stretch& x, bool taken_next, Piece expected) const;
    int cost_of_piece(const SensedLog::Stretch& x, const PlayedLine& line, Piece expected, Bitboard held,
                      Strays& strays) const;
    bool left_before_press(Square s, const PlayedLine& line) const;
    int cost_of_rest(const PlayedLine& line, const Position& end) const;
    void find_arrivals(PlayedPly& ply, Instant floor, int nth) const;
    void find_departures(PlayedPly& ply, const PlayedLine& line, Instant floor, bool first) const;
    Instant floor_for(const PlayedLine& line) const;

    const SensedBoard& board_;
    const Position& base_;
    std::span<const PressSeen> presses_;
    Circumstances c_;
    SensedLog log_;
};

}  // namespace boardbridge::rules
