// Keeping up and drawing; see the header.
#include "daemon/hall_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "daemon/table_words.hpp"

namespace boardbridge::daemon {

namespace {

struct FirstMove {
    int fullmove = 1;
    bool white = true;
};

// The fields of the start position that number its moves.
FirstMove first_move(const std::optional<rules::GameStarted>& game) {
    FirstMove first;
    if (!game) return first;
    std::istringstream fields(game->start_fen);
    std::string placement, turn, castling, en_passant, halfmoves;
    if (fields >> placement >> turn >> castling >> en_passant >> halfmoves >> first.fullmove)
        first.white = turn != "b";
    return first;
}

std::string_view short_state(rules::DeviceState state) {
    switch (state) {
        case rules::DeviceState::Connecting:
            return "wait";
        case rules::DeviceState::Active:
            return "ok";
        case rules::DeviceState::Delayed:
            return "late";
        case rules::DeviceState::Silent:
            return "silent";
        case rules::DeviceState::Lost:
            return "LOST";
    }
    return "";
}

bool is_start_of_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

std::string cut_to(const std::string& text, std::size_t width) {
    std::string plain;
    for (const char c : text) plain += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    const auto columns =
        static_cast<std::size_t>(std::count_if(plain.begin(), plain.end(), is_start_of_code_point));
    if (columns <= width) return plain;
    const std::size_t keep = width < 3 ? width : width - 3;
    std::size_t seen = 0;
    std::size_t bytes = 0;
    while (bytes < plain.size() && (seen < keep || !is_start_of_code_point(plain[bytes]))) {
        seen += is_start_of_code_point(plain[bytes]) ? 1U : 0U;
        ++bytes;
    }
    return plain.substr(0, bytes) + (width < 3 ? "" : "...");
}

void HallView::set(const rules::TableSnapshot& snapshot, bool continued) {
    Table& table = tables_[snapshot.table];
    if (continued) {
        table.moves.insert(table.moves.end(), snapshot.moves.begin(), snapshot.moves.end());
        return;
    }
    table = Table{};
    table.game = snapshot.game;
    table.moves = snapshot.moves;
    table.ended = snapshot.ended;
    if (snapshot.clock) apply(table, *snapshot.clock);
    for (const rules::DeviceChanged& device : snapshot.devices) apply(table, device);
    for (const rules::Alert& alert : snapshot.open_alerts) apply(table, alert);
}

void HallView::apply(const protocol::StampedEvent& event) {
    if (event.table != 0) apply(tables_[event.table], event.what);
}

void HallView::apply(Table& table, const rules::TableEvent& event) {
    if (const auto* started = std::get_if<rules::GameStarted>(&event)) {
        table.game = *started;
        table.moves.clear();
        table.ended.reset();
    } else if (const auto* move = std::get_if<rules::MoveMade>(&event)) {
        table.moves.push_back(*move);
    } else if (const auto* revised = std::get_if<rules::MovesRevised>(&event)) {
        std::erase_if(table.moves, [&](const rules::MoveMade& m) { return m.ply >= revised->from_ply; });
        table.moves.insert(table.moves.end(), revised->moves.begin(), revised->moves.end());
    } else if (const auto* clock = std::get_if<rules::ClockChanged>(&event)) {
        table.clock = clock->times;
        table.white_flag = clock->white_flag;
        table.black_flag = clock->black_flag;
    } else if (const auto* ended = std::get_if<rules::GameEnded>(&event)) {
        table.ended = *ended;
    } else if (const auto* device = std::get_if<rules::DeviceChanged>(&event)) {
        table.devices[fmt::format("{}/{}", device->line, device->address)] = *device;
    } else if (const auto* alert = std::get_if<rules::Alert>(&event)) {
        if (alert->state == rules::AlertState::Cleared) {
            table.alerts.erase(alert->id);
        } else {
            table.alerts[alert->id] = *alert;
        }
    }
}

// The latest moves that fit, the oldest of them with its number.
std::string HallView::last_moves(const Table& table, std::size_t width) {
    const FirstMove first = first_move(table.game);
    const std::string result = table.ended ? fmt::format(" {}", to_string(table.ended->outcome.result)) : "";
    std::string text;
    for (std::size_t count = 1; count <= table.moves.size(); ++count) {
        std::string longer;
        for (std::size_t i = table.moves.size() - count; i < table.moves.size(); ++i) {
            const rules::MoveMade& move = table.moves[i];
            const bool numbered = longer.empty() || move.side == rules::Color::White;
            longer += longer.empty() ? "" : " ";
            longer +=
                numbered ? move_words(move, first.fullmove, first.white) : move.san + (move.guess ? "?" : "");
        }
        if (longer.size() + result.size() > width) break;
        text = std::move(longer);
    }
    if (table.moves.empty() && table.game) text = "game started";
    return text + result;
}

std::string HallView::line(unsigned number, const Table& table, std::size_t width) {
    std::string state = "-";
    for (const auto& [key, device] : table.devices) state = short_state(device.state);
    const auto running = [&table](rules::Color side) { return table.clock.running == side ? '*' : ' '; };
    const char* alert = table.alerts.empty() ? " " : "!";
    std::string text = fmt::format("{:>4}{} {:<6} {:>7}{}{} {:>7}{}{} ", number, alert, state,
                                   clock_words(table.clock.white), running(rules::Color::White),
                                   table.white_flag ? 'F' : ' ', clock_words(table.clock.black),
                                   running(rules::Color::Black), table.black_flag ? 'F' : ' ');
    if (text.size() < width) text += last_moves(table, width - text.size());
    return text;
}

std::vector<std::string> HallView::alert_lines() const {
    std::vector<std::string> lines;
    for (const auto& [number, table] : tables_) {
        for (const auto& [id, alert] : table.alerts) {
            lines.push_back(fmt::format("table {}: {}", number, alert_words(alert)));
        }
    }
    return lines;
}

std::vector<std::string> HallView::draw(std::size_t width, std::size_t height,
                                        const std::string& heading) const {
    std::vector<std::string> lines{heading, fmt::format("{:>4}  {:<6} {:>7}   {:>7}   {}", "no", "board",
                                                        "White", "Black", "last moves")};
    std::vector<std::string> alerts = alert_lines();
    const std::size_t room = height > 2 ? height - 2 : 0;
    const std::size_t for_alerts = std::min({alerts.size() + 1, room / 3, std::size_t{12}});
    const std::size_t for_tables = room - (alerts.empty() ? 0 : for_alerts);
    std::size_t shown = 0;
    for (const auto& [number, table] : tables_) {
        if (shown + 1 >= for_tables && tables_.size() > for_tables) {
            lines.push_back(fmt::format("      and {} more tables", tables_.size() - shown));
            break;
        }
        lines.push_back(line(number, table, width));
        ++shown;
    }
    if (!alerts.empty() && for_alerts > 1) {
        lines.push_back(fmt::format("{} open alerts", alerts.size()));
        alerts.resize(std::min(alerts.size(), for_alerts - 1));
        lines.insert(lines.end(), alerts.begin(), alerts.end());
    }
    if (lines.size() > height) lines.resize(height);
    for (std::string& text : lines) text = cut_to(text, width);
    return lines;
}

}  // namespace boardbridge::daemon
