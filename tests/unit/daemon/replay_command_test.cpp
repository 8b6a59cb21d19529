// What `boardbridge replay` refuses, and which tables it makes.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "daemon/command/replay.hpp"
#include "daemon/replayer.hpp"
#include "support/temporary_folder.hpp"

namespace boardbridge::daemon {
namespace {

using testing::HasSubstr;

struct ReplayCommandTest : testing::Test {
    std::string file(const std::string& name, const std::string& text) {
        const auto path = folder.path() / name;
        std::ofstream(path) << text;
        return path.string();
    }
    int replay(std::vector<std::string> captures, const std::string& driver = "") {
        ReplayOptions options;
        options.captures = std::move(captures);
        options.driver = driver;
        options.kinds = {"device_changed", "game_started"};
        return replay_command(options, out, err);
    }
    const support::TemporaryFolder folder;
    std::ostringstream out;
    std::ostringstream err;
};

constexpr const char* kStartDump =
    "0.000 b rx 86 00 43 08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07"
    " 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    " 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02\n";

TEST_F(ReplayCommandTest, ADirectoryIsNoCapture) {
    EXPECT_EQ(replay({folder.path().string()}), 66);
    EXPECT_THAT(err.str(), HasSubstr(": is a directory"));
}

TEST_F(ReplayCommandTest, AnUnknownDriverIsNamedWithItsLine) {
    const std::string named =
        file("a.cap", "# boardbridge capture 1\n\n# driver: dtg\n" + std::string(kStartDump));
    EXPECT_EQ(replay({named}), 65);
    EXPECT_THAT(err.str(), HasSubstr("a.cap:3: driver 'dtg': unknown, expected one of dgt"));
    EXPECT_EQ(replay({named}, "dgt"), 0) << "the option goes before the header";
    err.str("");
    EXPECT_EQ(replay({file("b.cap",
                           "# boardbridge capture 1\n" + std::string(kStartDump) + "# line.b.driver: x\n")}),
              65);
    EXPECT_THAT(err.str(), HasSubstr("b.cap:3: driver 'x'"));
    EXPECT_TRUE(is_replayable("dgt-bus"));
    EXPECT_FALSE(is_replayable("auto"));
}

TEST_F(ReplayCommandTest, AnotherOffsetThanUtcIsNamedWithItsLine) {
    EXPECT_EQ(replay({file("a.cap", "# boardbridge capture 1\n# started: 2026-11-30T11:30:00+02:00\n")}), 65);
    EXPECT_THAT(err.str(), HasSubstr("a.cap:2: expected a time in UTC"));
}

TEST_F(ReplayCommandTest, TheSameFileTwiceMakesTwoTables) {
    const std::string capture = file("a.cap", "# boardbridge capture 1\n" + std::string(kStartDump));
    EXPECT_EQ(replay({capture, capture}), 0);
    EXPECT_THAT(out.str(), HasSubstr("\"gameId\":\"1.1\""));
    EXPECT_THAT(out.str(), HasSubstr("\"gameId\":\"2.1\""));
}

}  // namespace
}  // namespace boardbridge::daemon
