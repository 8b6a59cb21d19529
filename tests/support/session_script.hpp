// Drives a Session in virtual time from a test: the device's bytes go in as hex, what the session sends comes
// out as "ms hex" lines, events as the lines of device_events.hpp. The write end is prompt unless told
// otherwise.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/session.hpp"
#include "support/device_events.hpp"

namespace boardbridge::test {

class SessionScript {
public:
    explicit SessionScript(drivers::Session& session) : session_(session) {}

    /// Called with each burst that the session sends; the answer, if any, arrives `delay` later.
    std::function<std::string(std::string_view hex)> device;
    std::chrono::milliseconds delay{5};

    void start() {
        session_.start(now_, sink_);
        drain();
    }

    /// The device says this now, in one read.
    void say(std::string_view hex) { feed(bytes(hex)); }
    void feed(std::span<const std::byte> data) {
        while (!data.empty()) {
            const auto space = session_.read_space();
            assert(!space.empty());
            const std::size_t n = std::min(space.size(), data.size());
            std::memcpy(space.data(), data.data(), n);
            session_.on_read(n, now_, sink_);
            data = data.subspan(n);
        }
        drain();
    }

    /// Lets virtual time run to `ms` after the beginning; answers and wakes happen on the way.
    void run_until(long ms) {
        const Instant end{std::chrono::milliseconds(ms)};
        std::size_t at_once = 0;
        while (true) {
            const auto wake = session_.wake_at();
            const bool wakes = wake && *wake <= end;
            const bool answers = !answers_.empty() && answers_.front().at <= end;
            if (!wakes && !answers) break;
            const Instant before = now_;
            if (answers && (!wakes || answers_.front().at <= *wake)) {
                const Answer a = answers_.front();
                answers_.erase(answers_.begin());
                now_ = std::max(now_, a.at);
                say(a.hex);
            } else {
                now_ = std::max(now_, *wake);
                session_.on_wake(now_, sink_);
                drain();
            }
            at_once = now_ == before ? at_once + 1 : 0;
            if (at_once > 1000) {
                events.push_back("BUSY LOOP");
                return;
            }
        }
        now_ = std::max(now_, end);
    }
    void run_for(long ms) { run_until(now_ms() + ms); }
    long now_ms() const {
        return static_cast<long>(
            std::chrono::duration_cast<std::chrono::milliseconds>(now_.time_since_epoch()).count());
    }

    /// Events since the last call.
    std::vector<std::string> take_events() { return std::exchange(events, {}); }
    /// "ms hex" of each burst sent since the last call.
    std::vector<std::string> take_sent() { return std::exchange(sent, {}); }

    std::vector<std::string> events;
    std::vector<std::string> sent;
    bool keep_events = true;

private:
    struct Answer {
        Instant at;
        std::string hex;
    };

    void drain() {
        while (true) {
            const auto out = session_.to_write();
            if (out.empty()) return;
            std::string hex;
            for (const std::byte b : out) {
                constexpr const char* digits = "0123456789abcdef";
                if (!hex.empty()) hex += ' ';
                hex += digits[static_cast<unsigned>(b) >> 4];
                hex += digits[static_cast<unsigned>(b) & 15];
            }
            sent.push_back(std::to_string(now_ms()) + " " + hex);
            session_.on_written(out.size(), now_);
            if (!device) continue;
            if (std::string answer = device(hex); !answer.empty())
                answers_.push_back({now_ + delay, std::move(answer)});
        }
    }

    drivers::Session& session_;
    Instant now_{};
    std::vector<Answer> answers_;
    drivers::EventSink sink_ = [this](const drivers::DeviceEvent& e) {
        if (keep_events) events.push_back(text(e));
    };
};

}  // namespace boardbridge::test
