// The helpmate board against Position: the same moves and the same boards after them, over random games.
#include "rules/mate_board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "rules/chess960.hpp"
#include "rules/fen.hpp"

namespace boardbridge::rules {
namespace {

std::vector<std::uint16_t> sorted_moves(const MoveList& moves, Color turned_for) {
    std::vector<std::uint16_t> raw;
    for (const Move m : moves) raw.push_back(MateBoard::turned(m, turned_for).raw());
    std::ranges::sort(raw);
    return raw;
}

void compare(const Position& p) {
    for (const Color winner : {Color::White, Color::Black}) {
        const MateBoard board(p, winner);
        MoveList moves;
        board.legal_moves(moves);
        ASSERT_EQ(sorted_moves(moves, winner), sorted_moves(p.legal_moves(), Color::White)) << to_fen(p);
        ASSERT_EQ(board.in_check(), p.in_check()) << to_fen(p);
        ASSERT_EQ(board.has_legal_move(), p.has_legal_move()) << to_fen(p);
        ASSERT_EQ(MateBoard(board.packed()).packed(), board.packed()) << to_fen(p);
        for (const Move m : moves) {
            const PackedBoard after = board.play(m).packed();
            ASSERT_EQ(after, MateBoard(p.play(MateBoard::turned(m, winner)), winner).packed()) << to_fen(p);
            ASSERT_EQ(MateBoard(after).packed(), after) << to_fen(p);
        }
    }
}

TEST(MateBoard, plays_like_Position) {
    std::mt19937 random(7);
    for (int game = 0; game < 12; ++game) {
        Position p =
            game % 2 == 0 ? Position() : *chess960_start(static_cast<int>(random() % 960))->position();
        for (int ply = 0; ply < 120 && p.has_legal_move(); ++ply) {
            compare(p);
            const MoveList moves = p.legal_moves();
            p = p.play(moves[random() % moves.size()]);
        }
    }
}

}  // namespace
}  // namespace boardbridge::rules
