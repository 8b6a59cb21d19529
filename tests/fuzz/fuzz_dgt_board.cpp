// A single DGT board that says anything at any time: no command beyond the known harmless ones, never two
// within 100 ms. links: boardbridge_drivers
#include <string_view>
#include <vector>

#include "drivers/dgt/board_session.hpp"
#include "fuzz/session_fuzz.hpp"

using namespace boardbridge;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    drivers::dgt::BoardSession session({.passive = (data[0] & 1) != 0});
    std::optional<Instant> last;
    const auto on_sent = [&](std::span<const std::byte> sent, Instant now) {
        constexpr std::string_view allowed = "\x41\x42\x43\x45\x46\x47\x49\x4B\x4C\x4D\x55";
        FUZZ_REQUIRE((data[0] & 1) == 0);
        FUZZ_REQUIRE(sent.size() == 1);
        FUZZ_REQUIRE(allowed.find(static_cast<char>(sent[0])) != std::string_view::npos);
        FUZZ_REQUIRE(!last || now >= *last + std::chrono::milliseconds(100));
        last = now;
    };
    const auto on_event = [](const drivers::DeviceEvent& e) { FUZZ_REQUIRE(e.address.value == 0); };
    test::drive(session, {data + 1, size - 1}, on_sent, on_event);
    return 0;
}
