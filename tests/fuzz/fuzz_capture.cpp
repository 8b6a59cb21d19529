// Any text: a capture, or an error with a line number that exists; what is written back reads as the same.
// links: boardbridge_drivers
#include <algorithm>

#include "drivers/capture.hpp"
#include "fuzz/require.hpp"

using namespace boardbridge::drivers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto capture = parse_capture(text);
    if (!capture) {
        const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
        FUZZ_REQUIRE(capture.error().line >= 1 && capture.error().line <= lines);
        FUZZ_REQUIRE(!capture.error().message.empty());
        return 0;
    }
    FUZZ_REQUIRE(read_capture_header(text).has_value());
    const auto again = parse_capture(to_text(*capture));
    FUZZ_REQUIRE(again.has_value());
    FUZZ_REQUIRE(to_text(*again) == to_text(*capture) && again->lines == capture->lines);
    FUZZ_REQUIRE(again->size() == capture->size());
    for (std::size_t i = 0; i < capture->size(); ++i) {
        const CaptureRecord a = (*capture)[i];
        const CaptureRecord b = (*again)[i];
        FUZZ_REQUIRE(a.offset == b.offset && a.line == b.line && a.direction == b.direction);
        FUZZ_REQUIRE(std::equal(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end()));
    }
    return 0;
}
