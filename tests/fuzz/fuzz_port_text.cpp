// Any text as a `port`: taken apart, or refused with what was expected.
// links: boardbridge_transport
#include "drivers/transport/port_text.hpp"
#include "fuzz/require.hpp"

using namespace boardbridge::drivers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto port = parse_port_text({reinterpret_cast<const char*>(data), size});
    if (!port) {
        FUZZ_REQUIRE(port.error().find("expected") != std::string::npos);
    } else if (const auto* tcp = std::get_if<TcpAddress>(&*port)) {
        FUZZ_REQUIRE(!tcp->host.empty() && tcp->port > 0);
    } else if (const auto* device = std::get_if<DevicePath>(&*port)) {
        FUZZ_REQUIRE(device->path.starts_with('/'));
    }
    return 0;
}
