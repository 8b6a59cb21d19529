// The board's own memory as literal events (device-protocols 2.4).
#include "drivers/simulated/dgt_memory.hpp"

#include <gtest/gtest.h>

#include "support/instant.hpp"
#include "unit/simulated/bytes.hpp"

namespace boardbridge::simulated {
namespace {

using boardbridge::test::at;

using rules::Piece;
using std::chrono::milliseconds;

Scanner::Fields array(bool rotated) {
    constexpr std::string_view kArray = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";
    Scanner::Fields fields{};
    for (std::size_t f = 0; f < 64; ++f)
        fields[rotated ? 63 - f : f] = rules::parse_piece(kArray[f]).value_or(Piece::None);
    return fields;
}

TEST(DgtMemory, PowerUpListsThePiecesAndTheTag) {
    DgtMemory m;
    Scanner::Fields fields{};
    fields[5] = Piece::WhiteKing;
    fields[9] = Piece::BlackKing;
    m.power_up(fields, at(0));
    EXPECT_EQ(hex(m.take_changes()), "7f 7f 7f 6a 45 05 5b 09");
    EXPECT_EQ(hex(m.take_changes()), "");
}

TEST(DgtMemory, TagsOfTheStartPositions) {
    DgtMemory normal;
    normal.power_up(array(false), at(0));
    EXPECT_EQ(normal.take_changes().back(), std::byte{0x6F});
    DgtMemory rotated;
    rotated.power_up(array(true), at(0));
    EXPECT_EQ(rotated.take_changes().back(), std::byte{0x7A});
    DgtMemory shuffled;
    Scanner::Fields fields = array(false);
    std::swap(fields[0], fields[1]);
    shuffled.power_up(fields, at(0));
    EXPECT_EQ(shuffled.take_changes().back(), std::byte{0x6C});
    DgtMemory empty;
    empty.power_up({}, at(0));
    EXPECT_EQ(hex(empty.take_changes()), "7f 7f 7f 6a 6d");
}

TEST(DgtMemory, TheTagComesAgainOnlyAfterMoreThanTwoPiecesLeft) {
    DgtMemory m;
    Scanner::Fields fields = array(false);
    m.power_up(fields, at(0));
    m.take_changes();
    const auto change = [&](unsigned field, Piece p, int ms) {
        fields[field] = p;
        m.piece(field, p, fields, at(ms));
    };
    change(52, Piece::None, 1000);
    change(36, Piece::WhitePawn, 2000);
    change(36, Piece::None, 3000);
    change(52, Piece::WhitePawn, 4000);
    EXPECT_EQ(hex(m.take_changes()), "40 34 40 24 41 34") << "no tag; the flicker of field 36 left one entry";
    for (unsigned f = 48; f < 52; ++f) change(f, Piece::None, 5000 + static_cast<int>(f) * 1000);
    change(32, Piece::WhitePawn, 60000);
    change(32, Piece::None, 70000);
    for (unsigned f = 48; f < 52; ++f) change(f, Piece::WhitePawn, 100000 + static_cast<int>(f) * 1000);
    EXPECT_EQ(m.take_changes().back(), std::byte{0x6F});
}

TEST(DgtMemory, SoonAfterAnotherIsMarked) {
    DgtMemory m;
    Scanner::Fields fields{};
    fields[60] = Piece::WhiteKing;
    m.piece(1, Piece::WhitePawn, fields, at(1000));
    m.piece(2, Piece::None, fields, at(1249));
    m.piece(3, Piece::WhiteQueen, fields, at(1500));
    EXPECT_EQ(hex(m.take_changes()), "41 01 50 02 46 03");
}

TEST(DgtMemory, LeverTimesTellTheHaltedSide) {
    DgtMemory m;
    m.lever(rules::ClockSide::Left, std::chrono::seconds(3600 + 23 * 60 + 45));
    m.lever(rules::ClockSide::Right, std::chrono::seconds(59));
    EXPECT_EQ(hex(m.take_changes()), "71 23 45 60 00 59");
}

TEST(DgtMemory, FromStartLeavesOutWhatStillWaits) {
    DgtMemory m;
    Scanner::Fields fields{};
    fields[60] = Piece::WhiteKing;
    m.start_game(fields, at(0));
    m.piece(1, Piece::WhitePawn, fields, at(1000));
    EXPECT_EQ(hex(m.from_start()), "");
    EXPECT_EQ(hex(m.take_changes()), "7b 45 3c 41 01");
    m.piece(2, Piece::WhitePawn, fields, at(2000));
    EXPECT_EQ(hex(m.from_start()), "7b 45 3c 41 01");
}

TEST(DgtMemory, TheDumpIsAlwaysAsLongAndEndsWithItsMark) {
    DgtMemory m;
    Scanner::Fields fields{};
    for (int i = 0; i < 10000; ++i) {
        m.piece(static_cast<unsigned>(i) % 64, i % 2 == 0 ? Piece::WhitePawn : Piece::None, fields,
                at(i * 300));
    }
    const Bytes dump = m.dump();
    EXPECT_EQ(dump.size(), 0x1F00U);
    EXPECT_EQ(dump.back(), std::byte{0x6B});
    EXPECT_EQ(hex(std::span(dump).last(3)), "40 0f 6b");
    EXPECT_EQ(m.dump()[0x1F00 - 2], std::byte{0x6E}) << "the first dump is noted";
}

}  // namespace
}  // namespace boardbridge::simulated
