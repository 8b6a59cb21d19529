// Any bytes, split anyhow: the same frames and discarded runs come out, and every byte is accounted for.
// links: boardbridge_drivers
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "drivers/dgt/frame.hpp"
#include "fuzz/require.hpp"

using namespace boardbridge::drivers;

namespace {

// The stream as text: "F id payload" and "D bytes reason". Chunks are `chunk` long, or as random as `seed`.
std::vector<std::string> read(const std::uint8_t* data, std::size_t size, std::size_t chunk,
                              std::uint32_t seed) {
    dgt::FrameReader reader;
    std::vector<std::string> out;
    std::size_t counted = 0;
    while (true) {
        const auto found = reader.next();
        if (const auto* f = std::get_if<dgt::Frame>(&found)) {
            counted += f->size();
            out.push_back("F" + std::string(1, static_cast<char>(f->id)) +
                          std::string(f->payload.begin(), f->payload.end()));
            continue;
        }
        if (const auto* d = std::get_if<Discarded>(&found)) {
            counted += d->bytes;
            out.push_back("D" + std::to_string(d->bytes) + " " + std::to_string(static_cast<int>(d->reason)));
            continue;
        }
        if (size == 0) break;
        seed = seed * 1664525U + 1013904223U;
        const auto space = reader.space();
        FUZZ_REQUIRE(space.size() >= 1024);
        const std::size_t wanted = chunk > 0 ? chunk : 1 + (seed >> 24) % 40;
        const std::size_t n = std::min({space.size(), size, wanted});
        std::memcpy(space.data(), data, n);
        reader.commit(n);
        data += n;
        size -= n;
        FUZZ_REQUIRE(reader.pending() <= 9300);
    }
    out.push_back("pending " + std::to_string(reader.pending()) + " " + std::to_string(reader.discarding()));
    counted += reader.pending() + reader.discarding();
    out.push_back("counted " + std::to_string(counted));
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto whole = read(data, size, 1024, 0);
    FUZZ_REQUIRE(whole.back() == "counted " + std::to_string(size));
    FUZZ_REQUIRE(whole == read(data, size, 1, 0));
    FUZZ_REQUIRE(whole == read(data, size, 0, static_cast<std::uint32_t>(size) * 2654435761U));
    return 0;
}
