// A table's state in a few words, for people at a terminal: clocks, moves, devices, alerts.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "rules/table_event.hpp"

namespace boardbridge::daemon {

/// "connecting", "active", "delayed", "silent", "lost".
std::string_view device_state_word(rules::DeviceState state);
/// "1:29:07"; "-" when unknown.
std::string clock_words(const std::optional<std::chrono::milliseconds>& time);
/// "12. Nf3" or "12... Nf6", with "?" behind a guess; fullmove number and side are those of the first ply.
std::string move_words(const rules::MoveMade& move, int first_fullmove, bool white_began);
/// "! 7 ILLEGAL_MOVE White: TEXT (cleared)", 7 being its number.
std::string alert_words(const rules::Alert& alert);
/// One line for an event, without the table; empty for those that are not worth one (clock readings,
/// placements).
std::string event_words(const rules::TableEvent& event);

}  // namespace boardbridge::daemon
