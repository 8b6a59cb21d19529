// What the scan makes of moving pieces: seen twice, never seen, in the order of the fields.
#include "drivers/simulated/scanner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/instant.hpp"

namespace boardbridge::simulated {
namespace {

using boardbridge::test::at;

using rules::Piece;
using std::chrono::milliseconds;

struct Watch {
    Scanner scanner;
    std::vector<FieldChange> seen;

    explicit Watch(std::uint64_t seed, std::uint64_t dead = 0)
        : scanner(SeededRandom(seed), at(0), 1, dead) {}
    void run(Instant until) {
        scanner.run(until, [this](const FieldChange& c) { seen.push_back(c); });
    }
    void place(int ms, unsigned field, Piece p) {
        run(at(ms));
        scanner.place(field, p);
    }
};

TEST(Scanner, AStandingPieceIsSeenOnceWithinAQuarterOfASecond) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Watch w(seed);
        w.place(1000, 40, Piece::WhiteRook);
        w.run(at(5000));
        ASSERT_EQ(w.seen.size(), 1U);
        EXPECT_EQ(w.seen[0].field, 40U);
        EXPECT_EQ(w.seen[0].piece, Piece::WhiteRook);
        EXPECT_GE(w.seen[0].at, at(1000));
        EXPECT_LE(w.seen[0].at, at(1500));
    }
}

TEST(Scanner, AFieldIsLookedAtEvery200To250Milliseconds) {
    Watch w(3);
    std::vector<Instant> looks;
    for (int i = 0; i < 200; ++i) {
        w.scanner.place(10, i % 2 == 0 ? Piece::WhitePawn : Piece::None);
        const auto next = w.scanner.next_change();
        ASSERT_TRUE(next);
        w.run(*next + Micros{1});
        looks.push_back(*next);
    }
    for (std::size_t i = 1; i < looks.size(); ++i) {
        // Two neighbouring looks belong to scans of different length.
        EXPECT_GE(looks[i] - looks[i - 1], milliseconds(199));
        EXPECT_LE(looks[i] - looks[i - 1], milliseconds(251));
    }
}

TEST(Scanner, APieceMayShowOnTwoFieldsAtOnce) {
    int twice = 0;
    int never_empty_board = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Watch w(seed);
        Scanner::Fields fields{};
        fields[52] = Piece::WhitePawn;
        w.scanner.power_up(fields);
        w.place(1000 + static_cast<int>(seed), 52, Piece::None);
        w.place(1100 + static_cast<int>(seed), 36, Piece::WhitePawn);
        w.run(at(3000));
        ASSERT_EQ(w.seen.size(), 2U);
        if (w.seen[0].field == 36)
            ++twice;
        else
            ++never_empty_board;
    }
    EXPECT_GT(twice, 5) << "landing seen before the lift";
    EXPECT_GT(never_empty_board, 100);
}

TEST(Scanner, ShortStatesAreMissedInProportion) {
    int seen_short = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        Watch w(seed);
        const int start = 1000 + static_cast<int>(SeededRandom(seed).below(400));
        w.place(start, 20, Piece::BlackKing);
        w.place(start + 50, 20, Piece::None);
        w.run(at(3000));
        if (!w.seen.empty()) ++seen_short;
    }
    EXPECT_GT(seen_short, 150);  // 50 ms of 225 ms
    EXPECT_LT(seen_short, 300);
}

TEST(Scanner, OneScanReportsInTheOrderOfTheFields) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Watch w(seed);
        w.run(at(999));
        for (unsigned f = 64; f-- > 0;) w.scanner.place(f, Piece::WhitePawn);
        w.run(at(2000));
        ASSERT_EQ(w.seen.size(), 64U);
        EXPECT_TRUE(std::is_sorted(w.seen.begin(), w.seen.end(),
                                   [](const FieldChange& a, const FieldChange& b) { return a.at < b.at; }));
        const auto first = w.seen.front().field;
        for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(w.seen[i].field, (first + i) % 64);
    }
}

TEST(Scanner, DeadSensorsFeelNothing) {
    Watch w(1, std::uint64_t{1} << 7U);
    w.place(100, 7, Piece::WhiteQueen);
    w.run(at(2000));
    EXPECT_TRUE(w.seen.empty());
}

TEST(Scanner, TheSameHoweverTimeIsCutUp) {
    Watch whole(5);
    Watch parts(5);
    for (int ms = 0; ms < 20000; ms += 130) {
        const Piece p = (ms / 130) % 3 == 0 ? Piece::WhiteRook : Piece::None;
        const auto field = static_cast<unsigned>(ms / 130 % 64);
        whole.place(ms, field, p);
        for (int cut = 0; cut < 130; cut += 13) parts.run(at(ms - 130 + cut));
        parts.place(ms, field, p);
    }
    whole.run(at(21000));
    parts.run(at(21000));
    ASSERT_EQ(whole.seen.size(), parts.seen.size());
    for (std::size_t i = 0; i < whole.seen.size(); ++i) {
        EXPECT_EQ(whole.seen[i].at, parts.seen[i].at);
        EXPECT_EQ(whole.seen[i].field, parts.seen[i].field);
    }
}

}  // namespace
}  // namespace boardbridge::simulated
