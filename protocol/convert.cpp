// See convert.hpp. Messages are built in one object per thread and kind of use, so that their parts are not
// allocated anew for each event.
#include "protocol/convert.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "protocol/json.hpp"
#include "protocol/wire.hpp"

namespace boardbridge::protocol {

namespace {

/// In the order of the alternatives of TableEvent; held to the descriptor by a test.
constexpr std::array<std::string_view, kPayloadCount> kPayloadNames = {
    "game_started",     "move_made",  "move_confirmed", "moves_revised",  "clock_changed", "placement_sensed",
    "result_signalled", "game_ended", "alert",          "device_changed", "correction"};

wire::Event& scratch_event() {
    thread_local wire::Event event;
    event.Clear();
    return event;
}

/// "MoveMade", "moveMade" and "move_made" become "movemade".
std::string without_style(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        if (c == '_') continue;
        plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return plain;
}

}  // namespace

std::string serialise_event(std::uint64_t sequence, unsigned table, WallTime time,
                            const rules::TableEvent& what) {
    wire::Event& event = scratch_event();
    write(sequence, table, time, what, event);
    return event.SerializeAsString();
}

Expected<StampedEvent, ParseError> parse_event(std::span<const std::byte> bytes) {
    wire::Event& event = scratch_event();
    if (!parse_quietly(bytes, event)) {
        return Unexpected<ParseError>({ParseErrorKind::Malformed, "these bytes are no boardbridge.v1.Event"});
    }
    Complaints complaints;
    StampedEvent result = read(event, complaints);
    if (complaints.any()) return Unexpected<ParseError>(complaints.first());
    return result;
}

std::string event_json(std::uint64_t sequence, unsigned table, WallTime time, const rules::TableEvent& what) {
    wire::Event& event = scratch_event();
    write(sequence, table, time, what, event);
    std::string json;
    json.reserve(512);
    append_json(event, json);
    return json;
}

Expected<std::string, ParseError> event_json(std::span<const std::byte> bytes) {
    wire::Event& event = scratch_event();
    if (!parse_quietly(bytes, event)) {
        return Unexpected<ParseError>({ParseErrorKind::Malformed, "these bytes are no boardbridge.v1.Event"});
    }
    std::string json;
    append_json(event, json);
    return json;
}

std::string_view payload_name(const rules::TableEvent& what) { return payload_name(what.index()); }

std::string_view payload_name(std::size_t index) {
    assert(index < kPayloadCount);
    return kPayloadNames[index];
}

std::optional<std::size_t> payload_index(std::string_view name) {
    constexpr std::size_t kLongestName = 64;
    if (name.size() > kLongestName) return std::nullopt;
    const std::string wanted = without_style(name);
    for (std::size_t i = 0; i < kPayloadCount; ++i) {
        if (without_style(kPayloadNames[i]) == wanted) return i;
    }
    return std::nullopt;
}

bool is_payload_name(std::string_view name) { return payload_index(name).has_value(); }

}  // namespace boardbridge::protocol
