// The rates of contract section 7, measured: whoever softens the simulator fails here.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "unit/simulated/hand_support.hpp"

namespace boardbridge::simulated {
namespace {

using namespace rules;
using std::chrono::milliseconds;

struct Measured {
    double plies = 0, between = 0, slide = 0, stop = 0, adjusted = 0, wrong = 0, dropped = 0, misread = 0,
           overlapped = 0;
    double early_touches = 0;
    double castlings = 0, rook_first = 0, promotions = 0, off_board = 0;
    std::set<CaptureOrder> captures;
    std::set<CastlingOrder> castling_orders;
    std::set<PromotionOrder> promotion_orders;
    std::set<EnPassantOrder> en_passant_orders;
    bool carried = false;
    Micros least_press = std::chrono::hours(1), most_press{0}, least_think = std::chrono::hours(1),
           most_think{0};
};

void count(Measured& m, const HandScript& script) {
    for (std::size_t i = 0; i < script.plies.size(); ++i) {
        const PlyRecord& ply = script.plies[i];
        const PlyTraits& t = ply.traits;
        m.plies += 1;
        m.between += t.has_between;
        m.slide += t.slide;
        m.stop += t.stop;
        m.adjusted += t.adjusted;
        m.wrong += t.wrong_square;
        m.dropped += t.dropped_out;
        m.misread += t.misread;
        m.overlapped += t.overlapped;
        m.carried = m.carried || t.captured_carried;
        m.captures.insert(t.capture);
        m.castling_orders.insert(t.castling);
        m.promotion_orders.insert(t.promotion);
        m.en_passant_orders.insert(t.en_passant);
        if (t.castling != CastlingOrder::None) {
            m.castlings += 1;
            m.rook_first += t.castling == CastlingOrder::RookFirst;
        }
        if (t.promotion != PromotionOrder::None) {
            m.promotions += 1;
            m.off_board +=
                t.promotion == PromotionOrder::PawnOffFirst || t.promotion == PromotionOrder::PieceOnFirst;
        }
        m.least_press = std::min(m.least_press, ply.pressed - ply.landed);
        m.most_press = std::max(m.most_press, ply.pressed - ply.landed);
        if (i > 0) m.early_touches += ply.first_touch < script.plies[i - 1].pressed;
        if (i > 0 && !t.overlapped) {
            m.least_think = std::min(m.least_think, ply.first_touch - script.plies[i - 1].pressed);
            m.most_think = std::max(m.most_think, ply.first_touch - script.plies[i - 1].pressed);
        }
    }
}

Measured measure(HandProfile profile) {
    Measured m;
    for (std::uint64_t seed = 1; seed <= 250; ++seed)
        count(m, play(random_game(seed, 160), profile, seed * 7919));
    return m;
}

void expect_rate(double part, double whole, double percent, const char* what) {
    ASSERT_GT(whole, 0) << what;
    const double p = percent / 100;
    const double deviation = std::sqrt(p * (1 - p) / whole);
    EXPECT_NEAR(part / whole, p, 4 * deviation + 0.002) << what << " of " << whole;
}

TEST(HandRates, CleanHandsMakeNoNoise) {
    const Measured m = measure(HandProfile::Clean);
    EXPECT_GT(m.plies, 15000);
    EXPECT_EQ(
        m.slide + m.adjusted + m.wrong + m.dropped + m.misread + m.overlapped + m.rook_first + m.off_board,
        0);
    EXPECT_FALSE(m.captures.contains(CaptureOrder::CapturedFirst));
    EXPECT_EQ(m.castling_orders, (std::set{CastlingOrder::None, CastlingOrder::KingFirst}));
    EXPECT_GE(m.least_press, milliseconds(200));
    EXPECT_LE(m.most_press, milliseconds(1200));
    EXPECT_GE(m.least_think, milliseconds(1500));
    EXPECT_LE(m.most_think, milliseconds(8000));
}

struct Wanted {
    HandProfile profile;
    double slide, adjust, wrong, drop, misread, overlap, rook_first;
    int press_most, think_least, think_most;
};

class NoisyHands : public testing::TestWithParam<Wanted> {};

TEST_P(NoisyHands, KeepTheContractsRates) {
    const Wanted w = GetParam();
    const Measured m = measure(w.profile);
    expect_rate(m.slide, m.between, w.slide, "slide");
    expect_rate(m.adjusted, m.plies, w.adjust, "adjusted");
    expect_rate(m.wrong, m.plies, w.wrong, "wrong square");
    expect_rate(m.dropped, m.plies, w.drop, "dropped out");
    expect_rate(m.misread, m.plies, w.misread, "misread");
    expect_rate(m.overlapped, m.plies, w.overlap, "overlap");
    // Now and then the early hand has to wait for the square.
    EXPECT_GT(m.early_touches, 0.94 * m.overlapped);
    expect_rate(m.rook_first, m.castlings, w.rook_first, "rook first");
    expect_rate(m.off_board, m.promotions, 60, "promotion off the board");
    EXPECT_GT(m.stop, 0);
    EXPECT_TRUE(m.carried);
    EXPECT_LE(m.least_think, milliseconds(w.think_least + 50));
    EXPECT_LE(m.most_think, milliseconds(w.think_most + 1500));
    EXPECT_LE(m.least_press, milliseconds(w.press_most));
}

TEST_P(NoisyHands, UseEveryOrder) {
    const Measured m = measure(GetParam().profile);
    EXPECT_EQ(m.captures.size(), 4U);
    EXPECT_EQ(m.castling_orders.size(), 5U);
    EXPECT_EQ(m.promotion_orders.size(), 5U);
    EXPECT_EQ(m.en_passant_orders.size(), 4U);
}

INSTANTIATE_TEST_SUITE_P(Profiles, NoisyHands,
                         testing::Values(Wanted{HandProfile::Hall, 25, 5, 2, 1, 1, 2, 10, 1200, 1500, 8000},
                                         Wanted{HandProfile::Blitz, 50, 6, 4, 3, 3, 25, 30, 350, 500, 3000},
                                         Wanted{HandProfile::Scramble, 60, 12, 8, 6, 6, 50, 40, 350, 250,
                                                1200}),
                         [](const auto& test) { return std::string(to_string(test.param.profile)); });

}  // namespace
}  // namespace boardbridge::simulated
