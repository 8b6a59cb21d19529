// Ordinary moves, captures, en passant and promotion in all the orders in which people carry them out.
#include "drivers/simulated/move_plan.hpp"

#include "drivers/simulated/plan_writer.hpp"

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

namespace {

constexpr unsigned kCarriedOut = 20;  ///< of a hundred captures in other profiles than clean

CaptureOrder draw_capture_order(PlanWriter& w) {
    const auto d = w.random.below(100);
    if (!w.rates.any_order) return d < 80 ? CaptureOrder::OwnFirst : CaptureOrder::Replaced;
    if (d < 36) return CaptureOrder::OwnFirst;
    return d < 68 ? CaptureOrder::CapturedFirst : CaptureOrder::Replaced;
}

/// `arrive` carries the own piece to the square and leaves the cursor at its arrival. Afterwards the square
/// is ready for it. Gives the moment in which the captured piece was lifted.
template <class Arrive>
Micros clear_and_arrive(PlanWriter& w, Square to, Arrive arrive) {
    w.traits.capture = draw_capture_order(w);
    const Micros start = w.now;
    if (w.traits.capture == CaptureOrder::CapturedFirst) {
        w.lift(to);
        w.wait_carry();
        arrive();
        return start;
    }
    arrive();
    const Micros arrival = w.now;
    if (w.traits.capture == CaptureOrder::Replaced) {
        if (w.random.chance(70)) return arrival;
        w.now -= w.random.between(milliseconds(1), milliseconds(40));
        w.lift(to);
        w.now = arrival;
        return arrival;
    }
    w.now = w.random.between(start + milliseconds(20), arrival);
    w.lift(to);
    const Micros taken = w.now;
    w.now = std::max(arrival, w.now + w.random.between(milliseconds(40), milliseconds(200)));
    return taken;
}

void maybe_carry_out(PlanWriter& w, Piece captured, Square from, Micros at) {
    if (w.rates.any_order && w.random.chance(kCarriedOut)) w.carry_captured_out(captured, from, at);
}

PromotionOrder draw_promotion_order(PlanWriter& w) {
    const bool off_board = w.random.chance(w.rates.promotion_off_board);
    const bool second = w.random.chance(35);
    if (off_board) return second ? PromotionOrder::PieceOnFirst : PromotionOrder::PawnOffFirst;
    return second ? PromotionOrder::PawnReplaced : PromotionOrder::PawnStands;
}

/// The pawn reaches the last rank and gives way to the piece there.
void promote_on_the_square(PlanWriter& w, Move m, Piece pawn, Piece piece, bool captures) {
    if (captures) {
        clear_and_arrive(w, m.to(), [&] { w.transport(pawn, m.from(), m.to(), false); });
    } else {
        w.transport(pawn, m.from(), m.to(), false);
    }
    w.land(m.to(), pawn, false);
    w.wait_carry();
    if (w.traits.promotion == PromotionOrder::PawnStands) {
        w.lift(m.to());
        w.bring_in(piece, m.to(), true);
    }
    w.land(m.to(), piece, true);
}

void promote_beside_the_board(PlanWriter& w, Move m, Piece piece, bool captures) {
    const bool pawn_first = w.traits.promotion == PromotionOrder::PawnOffFirst;
    const auto arrive = [&] {
        if (pawn_first) {
            w.lift(m.from());
            w.wait_carry();
        }
        w.bring_in(piece, m.to(), true);
    };
    if (captures) {
        clear_and_arrive(w, m.to(), arrive);
    } else {
        arrive();
    }
    w.land(m.to(), piece, true);
    if (!pawn_first) {
        w.wait_carry();
        w.lift(m.from());
    }
}

}  // namespace

void write_normal(PlanWriter& w, Move m) {
    const Piece own = w.before_at(m.from());
    const Piece captured = w.before_at(m.to());
    const auto arrive = [&] { w.transport(own, m.from(), m.to(), true); };
    if (captured == Piece::None) {
        arrive();
        w.land(m.to(), own, true);
        return;
    }
    const Micros taken = clear_and_arrive(w, m.to(), arrive);
    w.land(m.to(), own, true);
    maybe_carry_out(w, captured, m.to(), w.random.chance(50) ? taken : w.now);
}

void write_promotion(PlanWriter& w, Move m) {
    const Piece pawn = w.before_at(m.from());
    const Piece piece = make_piece(color_of(pawn), m.promotion());
    const Piece captured = w.before_at(m.to());
    w.traits.promotion = draw_promotion_order(w);
    const bool on_square = w.traits.promotion == PromotionOrder::PawnStands ||
                           w.traits.promotion == PromotionOrder::PawnReplaced;
    if (on_square) {
        promote_on_the_square(w, m, pawn, piece, captured != Piece::None);
    } else {
        promote_beside_the_board(w, m, piece, captured != Piece::None);
    }
}

void write_en_passant(PlanWriter& w, Move m) {
    const Piece own = w.before_at(m.from());
    const Square victim = make_square(file_of(m.to()), rank_of(m.from()));
    const Piece captured = w.before_at(victim);
    const auto d = w.random.below(100);
    w.traits.en_passant = d < 40                         ? EnPassantOrder::LandThenTake
                          : d < 70 || !w.rates.any_order ? EnPassantOrder::TakeInBetween
                                                         : EnPassantOrder::TakeFirst;
    if (w.traits.en_passant == EnPassantOrder::TakeFirst) {
        w.lift(victim);
        w.wait_carry();
    }
    const Micros start = w.now;
    w.transport(own, m.from(), m.to(), true);
    Micros arrival = w.now;
    if (w.traits.en_passant == EnPassantOrder::TakeInBetween) {
        w.now = w.random.between(start + milliseconds(20), arrival);
        w.lift(victim);
        arrival = std::max(arrival, w.now + milliseconds(40));
        w.now = arrival;
    }
    w.land(m.to(), own, true);
    if (w.traits.en_passant == EnPassantOrder::LandThenTake) {
        w.wait_carry();
        w.lift(victim);
    }
    maybe_carry_out(w, captured, victim, w.now);
}

MovePlan plan_move(const Position& before, const Position& after, Move move, const HandRates& rates,
                   SeededRandom& random) {
    PlanWriter w(before, after, rates, random);
    switch (move.kind()) {
        case MoveKind::Normal:
            write_normal(w, move);
            break;
        case MoveKind::Promotion:
            write_promotion(w, move);
            break;
        case MoveKind::EnPassant:
            write_en_passant(w, move);
            break;
        case MoveKind::Castling:
            write_castling(w, move, before.turn());
            break;
    }
    return w.finish();
}

}  // namespace boardbridge::simulated
