// See random_game.hpp.
#include "drivers/simulated/random_game.hpp"

#include <array>
#include <cstdlib>

#include "rules/chess960.hpp"

namespace boardbridge::simulated {

using namespace rules;

namespace {

/// A double step to beside an enemy pawn.
bool opens_en_passant(const Position& p, Move m) {
    if (std::abs(rank_of(m.to()) - rank_of(m.from())) != 2) return false;
    const Bitboard enemies = p.pieces(opposite(p.turn()), PieceType::Pawn) & rank_mask(rank_of(m.to()));
    const Bitboard at = bit(m.to());
    return (enemies & ((at & ~kFileH) << 1 | (at & ~kFileA) >> 1)) != 0;
}

std::uint64_t weight(const Position& p, Move m, std::optional<Move> own_last) {
    switch (m.kind()) {
        case MoveKind::Castling:
            return 80;
        case MoveKind::EnPassant:
            return 150;
        case MoveKind::Promotion:
            return m.promotion() == PieceType::Queen ? 60 : 15;
        case MoveKind::Normal:
            break;
    }
    if (own_last && own_last->from() == m.to() && own_last->to() == m.from()) return 1;
    std::uint64_t w = p.captures(m) ? 14 : 4;
    const PieceType type = type_of(p.piece_at(m.from()));
    const CastlingRights all = p.castling();
    const auto& rights = all.rook[index(p.turn())];
    if (rights[0] || rights[1]) {
        if (type == PieceType::King || (type == PieceType::Rook && w == 4)) return 1;
        if (type == PieceType::Bishop || type == PieceType::Knight) w += 4;
    }
    if (type == PieceType::Pawn) {
        if (opens_en_passant(p, m)) w += 20;
        const int advanced = p.turn() == Color::White ? rank_of(m.to()) : 7 - rank_of(m.to());
        w += advanced >= 4 ? 6U * static_cast<unsigned>(advanced - 3) : 2;
    }
    return w;
}

Move choose(const Position& p, const MoveList& moves, std::optional<Move> own_last, SeededRandom& random) {
    std::uint64_t sum = 0;
    std::array<std::uint64_t, MoveList::kCapacity> upto{};
    for (std::size_t i = 0; i < moves.size(); ++i) upto[i] = sum += weight(p, moves[i], own_last);
    const std::uint64_t drawn = random.below(sum);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (drawn < upto[i]) return moves[i];
    }
    return moves[moves.size() - 1];
}

}  // namespace

RandomGame random_game_from(const Position& start, std::uint64_t seed, int plies) {
    SeededRandom random(seed);
    RandomGame game{start, {}, start};
    for (int i = 0; i < plies && count(game.last.occupied()) > 2; ++i) {
        const MoveList moves = game.last.legal_moves();
        if (moves.empty()) break;
        std::optional<Move> own_last;
        if (game.moves.size() >= 2) own_last = game.moves[game.moves.size() - 2];
        const Move m = choose(game.last, moves, own_last, random);
        game.last = game.last.play(m);
        game.moves.push_back(m);
    }
    return game;
}

RandomGame random_game(std::uint64_t seed, int plies, std::optional<int> chess960) {
    Position start;
    if (chess960) {
        if (const auto setup = chess960_start(*chess960)) {
            if (const auto position = setup->position()) start = *position;
        }
    }
    return random_game_from(start, seed, plies);
}

}  // namespace boardbridge::simulated
