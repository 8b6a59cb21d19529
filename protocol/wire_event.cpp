// Events to and from the generated messages, field by field, and what all such readers need: repaired text,
// bounded numbers, the first complaint. Follows boardbridge/v1/event.proto.
#include <google/protobuf/stubs/logging.h>

#include <algorithm>

#include "protocol/wire.hpp"
#include "rules/placement.hpp"

namespace boardbridge::protocol {

using namespace std::chrono_literals;

void Complaints::malformed(std::string_view field, std::string_view expected) {
    if (any()) return;
    first_ =
        ParseError{ParseErrorKind::Malformed, std::string(field) + ": expected " + std::string(expected)};
}

void Complaints::unknown(std::string_view field, int value) {
    if (any()) return;
    first_ = ParseError{ParseErrorKind::Unknown, std::string(field) + ": value " + std::to_string(value) +
                                                     " is not known to this version"};
}

void Complaints::unknown_payload() {
    if (any()) return;
    first_ = ParseError{ParseErrorKind::Unknown, "payload: none, or one that is not known to this version"};
}

bool parse_quietly(std::span<const std::byte> bytes, google::protobuf::Message& to) {
    [[maybe_unused]] static const bool quiet = (google::protobuf::SetLogHandler(nullptr), true);
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return false;
    return to.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

int from_u32(std::uint32_t value, std::string_view field, Complaints& complaints) {
    if (value <= static_cast<std::uint32_t>(std::numeric_limits<int>::max())) return static_cast<int>(value);
    complaints.malformed(field, "a number below 2147483648");
    return 0;
}

namespace {

/// Proto3 timestamps: 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999999Z.
constexpr WallTime kFirstTime = std::chrono::sys_days{std::chrono::year{1} / 1 / 1};
constexpr WallTime kEndOfTime = std::chrono::sys_days{std::chrono::year{10000} / 1 / 1};

void write_time(WallTime time, google::protobuf::Timestamp& to) {
    const WallTime clamped = std::clamp(time, kFirstTime, kEndOfTime - 1us);
    const auto seconds = std::chrono::floor<std::chrono::seconds>(clamped);
    to.set_seconds(seconds.time_since_epoch().count());
    to.set_nanos(static_cast<std::int32_t>(std::chrono::nanoseconds(clamped - seconds).count()));
}

WallTime read_time(const google::protobuf::Timestamp& from, Complaints& complaints) {
    const std::int64_t first = kFirstTime.time_since_epoch() / 1s;
    const std::int64_t end = kEndOfTime.time_since_epoch() / 1s;
    if (from.seconds() < first || from.seconds() >= end || from.nanos() < 0 || from.nanos() > 999'999'999) {
        complaints.malformed("time", "a moment of the years 1 to 9999");
        return {};
    }
    return WallTime{std::chrono::seconds(from.seconds()) + std::chrono::microseconds(from.nanos() / 1000)};
}

}  // namespace

void write(const rules::ClockTimes& from, wire::ClockTimes& to) {
    if (from.white) to.set_white_ms(to_u32(from.white->count()));
    if (from.black) to.set_black_ms(to_u32(from.black->count()));
    if (from.running) to.set_running(to_wire(*from.running));
}

void write(const rules::GameStarted& from, wire::GameStarted& to) {
    to.set_game_id(utf8(from.game_id));
    to.set_start_fen(utf8(from.start_fen));
    to.set_chess960(from.chess960);
    to.set_flipped(from.flipped);
    to.set_white(utf8(from.white));
    to.set_black(utf8(from.black));
}

void write(const rules::MoveMade& from, wire::MoveMade& to) {
    to.set_game_id(utf8(from.game_id));
    to.set_ply(to_u32(from.ply));
    to.set_side(to_wire(from.side));
    to.set_san(utf8(from.san));
    to.set_uci(utf8(from.uci));
    to.set_fen_after(utf8(from.fen_after));
    to.set_provisional(from.provisional);
    to.set_guess(from.guess);
    to.set_illegal(from.illegal);
    to.set_after_flag(from.after_flag);
    if (from.clock != rules::ClockTimes{}) write(from.clock, *to.mutable_clock());
}

void write(const rules::MoveConfirmed& from, wire::MoveConfirmed& to) {
    to.set_game_id(utf8(from.game_id));
    to.set_ply(to_u32(from.ply));
}

void write(const rules::MovesRevised& from, wire::MovesRevised& to) {
    to.set_game_id(utf8(from.game_id));
    to.set_from_ply(to_u32(from.from_ply));
    for (const rules::MoveMade& move : from.moves) write(move, *to.add_moves());
    to.set_reason(to_wire(from.reason));
}

void write(const rules::ClockChanged& from, wire::ClockChanged& to) {
    if (from.times != rules::ClockTimes{}) write(from.times, *to.mutable_clock());
    to.set_white_flag(from.white_flag);
    to.set_black_flag(from.black_flag);
    to.set_white_mark(from.white_mark);
    to.set_black_mark(from.black_mark);
    to.set_disconnected(from.disconnected);
    to.set_period_change(from.period_change);
}

void write(const rules::PlacementSensed& from, wire::PlacementSensed& to) {
    to.set_placement(rules::to_fen_placement(from.placement));
}

void write(const rules::ResultSignalled& from, wire::ResultSignalled& to) {
    to.set_game_id(utf8(from.game_id));
    to.set_result(std::string(wire_text(from.result)));
    to.set_by(utf8(from.by));
}

void write(const rules::GameEnded& from, wire::GameEnded& to) {
    to.set_game_id(utf8(from.game_id));
    to.set_result(std::string(wire_text(from.outcome.result)));
    to.set_termination(std::string(wire_text(from.outcome.termination)));
    to.set_article(utf8(from.article));
}

void write(const rules::DeviceChanged& from, wire::DeviceChanged& to) {
    to.set_line(utf8(from.line));
    to.set_address(to_u32(from.address));
    to.set_state(to_wire(from.state));
    to.set_driver(utf8(from.driver));
    to.set_serial(utf8(from.serial));
    to.set_firmware(utf8(from.firmware));
    if (from.battery_percent) to.set_battery_percent(to_u32(*from.battery_percent));
    to.set_charging(from.charging);
    to.set_clock_connected(from.clock_connected);
    to.set_detail(utf8(from.detail));
}

void write(const rules::Correction& from, wire::Correction& to) {
    to.set_game_id(utf8(from.game_id));
    to.set_by(utf8(from.by));
    to.set_what(utf8(from.what));
}

namespace {

/// Puts each alternative into its field of the oneof.
struct PayloadWriter {
    unsigned table;
    wire::Event& to;
    void operator()(const rules::GameStarted& x) const { write(x, *to.mutable_game_started()); }
    void operator()(const rules::MoveMade& x) const { write(x, *to.mutable_move_made()); }
    void operator()(const rules::MoveConfirmed& x) const { write(x, *to.mutable_move_confirmed()); }
    void operator()(const rules::MovesRevised& x) const { write(x, *to.mutable_moves_revised()); }
    void operator()(const rules::ClockChanged& x) const { write(x, *to.mutable_clock_changed()); }
    void operator()(const rules::PlacementSensed& x) const { write(x, *to.mutable_placement_sensed()); }
    void operator()(const rules::ResultSignalled& x) const { write(x, *to.mutable_result_signalled()); }
    void operator()(const rules::GameEnded& x) const { write(x, *to.mutable_game_ended()); }
    void operator()(const rules::Alert& x) const { write(x, table, *to.mutable_alert()); }
    void operator()(const rules::DeviceChanged& x) const { write(x, *to.mutable_device_changed()); }
    void operator()(const rules::Correction& x) const { write(x, *to.mutable_correction()); }
};

}  // namespace

void write(std::uint64_t sequence, unsigned table, WallTime time, const rules::TableEvent& what,
           wire::Event& to) {
    to.set_sequence(sequence);
    to.set_table(table);
    write_time(time, *to.mutable_time());
    std::visit(PayloadWriter{table, to}, what);
}

rules::ClockTimes read(const wire::ClockTimes& from, Complaints& complaints) {
    rules::ClockTimes times;
    if (from.has_white_ms()) times.white = std::chrono::milliseconds(from.white_ms());
    if (from.has_black_ms()) times.black = std::chrono::milliseconds(from.black_ms());
    if (from.running() != wire::SIDE_UNSPECIFIED)
        times.running = color_from_wire(from.running(), "running", complaints);
    return times;
}

rules::GameStarted read(const wire::GameStarted& from) {
    return {.game_id = from.game_id(),
            .start_fen = from.start_fen(),
            .chess960 = from.chess960(),
            .flipped = from.flipped(),
            .white = from.white(),
            .black = from.black()};
}

rules::MoveMade read(const wire::MoveMade& from, Complaints& complaints) {
    return {.game_id = from.game_id(),
            .ply = from_u32(from.ply(), "ply", complaints),
            .side = color_from_wire(from.side(), "side", complaints),
            .san = from.san(),
            .uci = from.uci(),
            .fen_after = from.fen_after(),
            .provisional = from.provisional(),
            .guess = from.guess(),
            .illegal = from.illegal(),
            .after_flag = from.after_flag(),
            .clock = read(from.clock(), complaints)};
}

rules::MoveConfirmed read(const wire::MoveConfirmed& from, Complaints& complaints) {
    return {.game_id = from.game_id(), .ply = from_u32(from.ply(), "ply", complaints)};
}

rules::MovesRevised read(const wire::MovesRevised& from, Complaints& complaints) {
    rules::MovesRevised revised{
        .game_id = from.game_id(),
        .from_ply = from_u32(from.from_ply(), "from_ply", complaints),
        .moves = {},
        .reason = enum_from_wire<rules::RevisionReason>(from.reason(), "reason", complaints)};
    revised.moves.reserve(static_cast<std::size_t>(from.moves_size()));
    for (const wire::MoveMade& move : from.moves()) revised.moves.push_back(read(move, complaints));
    return revised;
}

rules::ClockChanged read(const wire::ClockChanged& from, Complaints& complaints) {
    return {.times = read(from.clock(), complaints),
            .white_flag = from.white_flag(),
            .black_flag = from.black_flag(),
            .white_mark = from.white_mark(),
            .black_mark = from.black_mark(),
            .disconnected = from.disconnected(),
            .period_change = from.period_change()};
}

rules::PlacementSensed read(const wire::PlacementSensed& from, Complaints& complaints) {
    const auto placement = rules::parse_fen_placement(from.placement());
    if (!placement) {
        complaints.malformed("placement", "the first field of a FEN");
        return {};
    }
    return {*placement};
}

rules::ResultSignalled read(const wire::ResultSignalled& from, Complaints& complaints) {
    return {.game_id = from.game_id(),
            .result = text_from_wire<rules::Result>(from.result(), "result", complaints),
            .by = from.by()};
}

rules::GameEnded read(const wire::GameEnded& from, Complaints& complaints) {
    return {.game_id = from.game_id(),
            .outcome = {text_from_wire<rules::Result>(from.result(), "result", complaints),
                        text_from_wire<rules::Termination>(from.termination(), "termination", complaints)},
            .article = from.article()};
}

rules::DeviceChanged read(const wire::DeviceChanged& from, Complaints& complaints) {
    rules::DeviceChanged device{
        .line = from.line(),
        .address = from_u32(from.address(), "address", complaints),
        .state = enum_from_wire<rules::DeviceState>(from.state(), "state", complaints),
        .driver = from.driver(),
        .serial = from.serial(),
        .firmware = from.firmware(),
        .battery_percent = std::nullopt,
        .charging = from.charging(),
        .clock_connected = from.clock_connected(),
        .detail = from.detail()};
    if (from.has_battery_percent()) {
        device.battery_percent = from_u32(from.battery_percent(), "battery_percent", complaints);
    }
    return device;
}

rules::Correction read(const wire::Correction& from) {
    return {.game_id = from.game_id(), .by = from.by(), .what = from.what()};
}

namespace {

rules::TableEvent read_payload(const wire::Event& from, Complaints& complaints) {
    switch (from.payload_case()) {
        case wire::Event::kGameStarted:
            return read(from.game_started());
        case wire::Event::kMoveMade:
            return read(from.move_made(), complaints);
        case wire::Event::kMoveConfirmed:
            return read(from.move_confirmed(), complaints);
        case wire::Event::kMovesRevised:
            return read(from.moves_revised(), complaints);
        case wire::Event::kClockChanged:
            return read(from.clock_changed(), complaints);
        case wire::Event::kPlacementSensed:
            return read(from.placement_sensed(), complaints);
        case wire::Event::kResultSignalled:
            return read(from.result_signalled(), complaints);
        case wire::Event::kGameEnded:
            return read(from.game_ended(), complaints);
        case wire::Event::kAlert:
            return read(from.alert(), complaints);
        case wire::Event::kDeviceChanged:
            return read(from.device_changed(), complaints);
        case wire::Event::kCorrection:
            return read(from.correction());
        case wire::Event::PAYLOAD_NOT_SET:
            break;
    }
    complaints.unknown_payload();
    return rules::MoveConfirmed{};
}

}  // namespace

StampedEvent read(const wire::Event& from, Complaints& complaints) {
    return {.sequence = from.sequence(),
            .table = from.table(),
            .time = read_time(from.time(), complaints),
            .what = read_payload(from, complaints)};
}

}  // namespace boardbridge::protocol
