// Mishaps, each switched on alone: they happen, the ply is then played as listed, and the board is right
// again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "rules/fen.hpp"
#include "rules/san.hpp"
#include "unit/simulated/hand_support.hpp"

namespace boardbridge::simulated {
namespace {

using namespace rules;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct Kind {
    ExtraKind kind;
    const char* name;
    int extra_presses;     ///< presses beside one a ply
    int least_extra_acts;  ///< acts on the board beside the ply's own
};

constexpr Kind kPlain[] = {
    {ExtraKind::TakeBack, "take_back", 0, 4},
    {ExtraKind::AgreedTakeBack, "agreed_take_back", 2, 4},
    {ExtraKind::IllegalPutRight, "illegal_put_right", 0, 4},
    {ExtraKind::IllegalPressed, "illegal_pressed", 2, 4},
    {ExtraKind::PressWithoutMove, "press_without_move", 2, 0},
    {ExtraKind::KnockedOver, "knocked_over", 0, 6},
    {ExtraKind::Hover, "hover", 0, 2},
    {ExtraKind::PutOnTop, "put_on_top", 0, 2},
    {ExtraKind::BouncingSensor, "bouncing_sensor", 0, 100},
};

RandomGame from(const char* fen, std::initializer_list<const char*> moves) {
    RandomGame game{*position_from_fen(fen), {}, Position()};
    game.last = game.start;
    for (const char* uci : moves) {
        const Move m = *parse_uci(game.last, uci);
        game.moves.push_back(m);
        game.last = game.last.play(m);
    }
    return game;
}

int presses(const HandScript& s) {
    return static_cast<int>(
        std::count_if(s.acts.begin(), s.acts.end(), [](const Act& a) { return a.kind == ActKind::Press; }));
}
int board_acts(const HandScript& s) {
    return static_cast<int>(
        std::count_if(s.acts.begin(), s.acts.end(), [](const Act& a) { return on_board(a.kind); }));
}

class Mishaps : public testing::TestWithParam<Kind> {};

TEST_P(Mishaps, HappenAndAreOver) {
    const Kind k = GetParam();
    const RandomGame game = from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                 {"e2e4", "e7e5", "g1f3", "b8c6", "f1c4"});
    int happened = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const HandScript plain = play(game, HandProfile::Clean, seed);
        const HandScript script = play(game, HandProfile::Clean, seed, {{3, k.kind}});
        ASSERT_EQ(to_fen_placement(board_after(script)), to_fen_placement(game.last.placement())) << seed;
        ASSERT_EQ(script.plies.size(), 5U);
        const bool did = presses(script) == presses(plain) + k.extra_presses &&
                         board_acts(script) >= board_acts(plain) + k.least_extra_acts;
        happened += did;
        EXPECT_TRUE(std::is_sorted(script.acts.begin(), script.acts.end(),
                                   [](const Act& a, const Act& b) { return a.at < b.at; }));
    }
    EXPECT_GE(happened, 36);
}

TEST_P(Mishaps, HappenToBlackAndInNoisyHandsToo) {
    const RandomGame game = random_game(11, 60);
    for (const HandProfile profile : kAllProfiles) {
        for (int ply = 2; ply <= 30; ply += 2) {
            const HandScript script = play(game, profile, 11, {{ply, GetParam().kind}});
            ASSERT_EQ(to_fen_placement(board_after(script)), to_fen_placement(game.last.placement()));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Mishaps, testing::ValuesIn(kPlain),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(HandExtras, PromotionChangedMindShowsBothPieces) {
    const RandomGame game = from("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", {"b7b8n", "e8e7"});
    const HandScript s = play(game, HandProfile::Clean, 4, {{1, ExtraKind::ChangedPromotion}});
    std::vector<Piece> on_b8;
    for (const Act& a : s.acts) {
        if (on_board(a.kind) && a.square == Square::B8) on_b8.push_back(a.piece);
    }
    EXPECT_EQ(on_b8, (std::vector{Piece::WhiteQueen, Piece::None, Piece::WhiteKnight}));
}

TEST(HandExtras, PawnLeftIsPressedAsAPawn) {
    const RandomGame game = from("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", {"b7b8q", "e8e7"});
    const HandScript s = play(game, HandProfile::Clean, 4, {{1, ExtraKind::PawnLeft}});
    Piece on_b8 = Piece::None;
    for (const Act& a : s.acts) {
        if (a.kind == ActKind::Press && a.ply == 1) break;
        if (on_board(a.kind) && a.square == Square::B8) on_b8 = a.piece;
    }
    EXPECT_EQ(on_b8, Piece::WhitePawn);
    EXPECT_EQ(board_after(s)[Square::B8], Piece::WhiteQueen);
}

TEST(HandExtras, RookOnAWrongSquareAndThenOn) {
    const RandomGame game = from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"e1g1", "e8c8"});
    for (const int ply : {1, 2}) {
        const HandScript s = play(game, HandProfile::Clean, 4, {{ply, ExtraKind::WrongCastlingSquare}});
        int rooks_set = 0;
        for (const Act& a : s.acts) {
            if (a.ply == ply && a.kind == ActKind::Set && type_of(a.piece) == PieceType::Rook) ++rooks_set;
        }
        EXPECT_EQ(rooks_set, 2);
        EXPECT_EQ(to_fen_placement(board_after(s)), "2kr3r/8/8/8/8/8/8/R4RK1");
    }
}

TEST(HandExtras, AMisreadPieceIsReadRightAfterItsNextMove) {
    const RandomGame game =
        from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {"g1f3", "e7e5", "f3e5", "d7d6"});
    const HandScript s = play(game, HandProfile::Clean, 4, {{1, ExtraKind::MisreadForGood}});
    Piece on_f3 = Piece::None;
    for (const Act& a : s.acts) {
        if (a.ply >= 2 && a.kind == ActKind::Press) break;
        if (on_board(a.kind) && a.square == Square::F3) on_f3 = a.piece;
    }
    EXPECT_NE(on_f3, Piece::WhiteKnight);
    EXPECT_EQ(color_of(on_f3), Color::White);
    EXPECT_EQ(to_fen_placement(board_after(s)), to_fen_placement(game.last.placement()));
}

TEST(HandExtras, TheIllegalMovesAreIllegal) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const RandomGame game = random_game(seed, 40);
        const HandScript s = play(game, HandProfile::Clean, seed,
                                  {{static_cast<int>(game.moves.size()), ExtraKind::IllegalStands}});
        const Placement end = board_after(s);
        const MoveList legal = game.last.legal_moves();
        if (legal.empty()) continue;
        EXPECT_NE(end, game.last.placement());
        for (const Move m : legal) EXPECT_NE(end, game.last.play(m).placement());
    }
}

struct Signal {
    Result result;
    std::vector<std::string> allowed;  ///< squares of White's and Black's king
};

TEST(HandEnding, KingsSayTheResult) {
    const Signal signals[] = {
        {Result::WhiteWins, {"d5e4", "e4d5"}},
        {Result::BlackWins, {"e5d4", "d4e5"}},
        {Result::Draw, {"d5e5", "e5d5", "d5d4", "d4d5", "e4e5", "e5e4", "e4d4", "d4e4"}}};
    for (const Signal& signal : signals) {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const RandomGame game = random_game(seed, 30);
            HandOptions o;
            o.seed = seed;
            o.ending.kings_signal = signal.result;
            const HandScript s = play_by_hand(game.start, game.moves, o);
            const Placement end = board_after(s);
            const Bitboard white = end.squares_of(Piece::WhiteKing);
            const Bitboard black = end.squares_of(Piece::BlackKing);
            ASSERT_EQ(count(white), 1);
            ASSERT_EQ(count(black), 1);
            EXPECT_THAT(signal.allowed, testing::Contains(to_string(first(white)) + to_string(first(black))));
            EXPECT_GE(s.end - s.acts.back().at, seconds(7)) << "at rest long enough";
        }
    }
}

TEST(HandEnding, ThePiecesAreSetUpAgain) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const RandomGame game = random_game(seed, 150);
        HandOptions o;
        o.seed = seed;
        o.ending = {Result::Draw, 10, true, true};
        const HandScript s = play_by_hand(game.start, game.moves, o);
        EXPECT_EQ(board_after(s), s.start);
        EXPECT_EQ(s.start, standard_start_placement());
    }
}

}  // namespace
}  // namespace boardbridge::simulated
