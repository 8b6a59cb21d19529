// Time controls: what is read, what is refused and with which words, and the kind of play by edition with the
// worked examples and boundaries of laws-and-alerts section 1.
#include "rules/time_control.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace boardbridge::rules {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

TimeControl control(std::string_view text) {
    const auto parsed = parse_time_control(text);
    EXPECT_TRUE(parsed) << text << ": " << parsed.error();
    return parsed.value_or(TimeControl{});
}

std::string time_control_refusal(std::string_view text) {
    const auto parsed = parse_time_control(text);
    EXPECT_FALSE(parsed) << text;
    return parsed ? "" : parsed.error();
}

TEST(TimeControl, ReadsPeriods) {
    const TimeControl expected{
        {{40, seconds(5400), seconds(30)}, {std::nullopt, seconds(1800), seconds(30)}}};
    EXPECT_EQ(control("40/5400+30:1800+30"), expected);
    const TimeControl plain{{{std::nullopt, seconds(900), seconds(0)}}};
    EXPECT_EQ(control("900"), plain);
    EXPECT_EQ(control("900+0"), plain);
    const TimeControl repeating{{{40, seconds(7200), seconds(0)}}};
    EXPECT_EQ(control("40/7200"), repeating);
    const TimeControl increment_only{{{std::nullopt, seconds(0), seconds(5)}}};
    EXPECT_EQ(control("0+5"), increment_only);
    EXPECT_EQ(control("35999").periods[0].base, seconds(35999));
}

TEST(TimeControl, WritesWhatItReads) {
    for (const std::string_view text :
         {"300+3", "900", "40/7200:20/3600:900+30", "40/5400+30:1800+30", "0+5"}) {
        EXPECT_EQ(to_string(control(text)), text);
    }
    EXPECT_EQ(to_string(control("900+0")), "900");
}

TEST(TimeControl, SaysWhichPeriodAndPartItRefuses) {
    EXPECT_EQ(time_control_refusal("?"),
              "'?' says that the time control is unknown: expected moves/seconds+increment");
    EXPECT_EQ(time_control_refusal("-"),
              "'-' says that there is no time control: expected moves/seconds+increment");
    EXPECT_EQ(time_control_refusal(""), "the time control is empty: expected moves/seconds+increment");
    EXPECT_EQ(time_control_refusal("40/5400+30:1800+x"),
              "period 2, increment: expected a whole number of seconds from 0 to 35999 after '+', found 'x'");
    EXPECT_EQ(time_control_refusal("40/5400+30:"),
              "period 2, seconds: expected a whole number from 0 to 35999, found nothing");
    EXPECT_EQ(time_control_refusal("x/5400"),
              "period 1, moves: expected a whole number from 1 to 999 before '/', found 'x'");
    EXPECT_EQ(time_control_refusal("0/5400"),
              "period 1, moves: expected a whole number from 1 to 999 before '/', found '0'");
    EXPECT_EQ(time_control_refusal("90m"),
              "period 1, seconds: expected a whole number from 0 to 35999, found '90m'");
    EXPECT_EQ(
        time_control_refusal("5400+"),
        "period 1, increment: expected a whole number of seconds from 0 to 35999 after '+', found nothing");
    EXPECT_EQ(time_control_refusal("5400:1800"),
              "period 1, moves: expected moves/ before its seconds, since another period follows");
}

TEST(TimeControl, RefusesWhatNoClockShows) {
    EXPECT_THAT(time_control_refusal("*180"), HasSubstr("period 1: '*180' is an hourglass control"));
    EXPECT_THAT(time_control_refusal("36000"), HasSubstr("period 1, seconds"));
    EXPECT_THAT(time_control_refusal("-5"), HasSubstr("period 1, seconds"));
    EXPECT_THAT(time_control_refusal("5+-1"), HasSubstr("period 1, increment"));
    EXPECT_THAT(time_control_refusal("0"), HasSubstr("some time"));
    EXPECT_THAT(time_control_refusal("0+0"), HasSubstr("some time"));
    EXPECT_THAT(time_control_refusal(" 300"), HasSubstr("seconds"));
    EXPECT_THAT(time_control_refusal("1+2+3"), HasSubstr("increment"));
    EXPECT_THAT(time_control_refusal("99999999999999999999"), HasSubstr("seconds"));
    EXPECT_THAT(time_control_refusal("1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1"),
                HasSubstr("16 periods"));
    EXPECT_EQ(time_control_refusal(std::string("1\x1b[31m")),
              "period 1, seconds: expected a whole number from 0 to 35999, found '1?[31m'");
    EXPECT_LT(time_control_refusal(std::string(100000, '9')).size(), 200U);
}

TEST(TimeControl, NamesOfSettings) {
    EXPECT_EQ(to_string(Edition::Fide2009), "fide-2009");
    EXPECT_EQ(to_string(Edition::Fide2018), "fide-2018");
    EXPECT_EQ(to_string(Edition::Fide2023), "fide-2023");
    EXPECT_EQ(parse_edition("fide-2018"), Edition::Fide2018);
    EXPECT_EQ(parse_edition("fide-2017"), std::nullopt);
    EXPECT_EQ(parse_edition("FIDE-2018"), std::nullopt);
    EXPECT_EQ(to_string(Play::Standard), "standard");
    EXPECT_EQ(to_string(Play::Rapid), "rapid");
    EXPECT_EQ(to_string(Play::Blitz), "blitz");
    EXPECT_EQ(parse_play("blitz"), Play::Blitz);
    EXPECT_EQ(parse_play("classical"), std::nullopt);
    EXPECT_EQ(to_string(Supervision::Full), "full");
    EXPECT_EQ(to_string(Supervision::Partial), "partial");
    EXPECT_EQ(parse_supervision("partial"), Supervision::Partial);
    EXPECT_EQ(parse_supervision(""), std::nullopt);
}

struct KindCase {
    std::string_view control;
    Play fide_2009;
    Play later;
};

TEST(TimeControl, KindOfPlayByEdition) {
    using enum Play;
    const KindCase cases[] = {
        {"1800+30", Rapid, Standard},  // 30'+30" = 60'
        {"600+5", Blitz, Rapid},       // 10'+5" = 15': both articles of 2009 fit, blitz counts
        {"300+5", Blitz, Blitz},       // 5'+5" = 10'
        {"840", Blitz, Rapid},         // 14'
        {"899", Blitz, Rapid},
        {"900", Rapid, Rapid},  // 15'
        {"901", Rapid, Rapid},
        {"840+1", Blitz, Rapid},  // total exactly 15' with an increment
        {"841+1", Rapid, Rapid},  // one second more
        {"600", Blitz, Blitz},    // 10'
        {"601", Blitz, Rapid},
        {"541+1", Blitz, Rapid},  // total 10'01"
        {"540+1", Blitz, Blitz},
        {"3600", Rapid, Standard},  // 60'
        {"3599", Rapid, Rapid},
        {"3601", Standard, Standard},
        {"3540+1", Rapid, Standard},  // total exactly 60'
        {"3539+1", Rapid, Rapid},
        {"5400+30", Standard, Standard},
        {"300+3", Blitz, Blitz},
        {"0+5", Blitz, Blitz},
        {"40/5400+30:1800+30", Standard, Standard},
        {"10/60:60", Standard, Standard},  // several periods are standard play, however short
    };
    for (const KindCase& c : cases) {
        EXPECT_EQ(kind_of_play(control(c.control), Edition::Fide2009), c.fide_2009) << c.control;
        EXPECT_EQ(kind_of_play(control(c.control), Edition::Fide2018), c.later) << c.control;
        EXPECT_EQ(kind_of_play(control(c.control), Edition::Fide2023), c.later) << c.control;
    }
}

}  // namespace
}  // namespace boardbridge::rules
