// Attacks on given boards, square by square.
#include "rules/attacks.hpp"

#include <gtest/gtest.h>

#include <string>

namespace boardbridge::rules {
namespace {

std::string names(Bitboard squares) {
    std::string text;
    while (squares != 0) text += (text.empty() ? "" : " ") + to_string(pop_first(squares));
    return text;
}

Bitboard set(std::initializer_list<Square> squares) {
    Bitboard b = 0;
    for (const Square s : squares) b |= bit(s);
    return b;
}

TEST(Attacks, Steps) {
    EXPECT_EQ(names(knight_attacks(Square::A1)), "c2 b3");
    EXPECT_EQ(names(knight_attacks(Square::E4)), "d2 f2 c3 g3 c5 g5 d6 f6");
    EXPECT_EQ(names(king_attacks(Square::H8)), "g7 h7 g8");
    EXPECT_EQ(names(pawn_attacks(Color::White, Square::A2)), "b3");
    EXPECT_EQ(names(pawn_attacks(Color::Black, Square::E5)), "d4 f4");
    EXPECT_EQ(names(pawn_attacks(Color::White, Square::E8)), "");
}

TEST(Attacks, LinesEndAtTheFirstPiece) {
    EXPECT_EQ(names(rook_attacks(Square::A1, 0)), "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8");
    EXPECT_EQ(names(rook_attacks(
                  Square::D4, set({Square::D4, Square::D6, Square::D7, Square::B4, Square::D3, Square::H4}))),
              "d3 b4 c4 e4 f4 g4 h4 d5 d6");
    EXPECT_EQ(names(bishop_attacks(Square::C1, set({Square::B2, Square::F4}))), "b2 d2 e3 f4");
    EXPECT_EQ(names(queen_attacks(Square::H1, set({Square::G1, Square::G2, Square::H2}))), "g1 g2 h2");
}

TEST(Attacks, Between) {
    EXPECT_EQ(names(between(Square::A1, Square::D4)), "b2 c3");
    EXPECT_EQ(names(between(Square::H8, Square::H5)), "h6 h7");
    EXPECT_EQ(names(between(Square::E1, Square::E2)), "");
    EXPECT_EQ(names(between(Square::E1, Square::D3)), "");
    EXPECT_EQ(names(between(Square::E1, Square::E1)), "");
}

}  // namespace
}  // namespace boardbridge::rules
