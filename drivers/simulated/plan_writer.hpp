// The primitives of which move plans are made: lift, carry (through the air or sliding), stop on a wrong
// square, land with the sensor's glitches. Keeps a cursor in time that may be set back for what the other
// hand does meanwhile.
#pragma once

#include <array>
#include <span>

#include "drivers/simulated/move_plan.hpp"

namespace boardbridge::simulated {

/// Squares strictly between two squares on one line, in order of travel; empty when there is no line.
struct Path {
    std::array<rules::Square, 6> squares{};
    std::size_t size = 0;
    std::span<const rules::Square> view() const { return {squares.data(), size}; }
};
Path path_between(rules::Square from, rules::Square to);

class PlanWriter {
public:
    PlanWriter(const rules::Position& before, const rules::Position& after, const HandRates& rates,
               SeededRandom& random);

    Micros now{0};  ///< the cursor
    PlyTraits traits;
    SeededRandom& random;
    const HandRates& rates;

    /// Another standing piece is lifted and put back. Nothing if there is none.
    void adjust_another_piece();
    void lift(rules::Square s);
    /// The hand comes to the square and sets the piece; `main`: here the glitches of this ply happen.
    void land(rules::Square s, rules::Piece p, bool main);
    /// Lifts, carries, perhaps by way of a wrong square (only `main`); the cursor stands at the arrival.
    void transport(rules::Piece p, rules::Square from, rules::Square to, bool main);
    /// A piece from beside the board comes in, perhaps by way of a wrong square.
    void bring_in(rules::Piece p, rules::Square to, bool main);
    /// The captured piece is seen over other squares on its way out, from `at` on.
    void carry_captured_out(rules::Piece p, rules::Square from, Micros at);
    void wait_carry() { now += random.between(rates.carry); }

    rules::Piece before_at(rules::Square s) const { return before_.piece_at(s); }
    /// While both pieces of a castling are in the air, only squares free before and after may be crossed.
    void set_strict(bool strict) { strict_ = strict; }
    MovePlan finish();

private:
    bool free(rules::Square s) const;
    bool free_for_all(rules::Square s) const;
    void put(ActKind kind, rules::Square s, rules::Piece p, Micros at, bool landing = false);
    void travel(rules::Piece p, rules::Square from, rules::Square to);
    void slide(rules::Piece p, std::span<const rules::Square> way);
    std::optional<rules::Square> wrong_square(rules::Square from, rules::Square to);
    std::optional<rules::Square> wrong_neighbour(rules::Square to);
    void stand_on_wrong_square(rules::Piece p, rules::Square s);
    rules::Piece misread_of(rules::Piece p);

    const rules::Position& before_;
    const rules::Position& after_;
    std::array<rules::Piece, rules::kSquareCount> board_;
    std::array<Micros, rules::kSquareCount> lifted_at_{};
    rules::Bitboard used_ = 0;
    std::vector<Step> steps_;
    Micros reveal_{0};
    Micros landed_{0};
    bool strict_ = false;
    bool want_slide_;
    bool want_wrong_square_;
    bool want_drop_out_;
    bool want_misread_;
};

/// Castling, promotion and en passant, and all the rest; each writes its steps and traits.
void write_normal(PlanWriter& w, rules::Move m);
void write_promotion(PlanWriter& w, rules::Move m);
void write_en_passant(PlanWriter& w, rules::Move m);
void write_castling(PlanWriter& w, rules::Move m, rules::Color side);

}  // namespace boardbridge::simulated
