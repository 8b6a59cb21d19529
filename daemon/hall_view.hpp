// What a person watches: every table's game, clocks, device and open alerts, kept up from snapshots and
// events, drawn as lines for a terminal. No I/O. Used by `watch`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "protocol/convert.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::daemon {

class HallView {
public:
    /// `continued`: only more moves of the snapshot before.
    void set(const rules::TableSnapshot& snapshot, bool continued = false);
    void apply(const protocol::StampedEvent& event);

    /// At most `height` lines of at most `width` columns: a heading, a line a table, the open alerts.
    std::vector<std::string> draw(std::size_t width, std::size_t height, const std::string& heading) const;
    std::size_t tables() const { return tables_.size(); }

private:
    struct Table {
        std::optional<rules::GameStarted> game;
        std::vector<rules::MoveMade> moves;
        std::optional<rules::GameEnded> ended;
        rules::ClockTimes clock;
        bool white_flag = false;
        bool black_flag = false;
        std::map<std::string, rules::DeviceChanged> devices;
        std::map<std::uint64_t, rules::Alert> alerts;
    };

    void apply(Table& table, const rules::TableEvent& event);
    static std::string line(unsigned number, const Table& table, std::size_t width);
    static std::string last_moves(const Table& table, std::size_t width);
    std::vector<std::string> alert_lines() const;

    std::map<unsigned, Table> tables_;
};

/// Cut to so many columns (UTF-8: a code point is a column), with "..." when something was cut off.
std::string cut_to(const std::string& text, std::size_t width);

}  // namespace boardbridge::daemon
