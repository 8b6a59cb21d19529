// Drives a session by the bytes of a fuzzer as a line would: reads of any size, time passing, slow and
// partial writes. Claims that hold for every session: no loop without time passing, nothing sent that
// `allowed` refuses.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <span>

#include "drivers/session.hpp"
#include "fuzz/require.hpp"

namespace boardbridge::test {

/// First byte of each step: 0-31 let time pass (up to 31 x 31 ms), 32-63 write out up to that many bytes,
/// else read up to 64 of the bytes that follow.
inline void drive(drivers::Session& session, std::span<const std::uint8_t> input,
                  const std::function<void(std::span<const std::byte> sent, Instant now)>& on_sent,
                  const std::function<void(const drivers::DeviceEvent&)>& on_event) {
    Instant now{};
    const drivers::EventSink sink = on_event;
    session.start(now, sink);
    const auto pass = [&](Instant until) {
        int at_once = 0;
        while (const auto wake = session.wake_at()) {
            if (*wake > until) break;
            at_once = *wake <= now ? at_once + 1 : 0;
            FUZZ_REQUIRE(at_once < 100);  // a wake that changes nothing and is wanted again: a busy loop
            now = std::max(now, *wake);
            session.on_wake(now, sink);
        }
        now = until;
    };
    const auto write = [&](std::size_t most) {
        const auto out = session.to_write();
        const std::size_t n = std::min(out.size(), most);
        if (n == 0) return;
        on_sent(out.first(n), now);
        session.on_written(n, now);
    };
    while (!input.empty()) {
        const std::uint8_t op = input.front();
        input = input.subspan(1);
        if (op < 32) {
            pass(now + std::chrono::milliseconds(op * op));
        } else if (op < 64) {
            write(op - 31U);
        } else {
            const auto space = session.read_space();
            FUZZ_REQUIRE(!space.empty());
            const std::size_t n =
                std::min({space.size(), input.size(), static_cast<std::size_t>(op % 64 + 1)});
            if (n == 0) break;
            std::memcpy(space.data(), input.data(), n);
            input = input.subspan(n);
            session.on_read(n, now, sink);
        }
    }
    for (int i = 0; i < 50; ++i) {
        pass(now + std::chrono::milliseconds(500));
        write(64);
    }
}

}  // namespace boardbridge::test
