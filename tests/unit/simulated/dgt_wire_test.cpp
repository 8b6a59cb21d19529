// Every message of the simulated DGT device as literal bytes (device-protocols 1.4 to 1.8, 2.2).
#include "drivers/simulated/dgt_wire.hpp"

#include <gtest/gtest.h>

#include "unit/simulated/bytes.hpp"

namespace boardbridge::simulated {
namespace {

using rules::Piece;

TEST(DgtWire, PieceCodes) {
    const Piece pieces[] = {Piece::None,        Piece::WhitePawn,   Piece::WhiteRook,   Piece::WhiteKnight,
                            Piece::WhiteBishop, Piece::WhiteKing,   Piece::WhiteQueen,  Piece::BlackPawn,
                            Piece::BlackRook,   Piece::BlackKnight, Piece::BlackBishop, Piece::BlackKing,
                            Piece::BlackQueen};
    for (unsigned code = 0; code < 13; ++code) {
        EXPECT_EQ(std::to_integer<unsigned>(dgt_piece_code(pieces[code])), code);
    }
}

TEST(DgtWire, FieldUpdate) {
    EXPECT_EQ(hex(dgt_field_update(52, Piece::None)), "8e 00 05 34 00");
    EXPECT_EQ(hex(dgt_field_update(36, Piece::WhitePawn)), "8e 00 05 24 01");
    EXPECT_EQ(hex(dgt_field_update(63, Piece::BlackQueen)), "8e 00 05 3f 0c");
}

TEST(DgtWire, BoardDump) {
    Scanner::Fields fields{};
    fields[0] = Piece::BlackRook;
    fields[63] = Piece::WhiteKing;
    const Bytes dump = dgt_board_dump(fields);
    ASSERT_EQ(dump.size(), 67U);
    EXPECT_EQ(hex(std::span(dump).first(5)), "86 00 43 08 00");
    EXPECT_EQ(hex(std::span(dump).last(2)), "00 05");
}

TEST(DgtWire, LengthsUseSevenBits) {
    const Bytes payload(0x1F00, std::byte{0});
    const Bytes message = dgt_message(0x8F, payload);
    EXPECT_EQ(message.size(), 7939U);
    EXPECT_EQ(hex(std::span(message).first(3)), "8f 3e 03");
}

TEST(DgtWire, Identity) {
    EXPECT_EQ(hex(dgt_bus_address(1025)), "90 00 05 08 01");
    EXPECT_EQ(hex(dgt_text(0x91, "01025")), "91 00 08 30 31 30 32 35");
    EXPECT_EQ(hex(dgt_text(0xA2, "3000001025")), "a2 00 0d 33 30 30 30 30 30 31 30 32 35");
    EXPECT_EQ(hex(dgt_version(1, 80)), "93 00 05 01 50");
}

TEST(DgtWire, Battery) {
    EXPECT_EQ(hex(dgt_battery({64, false})), "a0 00 0c 40 7f 7f 01 1e 00 02 0f 02");
    EXPECT_EQ(hex(dgt_battery({64, true})), "a0 00 0c 40 7f 7f 01 1e 00 02 0f 01");
}

TEST(DgtWire, ClockAcknowledgements) {
    EXPECT_EQ(hex(dgt_clock_ack({0x10, 0x09, 0x20, 0x00})), "8d 00 0a 0a 10 09 0a 20 00 00");
    EXPECT_EQ(hex(dgt_clock_ack({0x10, 0x88, 0x05, 0x31})), "8d 00 0a 0a 10 08 2a 05 31 00");
    EXPECT_EQ(hex(dgt_clock_ack({0x90, 0x01, 0x80, 0x80})), "8d 00 0a 3a 10 01 1a 00 00 00");
}

TEST(DgtWire, BusFrames) {
    EXPECT_EQ(hex(dgt_bus_message(0x87, 1025, {})), "87 00 06 08 01 16");
    EXPECT_EQ(hex(dgt_bus_message(0x85, 1025, {})), "85 00 06 08 01 14");
    EXPECT_EQ(hex(dgt_bus_message(0x89, 1025, bytes("01 50"))), "89 00 08 08 01 01 50 6b");
}

}  // namespace
}  // namespace boardbridge::simulated
