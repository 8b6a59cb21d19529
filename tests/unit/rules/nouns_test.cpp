// Squares, pieces, placements, the outcome words.
#include <gtest/gtest.h>

#include "rules/outcome.hpp"
#include "rules/placement.hpp"
#include "rules/ply.hpp"

namespace boardbridge::rules {
namespace {

TEST(Square, NamesAndNumbers) {
    EXPECT_EQ(to_string(Square::A1), "a1");
    EXPECT_EQ(to_string(Square::H8), "h8");
    EXPECT_EQ(to_string(make_square(4, 3)), "e4");
    EXPECT_EQ(parse_square("e4"), Square::E4);
    EXPECT_EQ(parse_square("h1"), square_at(7));
    EXPECT_EQ(rotated(Square::A1), Square::H8);
    EXPECT_EQ(rotated(Square::E4), Square::D5);
    for (const auto* bad : {"", "e", "e9", "e0", "i1", "E4", "e44", "4e", " e4"})
        EXPECT_FALSE(parse_square(bad)) << bad;
}

TEST(Piece, Letters) {
    EXPECT_EQ(fen_letter(Piece::WhiteKnight), 'N');
    EXPECT_EQ(fen_letter(Piece::BlackQueen), 'q');
    EXPECT_EQ(fen_letter(Piece::None), '.');
    EXPECT_EQ(fen_letter(Piece::Unknown), '?');
    EXPECT_EQ(parse_piece('K'), Piece::WhiteKing);
    EXPECT_EQ(parse_piece('p'), Piece::BlackPawn);
    for (const char bad : {'.', '?', 'x', '1', '\0', ' '}) EXPECT_FALSE(parse_piece(bad));
    EXPECT_EQ(make_piece(Color::Black, PieceType::Rook), Piece::BlackRook);
    EXPECT_EQ(type_of(Piece::BlackKing), PieceType::King);
    EXPECT_EQ(color_of(Piece::WhitePawn), Color::White);
    EXPECT_FALSE(is_piece(Piece::Unknown));
}

TEST(Placement, StartArray) {
    const Placement p = standard_start_placement();
    EXPECT_EQ(to_fen_placement(p), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    EXPECT_EQ(p[Square::D1], Piece::WhiteQueen);
    EXPECT_EQ(p[Square::E8], Piece::BlackKing);
    EXPECT_EQ(p.occupied(), 0xFFFF00000000FFFFULL);
    EXPECT_EQ(p.squares_of(Piece::WhiteRook), bit(Square::A1) | bit(Square::H1));
    EXPECT_EQ(p.squares_of(Piece::None), 0x0000FFFFFFFF0000ULL);
}

TEST(Placement, Turning) {
    const Placement p = standard_start_placement();
    EXPECT_EQ(to_fen_placement(p.rotated()), "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr");
    EXPECT_EQ(p.rotated().rotated(), p);
}

TEST(Placement, OccupancyMatchesAnyPiece) {
    const Placement p = standard_start_placement();
    const Placement there = p.occupancy();
    EXPECT_EQ(to_fen_placement(there).substr(0, 8), "????????");
    EXPECT_EQ(differing_squares(p, there), 0U);
    Placement moved = there;
    moved.set(Square::E2, Piece::None);
    moved.set(Square::E4, Piece::Unknown);
    EXPECT_EQ(differing_squares(p, moved), bit(Square::E2) | bit(Square::E4));
    Placement other = p;
    other.set(Square::D1, Piece::WhiteKing);
    EXPECT_EQ(differing_squares(p, other), bit(Square::D1));
}

TEST(Placement, ReadsTheFirstFieldOfAFen) {
    for (const auto* good :
         {"8/8/8/8/8/8/8/8", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "?7/8/8/8/8/8/8/7?"}) {
        const auto p = parse_fen_placement(good);
        ASSERT_TRUE(p) << good;
        EXPECT_EQ(to_fen_placement(*p), good);
    }
    EXPECT_EQ(to_fen_placement(*parse_fen_placement("11111111/44/8/8/8/8/8/8")), "8/8/8/8/8/8/8/8");
    for (const auto* bad : {"", "8", "8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/8", "9/8/8/8/8/8/8/8",
                            "7/8/8/8/8/8/8/8", "ppppppppp/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8/",
                            "8/8/8/8/8/8/8/7x", "0p7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 ", "88/8/8/8/8/8/8/8"})
        EXPECT_FALSE(parse_fen_placement(bad)) << bad;
}

TEST(Outcome, Words) {
    EXPECT_EQ(to_string(Result::Draw), "1/2-1/2");
    EXPECT_EQ(to_string(Result::BothLose), "0-0");
    EXPECT_EQ(to_string(Result::HalfToBlack), "0-1/2");
    EXPECT_EQ(pgn_result(Result::WhiteForfeitWin), "1-0");
    EXPECT_EQ(pgn_result(Result::BlackForfeitWin), "0-1");
    EXPECT_EQ(pgn_result(Result::BothLose), "*");
    EXPECT_EQ(pgn_result(Result::Unknown), "*");
    EXPECT_EQ(to_string(Termination::FivefoldRepetition), "fivefold repetition");
    EXPECT_EQ(to_string(Termination::Unterminated), "unterminated");
    EXPECT_EQ(to_string(RevisionReason::SlidOn), "slid on");
    EXPECT_EQ(to_string(RevisionReason::KingsSignal), "kings' signal");
}

}  // namespace
}  // namespace boardbridge::rules
