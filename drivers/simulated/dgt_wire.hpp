// What a DGT board writes on its wire, byte by byte, from the device's side. Deliberately apart from any
// decoder, so that one mistake cannot cancel itself. Source: device-protocols 1.2 to 1.8, 2.2 (facts in our
// own words).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "drivers/simulated/scanner.hpp"
#include "rules/piece.hpp"

namespace boardbridge::simulated {

using Bytes = std::vector<std::byte>;

std::byte dgt_piece_code(rules::Piece p);

/// Single-board frame: id, length in 7+7 bits (these three bytes included), payload (each byte below 0x80).
Bytes dgt_message(std::uint8_t id, std::span<const std::byte> payload);
Bytes dgt_board_dump(const Scanner::Fields& fields);
Bytes dgt_field_update(unsigned field, rules::Piece p);
Bytes dgt_time(const std::array<std::byte, 7>& payload);
Bytes dgt_text(std::uint8_t id, std::string_view text);
Bytes dgt_bus_address(std::uint16_t address);
Bytes dgt_version(unsigned major, unsigned minor);

struct DgtBattery {
    unsigned percent = 100;
    bool charging = false;
};
Bytes dgt_battery(DgtBattery battery);
/// The four bytes of a clock acknowledgement, spread over a time message (section 1.8).
Bytes dgt_clock_ack(const std::array<std::uint8_t, 4>& ack);

/// Bus frame: id, length of everything, address in 7+7 bits, data, sum of all before & 0x7F.
Bytes dgt_bus_message(std::uint8_t id, std::uint16_t address, std::span<const std::byte> data);
std::byte dgt_bus_checksum(std::span<const std::byte> bytes);

}  // namespace boardbridge::simulated
