// Numbers of boards without a row, remembered over a restart: a late board never renumbers the hall.
#include "daemon/seating.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "daemon/hall.hpp"
#include "support/instant.hpp"
#include "support/temporary_folder.hpp"

namespace boardbridge::daemon {
namespace {

using boardbridge::test::at;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

/// A hall of boards that tell these serial numbers, and what it remembers afterwards.
Seating seat(const Seating& before, const std::vector<std::pair<std::string, std::string>>& boards,
             std::vector<TableBinding> rows = {}) {
    Seating seating = before;
    HallSettings settings;
    settings.number_by_serial = true;
    settings.seating = before;
    settings.tables = std::move(rows);
    settings.seated = [&seating](const Seating& now) { seating = now; };
    std::vector<std::string> lines;
    for (const auto& [line, serial] : boards) lines.push_back(line);
    Hall hall(std::move(settings), [](unsigned, Instant, const rules::TableEvent&) {});
    hall.expect(lines, at(0));
    int now = 10;
    for (const auto& [line, serial] : boards) {
        drivers::DeviceInfo info;
        info.serial = serial;
        hall.on_device(line, {drivers::BoardAddress{}, info}, at(now += 10));
        hall.on_device(line, {drivers::BoardAddress{}, drivers::BoardDump{rules::standard_start_placement()}},
                       at(now += 10));
    }
    while (const auto due = hall.wake_at()) {
        if (*due > at(20'000)) break;
        hall.on_wake(*due);
    }
    for (const auto& [serial, number] : seating)
        EXPECT_TRUE(hall.table(number) != nullptr || before.contains(serial));
    return seating;
}

TEST(Seating, LateBoardsGetFreeNumbersAndOldOnesTheirOwn) {
    const Seating first = seat({}, {{"a", "00020"}, {"b", "00010"}});
    EXPECT_THAT(first, UnorderedElementsAre(Pair("serial:10", 1U), Pair("serial:20", 2U)));
    // A board with a smaller serial number comes, and 10 stays away: nobody is renumbered.
    const Seating second = seat(first, {{"a", "00005"}, {"b", "00020"}});
    EXPECT_THAT(second,
                UnorderedElementsAre(Pair("serial:10", 1U), Pair("serial:20", 2U), Pair("serial:5", 3U)));
    // They come in any order, on other lines.
    EXPECT_EQ(seat(second, {{"x", "00010"}, {"y", "00005"}, {"z", "00020"}}), second);
}

TEST(Seating, OneLineIsRememberedByItsSerialToo) {
    const Seating first = seat({}, {{"a", "00011"}});
    EXPECT_THAT(first, ElementsAre(Pair("serial:11", 1U)));
    EXPECT_THAT(seat(first, {{"a", "00011"}, {"b", "00005"}}),
                UnorderedElementsAre(Pair("serial:11", 1U), Pair("serial:5", 2U)));
    EXPECT_THAT(seat({{"serial:11", 7}}, {{"a", "00011"}}), ElementsAre(Pair("serial:11", 7U)));
}

TEST(Seating, TwoBoardsOfOneSerialNumberKeepTheirPlaces) {
    const Seating first = seat({}, {{"a", "00033"}, {"b", "00033"}});
    EXPECT_EQ(first.size(), 2U);
    for (const auto& boards :
         {std::vector<std::pair<std::string, std::string>>{{"a", "00033"}, {"b", "00033"}},
          {{"b", "00033"}, {"a", "00033"}}}) {
        EXPECT_EQ(seat(first, boards), first);
    }
}

TEST(Seating, RowsGoBeforeWhatIsRemembered) {
    TableBinding row;
    row.settings.number = 1;
    row.serial = "77";
    const Seating after = seat({{"serial:10", 1}}, {{"a", "10"}, {"b", "77"}}, {row});
    EXPECT_THAT(after, ElementsAre(Pair("serial:10", 2U)));
}

TEST(Seating, FileIsReadAsItWasWritten) {
    const support::TemporaryFolder folder;
    const auto file = folder.path() / "tables";
    EXPECT_THAT(read_seating(file).value(), testing::IsEmpty());
    const Seating seating{{"serial:5", 3}, {"place:bus a", 12}};
    std::ofstream(file) << to_text(seating);
    EXPECT_EQ(read_seating(file).value(), seating);
}

TEST(Seating, DamagedFileNamesTheLine) {
    const support::TemporaryFolder folder;
    const auto file = folder.path() / "tables";
    for (const char* line : {"x serial:1", "0 serial:1", "7", "7 ", "-1 serial:2", "99999999999 serial:3"}) {
        std::ofstream(file) << "1 serial:9\n" << line << "\n";
        const auto read = read_seating(file);
        ASSERT_FALSE(read) << line;
        EXPECT_THAT(read.error(), HasSubstr("tables:2: expected \"NUMBER BOARD\""));
    }
}

}  // namespace
}  // namespace boardbridge::daemon
