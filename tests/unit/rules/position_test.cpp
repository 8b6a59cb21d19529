// Playing moves: what changes on the board, the rights, the counters; special moves; positions that are only
// playable.
#include "rules/position.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rules/fen.hpp"
#include "rules/san.hpp"
#include "support/positions.hpp"

namespace boardbridge::rules {
namespace {

using boardbridge::test::position;

Position playable(std::string_view fen) {
    const auto p = parse_fen(fen)->position(Legality::Playable);
    EXPECT_TRUE(p) << fen;
    return p.value_or(Position());
}

Position after(Position p, const std::vector<std::string_view>& moves) {
    for (const std::string_view text : moves) {
        const auto m = parse_uci(p, text);
        EXPECT_TRUE(m) << text << ": " << m.error().message;
        if (m) p = p.play(*m);
    }
    return p;
}

bool legal(const Position& p, std::string_view uci) { return parse_uci(p, uci).has_value(); }

std::string moves_of(const Position& p) {
    std::vector<std::string> all;
    for (const Move m : p.legal_moves()) all.push_back(to_san(p, m));
    std::sort(all.begin(), all.end());
    std::string text;
    for (const std::string& san : all) text += (text.empty() ? "" : " ") + san;
    return text;
}

TEST(Position, StartPosition) {
    const Position p;
    EXPECT_EQ(to_fen(p), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(p.setup(), Setup::standard_start());
    EXPECT_EQ(p.king(Color::Black), Square::E8);
    EXPECT_FALSE(p.in_check());
    EXPECT_FALSE(p.stalemate());
    EXPECT_EQ(moves_of(p), "Na3 Nc3 Nf3 Nh3 a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4");
}

TEST(Position, CountersAndEnPassantSquare) {
    const Position one = after(Position(), {"e2e4"});
    EXPECT_EQ(one.en_passant(), Square::E3);
    EXPECT_EQ(one.legal_en_passant(), std::nullopt);
    EXPECT_EQ(to_fen(one), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    const Position two = after(one, {"g8f6"});
    EXPECT_EQ(two.en_passant(), std::nullopt);
    EXPECT_EQ(two.halfmove_clock(), 1);
    EXPECT_EQ(two.fullmove_number(), 2);
    EXPECT_EQ(after(two, {"b1c3", "f6e4"}).halfmove_clock(), 0) << "a capture sets it back";
}

TEST(Position, EnPassantTakesTheOtherPawn) {
    const Position p = after(Position(), {"e2e4", "g8f6", "e4e5", "d7d5"});
    EXPECT_EQ(p.legal_en_passant(), Square::D6);
    const Position taken = after(p, {"e5d6"});
    EXPECT_EQ(to_fen(taken), "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
    EXPECT_TRUE(p.captures(*parse_uci(p, "e5d6")));
    EXPECT_FALSE(legal(after(p, {"b1c3", "b8c6"}), "e5d6")) << "only at once (3.7.3.1)";
}

TEST(Position, EnPassantMayNotUncoverTheKing) {
    EXPECT_FALSE(legal(position("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1"), "d5e6")) << "both pawns leave the rank";
    EXPECT_TRUE(legal(position("2b1r2r/8/5P1k/2p1pP2/5R1P/6PK/4q3/4R3 w - e6 0 1"), "f5e6"));
    EXPECT_FALSE(legal(position("8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1"), "d4e3"));
    EXPECT_TRUE(legal(position("8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1"), "c4d3")) << "answers the check";
    EXPECT_FALSE(
        legal(position("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1"), "d5c6"));
    EXPECT_TRUE(legal(position("3q1rk1/ppp1p1pp/4b3/3pPp2/3P4/1K1n4/PPQ2PPP/3b1BNR w - f6 0 1"), "e5f6"));
}

TEST(Position, Castling) {
    const Position p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9");
    EXPECT_EQ(to_fen(after(p, {"e1g1"})), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9");
    EXPECT_EQ(to_fen(after(p, {"e1c1", "e8g8"})), "r4rk1/8/8/8/8/8/8/2KR3R w - - 7 10");
    EXPECT_EQ(to_fen(after(p, {"h1h8"})), "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 9")
        << "the captured rook's right is gone";
    EXPECT_EQ(to_fen(after(p, {"e1e2", "e8e7", "e2e1", "e7e8"})), "r3k2r/8/8/8/8/8/8/R3K2R w - - 9 11");
    EXPECT_EQ(to_fen(after(p, {"a1b1", "h8h7", "b1a1", "h7h8"})), "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 9 11");
}

TEST(Position, CastlingIsPrevented) {
    EXPECT_FALSE(legal(position("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1"), "e1g1")) << "out of check";
    EXPECT_FALSE(legal(position("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1"), "e1g1")) << "through check";
    EXPECT_FALSE(legal(position("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1"), "e1g1")) << "into check";
    EXPECT_TRUE(legal(position("4k3/8/8/8/7r/8/8/R3K2R w KQ - 0 1"), "e1g1")) << "the rook may be attacked";
    EXPECT_TRUE(legal(position("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1"), "e1c1"))
        << "and pass an attacked square";
    EXPECT_FALSE(legal(position("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1"), "e1c1")) << "a piece between";
}

TEST(Position, CastlingInChess960) {
    const Position swap = position("3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 1 1");
    EXPECT_EQ(to_fen(after(swap, {"f1g1"})), "3r1k1r/4pp2/8/8/8/8/8/4RRK1 b q - 2 1");
    EXPECT_EQ(to_fen(after(swap, {"f1g1", "f8d8"})), "2kr3r/4pp2/8/8/8/8/8/4RRK1 w - - 3 2");
    EXPECT_EQ(to_fen(after(position("Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1"), {"g1h1"})),
              "Qr4k1/4pppp/8/8/8/8/8/R4RK1 b q - 1 1")
        << "only the rook moves";
    EXPECT_FALSE(legal(position("Qr4k1/4pppp/8/8/8/8/8/R4RK1 b b - 1 1"), "g8b8"));
    EXPECT_FALSE(
        legal(position("4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 10 18"), "g1f1"));
    EXPECT_FALSE(legal(position("4k3/8/8/1b6/8/8/8/5RKR w KQ - 0 1"), "g1f1"));
    EXPECT_EQ(to_fen(after(position("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1"), {"d1e1"})),
              "2r5/8/8/8/8/8/6PP/k4RK1 b - - 1 1");
    EXPECT_FALSE(legal(position("4k3/8/8/8/8/8/8/qRK5 w B - 0 1"), "c1b1"))
        << "the rook leaves the king in check";
}

TEST(Position, Promotion) {
    const Position p = position("3r4/4P3/8/8/8/8/k7/2K5 w - - 0 1");
    EXPECT_EQ(moves_of(p), "Kc2 e8=B e8=N e8=Q e8=R exd8=B exd8=N exd8=Q exd8=R");
    EXPECT_EQ(to_fen(after(p, {"e7d8n"})), "3N4/8/8/8/8/8/k7/2K5 b - - 0 1");
}

TEST(Position, ChecksAndPins) {
    const Position pinned = position("4r1k1/8/8/8/7b/8/4RB2/4K3 w - - 0 1");
    EXPECT_FALSE(legal(pinned, "e2d2"));
    EXPECT_TRUE(legal(pinned, "e2e8"));
    EXPECT_TRUE(legal(pinned, "f2h4"));
    EXPECT_FALSE(legal(pinned, "f2e3"));
    const Position twice = position("4r1k1/8/8/8/8/3n4/8/R3K3 w - - 0 1");
    EXPECT_EQ(twice.checkers(), bit(Square::E8) | bit(Square::D3));
    EXPECT_EQ(moves_of(twice), "Kd1 Kd2 Kf1");
    EXPECT_FALSE(legal(position("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1"), "e1d1")) << "still on the rook's line";
    EXPECT_TRUE(position("7k/8/8/8/8/8/5PPP/3r2K1 w - - 0 1").checkmate());
    EXPECT_TRUE(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").stalemate());
}

TEST(Position, Attackers) {
    const Position p = position("4r1k1/8/8/8/8/3n4/8/R3K3 w - - 0 1");
    EXPECT_EQ(p.attackers(Square::E1, Color::Black), bit(Square::E8) | bit(Square::D3));
    EXPECT_EQ(p.attackers(Square::A8, Color::White), bit(Square::A1));
    EXPECT_TRUE(p.attacked_king(Color::White));
    EXPECT_FALSE(p.attacked_king(Color::Black));
}

TEST(Position, Pass) {
    const Position p = after(Position(), {"e2e4"}).pass();
    EXPECT_EQ(p.turn(), Color::White);
    EXPECT_EQ(p.en_passant(), std::nullopt);
    EXPECT_EQ(to_fen(p), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST(Position, MoreThan256Moves) {
    const Position p = playable("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    EXPECT_EQ(p.legal_moves().size(), 270U);
    EXPECT_FALSE(p.legal_moves().overflowed());
    EXPECT_EQ(position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").count_legal_moves(), 218U);
}

TEST(PlayablePosition, AKingIsNeverTaken) {
    const Position p = playable("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1");
    EXPECT_TRUE(p.attacked_king(Color::Black));
    EXPECT_FALSE(legal(p, "e2e8"));
    EXPECT_TRUE(legal(p, "e2e7"));
    EXPECT_FALSE(legal(playable("8/8/8/4k3/3P4/8/8/K7 w - - 0 1"), "d4e5"));
}

TEST(PlayablePosition, BothKingsAttacked) {
    const Position p = playable("4k2R/8/8/8/8/8/8/r3K3 w - - 0 1");
    EXPECT_TRUE(p.attacked_king(Color::White));
    EXPECT_TRUE(p.attacked_king(Color::Black));
    EXPECT_EQ(moves_of(p), "Kd2+ Ke2+ Kf2+") << "one's own king may not stay attacked";
}

TEST(PlayablePosition, KingsSideBySide) {
    const Position p = playable("8/8/8/3kK3/8/8/8/R7 w - - 0 1");
    EXPECT_EQ(p.checkers(), bit(Square::D5));
    EXPECT_EQ(moves_of(p), "Kf4 Kf5 Kf6");
}

TEST(PlayablePosition, PawnsOnEndRanksStay) {
    EXPECT_EQ(moves_of(playable("P3k3/8/8/8/8/8/8/4K2P w - - 0 1")), "Kd1 Kd2 Ke2 Kf1 Kf2");
    EXPECT_EQ(moves_of(playable("p3k3/8/8/8/8/8/8/p3K3 b - - 0 1")), "Kd7 Kd8 Ke7 Kf7 Kf8");
}

TEST(PlayablePosition, RightsThatCannotHoldAreDropped) {
    rules::Setup s = *parse_fen("1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1");
    EXPECT_FALSE(s.chess960);
    EXPECT_EQ(to_fen(*s.position(Legality::Playable)), "1r2k3/8/8/8/8/8/8/R3KR2 w Q - 0 1");
    s = Setup::standard_start();
    s.en_passant = Square::E6;
    EXPECT_EQ(s.position(Legality::Playable)->en_passant(), std::nullopt);
}

TEST(RepetitionKey, TellsWhatArticle923Tells) {
    const Position start;
    const Position shuffled = after(start, {"g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(start.repetition_key(), shuffled.repetition_key());
    EXPECT_TRUE(start.same_for_repetition(shuffled)) << "counters do not matter";
    EXPECT_NE(start.repetition_key(), start.pass().repetition_key()) << "the mover does";
    const Position no_right = position("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1");
    const Position right = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_NE(no_right.repetition_key(), right.repetition_key());
    EXPECT_FALSE(no_right.same_for_repetition(right));
}

TEST(RepetitionKey, EnPassantOnlyWhereLegal) {
    const Position with = position("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1");
    const Position without = position("8/8/8/r2Pp2K/8/8/4k3/8 w - - 0 1");
    EXPECT_EQ(with.en_passant(), Square::E6);
    EXPECT_TRUE(with.same_for_repetition(without));
    EXPECT_EQ(with.repetition_key(), without.repetition_key());
    const Position can = position("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
    const Position no_more = position("4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1");
    EXPECT_FALSE(can.same_for_repetition(no_more));
    EXPECT_NE(can.repetition_key(), no_more.repetition_key());
}

}  // namespace
}  // namespace boardbridge::rules
