#include "rules/mate_ground.hpp"

#include <algorithm>

namespace boardbridge::rules {

namespace {

constexpr std::size_t kWinner = MateBoard::kWinner;
constexpr Bitboard end_rank(std::size_t side) { return side == kWinner ? kRank8 : kRank1; }

Bitboard pawn_attack_set(Bitboard pawns, std::size_t side) {
    const Bitboard up = side == kWinner ? pawns << 8 : pawns >> 8;
    return (up & ~kFileA) >> 1 | (up & ~kFileH) << 1;
}

Bitboard steps(PieceType type, Square from, Bitboard stops) {
    return type == PieceType::Pawn ? king_attacks(from) : piece_attacks(type, from, stops);
}

constexpr std::uint8_t capped(int moves) { return static_cast<std::uint8_t>(std::min<int>(moves, kFar)); }

}  // namespace

MateGround::MateGround(const MateBoard& b) {
    const Bitboard pawns = b.kind(PieceType::Pawn);
    lasting_ = pawns;
    in_way_ = pawns;
    walked_ = {~Bitboard{0}, ~Bitboard{0}};
    for (std::size_t side = 0; side < 2; ++side) {
        closed_[side] = b.pieces(side, PieceType::Pawn);
        guarded_[side] = pawn_attack_set(b.pieces(side ^ 1U, PieceType::Pawn), side ^ 1U);
    }
}

MateGround::MateGround(const MateBoard& b, const MateBounds& bounds) {
    in_way_ = b.kind(PieceType::Pawn);
    for (const MateBounds::Man& m : bounds.men()) {
        if (m.type != PieceType::Pawn) continue;
        walked_[m.side] |= m.reach | (m.promotes ? end_rank(m.side) : 0);
    }
    for (std::size_t side = 0; side < 2; ++side) {
        closed_[side] = bounds.stuck(side);
        lasting_ |= bounds.stuck(side);
        guarded_[side] = ~bounds.king_squares(side);
    }
}

Distances MateGround::reach(PieceType type, std::size_t side, Bitboard from, const Distances* later) const {
    Distances d;
    d.fill(kFar);
    const Bitboard barred = closed_[side] | (type == PieceType::King ? guarded_[side] : 0);
    Bitboard seen = 0;
    Bitboard layer = from;
    for (int moves = 0; moves < kFar; ++moves) {
        bool joining = false;
        if (later != nullptr)
            for (std::size_t i = 0; i < 64; ++i) {
                if ((*later)[i] == moves) layer |= Bitboard{1} << i;
                joining = joining || ((*later)[i] > moves && (*later)[i] < kFar);
            }
        layer &= ~seen;
        if (layer == 0 && !joining) break;
        seen |= layer;
        Bitboard next = 0;
        while (layer != 0) {
            const Square s = pop_first(layer);
            d[index(s)] = static_cast<std::uint8_t>(moves);
            next |= steps(type, s, lasting_);
        }
        layer = next & ~barred;
    }
    return d;
}

Distances MateGround::pawn_reach(std::size_t side, Bitboard from) const {
    Distances d;
    d.fill(kFar);
    for (Bitboard left = from; left != 0;) d[index(pop_first(left))] = 0;
    const int up = side == kWinner ? 8 : -8;
    for (int row = 1; row < 7; ++row) {
        const int rank = side == kWinner ? row : 7 - row;
        for (int file = 0; file < 8; ++file) {
            const Square s = make_square(file, rank);
            const int here = d[index(s)];
            if (here >= kFar) continue;
            const auto relax = [&](int target, int cost) {
                std::uint8_t& there = d[static_cast<std::size_t>(target)];
                there = std::min(there, capped(here + cost));
            };
            const int ahead = static_cast<int>(s) + up;
            const int step = push_cost(side, static_cast<Square>(ahead));
            relax(ahead, step);
            if (row == 1) relax(ahead + up, step + push_cost(side, static_cast<Square>(ahead + up)) - 1);
            if (file > 0) relax(ahead - 1, take_cost(side, static_cast<Square>(ahead - 1)));
            if (file < 7) relax(ahead + 1, take_cost(side, static_cast<Square>(ahead + 1)));
        }
    }
    return d;
}

/// Fills the squares behind those whose entries are known.
Distances MateGround::pawn_back(std::size_t side, Distances way) const {
    const int up = side == kWinner ? 8 : -8;
    for (int row = 6; row >= 1; --row) {
        const int rank = side == kWinner ? row : 7 - row;
        for (int file = 0; file < 8; ++file) {
            const int s = rank * 8 + file;
            const int ahead = s + up;
            const auto at = [&way](int square) -> int { return way[static_cast<std::size_t>(square)]; };
            const int step = push_cost(side, static_cast<Square>(ahead));
            int best = std::min<int>(at(s), at(ahead) + step);
            if (row == 1)
                best = std::min(best,
                                at(ahead + up) + step + push_cost(side, static_cast<Square>(ahead + up)) - 1);
            if (file > 0)
                best = std::min(best, at(ahead - 1) + take_cost(side, static_cast<Square>(ahead - 1)));
            if (file < 7)
                best = std::min(best, at(ahead + 1) + take_cost(side, static_cast<Square>(ahead + 1)));
            way[static_cast<std::size_t>(s)] = capped(best);
        }
    }
    return way;
}

Distances MateGround::pawn_way(std::size_t side, const Distances& promoted) const {
    Distances way;
    way.fill(kFar);
    for (Bitboard left = end_rank(side); left != 0;) {
        const Square s = pop_first(left);
        way[index(s)] = promoted[index(s)];
    }
    return pawn_back(side, way);
}

Distances MateGround::pawn_way(std::size_t side, Square goal) const {
    Distances way;
    way.fill(kFar);
    way[index(goal)] = 0;
    return pawn_back(side, way);
}

}  // namespace boardbridge::rules
