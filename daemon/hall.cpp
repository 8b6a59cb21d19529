#include "daemon/hall.hpp"

#include <algorithm>
#include <tuple>

#include "rules/mate_possible.hpp"

namespace boardbridge::daemon {

namespace {

/// A board that never says its serial number gets the next free table after this time.
constexpr std::chrono::seconds kSerialPatience{5};
/// The boards of a bus are found one by one; after this time without another one all are there.
constexpr std::chrono::seconds kBusGathers{2};
/// A board that says more than this while it waits for its table waits no longer.
constexpr std::size_t kMostKept = 4096;

/// Questions of tables that had the same number one after the other are told apart by so much.
constexpr std::uint64_t kQuestionsOfATable = std::uint64_t{1} << 40U;

/// "01025" and "1025" are the same number.
std::string_view without_zeros(std::string_view serial) {
    const auto digit = serial.find_first_not_of('0');
    return digit == std::string_view::npos ? serial : serial.substr(digit);
}

}  // namespace

Hall::Hall(HallSettings settings, Sink sink) : settings_(std::move(settings)), sink_(std::move(sink)) {}

/// As what a board without a row is remembered.
std::string Hall::seat_of(const Key& key) const {
    if (key.second != 0) return "serial:" + std::to_string(key.second);
    const auto told = told_.find(key);
    if (told != told_.end() && !told->second.serial.empty())
        return "serial:" + std::string(without_zeros(told->second.serial));
    return "place:" + key.first;
}

/// The number it had before, if nobody has it by now; else the next free one.
unsigned Hall::number_for(const Key& key) {
    // Where two boards tell the same serial number, the second is known by its place.
    std::string seat = "place:" + key.first;
    if (key.second != 0 || !settings_.seating.contains(seat)) seat = seat_of(key);
    const auto same = settings_.seating.find(seat);
    const bool twice = same != settings_.seating.end() && tables_.contains(same->second);
    if (twice && key.second == 0) seat = "place:" + key.first;
    const auto before = settings_.seating.find(seat);
    const bool in_a_row = before != settings_.seating.end() &&
                          std::ranges::any_of(settings_.tables, [&](const TableBinding& b) {
                              return b.settings.number == before->second;
                          });
    if (before != settings_.seating.end() && !in_a_row && !tables_.contains(before->second))
        return before->second;
    const unsigned number = next_free_number();
    settings_.seating[seat] = number;
    if (settings_.seated) settings_.seated(settings_.seating);
    return number;
}

/// The smallest number that neither a row nor a table has, nor a board that may come back.
unsigned Hall::next_free_number() const {
    unsigned number = 1;
    const auto remembered = [&](unsigned n) {
        return std::ranges::any_of(settings_.seating, [n](const auto& seat) { return seat.second == n; });
    };
    const auto taken = [&](unsigned n) {
        return tables_.contains(n) || remembered(n) ||
               std::ranges::any_of(settings_.tables,
                                   [&](const TableBinding& b) { return b.settings.number == n; });
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

const TableBinding* Hall::row_by_serial(const Key& key, const drivers::DeviceInfo& info) const {
    const auto row = std::ranges::find_if(settings_.tables, [&](const TableBinding& b) {
        if (b.serial.empty() || (!b.line.empty() && b.line != key.first)) return false;
        const std::string_view wanted = without_zeros(b.serial);
        return (!info.serial.empty() && wanted == without_zeros(info.serial)) ||
               (!info.long_serial.empty() && wanted == without_zeros(info.long_serial));
    });
    return row == settings_.tables.end() ? nullptr : &*row;
}

/// The row of a board, as far as is known which board it is.
const TableBinding* Hall::row_of(const Key& key) const {
    if (const TableBinding* row = row_by_place(key)) return row;
    const auto told = told_.find(key);
    return told == told_.end() ? nullptr : row_by_serial(key, told->second);
}

bool Hall::may_have_serial_row(const Key& key) const {
    return row_by_place(key) == nullptr && std::ranges::any_of(settings_.tables, [&](const TableBinding& b) {
               return !b.serial.empty() && (b.line.empty() || b.line == key.first) &&
                      !tables_.contains(b.settings.number);
           });
}

Table& Hall::make_table(const Key& key, const TableBinding* row) {
    TableSettings settings = row != nullptr ? row->settings : settings_.defaults;
    if (row == nullptr) settings.number = settings_.seated ? number_for(key) : next_free_number();
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
    if (const auto past = past_.find(number); past != past_.end()) table->number_after(past->second.numbered);
    number_of_.emplace(key, number);
    return *tables_.insert_or_assign(number, std::move(table)).first->second;
}

void Hall::after_call(unsigned number, Instant now) {
    Table& table = *tables_.at(number);
    while (auto question = table.take_verdict_request()) {
        if (settings_.ask) {
            const auto past = past_.find(number);
            if (past != past_.end()) question->id += past->second.tables * kQuestionsOfATable;
            settings_.ask(number, *question);
        } else {
            table.verdict(question->id, rules::can_mate(question->position, question->winner, kVerdictNodes),
                          now);
        }
    }
    note_due(number);
}

void Hall::verdict(unsigned table, std::uint64_t id, rules::MateVerdict answer, Instant now) {
    const auto found = tables_.find(table);
    if (found == tables_.end()) return;
    const auto past = past_.find(table);
    if (id / kQuestionsOfATable != (past == past_.end() ? 0 : past->second.tables)) return;
    found->second->verdict(id % kQuestionsOfATable, answer, now);
    after_call(table, now);
}

void Hall::note_due(unsigned number) {
    const auto at = tables_.at(number)->wake_at();
    const auto known = due_of_.find(number);
    if (known != due_of_.end() && at && *at == known->second) return;
    forget_due(number);
    if (!at) return;
    due_.emplace(*at, number);
    due_of_.emplace(number, *at);
}

void Hall::forget_due(unsigned number) {
    const auto known = due_of_.find(number);
    if (known == due_of_.end()) return;
    due_.erase({known->second, number});
    due_of_.erase(known);
}

/// A board whose number may depend on what it or another one says yet.
bool Hall::has_to_wait(const Key& key) const {
    if (may_have_serial_row(key)) return true;
    if (!settings_.number_by_serial || row_by_place(key) != nullptr) return false;
    // A hall of one board has nothing to sort, but perhaps something to remember.
    if (settings_.seated) return true;
    return key.second != 0 || expected_.size() != 1 || !expected_.contains(key.first);
}

Hall::Waiting& Hall::wait(const Key& key, Instant now) {
    const auto [board, added] = waiting_.try_emplace(key);
    if (added) {
        board->second.since = now;
        if (key.second != 0) board->second.serial = std::to_string(key.second);
    }
    return board->second;
}

void Hall::keep(const Key& key, const drivers::DeviceEvent& event, Instant now) {
    Waiting& board = wait(key, now);
    board.kept.push_back({now, event});
    const auto* info = std::get_if<drivers::DeviceInfo>(&event.what);
    if (info != nullptr && !info->serial.empty()) {
        board.serial = info->serial;
        const TableBinding* row = row_by_serial(key, *info);
        if (row != nullptr && tables_.contains(row->settings.number)) row = nullptr;  // two boards say it
        const bool seated = settings_.seating.contains(seat_of(key));
        if (row != nullptr || seated || !settings_.number_by_serial) return settle(key, row);
    }
    if (const auto due = numbering_due(); due && *due <= now) return number_waiting();
    if (board.kept.size() > kMostKept) settle(key, nullptr);
}

/// The table begins, with all that the board has said, each at its time.
void Hall::settle(const Key& key, const TableBinding* row) {
    const Waiting board = std::move(waiting_.at(key));
    waiting_.erase(key);
    Table& table = make_table(key, row);
    for (const Kept& kept : board.kept) {
        for (auto due = table.wake_at(); due && *due <= kept.at; due = table.wake_at()) table.on_wake(*due);
        if (const auto* event = std::get_if<drivers::DeviceEvent>(&kept.what)) {
            table.on_device(*event, kept.at);
        } else {
            table.on_device_changed(std::get<rules::DeviceChanged>(kept.what), kept.at);
        }
    }
    after_call(table.number(), board.kept.empty() ? board.since : board.kept.back().at);
}

/// When the boards that wait are numbered: at once when nobody else can come, at the latest when the first
/// has waited long enough.
std::optional<Instant> Hall::numbering_due() const {
    if (waiting_.empty()) return std::nullopt;
    Instant first = Instant::max(), last = Instant::min();
    bool known = settings_.number_by_serial, bus = false;
    for (const auto& [key, board] : waiting_) {
        first = std::min(first, board.since);
        last = std::max(last, board.since);
        known = known && !board.serial.empty();
        bus = bus || key.second != 0;
    }
    if (!known) return first + kSerialPatience;
    return bus ? std::min(first + kSerialPatience, last + kBusGathers) : last;
}

void Hall::number_waiting() {
    // Serial numbers are digits: the shorter is the smaller. Those without one come last, by line.
    const auto rank = [this](const Key& key) {
        const std::string_view serial = without_zeros(waiting_.at(key).serial);
        return std::tuple(serial.empty(), serial.size(), serial, key);
    };
    std::vector<Key> boards;
    for (const auto& [key, board] : waiting_) boards.push_back(key);
    std::ranges::sort(boards, [&](const Key& a, const Key& b) { return rank(a) < rank(b); });
    for (const Key& key : boards) settle(key, nullptr);
}

void Hall::on_device(const std::string& line, const drivers::DeviceEvent& event, Instant now) {
    const Key key{line, event.address.value};
    if (const auto* info = std::get_if<drivers::DeviceInfo>(&event.what)) {
        if (!info->serial.empty() || !info->long_serial.empty()) told_[key] = *info;
    }
    const auto known = number_of_.find(key);
    if (known == number_of_.end()) {
        // Noise alone, heard before any board or between the boards of a bus, is no board.
        if (std::holds_alternative<drivers::Discarded>(event.what) && !waiting_.contains(key)) return;
        if (has_to_wait(key)) return keep(key, event, now);
    }
    Table& table =
        known != number_of_.end() ? *tables_.at(known->second) : make_table(key, row_by_place(key));
    table.on_device(event, now);
    after_call(table.number(), now);
}

void Hall::expect(const std::vector<std::string>& lines, Instant now) {
    expected_.insert(lines.begin(), lines.end());
    for (const std::string& line : lines) {
        const Key key{line, 0};
        if (number_of_.contains(key)) continue;
        if (has_to_wait(key)) {
            wait(key, now);
        } else {
            make_table(key, row_by_place(key));
        }
    }
}

void Hall::on_line_state(const std::string& line, rules::DeviceState state, const std::string& detail,
                         Instant now) {
    rules::DeviceChanged change;
    change.line = line;
    change.state = state;
    change.detail = detail;
    for (auto& [key, board] : waiting_) {
        change.address = key.second;
        if (key.first == line && board.kept.size() < kMostKept) board.kept.push_back({now, change});
    }
    for (const auto& [key, number] : number_of_) {
        if (key.first != line) continue;
        change.address = key.second;
        tables_.at(number)->on_device_changed(change, now);
        after_call(number, now);
    }
}

unsigned Hall::row_number(const Key& key) const {
    const TableBinding* row = row_of(key);
    return row == nullptr ? 0 : row->settings.number;
}

/// A row decides. Where it says nothing new the board stays, unless its number is another board's now.
bool Hall::keeps_table(const Key& key, unsigned number, unsigned row_before) const {
    const unsigned row = row_number(key);
    if (row == number) return true;
    return row == row_before && std::ranges::none_of(settings_.tables, [number](const TableBinding& b) {
               return b.settings.number == number;
           });
}

std::unique_ptr<Table> Hall::take_away(const Key& key, const std::string& why, Instant now) {
    const unsigned number = number_of_.at(key);
    std::unique_ptr<Table> table = std::move(tables_.at(number));
    Past& past = past_[number];
    past.numbered = table->close(why, now);
    ++past.tables;
    forget_due(number);
    tables_.erase(number);
    number_of_.erase(key);
    return table;
}

/// Those with a row first: a board without one takes what number is left.
void Hall::reseat(const std::map<Key, std::unique_ptr<Table>>& moving, Instant now) {
    for (const bool rowed : {true, false}) {
        for (const auto& [key, before] : moving) {
            if (number_of_.contains(key)) continue;
            const TableBinding* row = row_of(key);
            if (row != nullptr && tables_.contains(row->settings.number)) row = nullptr;
            if ((row != nullptr) != rowed) continue;
            Table& table = make_table(key, row);
            table.take_board(*before, now);
            after_call(table.number(), now);
        }
    }
}

void Hall::settle_by_new_rows() {
    std::vector<Key> boards;
    for (const auto& [key, board] : waiting_) boards.push_back(key);
    for (const Key& key : boards) {
        const TableBinding* row = row_of(key);
        if (row != nullptr && !tables_.contains(row->settings.number)) settle(key, row);
    }
}

std::vector<Reseated> Hall::reconfigure(HallSettings settings, Instant now) {
    std::map<Key, unsigned> rows_before;
    for (const auto& [key, number] : number_of_) rows_before[key] = row_number(key);
    settings_ = std::move(settings);
    std::vector<Reseated> reseated;
    for (const auto& [key, number] : number_of_) {
        if (!keeps_table(key, number, rows_before.at(key)))
            reseated.push_back({key.first, key.second, number, 0});
    }
    std::map<Key, std::unique_ptr<Table>> moving;
    for (const Reseated& board : reseated) {
        const Key key{board.line, board.address};
        moving[key] = take_away(key, "the board has another table now", now);
    }
    for (const auto& [key, number] : number_of_) {
        const TableBinding* row = row_of(key);
        if (row != nullptr && row->settings.number != number) row = nullptr;
        TableSettings next = row != nullptr ? row->settings : settings_.defaults;
        if (settings_.adjust) next = settings_.adjust(key.first, key.second, std::move(next));
        tables_.at(number)->reconfigure(next, now);
        after_call(number, now);
    }
    reseat(moving, now);
    settle_by_new_rows();
    for (Reseated& board : reseated) board.to = number_of_.at({board.line, board.address});
    return reseated;
}

void Hall::drop_line(const std::string& line, const std::string& why, Instant now) {
    std::vector<Key> boards;
    for (const auto& [key, number] : number_of_) {
        if (key.first == line) boards.push_back(key);
    }
    for (const Key& key : boards) take_away(key, why, now);
    const auto on_line = [&line](const auto& entry) { return entry.first.first == line; };
    std::erase_if(waiting_, on_line);
    std::erase_if(told_, on_line);
    expected_.erase(line);
}

std::optional<Instant> Hall::wake_at() const {
    std::optional<Instant> due = numbering_due();
    if (!due_.empty() && (!due || due_.begin()->first < *due)) due = due_.begin()->first;
    return due;
}

void Hall::on_wake(Instant now) {
    if (const auto due = numbering_due(); due && *due <= now) number_waiting();
    while (!due_.empty() && due_.begin()->first <= now) {
        const unsigned number = due_.begin()->second;
        tables_.at(number)->on_wake(now);
        after_call(number, now);
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
