// Table events to boardbridge.v1.Event and back: value in, value out, as bytes or as canonical proto3-JSON.
// No generated header is seen through this one, and nobody but protocol/ includes one. Follows contract
// section 4; the wire itself is protocol/boardbridge/v1/*.proto.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "rules/expected.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::protocol {

/// Time of day, UTC. Representable in an Event: years 1 to 9999 (others are clamped).
using WallTime = std::chrono::sys_time<std::chrono::microseconds>;

/// A table event as it stands in the stream.
struct StampedEvent {
    std::uint64_t sequence = 0;  ///< 1 and up, dense over the hall
    unsigned table = 0;          ///< 0: of no table
    WallTime time{};
    rules::TableEvent what;
};

enum class ParseErrorKind : std::uint8_t {
    Malformed,  ///< no such message, or a value out of its range
    Unknown     ///< sound, but of a kind that only a newer version knows
};
struct ParseError {
    ParseErrorKind kind = ParseErrorKind::Malformed;
    std::string text;  ///< names the field and what was expected
};

/// Protobuf bytes of the Event, without a length before it. Text that is not UTF-8 is repaired with U+FFFD.
std::string serialise_event(std::uint64_t sequence, unsigned table, WallTime time,
                            const rules::TableEvent& what);
Expected<StampedEvent, ParseError> parse_event(std::span<const std::byte> event);

/// Canonical proto3-JSON of the Event on one line, without a line end; false and zero are left out.
std::string event_json(std::uint64_t sequence, unsigned table, WallTime time, const rules::TableEvent& what);
/// The same from what serialise_event gave (or a journal kept, unknown fields are left out).
Expected<std::string, ParseError> event_json(std::span<const std::byte> event);

constexpr std::size_t kPayloadCount = std::variant_size_v<rules::TableEvent>;

/// Name of the payload's oneof field, "move_made".
std::string_view payload_name(const rules::TableEvent& what);
/// The same by TableEvent::index(), below kPayloadCount.
std::string_view payload_name(std::size_t index);
/// TableEvent::index() of a payload name. "move_made", "MoveMade" and "moveMade" are all understood.
std::optional<std::size_t> payload_index(std::string_view name);
bool is_payload_name(std::string_view name);

}  // namespace boardbridge::protocol
