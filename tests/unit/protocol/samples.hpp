// Table events in which every field says something, one for each alternative.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "protocol/convert.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::protocol {

using namespace std::chrono_literals;

/// 2026-11-30T09:30:00.250Z
inline WallTime sample_time() {
    return WallTime{std::chrono::sys_days{std::chrono::year{2026} / 11 / 30} + 9h + 30min + 250ms};
}

inline rules::MoveMade sample_move() {
    return {.game_id = "g1",
            .ply = 1,
            .side = rules::Color::White,
            .san = "e4",
            .uci = "e2e4",
            .fen_after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            .provisional = true,
            .guess = true,
            .illegal = true,
            .after_flag = true,
            .clock = {5400000ms, 5399000ms, rules::Color::Black}};
}

inline rules::Alert sample_alert() {
    rules::Alert alert;
    alert.id = 18;
    alert.kind = rules::AlertKind::BothFlagsFallen;
    alert.state = rules::AlertState::Acknowledged;
    alert.severity = rules::Severity::Action;
    alert.game_id = "g1";
    alert.ply = 31;
    alert.side = rules::AlertSide::Both;
    alert.laws = rules::Edition::Fide2018;
    alert.article = "A.4.3";
    alert.provides = "the one whose clock shows - loses";
    alert.text = "both flags have fallen";
    alert.acknowledged_by = "arbiter";
    alert.remark = "seen";
    rules::AlertEvidence& e = alert.evidence;
    e.fen_before = "8/8/8/8/8/8/8/K6k w - - 0 1";
    e.fen_after = "8/8/8/8/8/8/K7/7k b - - 1 1";
    e.squares = {"a1", "a2"};
    e.move = "Ka2";
    e.clock = {0ms, 0ms, rules::Color::White};
    e.confidence = 0.75;
    e.moves_rebuilt = 16;
    e.presses_seen = 15;
    e.offence = 2;
    e.first_flag = rules::AlertSide::White;
    e.first_flag_source = "mark";
    e.flag_gap = 1250ms;
    e.opponent_can_mate = rules::MateVerdict::Possible;
    e.plies = {4, 8, 12};
    e.candidates = {"Ka2 Kh2", "Kb1"};
    e.resolution = "stands";
    e.detail = "a sentence";
    return alert;
}

inline rules::DeviceChanged sample_device() {
    return {.line = "bus-a",
            .address = 1025,
            .state = rules::DeviceState::Active,
            .driver = "dgt-bus",
            .serial = "01025",
            .firmware = "1.80",
            .battery_percent = 87,
            .charging = true,
            .clock_connected = true,
            .detail = "all well"};
}

inline rules::GameStarted sample_game() {
    return {.game_id = "g1",
            .start_fen = "8/8/8/8/8/8/8/K6k w - - 0 1",
            .chess960 = true,
            .flipped = true,
            .white = "Ann",
            .black = "Bob"};
}

inline rules::ClockChanged sample_clock() {
    return {.times = {0ms, 61000ms, rules::Color::White},
            .white_flag = true,
            .black_flag = true,
            .white_mark = true,
            .black_mark = true,
            .disconnected = true,
            .period_change = true};
}

/// In the order of the variant's alternatives.
inline std::vector<rules::TableEvent> all_samples() {
    rules::Placement placement;
    placement.set(rules::Square::A1, rules::Piece::WhiteKing);
    placement.set(rules::Square::H8, rules::Piece::Unknown);
    return {sample_game(),
            sample_move(),
            rules::MoveConfirmed{"g1", 7},
            rules::MovesRevised{
                "g1", 1, {sample_move(), sample_move()}, rules::RevisionReason::CastlingCompleted},
            sample_clock(),
            rules::PlacementSensed{placement},
            rules::ResultSignalled{"g1", rules::Result::Draw, "kings"},
            rules::GameEnded{"g1", {rules::Result::WhiteWins, rules::Termination::Checkmate}, "5.1.1"},
            sample_alert(),
            sample_device(),
            rules::Correction{"g1", "arbiter", "result 1-0"}};
}

inline std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

}  // namespace boardbridge::protocol
