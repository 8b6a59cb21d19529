// Encodings, clock texts and comments of PGN.
#include "rules/pgn_text.hpp"

#include <gtest/gtest.h>

namespace boardbridge::rules {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(PgnText, TellsUtf8) {
    EXPECT_TRUE(is_utf8("Ivan\xC4\x8Duk \xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD \xF0\x9F\x98\x80"));
    EXPECT_FALSE(is_utf8("M\xFCller"));         // Latin-1
    EXPECT_FALSE(is_utf8("\xC3"));              // cut off
    EXPECT_FALSE(is_utf8("\xC0\xAF"));          // overlong
    EXPECT_FALSE(is_utf8("\xE0\x80\xAF"));      // overlong
    EXPECT_FALSE(is_utf8("\xED\xA0\x80"));      // surrogate
    EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));  // above U+10FFFF
    EXPECT_FALSE(is_utf8("\x80"));
}

TEST(PgnText, FallsBackToLatin1) {
    EXPECT_EQ(to_utf8("M\xFCller"), "M\xC3\xBCller");
    EXPECT_EQ(to_utf8("M\xC3\xBCller"), "M\xC3\xBCller");
    EXPECT_EQ(to_utf8("\xA9\xFF"), "\xC2\xA9\xC3\xBF");
}

TEST(PgnText, MakesOneLine) {
    EXPECT_EQ(one_line("  a\r\n\tb \x01 c\n"), "a b c");
    EXPECT_EQ(one_line(" \n "), "");
}

TEST(PgnText, QuotesShortly) {
    EXPECT_EQ(quoted_excerpt("Nf9"), "'Nf9'");
    EXPECT_EQ(quoted_excerpt("\x1b[1m"), "'?[1m'");
    EXPECT_EQ(quoted_excerpt(std::string(100, 'x')), "'" + std::string(40, 'x') + "...'");
    EXPECT_EQ(quoted_excerpt(std::string(39, 'x') + "\xC3\xBC" + "y"), "'" + std::string(39, 'x') + "...'");
}

TEST(PgnText, ReadsClockTexts) {
    EXPECT_EQ(parse_clock_text("1:02:03"), seconds(3723));
    EXPECT_EQ(parse_clock_text("00:15:19"), seconds(919));
    EXPECT_EQ(parse_clock_text("02:03"), seconds(123));
    EXPECT_EQ(parse_clock_text("7"), seconds(7));
    EXPECT_EQ(parse_clock_text("0:00:01.25"), milliseconds(1250));
    EXPECT_EQ(parse_clock_text("0:00:01.2345"), milliseconds(1234));
    for (const auto* bad : {"", ":", "1:60:00", "1:00:60", "1:2:3:4", "-1:00:00", "1:-2:03", "x", "1:00:00.",
                            "1000:00:01", "99999999999", "0:00:01.-2", " 1:00:00"}) {
        EXPECT_EQ(parse_clock_text(bad), std::nullopt) << bad;
    }
}

TEST(PgnText, WritesClockTexts) {
    EXPECT_EQ(to_clock_text(seconds(3723)), "1:02:03");
    EXPECT_EQ(to_clock_text(milliseconds(59'999)), "0:00:59");
    EXPECT_EQ(to_clock_text(milliseconds(0)), "0:00:00");
    EXPECT_EQ(to_clock_text(milliseconds(-1)), "0:00:00");
    EXPECT_EQ(to_clock_text(seconds(36000)), "10:00:00");
}

TEST(PgnText, TakesCommandsOutOfComments) {
    const PgnComment all =
        parse_pgn_comment(" best [%clk 1:30:00] by [%emt 0:00:03]\n test [%egt 0:10:00][%mct 0:20:00] ");
    EXPECT_EQ(all.clk, seconds(5400));
    EXPECT_EQ(all.emt, seconds(3));
    EXPECT_EQ(all.egt, seconds(600));
    EXPECT_EQ(all.mct, seconds(1200));
    EXPECT_EQ(all.text, "best by test");

    EXPECT_EQ(parse_pgn_comment("[%clk\n00:15:23]").clk, seconds(923));  // as LiveChess breaks its lines
}

TEST(PgnText, LeavesOtherCommandsInTheText) {
    const PgnComment other = parse_pgn_comment("[%eval 0.3] [%clk soon] [%clock 0:01:00] [%clk 0:01:00");
    EXPECT_EQ(other.clk, std::nullopt);
    EXPECT_EQ(other.text, "[%eval 0.3] [%clk soon] [%clock 0:01:00] [%clk 0:01:00");
}

}  // namespace
}  // namespace boardbridge::rules
