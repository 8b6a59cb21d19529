// The committed recordings are what the simulator makes today: a change of hands, scan, clock or wire shows
// here. If it was meant, write them anew with make_recordings.
#include "golden/simulated_recordings.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace boardbridge::golden {
namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

TEST(SimulatedRecordings, AreMadeTheSameAgain) {
    const std::filesystem::path directory = BOARDBRIDGE_RECORDINGS;
    const auto all = simulated_recordings();
    ASSERT_EQ(all.size(), 9U);
    for (const Recording& r : all) {
        EXPECT_TRUE(text_of(directory / (r.name + ".cap")) == r.capture) << r.name << ".cap differs";
        EXPECT_TRUE(text_of(directory / (r.name + ".uci")) == r.moves) << r.name << ".uci differs";
    }
}

}  // namespace
}  // namespace boardbridge::golden
