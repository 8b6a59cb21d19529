#include "drivers/dgt/bus_frame.hpp"

#include <numeric>

namespace boardbridge::drivers::dgt {

BusCommandBytes encode(BusCommand command, BoardAddress address) {
    const std::array<std::uint8_t, 3> head = {static_cast<std::uint8_t>(command),
                                              static_cast<std::uint8_t>((address.value >> 7) & 0x7F),
                                              static_cast<std::uint8_t>(address.value & 0x7F)};
    return {static_cast<std::byte>(head[0]), static_cast<std::byte>(head[1]), static_cast<std::byte>(head[2]),
            static_cast<std::byte>(bus_checksum(head))};
}

bool is_possible_bus_length(std::uint8_t id, std::size_t total) {
    constexpr std::size_t kBare = 6;  // head, address, checksum
    switch (static_cast<BusReplyId>(id)) {
        case BusReplyId::BoardDump:
            return total == kBare + 64;
        case BusReplyId::ClockTimes:
            return total == kBare + 7;
        case BusReplyId::Changes:
        case BusReplyId::FromStart:
            return total >= kBare;
        case BusReplyId::Ping:
        case BusReplyId::StartGameWritten:
            return total == kBare;
        case BusReplyId::Version:
            return total >= kBare && total <= kBare + 2;
        case BusReplyId::BoardDump50Black:
            return total == kBare + 50;
    }
    return total >= kBare;
}

std::uint8_t bus_checksum(std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint8_t>(std::accumulate(bytes.begin(), bytes.end(), 0U) & 0x7F);
}

std::variant<BusReply, DiscardReason> parse_bus_reply(const Frame& frame) {
    const auto p = frame.payload;
    if (p.size() < 3) return DiscardReason::BadLength;
    const std::array<std::uint8_t, 3> head = {frame.id, static_cast<std::uint8_t>(frame.size() >> 7),
                                              static_cast<std::uint8_t>(frame.size() & 0x7F)};
    const auto body = p.first(p.size() - 1);
    const unsigned sum = bus_checksum(head) + bus_checksum(body);
    const auto address = static_cast<std::uint16_t>((p[0] << 7) | p[1]);
    if ((sum & 0x7F) != p.back() || address == 0) return DiscardReason::BadChecksum;
    return BusReply{frame.id, BoardAddress{address}, body.subspan(2)};
}

}  // namespace boardbridge::drivers::dgt
