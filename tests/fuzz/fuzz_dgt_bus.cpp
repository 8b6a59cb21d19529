// A bus that says anything at any time: whole commands of bus mode only, never one that would leave or reset
// it; a bounded number of boards. In passive mode nothing is sent; the bytes may then also be what somebody
// else sent. links: boardbridge_drivers
#include <set>
#include <string_view>

#include "drivers/dgt/bus_session.hpp"
#include "fuzz/session_fuzz.hpp"

using namespace boardbridge;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const bool passive = (data[0] & 1) != 0;
    drivers::SessionOptions options;
    options.passive = passive;
    if ((data[0] & 2) != 0) options.expected = {1025, 300};
    drivers::dgt::BusSession session(options);
    if ((data[0] & 4) != 0) {
        const auto bytes = std::as_bytes(std::span(data, size));
        session.on_sent(bytes, Instant{});
    }
    std::size_t sent_bytes = 0;
    const auto on_sent = [&](std::span<const std::byte> sent, Instant) {
        constexpr std::string_view allowed = "\x81\x82\x83\x84\x85\x86\x87\x8A\x8B";
        FUZZ_REQUIRE(!passive);
        for (const std::byte b : sent) {
            const bool first = sent_bytes++ % 4 == 0;
            FUZZ_REQUIRE(first == (static_cast<unsigned>(b) >= 0x80));
            FUZZ_REQUIRE(!first || allowed.find(static_cast<char>(b)) != std::string_view::npos);
        }
    };
    std::set<std::uint16_t> boards;
    const auto on_event = [&](const drivers::DeviceEvent& e) {
        boards.insert(e.address.value);
        FUZZ_REQUIRE(e.address.value != 0 || std::holds_alternative<drivers::Discarded>(e.what));
        FUZZ_REQUIRE(e.address.value < 0x4000);
    };
    test::drive(session, {data + 1, size - 1}, on_sent, on_event);
    return 0;
}
