// Moves in words: written strictly, read in every form that score sheets use (Laws 2023, Appendix C), UCI
// beside it.
#include "rules/san.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "rules/fen.hpp"
#include "support/positions.hpp"

namespace boardbridge::rules {
namespace {

using boardbridge::test::position;

/// What a text is read as, in UCI, or the kind of error.
std::string read(const Position& p, std::string_view text) {
    const auto m = parse_san(p, text);
    if (m) return to_uci(p, *m);
    switch (m.error().kind) {
        case SanErrorKind::Malformed:
            return "malformed";
        case SanErrorKind::NoSuchMove:
            return "none";
        case SanErrorKind::Ambiguous:
            return "ambiguous";
    }
    return "";
}

std::string san(const Position& p, std::string_view uci) {
    const auto m = parse_uci(p, uci);
    return m ? to_san(p, *m) : m.error().message;
}

TEST(San, Writes) {
    EXPECT_EQ(san(Position(), "e2e4"), "e4");
    EXPECT_EQ(san(Position(), "g1f3"), "Nf3");
    const Position p = position("r3k2r/1P3ppp/8/3pP3/8/8/5PPP/R3K2R w KQkq d6 0 1");
    EXPECT_EQ(san(p, "e5d6"), "exd6");
    EXPECT_EQ(san(p, "e1g1"), "O-O");
    EXPECT_EQ(san(p, "e1c1"), "O-O-O");
    EXPECT_EQ(san(p, "b7b8q"), "b8=Q+");
    EXPECT_EQ(san(p, "b7a8n"), "bxa8=N");
    EXPECT_EQ(san(p, "a1a8"), "Rxa8+");
    EXPECT_EQ(san(position("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"), "e1e8"), "Re8#");
    EXPECT_EQ(san(position("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"), "O-O+");
}

TEST(San, TellsPiecesApartByFileThenRankThenBoth) {
    const Position knights = position("4k3/8/8/8/8/2N5/8/2K3N1 w - - 0 1");
    EXPECT_EQ(san(knights, "g1e2"), "Nge2");
    const Position file = position("4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1");
    EXPECT_EQ(san(file, "g1f3"), "N1f3");
    EXPECT_EQ(san(file, "g5f3"), "N5f3");
    const Position queens = position("8/8/8/8/4Q2Q/k7/8/2K4Q w - - 0 1");
    EXPECT_EQ(san(queens, "h4e1"), "Qh4e1");
    EXPECT_EQ(san(position("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"), "g1e2"), "Ne2")
        << "the other one is pinned";
}

TEST(San, ReadsWhatItWrites) {
    EXPECT_EQ(read(Position(), "e4"), "e2e4");
    EXPECT_EQ(read(Position(), "Nf3"), "g1f3");
    EXPECT_EQ(read(Position(), "  Nc3  "), "b1c3");
    EXPECT_EQ(read(Position(), "Nf6"), "none");
    EXPECT_EQ(read(Position(), "e5"), "none");
}

TEST(San, ReadsGenerously) {
    const Position p = position("r1b1k2r/1P3ppp/5n2/3pP3/8/5N2/5PPP/R3K2R w KQkq d6 0 1");
    for (const auto* text :
         {"exd6", "ed6", "e5d6", "e5xd6", "exd6 e.p.", "exd6e.p.", "ed6 ep", "e5:d6", "exd6+", "exd6!?"})
        EXPECT_EQ(read(p, text), "e5d6") << text;
    for (const auto* text : {"exf6", "ef6", "exf6++", "exf6#"}) EXPECT_EQ(read(p, text), "e5f6") << text;
    for (const auto* text : {"O-O", "0-0", "o-o", "OO", "O-O+", "0-0!", "Ke1-g1", "e1g1"})
        EXPECT_EQ(read(p, text), std::string_view(text) == "OO" ? "malformed" : "e1g1") << text;
    for (const auto* text : {"O-O-O", "0-0-0", "0-0-0++", "Ke1c1"}) EXPECT_EQ(read(p, text), "e1c1") << text;
    for (const auto* text : {"b8=Q", "b8Q", "b8(Q)", "b8/Q", "b8=q", "b7b8q", "b7-b8=Q", "b8Q+"})
        EXPECT_EQ(read(p, text), "b7b8q") << text;
    for (const auto* text : {"bxa8=N", "ba8N", "bxa8N", "b7xa8(N)", "bxa8=N!!"})
        EXPECT_EQ(read(p, text), "b7a8n") << text;
    EXPECT_EQ(read(p, "bxc8B"), "b7c8b");
    for (const auto* text : {"Nd4", "Nf3d4", "Nf3-d4", "Nfd4", "N3d4", "Nxd4", "f3d4", "Nd4 (=)"})
        EXPECT_EQ(read(p, text), "f3d4") << text;
    EXPECT_EQ(read(p, "Pg4"), "g2g4");
    EXPECT_EQ(read(Position(), "Ng1f3"), "g1f3");
    EXPECT_EQ(read(Position(), "e2-e4"), "e2e4");
}

TEST(San, Refuses) {
    const Position p = position("r1b1k2r/1P3ppp/5n2/3pP3/8/5N2/5PPP/R3K2R w KQkq d6 0 1");
    EXPECT_EQ(read(p, "b8"), "ambiguous") << "promotes to what?";
    EXPECT_EQ(read(p, "b8=K"), "none");
    EXPECT_EQ(read(p, "h3=Q"), "none");
    EXPECT_EQ(read(position("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"), "Ne2"), "ambiguous");
    for (const auto* text :
         {"",     " ",       "+",  "e",   "e9",  "Nf",    "xx",  "Nf3f4f5", "O",   "O-",   "O-O-",
          "-O-O", "O-O-O-O", "--", "Zf3", "e4e", "N3ff3", "1-0", "e.p.",    "b8=", "b8(Q", "b8Q)"})
        EXPECT_EQ(read(p, text), "malformed") << text;
    EXPECT_EQ(parse_san(Position(), "Nf6").error().message,
              "no legal move Nf6 for White in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    EXPECT_EQ(parse_san(Position(), "hello").error().message, "'hello' is not a move in algebraic notation");
}

/// One game in the forms of Appendix C: with every sign, without x, and from square to square.
TEST(San, FormsOfAppendixC) {
    const std::vector<std::vector<std::string_view>> forms = {
        {"d4", "Nf6", "c4", "e5", "dxe5", "Ng4", "Nf3", "Nc6", "Bf4", "Bb4+", "Nbd2", "Qe7", "a3", "Ngxe5",
         "axb4", "Nd3#"},
        {"d4", "Nf6", "c4", "e5", "de5", "Ng4", "Nf3", "Nc6", "Bf4", "Bb4", "Nbd2", "Qe7", "a3", "Nge5",
         "ab4", "Nd3++"},
        {"d2d4", "Ng8f6", "c2c4", "e7e5", "d4xe5", "Nf6g4", "Ng1f3", "Nb8c6", "Bc1f4", "Bf8b4", "Nb1d2",
         "Qd8e7", "a2a3", "Ng4xe5", "a3xb4", "Ne5d3"}};
    for (const auto& form : forms) {
        Position p;
        for (const std::string_view text : form) {
            const auto m = parse_san(p, text);
            ASSERT_TRUE(m) << text << ": " << m.error().message;
            p = p.play(*m);
        }
        EXPECT_TRUE(p.checkmate());
        EXPECT_EQ(to_fen(p), "r1b1k2r/ppppqppp/2n5/8/1PP2B2/3n1N2/1P1NPPPP/R2QKB1R w KQkq - 1 9");
    }
}

TEST(Uci, BothCastlingFormsInBothKindsOfChess) {
    const Position standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const Move castling(Square::E1, Square::H1, MoveKind::Castling);
    EXPECT_EQ(parse_uci(standard, "e1g1"), castling);
    EXPECT_EQ(parse_uci(standard, "e1h1"), castling);
    EXPECT_EQ(to_uci(standard, castling), "e1g1");
    const Position chess960 = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", true);
    EXPECT_EQ(parse_uci(chess960, "e1g1"), castling);
    EXPECT_EQ(to_uci(chess960, castling), "e1h1");
    const Position close = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    EXPECT_EQ(parse_uci(close, "f1g1"), Move(Square::F1, Square::G1)) << "a plain king's move goes first";
    EXPECT_EQ(parse_uci(close, "f1h1"), Move(Square::F1, Square::H1, MoveKind::Castling));
}

TEST(Uci, ReadsAndRefuses) {
    const Position p = position("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
    EXPECT_EQ(to_uci(p, *parse_uci(p, "b7b8r")), "b7b8r");
    for (const auto* text : {"", "b7", "b7b8qq", "b7b8Q", "b7b8x", "i1e2", "e1 e2"}) {
        ASSERT_FALSE(parse_uci(p, text)) << text;
        EXPECT_EQ(parse_uci(p, text).error().kind, SanErrorKind::Malformed) << text;
    }
    for (const auto* text : {"b7b8", "b7b8k", "b7b8p", "e1e3", "e1e2q", "e8e7"}) {
        ASSERT_FALSE(parse_uci(p, text)) << text;
        EXPECT_EQ(parse_uci(p, text).error().kind, SanErrorKind::NoSuchMove) << text;
    }
}

}  // namespace
}  // namespace boardbridge::rules
