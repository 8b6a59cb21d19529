// Reading and writing FEN: fields that are left out, castling letters of three conventions, every field's
// errors.
#include "rules/fen.hpp"

#include <gtest/gtest.h>

namespace boardbridge::rules {
namespace {

TEST(Fen, FieldsMayBeLeftOut) {
    const auto one = parse_fen("8/8/8/8/8/8/8/K1k5");
    ASSERT_TRUE(one);
    EXPECT_EQ(one->turn, Color::White);
    EXPECT_FALSE(one->castling.any());
    EXPECT_EQ(one->en_passant, std::nullopt);
    EXPECT_EQ(one->halfmove_clock, 0);
    EXPECT_EQ(one->fullmove_number, 1);
    EXPECT_EQ(to_fen(*parse_fen("8/8/8/8/8/8/8/K1k5 b")), "8/8/8/8/8/8/8/K1k5 b - - 0 1");
    EXPECT_EQ(to_fen(*parse_fen("8/8/8/8/8/8/8/K1k5 b - - 7")), "8/8/8/8/8/8/8/K1k5 b - - 7 1");
    EXPECT_EQ(to_fen(*parse_fen("  8/8/8/8/8/8/8/K1k5\tb - -  7 33\r\n")), "8/8/8/8/8/8/8/K1k5 b - - 7 33");
    EXPECT_EQ(parse_fen("8/8/8/8/8/8/8/K1k5 w - - 0 0")->fullmove_number, 1);
}

struct Fault {
    const char* fen;
    int field;
    const char* message;
};

TEST(Fen, ErrorsNameTheField) {
    const Fault faults[] = {
        {"", 1, "piece placement field: expected 8 ranks, found nothing"},
        {"8/8/8/8/8/8/8 w", 1, "piece placement field: expected 8 ranks, found 7"},
        {"8/8/8/8/8/8/8/8/8 w", 1, "piece placement field: expected 8 ranks, found more"},
        {"8/8/ppppppppp/8/8/8/8/8", 1, "piece placement field: rank 6 has 9 squares, expected 8"},
        {"8/8/8/8/8/8/8/7", 1, "piece placement field: rank 1 has 7 squares, expected 8"},
        {"8/8/8/8/8/8/8/7x", 1,
         "piece placement field: expected pieces of PNBRQKpnbrqk, digits 1 to 8 and '/', found 'x'"},
        {"8/8/8/8/8/8/8/8 white", 2, "side to move field: expected w or b, found 'white'"},
        {"8/8/8/8/8/8/8/8 w z", 3, "castling field: expected - or letters of KQkq or files, found 'z'"},
        {"8/8/8/8/8/8/8/8 w KK", 3, "castling field: expected each letter once, found 'K' again"},
        {"8/8/8/8/8/8/8/8 w HAH", 3, "castling field: expected each letter once, found 'H' again"},
        {"8/8/8/8/8/8/8/8 w ABC", 3, "castling field: expected two rights for each side, found a third, 'C'"},
        {"4k3/8/8/8/8/8/8/4K2R w KH", 3,
         "castling field: expected one right for each side of the king, found two"},
        {"8/8/8/8/8/8/8/8 w - e4", 4,
         "en passant field: expected - or a square of the third or sixth rank, found 'e4'"},
        {"8/8/8/8/8/8/8/8 w - x", 4,
         "en passant field: expected - or a square of the third or sixth rank, found 'x'"},
        {"8/8/8/8/8/8/8/8 w - - -1", 5,
         "halfmove clock field: expected a number from 0 to 999999, found '-1'"},
        {"8/8/8/8/8/8/8/8 w - - 1x", 5,
         "halfmove clock field: expected a number from 0 to 999999, found '1x'"},
        {"8/8/8/8/8/8/8/8 w - - 0 99999999999", 6,
         "fullmove number field: expected a number from 0 to 999999, found '99999999999'"},
        {"8/8/8/8/8/8/8/8 w - - 0 1 0", 6, "fullmove number field: expected at most 6 fields, found '0'"},
    };
    for (const Fault& f : faults) {
        const auto setup = parse_fen(f.fen);
        ASSERT_FALSE(setup) << f.fen;
        EXPECT_EQ(setup.error().field, f.field) << f.fen;
        EXPECT_EQ(setup.error().message, f.message);
    }
}

TEST(Fen, ErrorsDoNotEchoEverything) {
    const std::string message = parse_fen("8/8/8/8/8/8/8/8 " + std::string(100000, '\x01')).error().message;
    EXPECT_LT(message.size(), 100U);
    EXPECT_EQ(message.find('\x01'), std::string::npos);
}

using Rook = std::optional<Square>;

TEST(Fen, StandardCastlingLetters) {
    const auto s = parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1");
    EXPECT_FALSE(s->chess960);
    EXPECT_EQ(s->castling.rook[0], (std::array<Rook, 2>{Square::H1, std::nullopt}));
    EXPECT_EQ(s->castling.rook[1], (std::array<Rook, 2>{std::nullopt, Square::A8}));
    EXPECT_EQ(to_fen(*s), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1");
}

TEST(Fen, XFenMeansTheOutermostRook) {
    const auto s = parse_fen("1r2k1r1/8/8/8/8/8/8/R1R1KRR1 w KQkq - 0 1");
    EXPECT_TRUE(s->chess960);
    EXPECT_EQ(s->castling.rook[0], (std::array<Rook, 2>{Square::G1, Square::A1}));
    EXPECT_EQ(s->castling.rook[1], (std::array<Rook, 2>{Square::G8, Square::B8}));
    EXPECT_EQ(to_fen(*s), "1r2k1r1/8/8/8/8/8/8/R1R1KRR1 w KQkq - 0 1");
    const auto inner = parse_fen("1r2k1r1/8/8/8/8/8/8/R1R1KRR1 w FCkq - 0 1");
    EXPECT_EQ(inner->castling.rook[0], (std::array<Rook, 2>{Square::F1, Square::C1}));
    EXPECT_EQ(to_fen(*inner), "1r2k1r1/8/8/8/8/8/8/R1R1KRR1 w FCkq - 0 1");
}

TEST(Fen, ShredderLettersAreFiles) {
    const auto s = parse_fen("rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1");
    EXPECT_TRUE(s->chess960);
    EXPECT_EQ(s->castling.rook[1], (std::array<Rook, 2>{Square::C8, Square::A8}));
    EXPECT_EQ(to_fen(*s), "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1");
    EXPECT_TRUE(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1")->chess960);
}

TEST(Fen, Chess960WhereSaid) {
    EXPECT_TRUE(parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true)->chess960);
    EXPECT_EQ(*parse_fen("1r2k3/8/8/8/8/8/8/R3KR2 w KQq - 0 1", false)->castling.rook[0][0], Square::F1);
    EXPECT_EQ(*parse_fen("1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", false)->castling.rook[0][0], Square::H1)
        << "no rook for k: the field speaks of standard chess";
    EXPECT_EQ(*parse_fen("1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", true)->castling.rook[0][0], Square::F1);
}

TEST(Fen, EnPassantIsWrittenWhereACaptureIsLegal) {
    EXPECT_EQ(to_fen(*parse_fen("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1")), "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
    EXPECT_EQ(to_fen(*parse_fen("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1")), "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(to_fen(*parse_fen("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1")), "8/8/8/r2Pp2K/8/8/4k3/8 w - - 0 1");
    EXPECT_EQ(to_fen(*parse_fen("8/8/8/3Pp3/8/8/8/8 w - e6 0 1")), "8/8/8/3Pp3/8/8/8/8 w - e6 0 1")
        << "no position: what was said";
}

TEST(Fen, PositionFromFen) {
    EXPECT_EQ(to_fen(*position_from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    EXPECT_EQ(position_from_fen("8/8/8/8/8/8/8/8 w").error(),
              "there is no white king; there is no black king");
    EXPECT_EQ(position_from_fen("8/8/8/8/8/8/8/8 x").error(),
              "side to move field: expected w or b, found 'x'");
}

}  // namespace
}  // namespace boardbridge::rules
