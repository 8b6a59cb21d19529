#include "daemon/hall.hpp"

#include <algorithm>

namespace boardbridge::daemon {

namespace {

/// A board that never says its serial number gets the next free table after this time.
constexpr std::chrono::seconds kSerialPatience{5};

/// "01025" and "1025" are the same number.
std::string_view without_zeros(std::string_view serial) {
    const auto digit = serial.find_first_not_of('0');
    return digit == std::string_view::npos ? serial : serial.substr(digit);
}

}  // namespace

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

const TableBinding* Hall::row_by_place(const Key& key) const {
    const auto row = std::ranges::find_if(settings_.tables, [&](const TableBinding& b) {
        return b.serial.empty() && b.line == key.first && b.address.value_or(0) == key.second;
    });
    return row == settings_.tables.end() ? nullptr : &*row;
}

const TableBinding* Hall::row_by_serial(const Key& key, const std::string& serial) const {
    const auto row = std::ranges::find_if(settings_.tables, [&](const TableBinding& b) {
        return !b.serial.empty() && (b.line.empty() || b.line == key.first) &&
               without_zeros(b.serial) == without_zeros(serial) && !tables_.contains(b.settings.number);
    });
    return row == settings_.tables.end() ? nullptr : &*row;
}

bool Hall::may_have_serial_row(const Key& key) const {
    return row_by_place(key) == nullptr && std::ranges::any_of(settings_.tables, [&](const TableBinding& b) {
               return !b.serial.empty() && (b.line.empty() || b.line == key.first) &&
                      !tables_.contains(b.settings.number);
           });
}

Table& Hall::make_table(const Key& key, const TableBinding* row) {
    TableSettings settings = row != nullptr ? row->settings : settings_.defaults;
    if (row == nullptr) settings.number = next_free_number();
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

void Hall::note_due(unsigned number) {
    const auto at = tables_.at(number)->wake_at();
    const auto known = due_of_.find(number);
    if (known != due_of_.end()) {
        if (at && *at == known->second) return;
        due_.erase({known->second, number});
        due_of_.erase(known);
    }
    if (!at) return;
    due_.emplace(*at, number);
    due_of_.emplace(number, *at);
}

/// Keeps what the board shows until it is known whose it is.
void Hall::wait(const Key& key, const drivers::DeviceEvent& event, Instant now) {
    Waiting& board = waiting_.try_emplace(key, Waiting{now, {}, {}}).first->second;
    if (std::holds_alternative<drivers::BoardDump>(event.what)) {
        board.dump = event;
    } else if (std::holds_alternative<drivers::ClockRead>(event.what)) {
        board.clock = event;
    } else if (const auto* change = std::get_if<drivers::SquareChange>(&event.what); change && board.dump) {
        std::get<drivers::BoardDump>(board.dump->what).placement.set(change->square, change->piece);
    } else if (const auto* info = std::get_if<drivers::DeviceInfo>(&event.what);
               info && !info->serial.empty()) {
        const TableBinding* row = row_by_serial(key, info->serial);
        if (row == nullptr && !info->long_serial.empty()) row = row_by_serial(key, info->long_serial);
        settle_waiting(key, row, now);
        on_device(key.first, event, now);
    }
}

void Hall::settle_waiting(const Key& key, const TableBinding* row, Instant now) {
    const Waiting board = waiting_.at(key);
    waiting_.erase(key);
    make_table(key, row);
    if (board.dump) on_device(key.first, *board.dump, now);
    if (board.clock) on_device(key.first, *board.clock, now);
}

void Hall::on_device(const std::string& line, const drivers::DeviceEvent& event, Instant now) {
    const Key key{line, event.address.value};
    const auto known = number_of_.find(key);
    if (known == number_of_.end() && may_have_serial_row(key)) {
        wait(key, event, now);
        return;
    }
    Table& table =
        known != number_of_.end() ? *tables_.at(known->second) : make_table(key, row_by_place(key));
    table.on_device(event, now);
    note_due(table.number());
}

void Hall::expect(const std::string& line, std::uint16_t address) {
    const Key key{line, address};
    if (number_of_.contains(key) || may_have_serial_row(key)) return;
    make_table(key, row_by_place(key));
}

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
        note_due(number);
    }
}

void Hall::reconfigure(HallSettings settings, Instant now) {
    settings_ = std::move(settings);
    for (const auto& [key, number] : number_of_) {
        TableSettings next = settings_.defaults;
        for (const TableBinding& row : settings_.tables) {
            if (row.settings.number == number) next = row.settings;
        }
        if (settings_.adjust) next = settings_.adjust(key.first, key.second, std::move(next));
        tables_.at(number)->reconfigure(next, now);
        note_due(number);
    }
}

std::optional<Instant> Hall::wake_at() const {
    std::optional<Instant> due;
    if (!due_.empty()) due = due_.begin()->first;
    for (const auto& [key, board] : waiting_) {
        const Instant at = board.since + kSerialPatience;
        if (!due || at < *due) due = at;
    }
    return due;
}

void Hall::on_wake(Instant now) {
    std::vector<Key> impatient;
    for (const auto& [key, board] : waiting_) {
        if (now - board.since >= kSerialPatience) impatient.push_back(key);
    }
    for (const Key& key : impatient) settle_waiting(key, nullptr, now);
    while (!due_.empty() && due_.begin()->first <= now) {
        const unsigned number = due_.begin()->second;
        tables_.at(number)->on_wake(now);
        note_due(number);
    }
}

std::vector<rules::TableSnapshot> Hall::snapshots(const std::vector<unsigned>& tables) const {
    std::vector<rules::TableSnapshot> out;
    for (const auto& [number, table] : tables_) {
        if (tables.empty() || std::ranges::find(tables, number) != tables.end()) {
            out.push_back(table->snapshot());
        }
    }
    return out;
}

Table* Hall::table(unsigned number) {
    const auto found = tables_.find(number);
    return found == tables_.end() ? nullptr : found->second.get();
}

}  // namespace boardbridge::daemon
