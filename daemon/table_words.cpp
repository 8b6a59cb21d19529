// Words for the terminal; see the header.
#include "daemon/table_words.hpp"

#include <fmt/format.h>

namespace boardbridge::daemon {

namespace {

std::string_view severity_mark(rules::Severity severity) {
    switch (severity) {
        case rules::Severity::Note:
            return "-";
        case rules::Severity::Watch:
            return "?";
        case rules::Severity::Action:
            return "!";
    }
    return "";
}

std::string_view side_word(rules::AlertSide side) {
    switch (side) {
        case rules::AlertSide::None:
            return "";
        case rules::AlertSide::White:
            return " White";
        case rules::AlertSide::Black:
            return " Black";
        case rules::AlertSide::Both:
            return " both sides";
    }
    return "";
}

std::string_view state_word(rules::AlertState state) {
    switch (state) {
        case rules::AlertState::Raised:
            return "";
        case rules::AlertState::Updated:
            return " (updated)";
        case rules::AlertState::Cleared:
            return " (cleared)";
        case rules::AlertState::Acknowledged:
            return " (acknowledged)";
    }
    return "";
}

struct Words {
    std::string operator()(const rules::GameStarted& e) const {
        const std::string players =
            e.white.empty() && e.black.empty() ? "" : fmt::format(": {} - {}", e.white, e.black);
        return fmt::format("game {} started{}", e.game_id, players);
    }
    std::string operator()(const rules::MoveMade& e) const {
        return fmt::format("{}  {} {}", move_words(e, 1, true), clock_words(e.clock.white),
                           clock_words(e.clock.black));
    }
    std::string operator()(const rules::MoveConfirmed&) const { return {}; }
    std::string operator()(const rules::MovesRevised& e) const {
        std::string moves;
        for (const rules::MoveMade& move : e.moves) moves += " " + move_words(move, 1, true);
        return fmt::format("revised from ply {}:{} ({})", e.from_ply, moves.empty() ? " taken back" : moves,
                           to_string(e.reason));
    }
    std::string operator()(const rules::ClockChanged&) const { return {}; }
    std::string operator()(const rules::PlacementSensed&) const { return {}; }
    std::string operator()(const rules::ResultSignalled& e) const {
        return fmt::format("result signalled: {} ({})", to_string(e.result), e.by);
    }
    std::string operator()(const rules::GameEnded& e) const {
        const std::string article = e.article.empty() ? "" : ", Article " + e.article;
        return fmt::format("game ended: {} ({}{})", to_string(e.outcome.result),
                           to_string(e.outcome.termination), article);
    }
    std::string operator()(const rules::Alert& e) const { return alert_words(e); }
    std::string operator()(const rules::DeviceChanged& e) const {
        const std::string detail = e.detail.empty() ? "" : ": " + e.detail;
        return fmt::format("line {} {}{}", e.line, device_state_word(e.state), detail);
    }
    std::string operator()(const rules::Correction& e) const {
        return fmt::format("corrected by {}: {}", e.by, e.what);
    }
};

}  // namespace

std::string_view device_state_word(rules::DeviceState state) {
    switch (state) {
        case rules::DeviceState::Connecting:
            return "connecting";
        case rules::DeviceState::Active:
            return "active";
        case rules::DeviceState::Delayed:
            return "delayed";
        case rules::DeviceState::Silent:
            return "silent";
        case rules::DeviceState::Lost:
            return "lost";
    }
    return "";
}

std::string clock_words(const std::optional<std::chrono::milliseconds>& time) {
    if (!time) return "-";
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*time).count();
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string move_words(const rules::MoveMade& move, int first_fullmove, bool white_began) {
    const int half = move.ply - 1 + (white_began ? 0 : 1);
    std::string text =
        fmt::format("{}{} {}", first_fullmove + half / 2, half % 2 == 0 ? "." : "...", move.san);
    if (move.illegal) text += " illegal";
    if (move.guess) text += "?";
    return text;
}

std::string alert_words(const rules::Alert& alert) {
    std::string text = fmt::format("{} {} {}{}", severity_mark(alert.severity), alert.id,
                                   to_string(alert.kind), side_word(alert.side));
    if (!alert.text.empty()) text += ": " + alert.text;
    return text + std::string(state_word(alert.state));
}

std::string event_words(const rules::TableEvent& event) { return std::visit(Words{}, event); }

}  // namespace boardbridge::daemon
