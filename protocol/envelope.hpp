// The two envelopes of the stream: what a client may say (Subscribe, Command, Heartbeat) and what a server
// says (Hello, Snapshot, Event, CommandReply, Heartbeat, Closed), as domain values, bytes and JSON. It keeps
// no connection state. Follows contract section 4; the order of messages is in protocol/README.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/convert.hpp"
#include "rules/expected.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::protocol {

// ---- What a client says ----

struct Subscribe {
    std::string token;
    std::optional<std::uint64_t> after_sequence;  ///< absent: snapshots first; 0: from the oldest held
    std::vector<unsigned> tables;                 ///< empty: all
    std::vector<std::string> kinds;               ///< payload names (checked); empty: all
};

struct AcknowledgeAlert {
    std::uint64_t alert_id = 0;
    std::string remark;
};
/// Captured bytes of a line out of the running daemon; the answer comes in pieces.
struct ReadCapture {
    std::string line;           ///< empty: all lines
    unsigned last_seconds = 0;  ///< 0: all that is kept
    bool follow = false;        ///< go on with what comes, until the connection ends
};
/// A command that only a newer client knows.
struct UnknownCommand {};
struct Command {
    std::uint64_t id = 0;  ///< chosen by the client, comes back in the reply
    std::string token;
    std::string by;  ///< who says it; the token's holder wins over it
    unsigned table = 0;
    std::optional<std::uint64_t> expected_revision;
    std::variant<UnknownCommand, AcknowledgeAlert, ReadCapture> what;
};

/// From a server: all up to this sequence that the subscription asks for has been sent. From a client: 0.
struct Heartbeat {
    std::uint64_t sequence = 0;
};

using ClientMessage = std::variant<Subscribe, Command, Heartbeat>;

/// Bounds on what is accepted from a client beyond the size of a message.
constexpr std::size_t kMaxTables = 10'000;
constexpr std::size_t kMaxKinds = 64;

Expected<ClientMessage, ParseError> parse_client_message(std::span<const std::byte> message);
Expected<ClientMessage, ParseError> parse_client_message_json(std::string_view text);
std::string client_message(const ClientMessage& message);

// ---- What a server says ----

struct Hello {
    std::string version;  ///< of the software
    std::string
        hall_id;  ///< the same as long as sequences go on: a cursor is worth something in this hall only
    std::uint64_t first_sequence = 0;  ///< oldest held; first = last + 1: none is held
    std::uint64_t last_sequence = 0;
};

struct Snapshot {
    std::uint64_t sequence = 0;  ///< as of this sequence
    rules::TableSnapshot table;
    bool continued = false;  ///< only more moves of the snapshot sent before
};

enum class CommandStatus : std::uint8_t {
    Done,
    Refused,  ///< not possible as things stand; the text says why
    Invalid,  ///< makes no sense in itself
    UnknownCommand,
    NotFound,  ///< no such table, alert, game, line
    Conflict,  ///< expected_revision is behind
    Unauthenticated,
    Forbidden,
    Busy,   ///< try again
    Failed  ///< the daemon could not carry it out
};
struct CommandReply {
    std::uint64_t id = 0;
    CommandStatus status = CommandStatus::Done;
    std::string text;            ///< one clear reason
    std::uint64_t sequence = 0;  ///< of the event that tells of it, 0: none
    std::string capture;         ///< ReadCapture: a piece of the capture file
    bool more = false;           ///< another reply with the same id follows
};

enum class CloseReason : std::uint8_t {
    Unauthenticated,
    Forbidden,
    BadMessage,
    TooSlow,
    Idle,
    Limit,
    ShuttingDown,
    CursorTooOld,
    CursorInFuture,
    Internal
};
/// "CURSOR_TOO_OLD".
std::string_view to_string(CloseReason r);
/// "NOT_FOUND".
std::string_view to_string(CommandStatus s);

struct Closed {
    CloseReason reason = CloseReason::ShuttingDown;
    std::string text;
    std::uint64_t first_sequence = 0;  ///< the range held, with the two cursor reasons
    std::uint64_t last_sequence = 0;
};

using ServerMessage = std::variant<Hello, Snapshot, StampedEvent, CommandReply, Heartbeat, Closed>;

// Each returns the bytes of a ServerMessage, without a length before it (protocol/delimited.hpp adds that).
std::string server_message(const Hello& hello);
std::string server_message(const CommandReply& reply);
std::string server_message(const Heartbeat& heartbeat);
std::string server_message(const Closed& closed);
/// One message, or several when the score of the table is too long for one; the later ones are `continued`.
std::vector<std::string> snapshot_messages(std::uint64_t sequence, const rules::TableSnapshot& table);
/// Wraps what serialise_event gave without reading it.
std::string event_message(std::string_view serialised_event);
/// The same with its length before it, ready for a TCP client: one buffer shared by all subscribers.
std::string delimited_event_message(std::string_view serialised_event);

Expected<ServerMessage, ParseError> parse_server_message(std::span<const std::byte> message);
/// Canonical proto3-JSON of a ServerMessage's bytes, one line; for the JSON subprotocol of the WebSocket.
Expected<std::string, ParseError> server_message_json(std::span<const std::byte> message);

}  // namespace boardbridge::protocol
