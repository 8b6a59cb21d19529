// What clients and servers say to each other: literal bytes, there and back, bounds on what strangers may
// send.
#include "protocol/envelope.hpp"

#include <gmock/gmock.h>

#include "boardbridge/v1/stream.pb.h"
#include "protocol/delimited.hpp"
#include "samples.hpp"

namespace boardbridge::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_view_literals;

ClientMessage parsed(std::string_view bytes) {
    const auto message = parse_client_message(bytes_of(bytes));
    EXPECT_TRUE(message) << message.error().text;
    return message.value_or(Heartbeat{});
}

std::string refusal(const v1::ClientMessage& message) {
    const auto result = parse_client_message(bytes_of(message.SerializeAsString()));
    return result ? "accepted" : result.error().text;
}

TEST(ClientMessage, IsTheBytesOfTheProtoFile) {
    EXPECT_EQ(client_message(Heartbeat{}), std::string_view("\x1A\x00", 2));
    EXPECT_EQ(client_message(Subscribe{}), std::string_view("\x0A\x00", 2));
    // after_sequence is present although it is 0; tables are packed
    EXPECT_EQ(client_message(Subscribe{"t", 0, {1, 300}, {"alert"}}), std::string_view("\x0A\x11"
                                                                                       "\x0A\x01t"
                                                                                       "\x10\x00"
                                                                                       "\x1A\x03\x01\xAC\x02"
                                                                                       "\x22\x05"
                                                                                       "alert",
                                                                                       19));
}

TEST(ClientMessage, SubscribeKeepsAbsentAndZeroApart) {
    const auto absent = std::get<Subscribe>(parsed(client_message(Subscribe{})));
    EXPECT_FALSE(absent.after_sequence);
    const auto zero =
        std::get<Subscribe>(parsed(client_message(Subscribe{"secret", 0, {3, 1}, {"MoveMade", "alert"}})));
    EXPECT_EQ(zero.after_sequence, 0U);
    EXPECT_EQ(zero.token, "secret");
    EXPECT_THAT(zero.tables, ElementsAre(3U, 1U));
    EXPECT_THAT(zero.kinds, ElementsAre("move_made", "alert"));
}

TEST(ClientMessage, CommandComesBackWhole) {
    const Command acknowledge{7, "secret", "Ann", 12, 99, AcknowledgeAlert{18, "seen"}};
    const auto command = std::get<Command>(parsed(client_message(acknowledge)));
    EXPECT_EQ(command.id, 7U);
    EXPECT_EQ(command.token, "secret");
    EXPECT_EQ(command.by, "Ann");
    EXPECT_EQ(command.table, 12U);
    EXPECT_EQ(command.expected_revision, 99U);
    EXPECT_EQ(std::get<AcknowledgeAlert>(command.what).alert_id, 18U);
    EXPECT_EQ(std::get<AcknowledgeAlert>(command.what).remark, "seen");

    const auto capture =
        std::get<Command>(parsed(client_message(Command{8, "", "", 0, {}, ReadCapture{"bus-a", 600, true}})));
    EXPECT_FALSE(capture.expected_revision);
    EXPECT_EQ(std::get<ReadCapture>(capture.what).line, "bus-a");
    EXPECT_EQ(std::get<ReadCapture>(capture.what).last_seconds, 600U);
    EXPECT_TRUE(std::get<ReadCapture>(capture.what).follow);
}

TEST(ClientMessage, ACommandOfANewerClientIsReadAsUnknown) {
    // command { id: 5, field 1999: "" }
    const auto command = std::get<Command>(parsed("\x12\x05\x08\x05\xFA\x7C\x00"sv));
    EXPECT_EQ(command.id, 5U);
    EXPECT_TRUE(std::holds_alternative<UnknownCommand>(command.what));
}

TEST(ClientMessage, RefusesRubbish) {
    for (const std::string_view bytes :
         {""sv, "GET / HTTP/1.1\r\n"sv, "\x0A"sv, "\x0A\x03\x0A\x01\xFF"sv, "\x08\x01"sv}) {
        EXPECT_FALSE(parse_client_message(bytes_of(bytes))) << bytes;
    }
    EXPECT_EQ(refusal(v1::ClientMessage{}), "ClientMessage: expected subscribe, command or heartbeat");
}

TEST(ClientMessage, BoundsWhatAStrangerSends) {
    v1::ClientMessage message;
    for (unsigned i = 0; i < 10'000; ++i) message.mutable_subscribe()->add_tables(i);
    EXPECT_EQ(refusal(message), "accepted");
    message.mutable_subscribe()->add_tables(1);
    EXPECT_EQ(refusal(message), "subscribe.tables: expected at most 10000 numbers");

    message.Clear();
    message.mutable_subscribe()->add_kinds("moves");
    EXPECT_EQ(refusal(message),
              "subscribe.kinds: expected names of Event payloads like move_made, found 'moves'");
    message.mutable_subscribe()->clear_kinds();
    for (int i = 0; i < 65; ++i) message.mutable_subscribe()->add_kinds("alert");
    EXPECT_EQ(refusal(message), "subscribe.kinds: expected at most 64 names");

    message.mutable_subscribe()->clear_kinds();
    message.mutable_subscribe()->set_token(std::string(4097, 't'));
    EXPECT_EQ(refusal(message), "subscribe.token: expected at most 4096 bytes");
    message.mutable_command()->mutable_acknowledge_alert()->set_remark(std::string(4097, 'r'));
    EXPECT_EQ(refusal(message), "acknowledge_alert.remark: expected at most 4096 bytes");
}

TEST(ClientMessage, IsUnderstoodAsJson) {
    const auto message = parse_client_message_json(
        R"({"subscribe":{"token":"t","afterSequence":"17","tables":[1,2],"kinds":["move_made"],"later":1}})");
    ASSERT_TRUE(message) << message.error().text;
    const auto& subscribe = std::get<Subscribe>(*message);
    EXPECT_EQ(subscribe.token, "t");
    EXPECT_EQ(subscribe.after_sequence, 17U);
    EXPECT_THAT(subscribe.tables, ElementsAre(1U, 2U));
    EXPECT_TRUE(parse_client_message_json(R"({"heartbeat":{}})"));
    for (const std::string_view text :
         {""sv, "{}"sv, "[]"sv, "{\"subscribe\":"sv, R"({"subscribe":{"tables":["x"]}})"sv, "\xFF\xFE"sv}) {
        EXPECT_FALSE(parse_client_message_json(text)) << text;
    }
    EXPECT_FALSE(parse_client_message_json(std::string(100'000, '[')));
}

TEST(ServerMessage, IsTheBytesOfTheProtoFile) {
    EXPECT_EQ(server_message(Hello{"0.1.0", "h", 1, 300}), std::string_view("\x0A\x0F"
                                                                            "\x0A\x05"
                                                                            "0.1.0"
                                                                            "\x12\x01h"
                                                                            "\x18\x01"
                                                                            "\x20\xAC\x02",
                                                                            17));
    EXPECT_EQ(server_message(Heartbeat{}), std::string_view("\x2A\x00", 2));
    EXPECT_EQ(server_message(Closed{CloseReason::Idle, "x", 0, 0}),
              std::string_view("\x32\x05\x08\x05\x12\x01x"));
    EXPECT_EQ(event_message("abc"),
              "\x1A\x03"
              "abc");
    EXPECT_EQ(delimited_event_message("abc"),
              "\x05\x1A\x03"
              "abc");
}

TEST(ServerMessage, AWrappedEventIsTheOneThatWasSerialised) {
    for (const std::size_t text : {std::size_t{0}, std::size_t{100}, std::size_t{128}, std::size_t{20'000}}) {
        const std::string event =
            serialise_event(7, 3, sample_time(), rules::Correction{"g", "by", std::string(text, 'x')});
        const std::string wrapped = event_message(event);
        EXPECT_EQ(delimited_event_message(event), delimit(wrapped));
        const auto message = parse_server_message(bytes_of(wrapped));
        ASSERT_TRUE(message) << message.error().text;
        const auto& stamped = std::get<StampedEvent>(*message);
        EXPECT_EQ(serialise_event(stamped.sequence, stamped.table, stamped.time, stamped.what), event);
    }
}

template <class T>
T there_and_back(const T& value) {
    const auto message = parse_server_message(bytes_of(server_message(value)));
    EXPECT_TRUE(message) << message.error().text;
    return std::get<T>(message.value_or(T{}));
}

TEST(ServerMessage, ComesBackWhole) {
    const auto hello = there_and_back(Hello{"0.1.0", "hall", 5, 99});
    EXPECT_EQ(hello.version, "0.1.0");
    EXPECT_EQ(hello.hall_id, "hall");
    EXPECT_EQ(hello.first_sequence, 5U);
    EXPECT_EQ(hello.last_sequence, 99U);

    EXPECT_EQ(there_and_back(Heartbeat{44}).sequence, 44U);

    const auto closed = there_and_back(Closed{CloseReason::CursorTooOld, "held: 5 to 99", 5, 99});
    EXPECT_EQ(closed.reason, CloseReason::CursorTooOld);
    EXPECT_EQ(closed.text, "held: 5 to 99");
    EXPECT_EQ(closed.first_sequence, 5U);
    EXPECT_EQ(closed.last_sequence, 99U);

    const auto reply =
        there_and_back(CommandReply{7, CommandStatus::Conflict, "changed since", 12, "# boardbridge", true});
    EXPECT_EQ(reply.id, 7U);
    EXPECT_EQ(reply.status, CommandStatus::Conflict);
    EXPECT_EQ(reply.text, "changed since");
    EXPECT_EQ(reply.sequence, 12U);
    EXPECT_EQ(reply.capture, "# boardbridge");
    EXPECT_TRUE(reply.more);
}

rules::TableSnapshot full_table() {
    rules::TableSnapshot table;
    table.table = 12;
    table.game = sample_game();
    table.moves = {sample_move(), sample_move()};
    table.moves[1].ply = 2;
    table.ended = rules::GameEnded{"g1", {rules::Result::Draw, rules::Termination::Stalemate}, "5.2.1"};
    table.clock = sample_clock();
    table.placement = rules::PlacementSensed{};
    table.devices = {sample_device()};
    table.open_alerts = {sample_alert()};
    return table;
}

TEST(Snapshot, SaysTheWholeTable) {
    const auto messages = snapshot_messages(77, full_table());
    ASSERT_EQ(messages.size(), 1U);
    const auto message = parse_server_message(bytes_of(messages[0]));
    ASSERT_TRUE(message) << message.error().text;
    const auto& snapshot = std::get<Snapshot>(*message);
    EXPECT_EQ(snapshot.sequence, 77U);
    EXPECT_FALSE(snapshot.continued);
    EXPECT_EQ(snapshot.table.table, 12U);
    ASSERT_EQ(snapshot.table.moves.size(), 2U);
    EXPECT_EQ(snapshot.table.moves[1].ply, 2);
    EXPECT_EQ(snapshot.table.ended->outcome.termination, rules::Termination::Stalemate);
    ASSERT_EQ(snapshot.table.open_alerts.size(), 1U);
    EXPECT_EQ(snapshot.table.open_alerts[0].evidence.flag_gap, 1250ms);
    EXPECT_EQ(snapshot_messages(77, snapshot.table), messages);
}

TEST(Snapshot, AnEmptyTableSaysOnlyItsNumber) {
    rules::TableSnapshot table;
    table.table = 3;
    const auto messages = snapshot_messages(5, table);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0], std::string_view("\x12\x04\x08\x03\x10\x05"));
}

TEST(Snapshot, AScoreThatIsTooLongComesInSeveralMessages) {
    rules::TableSnapshot table = full_table();
    table.moves.assign(12'000, sample_move());
    for (std::size_t i = 0; i < table.moves.size(); ++i) table.moves[i].ply = static_cast<int>(i + 1);
    int ply = 0;
    bool first = true;
    for (const std::string& bytes : snapshot_messages(77, table)) {
        ASSERT_LE(bytes.size(), kMaxMessageSize);
        const auto message = parse_server_message(bytes_of(bytes));
        ASSERT_TRUE(message) << message.error().text;
        const auto& snapshot = std::get<Snapshot>(*message);
        EXPECT_EQ(snapshot.continued, !first);
        EXPECT_EQ(snapshot.table.game.has_value(), first);
        EXPECT_EQ(snapshot.table.table, 12U);
        for (const rules::MoveMade& move : snapshot.table.moves) ASSERT_EQ(move.ply, ++ply);
        first = false;
    }
    EXPECT_EQ(ply, 12'000);
}

TEST(ServerMessage, TellsANewerKindFromABrokenOne) {
    const auto newer = parse_server_message(bytes_of("\xFA\x7C\x00"sv));
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().kind, ParseErrorKind::Unknown);
    const auto broken = parse_server_message(bytes_of("\x0A\x05"));
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().kind, ParseErrorKind::Malformed);
    EXPECT_THAT(broken.error().text, HasSubstr("ServerMessage"));
}

TEST(ServerMessage, IsJsonForBrowsers) {
    EXPECT_EQ(server_message_json(
                  bytes_of(server_message(Closed{CloseReason::TooSlow, "5000 events behind", 0, 0}))),
              R"({"closed":{"reason":"CLOSE_REASON_TOO_SLOW","text":"5000 events behind"}})");
    EXPECT_EQ(server_message_json(bytes_of(server_message(Heartbeat{}))), R"({"heartbeat":{}})");
    const std::string event = serialise_event(7, 3, sample_time(), rules::MoveConfirmed{"g1", 4});
    EXPECT_EQ(
        server_message_json(bytes_of(event_message(event))),
        R"({"event":{"sequence":"7","table":3,"time":"2026-11-30T09:30:00.250Z","moveConfirmed":{"gameId":"g1","ply":4}}})");
    EXPECT_FALSE(server_message_json(bytes_of("\xFF")));
}

}  // namespace
}  // namespace boardbridge::protocol
