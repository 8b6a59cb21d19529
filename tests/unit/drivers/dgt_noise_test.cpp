// A line that carries nothing but noise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "drivers/dgt/board_session.hpp"
#include "support/session_script.hpp"

namespace boardbridge::drivers::dgt {
namespace {

using test::SessionScript;

TEST(DgtBoard, NoiseIsNoBoard) {
    // A megabyte of noise while nobody answers: no board comes to life, none has a name.
    BoardSession session({});
    SessionScript script(session);
    script.start();
    script.run_for(20'000);
    std::mt19937 chance(4);
    for (int i = 0; i < 16'000; ++i) {
        std::string hex;
        for (int k = 0; k < 64; ++k) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            const auto byte = chance() & 0xFFU;
            hex += {kDigits[byte >> 4U], kDigits[byte & 15U], ' '};
        }
        hex.pop_back();
        script.say(hex);
        script.run_for(5);
    }
    script.run_for(20'000);
    for (const std::string& event : script.events) {
        EXPECT_TRUE(event != "back" && event.find("info") == std::string::npos) << event;
    }
    EXPECT_THAT(script.events, testing::Contains("lost"));
}

}  // namespace
}  // namespace boardbridge::drivers::dgt
