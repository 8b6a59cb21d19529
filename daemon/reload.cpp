#include "daemon/reload.hpp"

#include <fmt/format.h>

namespace boardbridge::daemon {

HallSettings hall_settings(const Config& config, const std::string& game_id_prefix) {
    HallSettings hall;
    TableSettings& defaults = hall.defaults;
    defaults.laws = config.event.laws;
    defaults.play = config.play();
    defaults.supervision = config.event.supervision;
    defaults.time_control = config.event.time_control;
    defaults.guideline_3 = config.event.guideline_3;
    defaults.chess960 = config.event.chess960;
    defaults.language = config.event.language;
    defaults.delays = config.alerts;
    defaults.game_id_prefix = game_id_prefix;
    for (const TableConfig& row : config.tables) {
        TableBinding binding;
        binding.settings = defaults;
        binding.settings.number = row.number;
        binding.settings.white = row.white;
        binding.settings.black = row.black;
        binding.settings.white_clock = row.white_clock;
        binding.line = row.line;
        binding.address = row.address;
        binding.serial = row.serial;
        hall.tables.push_back(std::move(binding));
    }
    return hall;
}

LineSetup line_setup(const LineConfig& line, const rules::Delays& delays) {
    LineSetup setup;
    setup.name = line.name;
    setup.port = line.port;
    setup.driver = drivers::find_driver(line.driver);
    setup.settings = setup.driver->line;
    setup.settings.baud = line.baud.value_or(setup.settings.baud);
    setup.settings.data_bits = line.data_bits.value_or(setup.settings.data_bits);
    setup.settings.parity = line.parity.value_or(setup.settings.parity);
    setup.settings.stop_bits = line.stop_bits.value_or(setup.settings.stop_bits);
    if (line.dtr) setup.settings.dtr = line.dtr;
    if (line.rts) setup.settings.rts = line.rts;
    setup.settings.low_latency = line.low_latency.value_or(setup.settings.low_latency);
    setup.session.silent_after = delays.device_silent;
    setup.session.lost_after = delays.device_lost;
    setup.session.clock_lost_after = delays.clock_lost;
    return setup;
}

std::map<std::string, LineSetup> line_setups(const Config& config) {
    std::map<std::string, LineSetup> setups;
    for (const LineConfig& line : config.lines) setups[line.name] = line_setup(line, config.alerts);
    return setups;
}

namespace {

/// The names of the keys that differ, joined by commas.
class ChangedKeys {
public:
    template <class T>
    void compare(const char* key, const T& before, const T& after) {
        if (!(before == after)) text_ += (text_.empty() ? "" : ", ") + std::string(key);
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

std::string changed_keys(const EventConfig& before, const EventConfig& after) {
    ChangedKeys changed;
    changed.compare("name", before.name, after.name);
    changed.compare("site", before.site, after.site);
    changed.compare("date", before.date, after.date);
    changed.compare("round", before.round, after.round);
    changed.compare("laws", before.laws, after.laws);
    changed.compare("play", before.play, after.play);
    changed.compare("supervision", before.supervision, after.supervision);
    changed.compare("time_control", before.time_control, after.time_control);
    changed.compare("guideline_3", before.guideline_3, after.guideline_3);
    changed.compare("chess960", before.chess960, after.chess960);
    changed.compare("language", before.language, after.language);
    return changed.text();
}

std::string changed_keys(const LineConfig& before, const LineConfig& after) {
    ChangedKeys changed;
    changed.compare("driver", before.driver, after.driver);
    changed.compare("port", before.port, after.port);
    changed.compare("baud", before.baud, after.baud);
    changed.compare("data_bits", before.data_bits, after.data_bits);
    changed.compare("parity", before.parity, after.parity);
    changed.compare("stop_bits", before.stop_bits, after.stop_bits);
    changed.compare("dtr", before.dtr, after.dtr);
    changed.compare("rts", before.rts, after.rts);
    changed.compare("low_latency", before.low_latency, after.low_latency);
    return changed.text();
}

std::string changed_keys(const TableConfig& before, const TableConfig& after) {
    ChangedKeys changed;
    changed.compare("line", before.line, after.line);
    changed.compare("address", before.address, after.address);
    changed.compare("serial", before.serial, after.serial);
    changed.compare("white", before.white, after.white);
    changed.compare("black", before.black, after.black);
    changed.compare("white_clock", before.white_clock, after.white_clock);
    return changed.text();
}

/// Both lists by what names a row.
template <class Name, class Row>
void note_rows(const char* what, const std::map<Name, Row>& before, const std::map<Name, Row>& after,
               std::vector<ReloadNote>& notes) {
    for (const auto& [name, row] : before) {
        if (!after.contains(name)) notes.push_back({fmt::format("{} {} removed", what, name)});
    }
    for (const auto& [name, row] : after) {
        const auto old = before.find(name);
        if (old == before.end()) {
            notes.push_back({fmt::format("{} {} added", what, name)});
        } else if (const std::string keys = changed_keys(old->second, row); !keys.empty()) {
            notes.push_back({fmt::format("{} {} changed: {}", what, name, keys)});
        }
    }
}

std::map<std::string, LineConfig> by_name(const std::vector<LineConfig>& lines) {
    std::map<std::string, LineConfig> rows;
    for (const LineConfig& line : lines) rows[line.name] = line;
    return rows;
}

std::map<unsigned, TableConfig> by_number(const std::vector<TableConfig>& tables) {
    std::map<unsigned, TableConfig> rows;
    for (const TableConfig& table : tables) rows[table.number] = table;
    return rows;
}

}  // namespace

std::vector<ReloadNote> reload_notes(const Config& before, const Config& after) {
    std::vector<ReloadNote> notes;
    if (const std::string keys = changed_keys(before.event, after.event); !keys.empty()) {
        notes.push_back({"event changed: " + keys});
    }
    note_rows("line", by_name(before.lines), by_name(after.lines), notes);
    note_rows("table", by_number(before.tables), by_number(after.tables), notes);
    const auto fixed = [&notes](const char* key, bool same) {
        if (!same) notes.push_back({fmt::format("{} has changed: that needs a restart", key), true});
    };
    fixed("stream.tcp", before.stream.tcp == after.stream.tcp);
    fixed("stream.unix", before.stream.unix_socket == after.stream.unix_socket);
    return notes;
}

}  // namespace boardbridge::daemon
