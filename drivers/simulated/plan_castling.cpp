// Castling by hand: king first, rook first, with both hands, or both pieces lifted together; standard chess
// and Chess960, where either piece may stand on the other's target or need not move at all.
#include "drivers/simulated/plan_writer.hpp"

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

namespace {

/// One of the two pieces on its way.
struct Leg {
    Piece piece;
    Square from;
    Square to;
    bool main;
    bool moves() const { return from != to; }
};

CastlingOrder draw_castling_order(PlanWriter& w, const Leg& king, const Leg& rook) {
    CastlingOrder order = CastlingOrder::KingFirst;
    const bool rook_first = w.random.chance(w.rates.rook_first);
    const auto other = w.random.below(3);
    if (rook_first) {
        order = CastlingOrder::RookFirst;
    } else if (w.rates.any_order && other > 0) {
        order = other == 1 ? CastlingOrder::BothHands : CastlingOrder::LiftedTogether;
    }
    if (!rook.moves()) return CastlingOrder::KingFirst;
    if (!king.moves()) return CastlingOrder::RookFirst;
    if (order == CastlingOrder::KingFirst && king.to == rook.from) return CastlingOrder::LiftedTogether;
    if (order == CastlingOrder::RookFirst && rook.to == king.from) return CastlingOrder::LiftedTogether;
    return order;
}

void one_after_the_other(PlanWriter& w, const Leg& first_leg, const Leg& second_leg) {
    bool started = false;
    for (const Leg* leg : {&first_leg, &second_leg}) {
        if (!leg->moves()) continue;
        if (started) w.now += w.random.between(w.rates.carry) / 2;
        w.transport(leg->piece, leg->from, leg->to, leg->main);
        w.land(leg->to, leg->piece, leg->main);
        started = true;
    }
}

void with_both_hands(PlanWriter& w, const Leg& king, const Leg& rook) {
    w.set_strict(true);
    const Micros start = w.now;
    const bool king_sooner = w.random.chance(50);
    const Micros lag = w.random.between(milliseconds(0), milliseconds(110));
    w.now = start + (king_sooner ? Micros{0} : lag);
    w.transport(king.piece, king.from, king.to, king.main);
    const Micros king_arrives = w.now;
    w.now = start + (king_sooner ? lag : Micros{0});
    w.transport(rook.piece, rook.from, rook.to, rook.main);
    w.land(rook.to, rook.piece, rook.main);
    const Micros rook_lands = w.now;
    w.now = king_arrives;
    w.land(king.to, king.piece, king.main);
    w.now = std::max(w.now, rook_lands);
}

void lifted_together(PlanWriter& w, const Leg& king, const Leg& rook) {
    const bool king_lifted_first = w.random.chance(60);
    const bool king_set_first = w.random.chance(50);
    w.lift(king_lifted_first ? king.from : rook.from);
    w.now += w.random.between(milliseconds(20), milliseconds(250));
    w.lift(king_lifted_first ? rook.from : king.from);
    const Leg& sooner = king_set_first ? king : rook;
    const Leg& later = king_set_first ? rook : king;
    w.bring_in(sooner.piece, sooner.to, sooner.main);
    w.land(sooner.to, sooner.piece, sooner.main);
    w.now += w.random.between(w.rates.carry) / 2;
    w.bring_in(later.piece, later.to, later.main);
    w.land(later.to, later.piece, later.main);
}

}  // namespace

void write_castling(PlanWriter& w, Move m, Color side) {
    const std::size_t wing =
        file_of(m.to()) > file_of(m.from()) ? CastlingRights::kKingside : CastlingRights::kQueenside;
    const bool glitch_on_king = w.random.chance(50);
    Leg king{make_piece(side, PieceType::King), m.from(), castled_king_square(side, wing), glitch_on_king};
    Leg rook{make_piece(side, PieceType::Rook), m.to(), castled_rook_square(side, wing), !glitch_on_king};
    if (!king.moves()) rook.main = true;
    if (!rook.moves()) king.main = true;
    w.traits.castling = draw_castling_order(w, king, rook);
    switch (w.traits.castling) {
        case CastlingOrder::None:
            break;
        case CastlingOrder::KingFirst:
            one_after_the_other(w, king, rook);
            break;
        case CastlingOrder::RookFirst:
            one_after_the_other(w, rook, king);
            break;
        case CastlingOrder::BothHands:
            with_both_hands(w, king, rook);
            break;
        case CastlingOrder::LiftedTogether:
            lifted_together(w, king, rook);
            break;
    }
}

}  // namespace boardbridge::simulated
