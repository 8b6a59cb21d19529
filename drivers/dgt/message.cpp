// Decoding of single messages. Range checks here are the only ones: what passes can be believed to be
// well-formed.
#include "drivers/dgt/message.hpp"

#include <algorithm>

namespace boardbridge::drivers::dgt {

namespace {

using rules::Piece;

constexpr std::array<Piece, 16> kPieces = {
    Piece::None,        Piece::WhitePawn,   Piece::WhiteRook,   Piece::WhiteKnight,
    Piece::WhiteBishop, Piece::WhiteKing,   Piece::WhiteQueen,  Piece::BlackPawn,
    Piece::BlackRook,   Piece::BlackKnight, Piece::BlackBishop, Piece::BlackKing,
    Piece::BlackQueen,  Piece::Unknown,     Piece::Unknown,     Piece::Unknown};

constexpr std::uint8_t kAckMark = 0x0A;  // in an hour nibble

// One side of the clock. Times are BCD but for the hours, a plain nibble.
bool decode_side(const std::uint8_t* p, rules::ClockDisplay& side) {
    const unsigned hours = p[0] & 0x0FU;
    const auto bcd = [](unsigned b) { return (b >> 4) * 10 + (b & 0x0FU); };
    const auto is_bcd60 = [](unsigned b) { return (b & 0x0FU) <= 9 && b < 0x60; };
    if (hours > 9 || !is_bcd60(p[1]) || !is_bcd60(p[2])) return false;
    side.time = std::chrono::seconds(hours * 3600 + bcd(p[1]) * 60 + bcd(p[2]));
    side.flag_blocked = (p[0] & 0x10U) != 0;
    side.per_move = (p[0] & 0x20U) != 0;
    side.flag_shown = (p[0] & 0x40U) != 0;
    return true;
}

// The acknowledge bytes lost their top bits to the framing; those ride in the spare bits of the hour bytes.
ClockAck decode_ack(std::span<const std::uint8_t, 7> p) {
    const auto top = [](std::uint8_t b, int shift) { return static_cast<std::uint8_t>((b << shift) & 0x80); };
    ClockAck a;
    a.ack[0] = static_cast<std::uint8_t>((p[1] & 0x7F) | top(p[3], 3));
    a.ack[1] = static_cast<std::uint8_t>((p[2] & 0x7F) | top(p[3], 2));
    a.ack[2] = static_cast<std::uint8_t>((p[4] & 0x7F) | top(p[0], 3));
    a.ack[3] = static_cast<std::uint8_t>((p[5] & 0x7F) | top(p[0], 2));
    return a;
}

// Printable ASCII without blanks or zeros around it.
std::string_view text_of(std::span<const std::uint8_t> bytes) {
    std::string_view s(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto outside = [](char c) { return c <= ' ' || c == 0x7F; };
    while (!s.empty() && outside(s.front())) s.remove_prefix(1);
    while (!s.empty() && outside(s.back())) s.remove_suffix(1);
    return s;
}

Message decode_serial(std::span<const std::uint8_t> p) {
    const std::string_view digits = text_of(p.first(5));
    if (digits.empty()) return BadValue{};
    return SerialNumber{digits};
}

Message decode_battery(std::span<const std::uint8_t> p) {
    BatteryStatus b;
    b.short_form = p.size() != 9;
    if (p[0] != 0x7F) {
        if (p[0] > 100) return BadValue{};
        b.percent = p[0];
    }
    // The long form ends in a status byte; where the short one would keep it nobody says.
    if (!b.short_form) b.charging = (p[8] & 1U) != 0;
    return b;
}

Message decode_field_update(std::span<const std::uint8_t> p) {
    if (p[0] > 63) return BadValue{};
    return FieldUpdate{square_of_field(p[0]), kPieces[p[1] & 0x0FU], static_cast<std::uint8_t>(p[1] & 0x70U)};
}

Message decode_board_dump(std::span<const std::uint8_t> p) {
    if (p.size() != 64) return UnknownMessage{};
    if (const auto placement = decode_placement(p)) return *placement;
    return BadValue{};
}

Message decode_times(std::span<const std::uint8_t> p) {
    return std::visit([](const auto& m) { return Message(m); }, decode_clock(p.first<7>()));
}

/// Seen: 1.80 to 3.10. What lies far beyond is noise.
Message decode_version(std::span<const std::uint8_t> p) {
    constexpr unsigned kMostMajor = 31;
    constexpr unsigned kMostMinor = 99;
    if (p[0] > kMostMajor || p[1] > kMostMinor) return BadValue{};
    return Version{p[0], p[1]};
}

}  // namespace

rules::Piece piece_of_code(unsigned code) { return kPieces[code & 0x0FU]; }

std::optional<rules::Placement> decode_placement(std::span<const std::uint8_t> codes) {
    rules::Placement placement;
    std::uint8_t all = 0;
    for (unsigned field = 0; field < 64; ++field) {
        all = static_cast<std::uint8_t>(all | codes[field]);
        placement.set(square_of_field(field), kPieces[codes[field] & 0x0FU]);
    }
    if (all > 15) return std::nullopt;
    return placement;
}

std::variant<rules::ClockReading, ClockAck, ClockNothing, BadValue> decode_clock(
    std::span<const std::uint8_t, 7> p) {
    if ((p[0] & 0x0F) == kAckMark || (p[3] & 0x0F) == kAckMark) return decode_ack(p);
    if (std::all_of(p.begin(), p.end(), [](std::uint8_t b) { return b == 0; })) return ClockNothing{};
    rules::ClockReading r;
    const unsigned status = p[6];
    if ((status & 0x20U) != 0) {
        r.connected = false;
        return r;
    }
    if (!decode_side(p.data(), r.side[index(rules::ClockSide::Right)]) ||
        !decode_side(p.data() + 3, r.side[index(rules::ClockSide::Left)])) {
        return BadValue{};
    }
    r.running = (status & 0x01U) != 0;
    r.to_move = (status & 0x02U) != 0 ? rules::ClockSide::Right : rules::ClockSide::Left;
    r.battery_low = (status & 0x04U) != 0;
    return r;
}

Message decode(const Frame& frame) {
    const std::span<const std::uint8_t> p = frame.payload;
    switch (static_cast<MessageId>(frame.id)) {
        case MessageId::FieldUpdate:
            return decode_field_update(p);
        case MessageId::ClockTimes:
            return decode_times(p);
        case MessageId::BoardDump:
            return decode_board_dump(p);
        case MessageId::EepromMoves:
            return EepromMoves{p};
        case MessageId::BusAddress:
            return BusAddress{static_cast<std::uint16_t>((p[0] << 7) | p[1])};
        case MessageId::SerialNumber:
            return decode_serial(p);
        case MessageId::LongSerialNumber:
            return LongSerialNumber{text_of(p)};
        case MessageId::Trademark:
            return Trademark{text_of(p)};
        case MessageId::Version:
            return decode_version(p);
        case MessageId::HardwareVersion:
            if (p.size() < 2) return BadValue{};
            return HardwareVersion{Version{p[0], p[1]}};  // its numbers are unknown
        case MessageId::BatteryStatus:
            return decode_battery(p);
        case MessageId::BoardDump50Black:
        case MessageId::BoardDump50White:
            return UnknownMessage{};
    }
    return UnknownMessage{};
}

}  // namespace boardbridge::drivers::dgt
