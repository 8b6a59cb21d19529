// All tables, and which board on which line sits at which one. A board without a [[table]] row gets the next
// free number (contract section 3). Single owner, no I/O.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "daemon/table.hpp"

namespace boardbridge::daemon {

/// A [[table]] row: the board at (line, address), or the one with this serial number.
struct TableBinding {
    TableSettings settings;
    std::string line;  ///< may be empty when a serial number is given
    std::optional<std::uint16_t> address;
    std::string serial;
};

struct HallSettings {
    TableSettings defaults;  ///< for boards without a row; number is not used
    std::vector<TableBinding> tables;
    std::function<TableSettings(const std::string& line, std::uint16_t address, TableSettings)>
        adjust;  ///< optional, per board
    /// Optional: told one line for each decision of a table's move tracker.
    std::function<void(unsigned table, Instant at, const std::string& line)> explain;
};

class Hall {
public:
    using Sink = std::function<void(unsigned table, Instant at, const rules::TableEvent&)>;

    Hall(HallSettings settings, Sink sink);

    /// An event of a board on the line; the table is found or made.
    void on_device(const std::string& line, const drivers::DeviceEvent& event, Instant now);
    /// A board is expected there: its table exists from now on, whether or not the board ever answers.
    void expect(const std::string& line, std::uint16_t address = 0);
    /// The line itself: opening, open, lost with a reason. Reaches every table on that line.
    void on_line_state(const std::string& line, rules::DeviceState state, const std::string& detail,
                       Instant now);
    void reconfigure(HallSettings settings, Instant now);

    std::optional<Instant> wake_at() const;
    void on_wake(Instant now);

    /// Ascending by number; all tables, or just those asked for.
    std::vector<rules::TableSnapshot> snapshots(const std::vector<unsigned>& tables = {}) const;
    Table* table(unsigned number);
    std::size_t size() const { return tables_.size(); }

private:
    using Key = std::pair<std::string, std::uint16_t>;
    /// A board that may be bound by its serial number, which is not known yet: what it shows until then.
    struct Waiting {
        Instant since{};
        std::optional<drivers::DeviceEvent> dump;
        std::optional<drivers::DeviceEvent> clock;
    };

    const TableBinding* row_by_place(const Key& key) const;
    const TableBinding* row_by_serial(const Key& key, const std::string& serial) const;
    bool may_have_serial_row(const Key& key) const;
    void wait(const Key& key, const drivers::DeviceEvent& event, Instant now);
    Table& make_table(const Key& key, const TableBinding* row);
    void settle_waiting(const Key& key, const TableBinding* row, Instant now);
    unsigned next_free_number() const;
    /// After every call into a table: when it wants to be woken.
    void note_due(unsigned number);

    HallSettings settings_;
    Sink sink_;
    std::map<unsigned, std::unique_ptr<Table>> tables_;
    std::map<Key, unsigned> number_of_;
    std::map<Key, Waiting> waiting_;
    std::set<std::pair<Instant, unsigned>> due_;
    std::map<unsigned, Instant> due_of_;
};

}  // namespace boardbridge::daemon
