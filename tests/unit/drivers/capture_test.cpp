// Capture text: contract section 2, line by line.
#include "drivers/capture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/device_events.hpp"

namespace boardbridge::drivers {
namespace {

using test::bytes;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

std::vector<std::byte> copy(std::span<const std::byte> s) { return {s.begin(), s.end()}; }

TEST(Capture, ReadsHeaderAndData) {
    const auto c = parse_capture(
        "# boardbridge capture 1\r\n"
        "# driver: dgt\r\n"
        "# started: 2026-11-30T09:30:00Z\r\n"
        "# unheard-of: kept: whole\r\n"
        "# a remark without a key: is a comment\r\n"
        "\r\n"
        "0.000 b1 tx 4B\r\n"
        "# line.bus-a.driver: dgt-bus\r\n"
        "0.000 bus-a rx 8e 00 05 34 00\r\n"
        "  \r\n"
        "12.345 b1 rx fF");
    ASSERT_TRUE(c) << c.error().message;
    EXPECT_EQ(c->header.find("driver"), "dgt");
    EXPECT_EQ(c->header.find("unheard-of"), "kept: whole");
    EXPECT_EQ(c->header.driver_of("bus-a"), "dgt-bus");
    EXPECT_EQ(c->header.driver_of("b1"), "dgt");
    EXPECT_EQ(c->header.fields.size(), 4U);
    ASSERT_TRUE(c->header.started);
    EXPECT_EQ(c->header.started->time_since_epoch(), 1796031000s);
    EXPECT_THAT(c->lines, ElementsAre("b1", "bus-a"));
    ASSERT_EQ(c->size(), 3U);
    EXPECT_FALSE(c->rx_only());
    EXPECT_EQ((*c)[0].direction, Direction::Tx);
    EXPECT_EQ(copy((*c)[1].bytes), bytes("8e 00 05 34 00"));
    EXPECT_EQ((*c)[1].line, 1U);
    EXPECT_EQ((*c)[2].offset, 12345ms);
    EXPECT_EQ(copy((*c)[2].bytes), bytes("ff"));
}

TEST(Capture, EmptyCaptureHasNoRecords) {
    const auto c = parse_capture("# boardbridge capture 1");
    ASSERT_TRUE(c);
    EXPECT_EQ(c->size(), 0U);
    EXPECT_TRUE(c->rx_only());
}

struct Bad {
    const char* text;  ///< after three good lines
    std::size_t line;
    const char* expected;
};

class CaptureErrors : public testing::TestWithParam<Bad> {};

TEST_P(CaptureErrors, NamesLineAndWhatWasExpected) {
    const auto c =
        parse_capture("# boardbridge capture 1\n# x: y\n0.500 b1 rx 00\n" + std::string(GetParam().text));
    ASSERT_FALSE(c);
    EXPECT_EQ(c.error().line, GetParam().line);
    EXPECT_THAT(c.error().message, HasSubstr(GetParam().expected));
}

INSTANTIATE_TEST_SUITE_P(
    All, CaptureErrors,
    testing::Values(
        Bad{"rubbish", 4, "comment"}, Bad{"\n\n -1.000 b1 rx 00", 6, "comment"},
        Bad{"1 b1 rx 00", 4, "three decimals"}, Bad{"1.00 b1 rx 00", 4, "three decimals"},
        Bad{"1.0000 b1 rx 00", 4, "three decimals"}, Bad{"1.000  b1 rx 00", 4, "name of a line"},
        Bad{"1.000\tb1 rx 00", 4, "three decimals"}, Bad{"1.000 #b1 rx 00", 4, "name of a line"},
        Bad{"1.000 b\xff rx 00", 4, "name of a line"}, Bad{"1.000 b1 RX 00", 4, "\"rx\" or \"tx\""},
        Bad{"1.000 b1 ry 00", 4, "\"rx\" or \"tx\""}, Bad{"1.000 b1", 4, "\"rx\" or \"tx\""},
        Bad{"1.000 b1 rx", 4, "\"rx\" or \"tx\""}, Bad{"1.000 b1 rx ", 4, "hex"},
        Bad{"1.000 b1 rx 0", 4, "hex"}, Bad{"1.000 b1 rx 00 1", 4, "hex"}, Bad{"1.000 b1 rx 0011", 4, "hex"},
        Bad{"1.000 b1 rx 00  11", 4, "hex"}, Bad{"1.000 b1 rx 00 ", 4, "hex"},
        Bad{"1.000 b1 rx 00\t11", 4, "hex"}, Bad{"1.000 b1 rx 0g", 4, "hex"}, Bad{"1.000 b1 rx g0", 4, "hex"},
        Bad{"0.499 b1 rx 00", 4, "not before"}, Bad{"2.000 b1 rx 00\n1.000 b2 rx 00", 5, "not before"},
        Bad{"12345678901.000 b1 rx 00", 4, "10 digits"}, Bad{"# started: yesterday", 4, "RFC 3339"},
        Bad{"# started: 2026-11-30T11:30:00+02:00", 4, "UTC"}, Bad{"# \xc3\x28", 4, "UTF-8"},
        Bad{"1.000 b1 rx 00\r\r", 4, "hex"}));

TEST(Capture, FirstLineIsFixed) {
    for (const char* text : {"", "\n# boardbridge capture 1\n", "# boardbridge capture 2\n",
                             "# boardbridge capture 1 \n", "0.000 b1 rx 00\n"}) {
        const auto c = parse_capture(text);
        ASSERT_FALSE(c) << text;
        EXPECT_EQ(c.error().line, 1U);
        EXPECT_THAT(c.error().message, HasSubstr("# boardbridge capture 1"));
        EXPECT_FALSE(read_capture_header(text));
    }
}

TEST(Capture, HeaderAloneSkipsData) {
    const auto h =
        read_capture_header("# boardbridge capture 1\nnot looked at\n# driver: dgt-bus\n# driver: second\n");
    ASSERT_TRUE(h);
    EXPECT_EQ(h->find("driver"), "dgt-bus");
    EXPECT_EQ(h->find("nothing"), "");
    EXPECT_EQ(h->drivers(),
              (std::vector<std::pair<std::string_view, std::size_t>>{{"dgt-bus", 3}, {"second", 4}}));
    EXPECT_TRUE(read_capture_header("# boardbridge capture 1\n# started: 2026-11-30T09:30:00+00:00\n"));
    const auto bad =
        read_capture_header("# boardbridge capture 1\n0.000 b rx 00\n# started: 2026-13-01T00:00:00Z\n");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().line, 3U);
}

TEST(Capture, LineByLineAsItGrows) {
    CaptureParser p;
    ASSERT_TRUE(p.feed_line("# boardbridge capture 1"));
    const auto first = p.feed_line("0.001 b1 rx 01 02");
    ASSERT_TRUE(first && *first);
    EXPECT_EQ(copy((*first)->bytes), bytes("01 02"));
    const auto second = p.feed_line("0.001 b2 rx 03");
    ASSERT_TRUE(second && *second);
    EXPECT_EQ((*second)->line, 1U);
    const auto third = p.feed_line("0.001 b1 rx 03");
    ASSERT_TRUE(third && *third);
    EXPECT_EQ((*third)->line, 0U);
    EXPECT_FALSE(p.finish());
    EXPECT_TRUE(CaptureParser{}.finish());
}

TEST(Capture, WritesWhatItReads) {
    const std::string text =
        "# boardbridge capture 1\n"
        "# started: 2026-11-30T09:30:00.250000Z\n"
        "# driver: dgt\n"
        "# note:\n"
        "0.005 b1 tx 42\n"
        "61.070 b1 rx 8e 00 05 34 0f\n"
        "61.070 \xc3\xa4 rx 00\n";
    const auto c = parse_capture(text);
    ASSERT_TRUE(c) << c.error().message;
    EXPECT_EQ(to_text(*c), text);
}

TEST(Capture, WriterKeepsValuesOnOneLine) {
    CaptureHeader h;
    h.started = CaptureTime(0s);
    h.fields = {{"who", "a\nb\rc"}};
    std::string out;
    append_capture_header(out, h);
    EXPECT_EQ(out, "# boardbridge capture 1\n# started: 1970-01-01T00:00:00Z\n# who: a b c\n");
}

TEST(Capture, NamesOfLines) {
    EXPECT_TRUE(is_capture_line_name("bus-a"));
    EXPECT_FALSE(is_capture_line_name("#1"));
    EXPECT_FALSE(is_capture_line_name(""));
    EXPECT_FALSE(is_capture_line_name("a b"));
    EXPECT_FALSE(is_capture_line_name("a\tb"));
    EXPECT_FALSE(is_capture_line_name("\x80"));
    EXPECT_FALSE(is_capture_line_name("\xed\xa0\x80"));
    EXPECT_TRUE(is_capture_line_name("\xf0\x9f\x90\xb4"));
}

TEST(Rfc3339, ReadsAndWrites) {
    EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:00Z"), CaptureTime(0s));
    EXPECT_EQ(parse_rfc3339("1970-01-01T00:00:01.5Z"), CaptureTime(1500ms));
    EXPECT_EQ(parse_rfc3339("1970-01-01T02:00:00.123456789+02:00"), CaptureTime(123456us));
    EXPECT_EQ(parse_rfc3339("1969-12-31T23:30:00-00:30"), CaptureTime(0s));
    for (const char* bad : {"", "1970-01-01", "1970-01-01T00:00:00", "1970-02-30T00:00:00Z",
                            "1970-01-01T24:00:00Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00Z ",
                            "1970-01-01T00:00:00+2:00", "1970-1-01T00:00:00Z", "1970-01-01T00:60:00Z"}) {
        EXPECT_FALSE(parse_rfc3339(bad)) << bad;
    }
    EXPECT_EQ(to_rfc3339(CaptureTime(1500ms)), "1970-01-01T00:00:01.500000Z");
    EXPECT_EQ(to_rfc3339(CaptureTime(-1s)), "1969-12-31T23:59:59Z");
}

}  // namespace
}  // namespace boardbridge::drivers
