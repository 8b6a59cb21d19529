// Each reason why a setup is no legal position, alone and together.
#include "rules/setup.hpp"

#include <gtest/gtest.h>

#include "rules/fen.hpp"
#include "rules/position.hpp"

namespace boardbridge::rules {
namespace {

using enum PositionError;

PositionErrors errors(std::string_view fen, bool chess960 = false) {
    const auto setup = parse_fen(fen, chess960);
    EXPECT_TRUE(setup) << fen << ": " << setup.error().message;
    const auto p = setup->position();
    return p ? PositionErrors{} : p.error();
}

TEST(Setup, LegalPositions) {
    EXPECT_EQ(errors("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), PositionErrors{});
    EXPECT_EQ(errors("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1"), PositionErrors{});
    EXPECT_EQ(errors("QQQQQQQQ/Q7/8/8/8/8/7k/K7 w - - 0 1"), PositionErrors({OpponentInCheck}))
        << "nine queens may be";
}

TEST(Setup, Kings) {
    EXPECT_EQ(errors("8/8/8/8/8/8/8/8 w - - 0 1"), PositionErrors({NoWhiteKing, NoBlackKing}));
    EXPECT_EQ(errors("4k3/8/8/8/8/8/8/8 w - - 0 1"), PositionErrors({NoWhiteKing}));
    EXPECT_EQ(errors("8/8/8/8/8/8/8/K7 w - - 0 1"), PositionErrors({NoBlackKing}));
    EXPECT_EQ(errors("4k2k/8/8/8/8/8/8/K6K w - - 0 1"),
              PositionErrors({SeveralWhiteKings, SeveralBlackKings}));
}

TEST(Setup, PawnsOnEndRanks) {
    EXPECT_EQ(errors("P3k3/8/8/8/8/8/8/4K3 b - - 0 1"), PositionErrors({PawnOnEndRank}));
    EXPECT_EQ(errors("4k3/8/8/8/8/8/8/4K2p w - - 0 1"), PositionErrors({PawnOnEndRank}));
}

TEST(Setup, Checks) {
    EXPECT_EQ(errors("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1"), PositionErrors({OpponentInCheck}));
    EXPECT_EQ(errors("8/8/8/3kK3/8/8/8/8 w - - 0 1"), PositionErrors({OpponentInCheck}))
        << "kings side by side";
    EXPECT_EQ(errors("4k2R/8/8/8/8/8/8/r3K3 w - - 0 1"), PositionErrors({OpponentInCheck}));
    EXPECT_EQ(errors("4r1k1/8/8/8/8/3n4/8/r3K3 w - - 0 1"), PositionErrors({ImpossibleCheck}))
        << "three at once";
    EXPECT_EQ(errors("4r1k1/8/8/8/8/3n4/8/4K3 w - - 0 1"), PositionErrors{}) << "two may come about";
}

TEST(Setup, CastlingRights) {
    EXPECT_EQ(errors("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1"), PositionErrors({BadCastlingRights}));
    EXPECT_EQ(errors("1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1"), PositionErrors({BadCastlingRights}));
    EXPECT_EQ(errors("2rrk3/8/8/8/8/8/3PPPPP/2RK4 w cd - 0 1"), PositionErrors({BadCastlingRights}));
    EXPECT_EQ(errors("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1"), PositionErrors({BadCastlingRights}));
    EXPECT_EQ(errors("4k3/8/8/8/8/8/8/4K2b w K - 0 1"), PositionErrors({BadCastlingRights}));
    EXPECT_EQ(errors("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1"), PositionErrors{}) << "Chess960";
    rules::Setup s = *parse_fen("4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1");
    s.castling.rook[0] = {Square::G1, Square::B1};
    EXPECT_EQ(s.position().error(), PositionErrors({BadCastlingRights})) << "not so in standard chess";
}

TEST(Setup, EnPassant) {
    EXPECT_EQ(errors("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"), PositionErrors{});
    EXPECT_EQ(errors("4k3/8/8/3Pp3/8/8/8/4K3 w - f6 0 1"), PositionErrors({BadEnPassantSquare}));
    EXPECT_EQ(errors("4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1"), PositionErrors({BadEnPassantSquare}));
    EXPECT_EQ(errors("4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1"), PositionErrors({BadEnPassantSquare}));
    EXPECT_EQ(errors("4k3/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 1"), PositionErrors({BadEnPassantSquare}));
    EXPECT_EQ(errors("4k3/8/8/3PP3/8/8/8/4K3 w - e6 0 1"), PositionErrors({BadEnPassantSquare}));
}

TEST(Setup, TooManyPieces) {
    EXPECT_EQ(errors("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"), PositionErrors({TooManyPieces}))
        << "nine pawns";
    EXPECT_EQ(errors("4k3/8/8/8/8/QQ6/PPPPPPPP/RNBQKBNR w - - 0 1"), PositionErrors({TooManyPieces}));
    EXPECT_EQ(errors("4k3/8/8/8/8/8/PPPPPPPP/RBBQKBBR w - - 0 1"), PositionErrors{})
        << "no sum of promotions";
}

TEST(Setup, UnknownPieces) {
    EXPECT_EQ(errors("4k3/8/8/8/8/8/8/4K2? w - - 0 1"), PositionErrors({UnknownPiece}));
    EXPECT_FALSE(parse_fen("4k3/8/8/8/8/8/8/4K2? w - - 0 1")->position(Legality::Playable));
}

TEST(Setup, AllReasonsAtOnce) {
    EXPECT_EQ(errors("P3k2R/8/8/8/8/8/PPPPPPPP/Q2QK3 w K e6 0 1"),
              PositionErrors(
                  {PawnOnEndRank, OpponentInCheck, BadCastlingRights, BadEnPassantSquare, TooManyPieces}));
    EXPECT_EQ(errors("8/8/8/8/8/?7/PPPPPPPP/P7 w - e6 0 1"),
              PositionErrors({NoWhiteKing, NoBlackKing, PawnOnEndRank, BadEnPassantSquare, TooManyPieces,
                              UnknownPiece}));
}

TEST(Setup, PlayableAsksOnlyForKings) {
    EXPECT_TRUE(parse_fen("P3k2R/8/8/8/8/8/PPPPPPPP/Q2QK3 w K e6 0 1")->position(Legality::Playable));
    EXPECT_EQ(parse_fen("8/8/8/8/8/8/8/4K3 w - - 0 1")->position(Legality::Playable).error(),
              PositionErrors({NoBlackKing}));
}

TEST(Setup, ReasonsInWords) {
    EXPECT_EQ(to_string(OpponentInCheck), "the side not to move is in check");
    EXPECT_EQ(to_string(NoWhiteKing), "there is no white king");
    EXPECT_EQ(position_from_fen("4k3/8/8/8/8/8/4Q3/4K2P w - - 0 1").error(),
              "a pawn stands on the first or last rank; the side not to move is in check");
}

}  // namespace
}  // namespace boardbridge::rules
