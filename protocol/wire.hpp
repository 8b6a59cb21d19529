// Inside protocol/ only: domain values to and from the generated messages, field by field. The one header of
// our own that knows generated code; the public headers are convert.hpp, envelope.hpp and delimited.hpp.
// Follows boardbridge/v1/*.proto.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "boardbridge/v1/alert.pb.h"
#include "boardbridge/v1/common.pb.h"
#include "boardbridge/v1/event.pb.h"
#include "boardbridge/v1/stream.pb.h"
#include "protocol/convert.hpp"
#include "protocol/envelope.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::protocol {

namespace wire = boardbridge::v1;

/// The first thing wrong with a message that is being read; reading goes on, so that each reader stays a list
/// of fields.
class Complaints {
public:
    void malformed(std::string_view field, std::string_view expected);
    void unknown(std::string_view field, int value);
    void unknown_payload();
    bool any() const { return first_.has_value(); }
    const ParseError& first() const { return *first_; }

private:
    std::optional<ParseError> first_;
};

/// Protobuf texts must be UTF-8; devices and old PGN files say other things. Bad bytes become U+FFFD.
std::string utf8(std::string_view text);

/// Negative numbers have no place on the wire: they become 0, too large ones the largest.
template <class Integer>
constexpr std::uint32_t to_u32(Integer value) {
    if (value < 0) return 0;
    constexpr auto kMax = std::numeric_limits<std::uint32_t>::max();
    if (static_cast<std::uint64_t>(value) > kMax) return kMax;
    return static_cast<std::uint32_t>(value);
}
/// Numbers that the domain keeps in an int.
int from_u32(std::uint32_t value, std::string_view field, Complaints& complaints);

// ---- Closed sets. Zero ("not said") comes back for a value that is none of the domain's. ----
wire::Side to_wire(rules::Color c);
wire::Side to_wire(rules::AlertSide s);
wire::AlertKind to_wire(rules::AlertKind k);
wire::AlertState to_wire(rules::AlertState s);
wire::Severity to_wire(rules::Severity s);
wire::MateVerdict to_wire(rules::MateVerdict v);
wire::RevisionReason to_wire(rules::RevisionReason r);
wire::DeviceState to_wire(rules::DeviceState s);
wire::CommandStatus to_wire(CommandStatus s);
wire::CloseReason to_wire(CloseReason r);
// Texts on the wire: part of the promise, so they are written here and not taken from rules/. Empty: none of
// the domain's.
std::string_view wire_text(rules::Result r);
std::string_view wire_text(rules::Termination t);
std::string_view wire_text(rules::Edition e);

rules::Color color_from_wire(wire::Side s, std::string_view field, Complaints& complaints);
rules::AlertSide side_from_wire(wire::Side s, std::string_view field, Complaints& complaints);
rules::MateVerdict verdict_from_wire(wire::MateVerdict v, std::string_view field, Complaints& complaints);

/// The domain value that to_wire turns into this one. Domain enums count up from 0 without a gap.
template <class Domain, class Wire>
Domain enum_from_wire(Wire value, std::string_view field, Complaints& complaints) {
    for (std::uint8_t i = 0; to_wire(static_cast<Domain>(i)) != Wire{}; ++i) {
        if (to_wire(static_cast<Domain>(i)) == value) return static_cast<Domain>(i);
    }
    if (value == Wire{})
        complaints.malformed(field, "a value other than 0");
    else
        complaints.unknown(field, static_cast<int>(value));
    return Domain{};
}
/// The same for sets that are texts on the wire.
template <class Domain>
Domain text_from_wire(std::string_view text, std::string_view field, Complaints& complaints) {
    for (std::uint8_t i = 0; !wire_text(static_cast<Domain>(i)).empty(); ++i) {
        if (wire_text(static_cast<Domain>(i)) == text) return static_cast<Domain>(i);
    }
    complaints.malformed(field, "one of the texts that the README lists");
    return Domain{};
}

// ---- Messages. Writers fill a cleared message. ----
void write(const rules::ClockTimes& from, wire::ClockTimes& to);
void write(const rules::GameStarted& from, wire::GameStarted& to);
void write(const rules::MoveMade& from, wire::MoveMade& to);
void write(const rules::MoveConfirmed& from, wire::MoveConfirmed& to);
void write(const rules::MovesRevised& from, wire::MovesRevised& to);
void write(const rules::ClockChanged& from, wire::ClockChanged& to);
void write(const rules::PlacementSensed& from, wire::PlacementSensed& to);
void write(const rules::ResultSignalled& from, wire::ResultSignalled& to);
void write(const rules::GameEnded& from, wire::GameEnded& to);
void write(const rules::DeviceChanged& from, wire::DeviceChanged& to);
void write(const rules::Correction& from, wire::Correction& to);
void write(const rules::Alert& from, unsigned table, wire::Alert& to);
void write(std::uint64_t sequence, unsigned table, WallTime time, const rules::TableEvent& what,
           wire::Event& to);

rules::ClockTimes read(const wire::ClockTimes& from, Complaints& complaints);
rules::GameStarted read(const wire::GameStarted& from);
rules::MoveMade read(const wire::MoveMade& from, Complaints& complaints);
rules::MoveConfirmed read(const wire::MoveConfirmed& from, Complaints& complaints);
rules::MovesRevised read(const wire::MovesRevised& from, Complaints& complaints);
rules::ClockChanged read(const wire::ClockChanged& from, Complaints& complaints);
rules::PlacementSensed read(const wire::PlacementSensed& from, Complaints& complaints);
rules::ResultSignalled read(const wire::ResultSignalled& from, Complaints& complaints);
rules::GameEnded read(const wire::GameEnded& from, Complaints& complaints);
rules::DeviceChanged read(const wire::DeviceChanged& from, Complaints& complaints);
rules::Correction read(const wire::Correction& from);
rules::Alert read(const wire::Alert& from, Complaints& complaints);
StampedEvent read(const wire::Event& from, Complaints& complaints);

/// Reads bytes of a generated message. What libprotobuf would print about them on stderr is suppressed:
/// hostile clients choose those bytes.
bool parse_quietly(std::span<const std::byte> bytes, google::protobuf::Message& to);

}  // namespace boardbridge::protocol
