// How a log line looks on stderr.
#include "daemon/log.hpp"

#include <gtest/gtest.h>

namespace boardbridge::daemon {
namespace {

TEST(Log, LinesCarryPriorityAndFields) {
    EXPECT_EQ(Log::line(LogLevel::Warning, "line lost", {{"line", "bus-a"}, {"port", "/dev/ttyUSB0"}}),
              "<4>line lost line=bus-a port=/dev/ttyUSB0\n");
}

TEST(Log, ValuesAreQuotedAndControlCharactersEscaped) {
    EXPECT_EQ(
        Log::line(LogLevel::Error, "x", {{"a", "b c"}, {"d", ""}, {"e", "f=\"g\""}, {"h", "i\nj\x1b[0m"}}),
        "<3>x a=\"b c\" d=\"\" e=\"f=\\\"g\\\"\" h=\"i\\nj\\x1b[0m\"\n");
}

}  // namespace
}  // namespace boardbridge::daemon
