// A byte stream in pieces: the first byte is the size of the pieces. The messages that come out are the same
// for every size, and no more is kept than has come.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "protocol/delimited.hpp"

using namespace boardbridge::protocol;

namespace {

struct Outcome {
    std::vector<std::string> messages;
    bool failed = false;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr std::size_t kCap = 4096;

Outcome decode(std::span<const std::byte> bytes, std::size_t piece) {
    DelimitedDecoder decoder(kCap);
    Outcome outcome;
    for (std::size_t i = 0; i < bytes.size() && !outcome.failed; i += piece) {
        decoder.feed(bytes.subspan(i, std::min(piece, bytes.size() - i)));
        while (true) {
            const auto message = decoder.next();
            outcome.failed = !message;
            if (!message || !*message) break;
            outcome.messages.emplace_back(reinterpret_cast<const char*>((*message)->data()),
                                          (*message)->size());
        }
        if (decoder.buffered() > kCap) std::abort();
    }
    return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
    const Outcome whole = decode(bytes, bytes.size() + 1);
    if (decode(bytes, std::size_t{data[0]} + 1) != whole) std::abort();
    std::string framed;
    for (const std::string& message : whole.messages) framed += delimit(message);
    if (decode(std::as_bytes(std::span(framed)), framed.size() + 1).messages != whole.messages) std::abort();
    return 0;
}
