// Alerts and their evidence to and from the generated messages. Follows boardbridge/v1/alert.proto.
#include "protocol/wire.hpp"

namespace boardbridge::protocol {

namespace {

void write(const rules::AlertEvidence& from, wire::AlertEvidence& to) {
    to.set_fen_before(utf8(from.fen_before));
    to.set_fen_after(utf8(from.fen_after));
    for (const std::string& square : from.squares) to.add_squares(utf8(square));
    to.set_move(utf8(from.move));
    if (from.clock != rules::ClockTimes{}) protocol::write(from.clock, *to.mutable_clock());
    if (from.confidence) to.set_confidence(*from.confidence);
    if (from.moves_rebuilt) to.set_moves_rebuilt(to_u32(*from.moves_rebuilt));
    if (from.presses_seen) to.set_presses_seen(to_u32(*from.presses_seen));
    if (from.offence) to.set_offence(to_u32(*from.offence));
    to.set_first_flag(to_wire(from.first_flag));
    to.set_first_flag_source(utf8(from.first_flag_source));
    if (from.flag_gap) to.set_flag_gap_ms(to_u32(from.flag_gap->count()));
    to.set_opponent_can_mate(to_wire(from.opponent_can_mate));
    for (const int ply : from.plies) to.add_plies(to_u32(ply));
    for (const std::string& line : from.candidates) to.add_candidates(utf8(line));
    to.set_resolution(utf8(from.resolution));
    to.set_detail(utf8(from.detail));
}

rules::AlertEvidence read(const wire::AlertEvidence& from, Complaints& complaints) {
    rules::AlertEvidence evidence;
    evidence.fen_before = from.fen_before();
    evidence.fen_after = from.fen_after();
    evidence.squares.assign(from.squares().begin(), from.squares().end());
    evidence.move = from.move();
    evidence.clock = protocol::read(from.clock(), complaints);
    if (from.has_confidence()) evidence.confidence = from.confidence();
    if (from.has_moves_rebuilt())
        evidence.moves_rebuilt = from_u32(from.moves_rebuilt(), "moves_rebuilt", complaints);
    if (from.has_presses_seen())
        evidence.presses_seen = from_u32(from.presses_seen(), "presses_seen", complaints);
    if (from.has_offence()) evidence.offence = from_u32(from.offence(), "offence", complaints);
    evidence.first_flag = side_from_wire(from.first_flag(), "first_flag", complaints);
    evidence.first_flag_source = from.first_flag_source();
    if (from.has_flag_gap_ms()) evidence.flag_gap = std::chrono::milliseconds(from.flag_gap_ms());
    evidence.opponent_can_mate = verdict_from_wire(from.opponent_can_mate(), "opponent_can_mate", complaints);
    for (const std::uint32_t ply : from.plies()) evidence.plies.push_back(from_u32(ply, "plies", complaints));
    evidence.candidates.assign(from.candidates().begin(), from.candidates().end());
    evidence.resolution = from.resolution();
    evidence.detail = from.detail();
    return evidence;
}

}  // namespace

void write(const rules::Alert& from, unsigned table, wire::Alert& to) {
    to.set_id(from.id);
    to.set_kind(to_wire(from.kind));
    to.set_state(to_wire(from.state));
    to.set_severity(to_wire(from.severity));
    to.set_table(table);
    to.set_game_id(utf8(from.game_id));
    to.set_ply(to_u32(from.ply));
    to.set_side(to_wire(from.side));
    to.set_laws(std::string(wire_text(from.laws)));
    to.set_article(utf8(from.article));
    to.set_provides(utf8(from.provides));
    to.set_text(utf8(from.text));
    to.set_acknowledged_by(utf8(from.acknowledged_by));
    to.set_remark(utf8(from.remark));
    write(from.evidence, *to.mutable_evidence());
    if (to.evidence().ByteSizeLong() == 0) to.clear_evidence();
}

rules::Alert read(const wire::Alert& from, Complaints& complaints) {
    rules::Alert alert;
    alert.id = from.id();
    alert.kind = enum_from_wire<rules::AlertKind>(from.kind(), "kind", complaints);
    alert.state = enum_from_wire<rules::AlertState>(from.state(), "state", complaints);
    alert.severity = enum_from_wire<rules::Severity>(from.severity(), "severity", complaints);
    alert.game_id = from.game_id();
    alert.ply = from_u32(from.ply(), "ply", complaints);
    alert.side = side_from_wire(from.side(), "side", complaints);
    alert.laws = text_from_wire<rules::Edition>(from.laws(), "laws", complaints);
    alert.article = from.article();
    alert.provides = from.provides();
    alert.text = from.text();
    alert.acknowledged_by = from.acknowledged_by();
    alert.remark = from.remark();
    alert.evidence = read(from.evidence(), complaints);
    return alert;
}

}  // namespace boardbridge::protocol
