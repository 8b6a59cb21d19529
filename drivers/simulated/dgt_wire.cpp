// See dgt_wire.hpp.
#include "drivers/simulated/dgt_wire.hpp"

namespace boardbridge::simulated {

namespace {

constexpr std::byte byte_of(unsigned v) { return static_cast<std::byte>(v & 0xFFU); }
constexpr std::byte low7(unsigned v) { return static_cast<std::byte>(v & 0x7FU); }
constexpr std::byte high7(unsigned v) { return static_cast<std::byte>(v >> 7U & 0x7FU); }

}  // namespace

std::byte dgt_piece_code(rules::Piece p) {
    using rules::Piece;
    switch (p) {
        case Piece::None:
            return byte_of(0x00);
        case Piece::WhitePawn:
            return byte_of(0x01);
        case Piece::WhiteRook:
            return byte_of(0x02);
        case Piece::WhiteKnight:
            return byte_of(0x03);
        case Piece::WhiteBishop:
            return byte_of(0x04);
        case Piece::WhiteKing:
            return byte_of(0x05);
        case Piece::WhiteQueen:
            return byte_of(0x06);
        case Piece::BlackPawn:
            return byte_of(0x07);
        case Piece::BlackRook:
            return byte_of(0x08);
        case Piece::BlackKnight:
            return byte_of(0x09);
        case Piece::BlackBishop:
            return byte_of(0x0A);
        case Piece::BlackKing:
            return byte_of(0x0B);
        case Piece::BlackQueen:
            return byte_of(0x0C);
        case Piece::Unknown:
            return byte_of(0x0D);
    }
    return byte_of(0);
}

Bytes dgt_message(std::uint8_t id, std::span<const std::byte> payload) {
    const auto length = static_cast<unsigned>(payload.size() + 3);
    Bytes out;
    out.reserve(length);
    out.push_back(byte_of(id | 0x80U));
    out.push_back(high7(length));
    out.push_back(low7(length));
    out.insert(out.end(), payload.begin(), payload.end());
    return out;
}

Bytes dgt_board_dump(const Scanner::Fields& fields) {
    std::array<std::byte, 64> payload{};
    for (std::size_t f = 0; f < 64; ++f) payload[f] = dgt_piece_code(fields[f]);
    return dgt_message(0x86, payload);
}

Bytes dgt_field_update(unsigned field, rules::Piece p) {
    const std::array payload{byte_of(field), dgt_piece_code(p)};
    return dgt_message(0x8E, payload);
}

Bytes dgt_time(const std::array<std::byte, 7>& payload) { return dgt_message(0x8D, payload); }

Bytes dgt_text(std::uint8_t id, std::string_view text) {
    Bytes payload;
    payload.reserve(text.size());
    for (const char c : text) payload.push_back(low7(static_cast<unsigned char>(c)));
    return dgt_message(id, payload);
}

Bytes dgt_bus_address(std::uint16_t address) {
    const std::array payload{high7(address), low7(address)};
    return dgt_message(0x90, payload);
}

Bytes dgt_version(unsigned major, unsigned minor) {
    const std::array payload{low7(major), low7(minor)};
    return dgt_message(0x93, payload);
}

Bytes dgt_battery(DgtBattery battery) {
    constexpr std::byte kNotKnown{0x7F};
    const std::array payload{low7(battery.percent),
                             kNotKnown,
                             kNotKnown,  // time left: hours, minutes
                             byte_of(1),
                             byte_of(30),  // switched on since: hours, minutes
                             byte_of(0),
                             byte_of(2),
                             byte_of(15),  // stand-by: days, hours, minutes
                             byte_of(battery.charging ? 1U : 2U)};
    return dgt_message(0xA0, payload);
}

Bytes dgt_clock_ack(const std::array<std::uint8_t, 4>& ack) {
    const auto bit7 = [](std::uint8_t v, unsigned to) { return (v & 0x80U) != 0 ? 1U << to : 0U; };
    const std::array payload{byte_of(0x0AU | bit7(ack[2], 4) | bit7(ack[3], 5)),
                             low7(ack[0]),
                             low7(ack[1]),
                             byte_of(0x0AU | bit7(ack[0], 4) | bit7(ack[1], 5)),
                             low7(ack[2]),
                             low7(ack[3]),
                             byte_of(0)};
    return dgt_message(0x8D, payload);
}

std::byte dgt_bus_checksum(std::span<const std::byte> bytes) {
    unsigned sum = 0;
    for (const std::byte b : bytes) sum += std::to_integer<unsigned>(b);
    return low7(sum);
}

Bytes dgt_bus_message(std::uint8_t id, std::uint16_t address, std::span<const std::byte> data) {
    const auto length = static_cast<unsigned>(data.size() + 6);
    Bytes out;
    out.reserve(length);
    for (const std::byte b : {byte_of(id), high7(length), low7(length), high7(address), low7(address)})
        out.push_back(b);
    out.insert(out.end(), data.begin(), data.end());
    out.push_back(dgt_bus_checksum(out));
    return out;
}

}  // namespace boardbridge::simulated
