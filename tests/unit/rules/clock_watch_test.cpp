// Which readings are believed: contract section 6, field-cases 57, 61, 63, 65; laws-and-alerts section 5.
#include "rules/clock_watch.hpp"

#include <gtest/gtest.h>

namespace boardbridge::rules {
namespace {

using namespace std::chrono_literals;

struct Feed {
    std::optional<ClockStep> read(int white, int black, std::optional<Color> running,
                                  Instant::duration after = 1s) {
        now += after;
        ClockBelief b;
        b.time = {std::chrono::seconds(white), std::chrono::seconds(black)};
        b.running = running.has_value();
        b.to_move = running.value_or(Color::White);
        b.mark = mark;
        b.blocked = blocked;
        b.at = b.last_seen = now;
        return watch.read(b);
    }
    int white() const { return static_cast<int>(watch.believed()->time[0] / 1s); }

    ClockWatch watch;
    Instant now{};
    std::array<bool, 2> mark{};
    std::array<bool, 2> blocked{};
};

TEST(ClockWatch, OneOddFrameIsFiltered) {
    Feed f;
    f.read(271, 300, Color::White);
    EXPECT_FALSE(f.read(281, 300, Color::White));  // 4:41
    EXPECT_TRUE(f.read(269, 300, Color::White));
    EXPECT_EQ(f.white(), 269);
    EXPECT_EQ(f.watch.contradictions(f.now), 1);
}

TEST(ClockWatch, ThreeConsistentReadingsAreBelieved) {
    Feed f;
    f.read(271, 300, Color::White);
    EXPECT_FALSE(f.read(211, 300, Color::White));
    EXPECT_FALSE(f.read(210, 300, Color::White));
    const auto step = f.read(209, 300, Color::White);
    ASSERT_TRUE(step);
    EXPECT_TRUE(step->jump);
    EXPECT_FALSE(step->stopped_between);
    EXPECT_EQ(f.white(), 209);
    EXPECT_EQ(f.watch.contradictions(f.now), 0);
}

TEST(ClockWatch, ALiarWhoChangesHisStoryIsNeverBelieved) {
    Feed f;
    f.read(271, 300, Color::White);
    for (const int lie : {20, 400, 90, 350}) EXPECT_FALSE(f.read(lie, 300, Color::White));
    EXPECT_EQ(f.white(), 271);
    EXPECT_EQ(f.watch.contradictions(f.now), 3);
}

TEST(ClockWatch, BelievedWhenNothingContradictsIt) {
    Feed f;
    f.read(271, 300, std::nullopt);
    EXPECT_FALSE(f.read(391, 300, std::nullopt));
    ASSERT_TRUE(f.watch.wake_at());
    EXPECT_EQ(*f.watch.wake_at(), f.now + 2500ms);
    EXPECT_FALSE(f.watch.settle(f.now + 2499ms));
    const auto step = f.watch.settle(f.now + 2500ms);
    ASSERT_TRUE(step);
    EXPECT_TRUE(step->jump);
    EXPECT_TRUE(step->stopped_between);
    EXPECT_FALSE(f.watch.wake_at());
}

TEST(ClockWatch, IncrementsComeWithALever) {
    Feed f;
    f.read(60, 60, Color::White);
    EXPECT_TRUE(f.read(89, 60, Color::Black));   // +30 on the press
    EXPECT_FALSE(f.read(89, 90, Color::Black));  // without one: held
}

TEST(ClockWatch, MissingDataExplainALongFallOnlyWhileItRan) {
    Feed f;
    f.read(100, 100, Color::White);
    EXPECT_TRUE(f.read(60, 100, Color::White, 40s));
    EXPECT_FALSE(f.read(20, 100, Color::White, 1s));
    Feed stopped;
    stopped.read(100, 100, std::nullopt);
    EXPECT_FALSE(stopped.read(100, 100, std::nullopt, 60s));  // nothing new
    EXPECT_FALSE(stopped.read(60, 100, Color::White, 1s));    // stood a second ago: held
}

TEST(ClockWatch, ASecondBackIsAReadingOutOfOrderAndNoLie) {
    Feed f;
    f.read(100, 100, Color::White);
    f.read(99, 100, Color::White);
    EXPECT_FALSE(f.read(100, 100, Color::White, 100ms));
    EXPECT_TRUE(f.read(98, 100, Color::White));
    EXPECT_EQ(f.white(), 98);
    EXPECT_EQ(f.watch.contradictions(f.now), 0);
}

TEST(ClockWatch, PeriodChanges) {
    Feed with_mark;
    with_mark.read(1, 500, Color::White);
    with_mark.mark = {true, false};
    const auto marked = with_mark.read(3600, 4100, Color::White);
    ASSERT_TRUE(marked);
    EXPECT_TRUE(marked->period);

    Feed known;
    known.watch.expect(parse_time_control("40/5400+30:1800+30").value());
    known.read(1, 500, Color::White);
    const auto added = known.read(1800, 500, Color::White);
    ASSERT_TRUE(added);
    EXPECT_TRUE(added->period);

    Feed both;  // nothing known: both rise, three readings
    both.read(1, 500, Color::White);
    EXPECT_FALSE(both.read(3600, 4100, Color::White));
    EXPECT_FALSE(both.read(3599, 4100, Color::White));
    const auto third = both.read(3598, 4100, Color::White);
    ASSERT_TRUE(third);
    EXPECT_TRUE(third->period);

    Feed unknown;  // one side alone, no mark: no period change
    unknown.read(100, 500, Color::White);
    unknown.read(700, 500, Color::White);
    unknown.read(699, 500, Color::White);
    const auto jump = unknown.read(698, 500, Color::White);
    ASSERT_TRUE(jump);
    EXPECT_FALSE(jump->period);
}

TEST(ClockWatch, TheBlockedBitBesideTimeIsDoubted) {
    Feed f;
    f.read(100, 100, Color::White);
    f.blocked = {true, false};
    EXPECT_FALSE(f.read(99, 100, Color::White));
    f.blocked = {};
    EXPECT_TRUE(f.read(98, 100, Color::White));
}

TEST(ClockWatch, AfterALossAnythingMayCome) {
    Feed f;
    f.read(100, 100, Color::White);
    f.watch.forget();
    EXPECT_FALSE(f.watch.believed());
    const auto step = f.read(20, 300, Color::Black, 60s);
    ASSERT_TRUE(step);
    EXPECT_TRUE(step->first);
    EXPECT_EQ(f.white(), 20);
}

TEST(ClockWatch, TurnedRound) {
    Feed f;
    f.read(20, 300, Color::White);
    f.watch.swap_colors();
    EXPECT_EQ(f.white(), 300);
    EXPECT_EQ(f.watch.believed()->to_move, Color::Black);
}

}  // namespace
}  // namespace boardbridge::rules
