#include "daemon/hall.hpp"

#include <algorithm>

namespace boardbridge::daemon {

Hall::Hall(HallSettings settings, Sink sink) : settings_(std::move(settings)), sink_(std::move(sink)) {}

/// The smallest number that neither a row nor a table has.
unsigned Hall::next_free_number() const {
    unsigned number = 1;
    const auto taken = [&](unsigned n) {
        return tables_.contains(n) || std::ranges::any_of(settings_.tables, [&](const TableBinding& b) {
                   return b.settings.number == n;
               });
    };
    while (taken(number)) ++number;
    return number;
}

Table& Hall::table_for(const Key& key) {
    if (const auto known = number_of_.find(key); known != number_of_.end()) return *tables_.at(known->second);
    TableSettings settings = settings_.defaults;
    const auto row = std::ranges::find_if(settings_.tables, [&](const TableBinding& b) {
        return b.line == key.first && b.address.value_or(0) == key.second;
    });
    if (row != settings_.tables.end()) {
        settings = row->settings;
    } else {
        settings.number = next_free_number();
    }
    if (settings_.adjust) settings = settings_.adjust(key.first, key.second, std::move(settings));
    const unsigned number = settings.number;
    auto table = std::make_unique<Table>(
        std::move(settings),
        [this, number](Instant at, const rules::TableEvent& event) { sink_(number, at, event); });
    table->attach(key.first, key.second, "");
    if (settings_.explain) {
        table->explain_to(
            [this, number](Instant at, const std::string& line) { settings_.explain(number, at, line); });
    }
    number_of_.emplace(key, number);
    return *tables_.insert_or_assign(number, std::move(table)).first->second;
}

void Hall::on_device(const std::string& line, const drivers::DeviceEvent& event, Instant now) {
    table_for(Key{line, event.address.value}).on_device(event, now);
}

void Hall::expect(const std::string& line, std::uint16_t address) { table_for(Key{line, address}); }

void Hall::on_line_state(const std::string& line, rules::DeviceState state, const std::string& detail,
                         Instant now) {
    for (const auto& [key, number] : number_of_) {
        if (key.first != line) continue;
        rules::DeviceChanged change;
        change.line = line;
        change.address = key.second;
        change.state = state;
        change.detail = detail;
        tables_.at(number)->on_device_changed(change, now);
    }
}

void Hall::reconfigure(HallSettings settings, Instant now) {
    settings_ = std::move(settings);
    for (const auto& [key, number] : number_of_) {
        TableSettings next = settings_.defaults;
        for (const TableBinding& row : settings_.tables) {
            if (row.line == key.first && row.address.value_or(0) == key.second) next = row.settings;
        }
        if (settings_.adjust) next = settings_.adjust(key.first, key.second, std::move(next));
        tables_.at(number)->reconfigure(next, now);
    }
}

std::optional<Instant> Hall::wake_at() const {
    std::optional<Instant> due;
    for (const auto& [number, table] : tables_) {
        const auto at = table->wake_at();
        if (at && (!due || *at < *due)) due = at;
    }
    return due;
}

void Hall::on_wake(Instant now) {
    for (const auto& [number, table] : tables_) {
        const auto at = table->wake_at();
        if (at && *at <= now) table->on_wake(now);
    }
}

std::vector<rules::TableSnapshot> Hall::snapshots(const std::vector<unsigned>& tables) const {
    std::vector<rules::TableSnapshot> out;
    for (const auto& [number, table] : tables_) {
        if (tables.empty() || std::ranges::find(tables, number) != tables.end())
            out.push_back(table->snapshot());
    }
    return out;
}

Table* Hall::table(unsigned number) {
    const auto found = tables_.find(number);
    return found == tables_.end() ? nullptr : found->second.get();
}

}  // namespace boardbridge::daemon
