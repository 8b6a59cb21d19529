// What a reload says of itself.
#include "daemon/reload.hpp"

#include <gmock/gmock.h>

namespace boardbridge::daemon {
namespace {

Config reread_config(const std::string& text) { return read_config_text(text, "/etc/hall.toml").config; }

std::vector<std::string> texts_of(const std::vector<ReloadNote>& notes) {
    std::vector<std::string> texts;
    for (const ReloadNote& note : notes) texts.push_back((note.restart_needed ? "! " : "") + note.text);
    return texts;
}

TEST(Reload, NamesWhatWasAddedRemovedAndChanged) {
    const Config before = reread_config(
        "[[line]]\nname = 'a'\ndriver = 'dgt'\nport = 'tcp://h:1'\n"
        "[[line]]\nname = 'b'\ndriver = 'dgt'\nport = 'tcp://h:2'\n"
        "[[table]]\nnumber = 1\nline = 'a'\n[[table]]\nnumber = 2\nline = 'b'\n");
    const Config after = reread_config(
        "[event]\nround = 2\nplay = 'blitz'\n[[line]]\nname = 'a'\ndriver = 'dgt'\nport = 'tcp://h:3'\nbaud "
        "= 19200\n"
        "[[line]]\nname = 'c'\ndriver = 'dgt'\nport = 'tcp://h:2'\n"
        "[[table]]\nnumber = 1\nline = 'a'\nwhite = 'Anna'\nwhite_clock = 'left'\n"
        "[[table]]\nnumber = 3\nline = 'c'\n");
    EXPECT_THAT(texts_of(reload_notes(before, after)),
                testing::ElementsAre("event changed: round, play", "line b removed",
                                     "line a changed: port, baud", "line c added", "table 2 removed",
                                     "table 1 changed: white, white_clock", "table 3 added"));
    EXPECT_THAT(reload_notes(after, after), testing::IsEmpty());
}

TEST(Reload, NamesTheKeysThatNeedARestart) {
    const Config before = reread_config("[stream]\ntcp = '127.0.0.1:0'\n");
    const Config after = reread_config("[stream]\nunix = '/tmp/s'\n");
    EXPECT_THAT(texts_of(reload_notes(before, after)),
                testing::ElementsAre("! stream.tcp has changed: that needs a restart",
                                     "! stream.unix has changed: that needs a restart"));
}

}  // namespace
}  // namespace boardbridge::daemon
