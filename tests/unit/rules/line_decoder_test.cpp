// Lines weighed against all that a board sensed: slides, pieces taken before the scan saw them, wrong codes.
#include "rules/line_decoder.hpp"

#include <gtest/gtest.h>

#include "rules/fen.hpp"
#include "rules/san.hpp"
#include "support/positions.hpp"

namespace boardbridge::rules {
namespace {

using boardbridge::test::kStart;

using std::chrono::milliseconds;

struct Sensed {
    int at_ms;
    Square square;
    Piece piece;
};

/// The best line for what was sensed in a position, in SAN.
std::string decoded(const std::string& fen, const std::vector<Sensed>& changes,
                    const std::vector<PressSeen>& presses, int now_ms) {
    const Position start = *(*parse_fen(fen)).position();
    SensedBoard board;
    board.assign(start.placement(), Instant{});
    for (const Sensed& c : changes) board.set(c.square, c.piece, Instant{} + milliseconds(c.at_ms));
    const LineEvidence evidence(
        board, start, presses, {Instant{}, Instant{} + milliseconds(now_ms), true, true, milliseconds(1000)});
    LineDecoder decoder(evidence, {});
    const auto found = decoder.best(start, {}, 1000);
    if (!found) return "nothing";
    std::string text;
    Position p = start;
    for (const PlayedPly& ply : found->line) {
        text += (text.empty() ? "" : " ") + to_san(p, ply.move);
        p = p.play(ply.move);
    }
    return text;
}

PressSeen press(Color side, int at_ms) { return {side, Instant{} + milliseconds(at_ms)}; }

constexpr const char* kKnightTakes = "4k3/1p6/2n5/8/3N4/8/8/4K3 w - - 0 1";

TEST(LineDecoder, SlideIsOneMove) {
    EXPECT_EQ(decoded(kStart,
                      {{2000, Square::E2, Piece::None},
                       {2010, Square::E3, Piece::WhitePawn},
                       {2230, Square::E3, Piece::None},
                       {2240, Square::E4, Piece::WhitePawn}},
                      {press(Color::White, 2400)}, 3000),
              "e4");
}

TEST(LineDecoder, TakenBeforeItWasSeen) {
    EXPECT_EQ(decoded(kKnightTakes,
                      {{2000, Square::D4, Piece::None},
                       {2100, Square::C6, Piece::None},
                       {2300, Square::B7, Piece::None},
                       {2600, Square::C6, Piece::BlackPawn}},
                      {press(Color::White, 2350), press(Color::Black, 2700)}, 3200),
              "Nxc6 bxc6");
}

TEST(LineDecoder, SeenAsAnotherPieceAndTaken) {
    EXPECT_EQ(decoded(kKnightTakes,
                      {{2000, Square::C6, Piece::None},
                       {2200, Square::D4, Piece::None},
                       {2300, Square::C6, Piece::BlackQueen},
                       {2500, Square::C6, Piece::None},
                       {2600, Square::B7, Piece::None},
                       {2800, Square::C6, Piece::BlackPawn}},
                      {press(Color::White, 2550), press(Color::Black, 2950)}, 3500),
              "Nxc6 bxc6");
}

TEST(LineDecoder, NothingSensedIsNoMove) { EXPECT_EQ(decoded(kStart, {}, {}, 3000), ""); }

}  // namespace
}  // namespace boardbridge::rules
