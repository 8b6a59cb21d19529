// See envelope.hpp: the server's side of the conversation, and how a client reads it.
#include "protocol/envelope.hpp"

#include <utility>

#include "protocol/delimited.hpp"
#include "protocol/json.hpp"
#include "protocol/wire.hpp"

namespace boardbridge::protocol {

namespace {

constexpr std::string_view kCloseReasonPrefix = "CLOSE_REASON_";
constexpr std::string_view kCommandStatusPrefix = "COMMAND_STATUS_";

/// The name of an enum value as generated code knows it, without the prefix that protobuf's style asks for.
std::string_view short_name(std::string_view full, std::string_view prefix) {
    return full.starts_with(prefix) ? full.substr(prefix.size()) : full;
}

/// Length-delimited field `event` of a ServerMessage: tag, then length.
std::string event_field_head(std::size_t event_size) {
    constexpr unsigned kLengthDelimited = 2;
    constexpr unsigned kTag =
        static_cast<unsigned>(wire::ServerMessage::kEventFieldNumber) << 3U | kLengthDelimited;
    static_assert(kTag < 0x80, "the tag is one byte");
    std::string head(1, static_cast<char>(kTag));
    const LengthPrefix length = length_prefix(event_size);
    for (const std::byte b : length.view()) head += static_cast<char>(b);
    return head;
}

}  // namespace

std::string_view to_string(CloseReason r) {
    return short_name(wire::CloseReason_Name(to_wire(r)), kCloseReasonPrefix);
}

std::string_view to_string(CommandStatus s) {
    return short_name(wire::CommandStatus_Name(to_wire(s)), kCommandStatusPrefix);
}

std::string server_message(const Hello& hello) {
    wire::ServerMessage message;
    wire::Hello& to = *message.mutable_hello();
    to.set_version(utf8(hello.version));
    to.set_hall_id(utf8(hello.hall_id));
    to.set_first_sequence(hello.first_sequence);
    to.set_last_sequence(hello.last_sequence);
    return message.SerializeAsString();
}

std::string server_message(const CommandReply& reply) {
    wire::ServerMessage message;
    wire::CommandReply& to = *message.mutable_command_reply();
    to.set_id(reply.id);
    to.set_status(to_wire(reply.status));
    to.set_text(utf8(reply.text));
    to.set_sequence(reply.sequence);
    to.set_more(reply.more);
    to.set_capture(utf8(reply.capture));
    return message.SerializeAsString();
}

std::string server_message(const Heartbeat& heartbeat) {
    wire::ServerMessage message;
    message.mutable_heartbeat()->set_sequence(heartbeat.sequence);
    return message.SerializeAsString();
}

std::string server_message(const Closed& closed) {
    wire::ServerMessage message;
    wire::Closed& to = *message.mutable_closed();
    to.set_reason(to_wire(closed.reason));
    to.set_text(utf8(closed.text));
    to.set_first_sequence(closed.first_sequence);
    to.set_last_sequence(closed.last_sequence);
    return message.SerializeAsString();
}

std::vector<std::string> snapshot_messages(std::uint64_t sequence, const rules::TableSnapshot& table) {
    constexpr std::size_t kMovesBudget = kMaxMessageSize / 2;  // the rest of a table is small
    std::vector<std::string> messages;
    wire::ServerMessage message;
    const auto begin = [&message, sequence, &table](bool continued) {
        message.Clear();
        message.mutable_snapshot()->set_table(table.table);
        message.mutable_snapshot()->set_sequence(sequence);
        message.mutable_snapshot()->set_continued(continued);
    };
    begin(false);
    wire::Snapshot& to = *message.mutable_snapshot();
    if (table.game) write(*table.game, *to.mutable_game());
    if (table.ended) write(*table.ended, *to.mutable_ended());
    if (table.clock) write(*table.clock, *to.mutable_clock());
    if (table.placement) write(*table.placement, *to.mutable_placement());
    for (const rules::DeviceChanged& device : table.devices) write(device, *to.add_devices());
    for (const rules::Alert& alert : table.open_alerts) write(alert, table.table, *to.add_open_alerts());

    std::size_t moves_size = 0;
    for (const rules::MoveMade& move : table.moves) {
        if (moves_size > kMovesBudget) {
            messages.push_back(message.SerializeAsString());
            begin(true);
            moves_size = 0;
        }
        wire::MoveMade& added = *message.mutable_snapshot()->add_moves();
        write(move, added);
        moves_size += added.ByteSizeLong() + 4;
    }
    messages.push_back(message.SerializeAsString());
    return messages;
}

std::string event_message(std::string_view serialised_event) {
    std::string message = event_field_head(serialised_event.size());
    message += serialised_event;
    return message;
}

std::string delimited_event_message(std::string_view serialised_event) {
    const std::string head = event_field_head(serialised_event.size());
    std::string framed;
    framed.reserve(kMaxLengthSize + head.size() + serialised_event.size());
    const LengthPrefix length = length_prefix(head.size() + serialised_event.size());
    for (const std::byte b : length.view()) framed += static_cast<char>(b);
    framed += head;
    framed += serialised_event;
    return framed;
}

namespace {

Snapshot read(const wire::Snapshot& from, Complaints& complaints) {
    Snapshot snapshot{.sequence = from.sequence(), .table = {}, .continued = from.continued()};
    rules::TableSnapshot& table = snapshot.table;
    table.table = from.table();
    if (from.has_game()) table.game = protocol::read(from.game());
    for (const wire::MoveMade& move : from.moves()) table.moves.push_back(protocol::read(move, complaints));
    if (from.has_ended()) table.ended = protocol::read(from.ended(), complaints);
    if (from.has_clock()) table.clock = protocol::read(from.clock(), complaints);
    if (from.has_placement()) table.placement = protocol::read(from.placement(), complaints);
    for (const wire::DeviceChanged& device : from.devices())
        table.devices.push_back(protocol::read(device, complaints));
    for (const wire::Alert& alert : from.open_alerts())
        table.open_alerts.push_back(protocol::read(alert, complaints));
    return snapshot;
}

Hello read(const wire::Hello& from) {
    return {.version = from.version(),
            .hall_id = from.hall_id(),
            .first_sequence = from.first_sequence(),
            .last_sequence = from.last_sequence()};
}

CommandReply read(const wire::CommandReply& from, Complaints& complaints) {
    return {.id = from.id(),
            .status = enum_from_wire<CommandStatus>(from.status(), "status", complaints),
            .text = from.text(),
            .sequence = from.sequence(),
            .capture = from.capture(),
            .more = from.more()};
}

Closed read(const wire::Closed& from, Complaints& complaints) {
    return {.reason = enum_from_wire<CloseReason>(from.reason(), "reason", complaints),
            .text = from.text(),
            .first_sequence = from.first_sequence(),
            .last_sequence = from.last_sequence()};
}

ServerMessage read(const wire::ServerMessage& from, Complaints& complaints) {
    switch (from.message_case()) {
        case wire::ServerMessage::kHello:
            return read(from.hello());
        case wire::ServerMessage::kSnapshot:
            return read(from.snapshot(), complaints);
        case wire::ServerMessage::kEvent:
            return protocol::read(from.event(), complaints);
        case wire::ServerMessage::kCommandReply:
            return read(from.command_reply(), complaints);
        case wire::ServerMessage::kHeartbeat:
            return Heartbeat{from.heartbeat().sequence()};
        case wire::ServerMessage::kClosed:
            return read(from.closed(), complaints);
        case wire::ServerMessage::MESSAGE_NOT_SET:
            break;
    }
    complaints.unknown_payload();
    return Heartbeat{};
}

ParseError no_server_message() {
    return {ParseErrorKind::Malformed, "these bytes are no boardbridge.v1.ServerMessage"};
}

}  // namespace

Expected<ServerMessage, ParseError> parse_server_message(std::span<const std::byte> bytes) {
    wire::ServerMessage message;
    if (!parse_quietly(bytes, message)) return Unexpected<ParseError>(no_server_message());
    Complaints complaints;
    ServerMessage result = read(message, complaints);
    if (complaints.any()) return Unexpected<ParseError>(complaints.first());
    return result;
}

Expected<std::string, ParseError> server_message_json(std::span<const std::byte> bytes) {
    wire::ServerMessage message;
    if (!parse_quietly(bytes, message)) return Unexpected<ParseError>(no_server_message());
    std::string json;
    append_json(message, json);
    return json;
}

}  // namespace boardbridge::protocol
