// See envelope.hpp: the client's side of the conversation, and how a server reads it. These bytes come from
// strangers, so everything is bounded here, beyond the size of a message.
#include <google/protobuf/util/json_util.h>

#include "protocol/envelope.hpp"
#include "protocol/wire.hpp"

namespace boardbridge::protocol {

namespace {

/// A person's remark, a token, a name of a line: what is echoed into events must fit into one with room to
/// spare.
constexpr int kMaxTextBytes = 4096;

std::string bounded(const std::string& text, std::string_view field, Complaints& complaints) {
    if (text.size() <= static_cast<std::size_t>(kMaxTextBytes)) return text;
    complaints.malformed(field, "at most " + std::to_string(kMaxTextBytes) + " bytes");
    return {};
}

std::vector<std::string> read_kinds(const wire::Subscribe& from, Complaints& complaints) {
    std::vector<std::string> kinds;
    if (static_cast<std::size_t>(from.kinds_size()) > kMaxKinds) {
        complaints.malformed("subscribe.kinds", "at most " + std::to_string(kMaxKinds) + " names");
        return kinds;
    }
    for (const std::string& kind : from.kinds()) {
        const auto index = payload_index(kind);
        if (index) {
            kinds.emplace_back(payload_name(*index));
        } else {
            complaints.malformed("subscribe.kinds", "names of Event payloads like move_made, found '" +
                                                        kind.substr(0, 64) + "'");
        }
    }
    return kinds;
}

Subscribe read(const wire::Subscribe& from, Complaints& complaints) {
    Subscribe subscribe;
    subscribe.token = bounded(from.token(), "subscribe.token", complaints);
    if (from.has_after_sequence()) subscribe.after_sequence = from.after_sequence();
    if (static_cast<std::size_t>(from.tables_size()) > kMaxTables) {
        complaints.malformed("subscribe.tables", "at most " + std::to_string(kMaxTables) + " numbers");
        return subscribe;
    }
    subscribe.tables.assign(from.tables().begin(), from.tables().end());
    subscribe.kinds = read_kinds(from, complaints);
    return subscribe;
}

Command read(const wire::Command& from, Complaints& complaints) {
    Command command;
    command.id = from.id();
    command.token = bounded(from.token(), "command.token", complaints);
    command.by = bounded(from.by(), "command.by", complaints);
    command.table = from.table();
    if (from.has_expected_revision()) command.expected_revision = from.expected_revision();
    switch (from.command_case()) {
        case wire::Command::kAcknowledgeAlert:
            command.what = AcknowledgeAlert{
                .alert_id = from.acknowledge_alert().alert_id(),
                .remark = bounded(from.acknowledge_alert().remark(), "acknowledge_alert.remark", complaints)};
            break;
        case wire::Command::kReadCapture:
            command.what =
                ReadCapture{.line = bounded(from.read_capture().line(), "read_capture.line", complaints),
                            .last_seconds = from.read_capture().last_seconds(),
                            .follow = from.read_capture().follow()};
            break;
        case wire::Command::COMMAND_NOT_SET:
            break;
    }
    return command;
}

Expected<ClientMessage, ParseError> read(const wire::ClientMessage& from) {
    Complaints complaints;
    ClientMessage message;
    switch (from.message_case()) {
        case wire::ClientMessage::kSubscribe:
            message = read(from.subscribe(), complaints);
            break;
        case wire::ClientMessage::kCommand:
            message = read(from.command(), complaints);
            break;
        case wire::ClientMessage::kHeartbeat:
            message = Heartbeat{from.heartbeat().sequence()};
            break;
        case wire::ClientMessage::MESSAGE_NOT_SET:
            complaints.malformed("ClientMessage", "subscribe, command or heartbeat");
            break;
    }
    if (complaints.any()) return Unexpected<ParseError>(complaints.first());
    return message;
}

void write(const Subscribe& from, wire::Subscribe& to) {
    to.set_token(utf8(from.token));
    if (from.after_sequence) to.set_after_sequence(*from.after_sequence);
    for (const unsigned table : from.tables) to.add_tables(table);
    for (const std::string& kind : from.kinds) to.add_kinds(utf8(kind));
}

struct CommandWriter {
    wire::Command& to;
    void operator()(const UnknownCommand&) const {}
    void operator()(const AcknowledgeAlert& x) const {
        to.mutable_acknowledge_alert()->set_alert_id(x.alert_id);
        to.mutable_acknowledge_alert()->set_remark(utf8(x.remark));
    }
    void operator()(const ReadCapture& x) const {
        to.mutable_read_capture()->set_line(utf8(x.line));
        to.mutable_read_capture()->set_last_seconds(x.last_seconds);
        to.mutable_read_capture()->set_follow(x.follow);
    }
};

void write(const Command& from, wire::Command& to) {
    to.set_id(from.id);
    to.set_token(utf8(from.token));
    to.set_by(utf8(from.by));
    to.set_table(from.table);
    if (from.expected_revision) to.set_expected_revision(*from.expected_revision);
    std::visit(CommandWriter{to}, from.what);
}

struct ClientMessageWriter {
    wire::ClientMessage& to;
    void operator()(const Subscribe& x) const { write(x, *to.mutable_subscribe()); }
    void operator()(const Command& x) const { write(x, *to.mutable_command()); }
    void operator()(const Heartbeat& x) const { to.mutable_heartbeat()->set_sequence(x.sequence); }
};

}  // namespace

Expected<ClientMessage, ParseError> parse_client_message(std::span<const std::byte> bytes) {
    wire::ClientMessage message;
    if (!parse_quietly(bytes, message)) {
        return Unexpected<ParseError>(
            {ParseErrorKind::Malformed, "these bytes are no boardbridge.v1.ClientMessage"});
    }
    return read(message);
}

Expected<ClientMessage, ParseError> parse_client_message_json(std::string_view text) {
    wire::ClientMessage message;
    google::protobuf::util::JsonParseOptions options;
    options.ignore_unknown_fields = true;  // as in the binary form: newer clients may say more
    const auto status =
        google::protobuf::util::JsonStringToMessage({text.data(), text.size()}, &message, options);
    if (!status.ok()) {
        return Unexpected<ParseError>(
            {ParseErrorKind::Malformed, "no JSON of a boardbridge.v1.ClientMessage: " +
                                            utf8(status.message().as_string().substr(0, 256))});
    }
    return read(message);
}

std::string client_message(const ClientMessage& message) {
    wire::ClientMessage to;
    std::visit(ClientMessageWriter{to}, message);
    return to.SerializeAsString();
}

}  // namespace boardbridge::protocol
