// Which board sits at which table, and how tables are woken.
#include "daemon/hall.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/instant.hpp"

namespace boardbridge::daemon {
namespace {

using boardbridge::test::at;

using drivers::BoardAddress;
using drivers::BoardDump;
using drivers::DeviceEvent;
using drivers::DeviceInfo;
using drivers::SquareChange;
using rules::Piece;
using rules::Square;

DeviceEvent start_dump(std::uint16_t address = 0) {
    return {BoardAddress{address}, BoardDump{rules::standard_start_placement()}};
}

DeviceEvent serial_number(std::string serial) {
    DeviceInfo info;
    info.serial = std::move(serial);
    return {BoardAddress{}, info};
}

struct Fixture : testing::Test {
    Hall make(std::vector<TableBinding> rows, bool number_by_serial = false) {
        HallSettings settings;
        settings.number_by_serial = number_by_serial;
        settings.tables = std::move(rows);
        return Hall(std::move(settings), [this](unsigned table, Instant, const rules::TableEvent& event) {
            if (const auto* made = std::get_if<rules::MoveMade>(&event))
                moves.push_back(std::to_string(table) + ":" + made->uci);
            if (const auto* started = std::get_if<rules::GameStarted>(&event))
                games.push_back(started->game_id);
            if (const auto* ended = std::get_if<rules::GameEnded>(&event)) ends.push_back(ended->game_id);
        });
    }
    /// SIGHUP with these rows; who was moved as "line/address from>to".
    static std::vector<std::string> reconfigure(Hall& hall, std::vector<TableBinding> rows) {
        HallSettings settings;
        settings.tables = std::move(rows);
        std::vector<std::string> moved;
        for (const Reseated& board : hall.reconfigure(std::move(settings), at(60'000))) {
            moved.push_back(board.line + "/" + std::to_string(board.address) + " " +
                            std::to_string(board.from) + ">" + std::to_string(board.to));
        }
        return moved;
    }
    static std::vector<unsigned> tables(const Hall& hall) {
        std::vector<unsigned> numbers;
        for (const rules::TableSnapshot& table : hall.snapshots()) numbers.push_back(table.table);
        return numbers;
    }
    static TableBinding row(unsigned number, std::string line, std::string serial = "",
                            std::optional<std::uint16_t> address = {}) {
        TableBinding binding;
        binding.settings.number = number;
        binding.line = std::move(line);
        binding.serial = std::move(serial);
        binding.address = address;
        return binding;
    }
    std::vector<std::string> moves;
    std::vector<std::string> games;
    std::vector<std::string> ends;
};

using HallTest = Fixture;

// The result of a game belongs to it, even where the next one is set up before it was told.
TEST_F(HallTest, MateThatWasNotPressedEndsItsOwnGame) {
    std::vector<std::string> said;
    HallSettings settings;
    Hall hall(std::move(settings), [&said](unsigned, Instant, const rules::TableEvent& event) {
        if (const auto* ended = std::get_if<rules::GameEnded>(&event))
            said.push_back(ended->game_id + " " + std::string(rules::to_string(ended->outcome.result)));
        if (const auto* made = std::get_if<rules::MoveMade>(&event))
            said.push_back(made->game_id + " " + made->uci);
    });
    int now = 0;
    const auto run_to = [&](int until) {
        for (auto due = hall.wake_at(); due && *due <= at(until); due = hall.wake_at()) hall.on_wake(*due);
        now = until;
    };
    const auto set = [&](Square square, Piece piece) {
        run_to(now + 700);
        hall.on_device("a", {BoardAddress{}, SquareChange{square, piece, false}}, at(now));
    };
    const auto move = [&](Square from, Square to, Piece piece) {
        set(from, Piece::None);
        set(to, piece);
    };
    hall.on_device("a", start_dump(), at(now));
    move(Square::F2, Square::F3, Piece::WhitePawn);
    move(Square::E7, Square::E5, Piece::BlackPawn);
    move(Square::G2, Square::G4, Piece::WhitePawn);
    move(Square::D8, Square::H4, Piece::BlackQueen);
    run_to(now + 2600);
    hall.on_device("a", start_dump(), at(now));
    run_to(now + 3000);
    move(Square::D2, Square::D4, Piece::WhitePawn);
    EXPECT_THAT(said,
                testing::ElementsAre("1.1 f2f3", "1.1 e7e5", "1.1 g2g4", "1.1 d8h4", "1.1 0-1", "1.2 d2d4"));
}

TEST_F(HallTest, BoardsWithoutRowsGetTheNextFreeNumber) {
    Hall hall = make({row(2, "b")});
    hall.on_device("a", start_dump(), at(0));
    hall.on_device("b", start_dump(), at(1));
    hall.on_device("c", start_dump(), at(2));
    EXPECT_THAT(games, testing::ElementsAre("1.1", "2.1", "3.1"));
}

TEST_F(HallTest, BoardsOfABusAreToldApartByAddress) {
    Hall hall = make({row(7, "bus", "", 1025)});
    hall.on_device("bus", start_dump(1025), at(0));
    hall.on_device("bus", start_dump(1026), at(1));
    hall.on_device("bus", {BoardAddress{1025}, SquareChange{Square::E2, Piece::None}}, at(100));
    hall.on_device("bus", {BoardAddress{1025}, SquareChange{Square::E4, Piece::WhitePawn}}, at(200));
    EXPECT_THAT(moves, testing::ElementsAre("7:e2e4"));
    EXPECT_EQ(hall.size(), 2U);
}

TEST_F(HallTest, ASerialNumberBindsTheBoardWhereverItHangs) {
    Hall hall = make({row(5, "", "01025")});
    hall.expect({"usb"}, at(0));
    hall.on_device("usb", start_dump(), at(0));
    EXPECT_THAT(games, testing::IsEmpty());
    hall.on_device("usb", serial_number("1025"), at(300));
    EXPECT_THAT(games, testing::ElementsAre("5.1"));
}

TEST_F(HallTest, AnotherSerialNumberGetsTheNextFreeTable) {
    Hall hall = make({row(1, "", "01025")});
    hall.on_device("usb", start_dump(), at(0));
    hall.on_device("usb", serial_number("00007"), at(300));
    EXPECT_THAT(games, testing::ElementsAre("2.1"));
}

TEST_F(HallTest, ABoardThatNeverSaysItsNumberIsNotKeptWaiting) {
    Hall hall = make({row(1, "", "01025")});
    hall.on_device("usb", start_dump(), at(0));
    hall.on_device("usb", {{}, SquareChange{Square::E2, Piece::None}}, at(100));
    ASSERT_TRUE(hall.wake_at());
    EXPECT_EQ(*hall.wake_at(), at(5000));
    hall.on_wake(at(5000));
    ASSERT_NE(hall.table(2), nullptr);
    EXPECT_EQ(hall.table(2)->snapshot().placement->placement[Square::E2], Piece::None);
}

TEST_F(HallTest, BoardsFoundTogetherAreNumberedByAscendingSerialNumber) {
    Hall hall = make({row(2, "other")}, true);
    hall.expect({"a", "b", "c"}, at(0));
    hall.on_device("a", serial_number("30000"), at(100));
    hall.on_device("a", start_dump(), at(110));
    hall.on_device("c", serial_number("9"), at(200));
    EXPECT_EQ(hall.size(), 0U);
    hall.on_device("b", serial_number("01025"), at(300));
    ASSERT_EQ(hall.size(), 3U);
    EXPECT_EQ(hall.table(1)->snapshot().devices.front().line, "c");
    EXPECT_EQ(hall.table(3)->snapshot().devices.front().line, "b");
    EXPECT_EQ(hall.table(4)->snapshot().devices.front().line, "a");
    EXPECT_THAT(games, testing::ElementsAre("4.1"));
}

TEST_F(HallTest, WhatABoardSaysWhileItWaitsIsNotLost) {
    Hall hall = make({}, true);
    hall.expect({"a", "b"}, at(0));
    hall.on_device("b", serial_number("2"), at(50));
    hall.on_device("b", start_dump(), at(100));
    hall.on_device("b", {{}, SquareChange{Square::E2, Piece::None}}, at(1000));
    hall.on_device("b", {{}, SquareChange{Square::E4, Piece::WhitePawn}}, at(1500));
    hall.on_device("b", {{}, SquareChange{Square::E7, Piece::None}}, at(2000));
    hall.on_device("b", {{}, SquareChange{Square::E5, Piece::BlackPawn}}, at(2500));
    ASSERT_EQ(hall.wake_at(), at(5000));
    hall.on_wake(at(5000));
    EXPECT_THAT(moves, testing::ElementsAre("1:e2e4", "1:e7e5"));
    EXPECT_EQ(hall.size(), 2U) << "the silent board has a table too";
}

TEST_F(HallTest, ALateBoardRenumbersNobody) {
    Hall hall = make({}, true);
    hall.expect({"a", "b"}, at(0));
    hall.on_device("b", serial_number("2"), at(50));
    hall.on_wake(at(5000));
    hall.on_device("a", serial_number("1"), at(9000));
    EXPECT_EQ(hall.table(1)->snapshot().devices.front().line, "b");
    EXPECT_EQ(hall.size(), 2U);
}

TEST_F(HallTest, TheOnlyBoardOfAHallHasItsTableAtOnce) {
    Hall hall = make({}, true);
    hall.expect({"a"}, at(0));
    EXPECT_EQ(hall.size(), 1U);
}

TEST_F(HallTest, BoardsOfABusAreNumberedByAddressOnceNoOtherAppears) {
    Hall hall = make({}, true);
    hall.on_device("bus", {BoardAddress{}, drivers::Discarded{3, drivers::DiscardReason::Garbage}}, at(0));
    hall.on_device("bus", start_dump(1030), at(0));
    hall.on_device("bus", start_dump(1025), at(1500));
    ASSERT_EQ(hall.wake_at(), at(3500));
    hall.on_wake(at(3500));
    EXPECT_EQ(hall.table(1)->snapshot().devices.front().address, 1025);
    EXPECT_EQ(hall.table(2)->snapshot().devices.front().address, 1030);
    EXPECT_EQ(hall.size(), 2U) << "noise between the boards is no board";
}

TEST_F(HallTest, TheEarliestTableIsWokenFirst) {
    Hall hall = make({});
    hall.on_device("a", start_dump(), at(0));
    hall.on_device("a", {{}, SquareChange{Square::E2, Piece::None}}, at(100));
    hall.on_device("a", {{}, SquareChange{Square::E4, Piece::WhitePawn}}, at(200));
    ASSERT_TRUE(hall.wake_at());
    // Without a clock the move is completed by three seconds of rest.
    while (hall.wake_at() && *hall.wake_at() <= at(3200)) hall.on_wake(*hall.wake_at());
    EXPECT_FALSE(hall.snapshots().front().moves.front().provisional);
}

TEST_F(HallTest, SnapshotsAreOfTheTablesAskedFor) {
    Hall hall = make({});
    for (const char* line : {"a", "b", "c"}) hall.on_device(line, start_dump(), at(0));
    EXPECT_EQ(hall.snapshots().size(), 3U);
    EXPECT_EQ(hall.snapshots({2, 9}).size(), 1U);
    EXPECT_EQ(hall.snapshots({2}).front().table, 2U);
}

TEST_F(HallTest, ABoardWhoseRowHasAnotherNumberBeginsAnewThere) {
    Hall hall = make({row(1, "a"), row(2, "b")});
    hall.on_device("a", start_dump(), at(0));
    hall.on_device("b", start_dump(), at(0));
    EXPECT_THAT(reconfigure(hall, {row(7, "a"), row(2, "b")}), testing::ElementsAre("a/0 1>7"));
    EXPECT_THAT(tables(hall), testing::ElementsAre(2, 7));
    EXPECT_THAT(ends, testing::ElementsAre("1.1"));
    EXPECT_THAT(games, testing::ElementsAre("1.1", "2.1", "7.1")) << "the board stands as it stood";
    hall.on_device("a", {{}, SquareChange{Square::E2, Piece::None}}, at(61'000));
    hall.on_device("a", {{}, SquareChange{Square::E4, Piece::WhitePawn}}, at(61'500));
    EXPECT_THAT(moves, testing::ElementsAre("7:e2e4"));
}

TEST_F(HallTest, BoardsThatChangePlacesGetNewIds) {
    Hall hall = make({row(1, "a"), row(2, "b")});
    hall.on_device("a", start_dump(), at(0));
    hall.on_device("b", start_dump(), at(0));
    reconfigure(hall, {row(2, "a"), row(1, "b")});
    EXPECT_THAT(tables(hall), testing::ElementsAre(1, 2));
    EXPECT_EQ(hall.table(1)->snapshot().devices.front().line, "b");
    EXPECT_THAT(games, testing::ElementsAre("1.1", "2.1", "2.2", "1.2"));
}

TEST_F(HallTest, NewNamesAreTheRunningGames) {
    Hall hall = make({row(1, "a")});
    hall.on_device("a", start_dump(), at(0));
    TableBinding named = row(1, "a");
    named.settings.white = "Anna";
    named.settings.black = "Bert";
    EXPECT_THAT(reconfigure(hall, {named}), testing::IsEmpty());
    EXPECT_THAT(ends, testing::IsEmpty());
    EXPECT_EQ(hall.table(1)->snapshot().game->game_id, "1.1");
    EXPECT_EQ(hall.table(1)->snapshot().game->white, "Anna");
    EXPECT_EQ(hall.table(1)->snapshot().game->black, "Bert");
}

TEST_F(HallTest, ABoardThatLosesItsRowTakesAFreeNumber) {
    Hall hall = make({row(5, "a"), row(1, "b")});
    hall.on_device("a", start_dump(), at(0));
    hall.on_device("b", start_dump(), at(0));
    EXPECT_THAT(reconfigure(hall, {row(1, "b")}), testing::ElementsAre("a/0 5>2"));
    EXPECT_THAT(reconfigure(hall, {row(1, "b")}), testing::IsEmpty()) << "and keeps it";
}

TEST_F(HallTest, ARowGoesBeforeABoardWithoutOne) {
    Hall hall = make({});
    hall.on_device("a", start_dump(), at(0));
    hall.on_device("b", start_dump(), at(0));
    EXPECT_THAT(reconfigure(hall, {row(1, "b")}), testing::UnorderedElementsAre("a/0 1>2", "b/0 2>1"));
    EXPECT_EQ(hall.table(1)->snapshot().devices.front().line, "b");
}

TEST_F(HallTest, ARowWithAnotherAddressOrSerialNumberIsAnotherBoard) {
    Hall hall = make({row(1, "bus", "", 1025), row(2, "", "77")});
    hall.on_device("bus", start_dump(1025), at(0));
    hall.on_device("bus", start_dump(1026), at(0));
    hall.on_device("usb", serial_number("00077"), at(0));
    hall.on_device("usb", start_dump(), at(0));
    hall.on_wake(at(5000));
    ASSERT_THAT(tables(hall), testing::ElementsAre(1, 2, 3));
    EXPECT_THAT(reconfigure(hall, {row(1, "bus", "", 1026), row(2, "", "78")}),
                testing::UnorderedElementsAre("bus/1025 1>3", "bus/1026 3>1", "usb/0 2>4"));
}

TEST_F(HallTest, ADroppedLineTakesItsTablesAlong) {
    Hall hall = make({row(1, "a"), row(2, "b")});
    hall.on_device("a", start_dump(), at(0));
    hall.on_device("b", start_dump(), at(0));
    hall.on_line_state("a", rules::DeviceState::Lost, "unplugged", at(100));
    hall.drop_line("a", "no longer configured", at(200));
    EXPECT_THAT(tables(hall), testing::ElementsAre(2));
    EXPECT_THAT(ends, testing::ElementsAre("1.1"));
    hall.on_wake(at(10'000));
}

TEST_F(HallTest, AlertsOfATableThatIsGoneAreClearedAndTheirIdsNotUsedAgain) {
    std::vector<rules::Alert> alerts;
    Hall hall({}, [&](unsigned, Instant, const rules::TableEvent& event) {
        if (const auto* alert = std::get_if<rules::Alert>(&event)) alerts.push_back(*alert);
    });
    for (int i = 0; i < 2; ++i) {
        hall.on_device("a", start_dump(), at(i * 1000));
        hall.on_line_state("a", rules::DeviceState::Lost, "unplugged", at(i * 1000 + 100));
        hall.drop_line("a", "no longer configured", at(i * 1000 + 200));
    }
    ASSERT_EQ(alerts.size(), 4U);
    EXPECT_EQ(alerts[1].state, rules::AlertState::Cleared);
    EXPECT_EQ(alerts[1].evidence.resolution, "no longer configured");
    EXPECT_GT(alerts[2].id, alerts[1].id);
}

}  // namespace
}  // namespace boardbridge::daemon
