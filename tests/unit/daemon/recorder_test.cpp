// The ring of line bytes and the captures that come out of it.
#include "daemon/recorder.hpp"

#include <gmock/gmock.h>

#include <array>

namespace boardbridge::daemon {
namespace {

using namespace std::chrono_literals;
using drivers::Direction;

constexpr std::array<std::byte, 3> kBytes{std::byte{0x8d}, std::byte{0x00}, std::byte{0xff}};
const Instant kStart(100s);

std::string read_all(const Recorder& recorder, Instant since, const std::string& line = "") {
    Recorder::Cursor cursor = recorder.find(since);
    const Instant start = recorder.time_at(cursor).value_or(since);
    std::string text;
    for (;;) {
        const Recorder::Piece piece = recorder.read(cursor, line, start, 100);
        text += piece.text;
        if (piece.at_end) return text;
    }
}

TEST(Recorder, GivesBackWhatWentOverTheLines) {
    Recorder recorder({});
    recorder.add("a", Direction::Tx, kBytes, kStart);
    recorder.add("bus-b", Direction::Rx, std::span(kBytes).first(1), kStart + 1500ms);
    recorder.add("a", Direction::Rx, kBytes, kStart + 61s);
    EXPECT_EQ(read_all(recorder, kStart), "0.000 a tx 8d 00 ff\n1.500 bus-b rx 8d\n61.000 a rx 8d 00 ff\n");
    EXPECT_EQ(read_all(recorder, kStart + 1s), "0.000 bus-b rx 8d\n59.500 a rx 8d 00 ff\n");
    EXPECT_EQ(read_all(recorder, kStart, "a"), "0.000 a tx 8d 00 ff\n61.000 a rx 8d 00 ff\n");
    EXPECT_EQ(read_all(recorder, kStart + 2min), "");
}

TEST(Recorder, WhatComesOutReadsAsACapture) {
    Recorder recorder({});
    recorder.set_driver("a", "dgt");
    for (int i = 0; i < 20'000; ++i) recorder.add("a", Direction::Rx, kBytes, kStart + i * 7ms);
    const std::string text = recorder.header(drivers::CaptureTime(1'700'000'000s), "boardbridge 0.1", "") +
                             read_all(recorder, kStart);
    const auto capture = drivers::parse_capture(text);
    ASSERT_TRUE(capture) << capture.error().message;
    EXPECT_EQ(capture->size(), 20'000U);
    EXPECT_EQ((*capture)[19'999].offset, 139'993ms);
    EXPECT_EQ(capture->header.find("started"), "2023-11-14T22:13:20Z");
    EXPECT_EQ(capture->header.driver_of("a"), "dgt");
}

TEST(Recorder, ForgetsByAgeAndByMemory) {
    Recorder recorder({.keep = 10min, .bytes = 64 * 1024});
    recorder.add("a", Direction::Rx, kBytes, kStart);
    Recorder::Cursor cursor = recorder.find(kStart);
    for (int i = 0; i < 100'000; ++i) recorder.add("a", Direction::Rx, kBytes, kStart + 1s);
    EXPECT_LE(recorder.bytes(), 3U * 32 * 1024);
    const Recorder::Piece piece = recorder.read(cursor, "", kStart, 10);
    EXPECT_TRUE(piece.missed);
    EXPECT_EQ(piece.text, "1.000 a rx 8d 00 ff\n");
    recorder.add("a", Direction::Rx, kBytes, kStart + 20min);
    EXPECT_EQ(read_all(recorder, kStart), "0.000 a rx 8d 00 ff\n");
}

TEST(Recorder, CanBeTurnedOff) {
    Recorder recorder({.keep = 0min, .bytes = 64 * 1024});
    recorder.add("a", Direction::Rx, kBytes, kStart);
    EXPECT_EQ(recorder.bytes(), 0U);
    EXPECT_EQ(read_all(recorder, kStart), "");
}

}  // namespace
}  // namespace boardbridge::daemon
