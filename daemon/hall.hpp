// All tables, and which board on which line sits at which one. A board without a [[table]] row gets the next
// free number, boards found together by ascending serial number (contract section 3). Single owner, no I/O.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "daemon/seating.hpp"
#include "daemon/table.hpp"

namespace boardbridge::daemon {

/// A [[table]] row: the board at (line, address), or the one with this serial number.
struct TableBinding {
    TableSettings settings;
    std::string line;  ///< may be empty when a serial number is given
    std::optional<std::uint16_t> address;
    std::string serial;
};

/// Positions made before a question of a running game is given up.
constexpr std::uint64_t kVerdictNodes = 1'000'000;

struct HallSettings {
    TableSettings defaults;  ///< for boards without a row; number is not used
    std::vector<TableBinding> tables;
    /// Boards without a row: those found together are numbered by ascending serial number, else (captures)
    /// each by its first appearance.
    bool number_by_serial = false;
    /// Numbers that boards without a row had before; nobody else gets them.
    Seating seating;
    /// Optional: told when such a board gets a number.
    std::function<void(const Seating&)> seated;
    std::function<TableSettings(const std::string& line, std::uint16_t address, TableSettings)>
        adjust;  ///< optional, per board
    /// Who can still mate, when it takes more than a moment to tell: answer with Hall::verdict. Without it
    /// such questions are answered on the spot.
    std::function<void(unsigned table, const rules::VerdictRequest&)> ask;
    /// Optional: told one line for each decision of a table's move tracker.
    std::function<void(unsigned table, Instant at, const std::string& line)> explain;
};

/// A board that has another table since the configuration was read again.
struct Reseated {
    std::string line;
    std::uint16_t address = 0;
    unsigned from = 0;
    unsigned to = 0;
};

class Hall {
public:
    using Sink = std::function<void(unsigned table, Instant at, const rules::TableEvent&)>;

    Hall(HallSettings settings, Sink sink);

    /// An event of a board on the line; the table is found or made.
    void on_device(const std::string& line, const drivers::DeviceEvent& event, Instant now);
    /// One board is expected on each of these lines: it gets a table whether or not it ever answers.
    void expect(const std::vector<std::string>& lines, Instant now);
    /// The line itself: opening, open, lost with a reason. Reaches every table on that line.
    void on_line_state(const std::string& line, rules::DeviceState state, const std::string& detail,
                       Instant now);
    /// SIGHUP: rows come, go and change. A board whose table is another one now begins there anew, its open
    /// game ends without a result; every other table goes on. A row goes before a board without one.
    std::vector<Reseated> reconfigure(HallSettings settings, Instant now);
    /// The line is no more, and so are its tables.
    void drop_line(const std::string& line, const std::string& why, Instant now);

    std::optional<Instant> wake_at() const;
    void on_wake(Instant now);
    /// The answer to a question; ignored when nobody waits for it any more.
    void verdict(unsigned table, std::uint64_t id, rules::MateVerdict answer, Instant now);

    /// Ascending by number; all tables, or just those asked for.
    std::vector<rules::TableSnapshot> snapshots(const std::vector<unsigned>& tables = {}) const;
    Table* table(unsigned number);
    std::size_t size() const { return tables_.size(); }

private:
    using Key = std::pair<std::string, std::uint16_t>;
    struct Kept {
        Instant at{};
        std::variant<drivers::DeviceEvent, rules::DeviceChanged> what;
    };
    /// A board whose table is not known yet, and all that it said until then.
    struct Waiting {
        Instant since{};
        std::string serial;  ///< a bus address will do; empty: not known
        std::vector<Kept> kept;
    };

    /// What happened under a table's number before its present board: numbers go on.
    struct Past {
        TableHistory numbered;
        std::uint64_t tables = 0;
    };

    const TableBinding* row_by_place(const Key& key) const;
    const TableBinding* row_of(const Key& key) const;
    const TableBinding* row_by_serial(const Key& key, const drivers::DeviceInfo& info) const;
    bool may_have_serial_row(const Key& key) const;
    bool has_to_wait(const Key& key) const;
    Waiting& wait(const Key& key, Instant now);
    void keep(const Key& key, const drivers::DeviceEvent& event, Instant now);
    Table& make_table(const Key& key, const TableBinding* row);
    void settle(const Key& key, const TableBinding* row);
    unsigned row_number(const Key& key) const;  ///< 0: no row
    bool keeps_table(const Key& key, unsigned number, unsigned row_before) const;
    std::unique_ptr<Table> take_away(const Key& key, const std::string& why, Instant now);
    void reseat(const std::map<Key, std::unique_ptr<Table>>& moving, Instant now);
    void settle_by_new_rows();
    std::optional<Instant> numbering_due() const;
    void number_waiting();
    std::string seat_of(const Key& key) const;
    unsigned number_for(const Key& key);
    unsigned next_free_number() const;
    /// After every call into a table: what it asks, when it wants to be woken.
    void after_call(unsigned number, Instant now);
    void note_due(unsigned number);
    void forget_due(unsigned number);

    HallSettings settings_;
    Sink sink_;
    std::map<unsigned, std::unique_ptr<Table>> tables_;
    std::map<Key, unsigned> number_of_;
    std::map<Key, drivers::DeviceInfo> told_;  ///< by boards: serial numbers
    std::map<unsigned, Past> past_;
    std::map<Key, Waiting> waiting_;
    std::set<std::string> expected_;  ///< lines of one board each
    std::set<std::pair<Instant, unsigned>> due_;
    std::map<unsigned, Instant> due_of_;
};

}  // namespace boardbridge::daemon
