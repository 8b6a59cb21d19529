// Events as bytes and as JSON: literals of the wire, and the whole way there and back for every payload.
#include "protocol/convert.hpp"

#include <gmock/gmock.h>
#include <google/protobuf/util/json_util.h>

#include "boardbridge/v1/event.pb.h"
#include "samples.hpp"

namespace boardbridge::protocol {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

std::string hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        text += kDigits[static_cast<unsigned char>(c) >> 4U];
        text += kDigits[static_cast<unsigned char>(c) & 15U];
    }
    return text;
}

TEST(SerialiseEvent, WritesTheBytesOfTheProtoFile) {
    // sequence (1) = 300; table (2) = 12; time (3) { seconds (1) = 1, nanos (2) = 500000000 };
    // move_confirmed (12) { game_id (1) = "g1", ply (2) = 5 }
    EXPECT_EQ(hex(serialise_event(300, 12, WallTime{1500ms}, rules::MoveConfirmed{"g1", 5})),
              "08ac02"
              "100c"
              "1a0808011080cab5ee01"
              "6206"
              "0a026731"
              "1005");
}

TEST(SerialiseEvent, RepairsTextThatIsNotUtf8) {
    const std::string bytes =
        serialise_event(1, 1, WallTime{}, rules::Correction{"g", "Jos\xE9", "\xC0\x80 \xED\xA0\x80 ok"});
    const auto event = parse_event(bytes_of(bytes));
    ASSERT_TRUE(event);
    const auto& correction = std::get<rules::Correction>(event->what);
    EXPECT_EQ(correction.by, "Jos\xEF\xBF\xBD");
    EXPECT_EQ(correction.what, "\xEF\xBF\xBD\xEF\xBF\xBD \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD ok");
}

TEST(SerialiseEvent, KeepsTextThatIsUtf8) {
    const std::string names = "J\u00f3zsef \u041a\u0430\u0440\u043f\u043e\u0432 \u8c22 \U0001F600";
    const auto event =
        parse_event(bytes_of(serialise_event(1, 1, WallTime{}, rules::Correction{"g", names, ""})));
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<rules::Correction>(event->what).by, names);
}

TEST(SerialiseEvent, KeepsAnUnknownTimeApartFromZero) {
    rules::ClockChanged clock;
    clock.times.white = 0ms;
    const auto event = parse_event(bytes_of(serialise_event(1, 1, WallTime{}, clock)));
    ASSERT_TRUE(event);
    const auto& times = std::get<rules::ClockChanged>(event->what).times;
    EXPECT_EQ(times.white, 0ms);
    EXPECT_EQ(times.black, std::nullopt);
    EXPECT_EQ(times.running, std::nullopt);
}

TEST(SerialiseEvent, ClampsWhatTheWireCannotSay) {
    rules::MoveConfirmed confirmed{"g", -3};
    auto event = parse_event(bytes_of(serialise_event(1, 1, WallTime::max(), confirmed)));
    ASSERT_TRUE(event);
    EXPECT_EQ(std::get<rules::MoveConfirmed>(event->what).ply, 0);
    EXPECT_EQ(event->time, WallTime{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}} - 1us);
    event = parse_event(bytes_of(serialise_event(1, 1, WallTime::min(), confirmed)));
    ASSERT_TRUE(event);
    EXPECT_EQ(event->time, WallTime{std::chrono::sys_days{std::chrono::year{1} / 1 / 1}});
}

/// Every field of the message, and of those in it, says something.
void expect_filled(const Message& message) {
    const auto* type = message.GetDescriptor();
    for (int i = 0; i < type->field_count(); ++i) {
        const FieldDescriptor* field = type->field(i);
        const auto* reflection = message.GetReflection();
        if (type->name() == "Event" && field->real_containing_oneof() != nullptr) continue;
        const bool filled = field->is_repeated() ? reflection->FieldSize(message, field) > 0
                                                 : reflection->HasField(message, field);
        EXPECT_TRUE(filled) << field->full_name() << " is written nowhere, or the sample does not fill it";
        if (!filled || field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
        expect_filled(field->is_repeated() ? reflection->GetRepeatedMessage(message, field, 0)
                                           : reflection->GetMessage(message, field));
    }
}

TEST(SerialiseEvent, WritesAndReadsEveryFieldOfEveryPayload) {
    const auto samples = all_samples();
    ASSERT_EQ(samples.size(), kPayloadCount);
    const auto* payload = v1::Event::descriptor()->FindOneofByName("payload");
    ASSERT_EQ(static_cast<std::size_t>(payload->field_count()), kPayloadCount);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        SCOPED_TRACE(payload_name(i));
        ASSERT_EQ(samples[i].index(), i);
        const std::string bytes = serialise_event(9, 12, sample_time(), samples[i]);
        v1::Event event;
        ASSERT_TRUE(event.ParseFromString(bytes));
        const auto* field = event.GetReflection()->GetOneofFieldDescriptor(event, payload);
        ASSERT_NE(field, nullptr);
        EXPECT_EQ(field->name(), payload_name(i));
        expect_filled(event);
        expect_filled(event.GetReflection()->GetMessage(event, field));

        const auto back = parse_event(bytes_of(bytes));
        ASSERT_TRUE(back) << back.error().text;
        EXPECT_EQ(back->sequence, 9U);
        EXPECT_EQ(back->table, 12U);
        EXPECT_EQ(back->time, sample_time());
        EXPECT_EQ(back->what.index(), i);
        EXPECT_EQ(serialise_event(back->sequence, back->table, back->time, back->what), bytes);
    }
}

TEST(ParseEvent, RefusesWhatIsNoEvent) {
    for (const std::string_view bytes : {std::string_view("\x08", 1), std::string_view("\xFF\xFF\xFF", 3),
                                         std::string_view("\x62\x03\x0A\x01\xC0", 5)}) {
        const auto event = parse_event(bytes_of(bytes));
        ASSERT_FALSE(event) << hex(bytes);
        EXPECT_EQ(event.error().kind, ParseErrorKind::Malformed);
    }
}

TEST(ParseEvent, TellsANewerPayloadFromABrokenOne) {
    const auto unknown = parse_event(bytes_of(std::string_view("\x08\x05\x82\x7D\x00", 5)));  // field 2000
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().kind, ParseErrorKind::Unknown);

    v1::Event event;
    event.mutable_game_ended()->set_result("2-0");
    event.mutable_game_ended()->set_termination("checkmate");
    const auto broken = parse_event(bytes_of(event.SerializeAsString()));
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().kind, ParseErrorKind::Malformed);
    EXPECT_THAT(broken.error().text, testing::HasSubstr("result"));

    event.mutable_move_made()->set_ply(3'000'000'000U);
    event.mutable_move_made()->set_side(v1::SIDE_WHITE);
    const auto large = parse_event(bytes_of(event.SerializeAsString()));
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().text, "ply: expected a number below 2147483648");
}

TEST(EventJson, IsCanonical) {
    rules::MoveMade move = sample_move();
    move.guess = move.illegal = move.after_flag = false;
    EXPECT_EQ(
        event_json(42, 12, sample_time(), move),
        R"({"sequence":"42","table":12,"time":"2026-11-30T09:30:00.250Z","moveMade":{"gameId":"g1","ply":1,)"
        R"("side":"SIDE_WHITE","san":"e4","uci":"e2e4",)"
        R"("fenAfter":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","provisional":true,)"
        R"("clock":{"whiteMs":5400000,"blackMs":5399000,"running":"SIDE_BLACK"}}})");
    EXPECT_EQ(
        event_json(0, 0, WallTime{}, rules::GameEnded{"g1", {}, ""}),
        R"({"time":"1970-01-01T00:00:00Z","gameEnded":{"gameId":"g1","result":"*","termination":"unterminated"}})");
}

TEST(EventJson, SaysAnAlertInTheNamesOfTheContract) {
    rules::Alert alert;
    alert.id = 3;
    alert.kind = rules::AlertKind::IllegalMove;
    alert.severity = rules::Severity::Action;
    alert.game_id = "g1";
    alert.ply = 2;
    alert.side = rules::AlertSide::Black;
    alert.article = "7.5.5";
    alert.evidence.offence = 1;
    alert.evidence.confidence = 1;
    EXPECT_EQ(
        event_json(7, 4, WallTime{1ms}, alert),
        R"({"sequence":"7","table":4,"time":"1970-01-01T00:00:00.001Z","alert":{"id":"3","kind":"ALERT_KIND_ILLEGAL_MOVE",)"
        R"("state":"ALERT_STATE_RAISED","severity":"SEVERITY_ACTION","table":4,"gameId":"g1","ply":2,"side":"SIDE_BLACK",)"
        R"("laws":"fide-2023","article":"7.5.5","evidence":{"confidence":1,"offence":1}}})");
}

TEST(EventJson, KeepsAClockAtZero) {
    rules::ClockChanged clock;
    clock.times.white = 0ms;
    EXPECT_EQ(
        event_json(1, 1, WallTime{}, clock),
        R"({"sequence":"1","table":1,"time":"1970-01-01T00:00:00Z","clockChanged":{"clock":{"whiteMs":0}}})");
}

TEST(EventJson, EscapesText) {
    const std::string json =
        event_json(1, 0, WallTime{}, rules::Correction{"", "a\"b\\c\n\t\r\x01\x7F", "\u00e9"});
    EXPECT_EQ(json,
              "{\"sequence\":\"1\",\"time\":\"1970-01-01T00:00:00Z\",\"correction\":"
              "{\"by\":\"a\\\"b\\\\c\\n\\t\\r\\u0001\\u007f\",\"what\":\"\u00e9\"}}");
}

TEST(EventJson, SaysWhatProtobufsOwnPrinterSays) {
    for (const rules::TableEvent& sample : all_samples()) {
        const std::string bytes =
            serialise_event(18'446'744'073'709'551'615U, 4'294'967'295U, WallTime{-1us}, sample);
        v1::Event event;
        ASSERT_TRUE(event.ParseFromString(bytes));
        std::string expected;
        ASSERT_TRUE(google::protobuf::util::MessageToJsonString(event, &expected).ok());
        EXPECT_EQ(event_json(bytes_of(bytes)).value_or(""), expected);
    }
}

TEST(PayloadNames, AreTheFieldsOfTheOneof) {
    const auto* payload = v1::Event::descriptor()->FindOneofByName("payload");
    for (int i = 0; i < payload->field_count(); ++i) {
        const auto index = payload_index(payload->field(i)->name());
        ASSERT_TRUE(index) << payload->field(i)->name();
        EXPECT_EQ(payload_name(*index), payload->field(i)->name());
        EXPECT_EQ(payload_index(payload->field(i)->message_type()->name()), index);
    }
    EXPECT_EQ(payload_name(rules::TableEvent{rules::MovesRevised{}}), "moves_revised");
    EXPECT_TRUE(is_payload_name("PlacementSensed"));
    EXPECT_TRUE(is_payload_name("placementSensed"));
    EXPECT_FALSE(is_payload_name(""));
    EXPECT_FALSE(is_payload_name("move"));
    EXPECT_FALSE(is_payload_name("move_made "));
    EXPECT_FALSE(is_payload_name(std::string(100'000, '_') + "alert"));
}

}  // namespace
}  // namespace boardbridge::protocol
