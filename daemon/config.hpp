// The configuration as values, and every mistake in it at once with file, line, column, key and what was
// expected. Reading touches no device and opens no socket. Follows contract section 3; keys of later versions
// are refused, not ignored.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/table.hpp"
#include "drivers/line_settings.hpp"

namespace boardbridge::daemon {

/// Where a value stands; line 0: nowhere (a default, a whole file).
struct SourcePlace {
    std::string file;
    unsigned line = 0;
    unsigned column = 0;
};

/// A row of [[line]] or [[table]] as messages name it.
struct RowPlace {
    std::string name;  ///< "line[2]"
    SourcePlace start;
    std::map<std::string, SourcePlace> keys;  ///< values that are there
    /// Of the key's value, else of the row.
    const SourcePlace& of(const std::string& key) const {
        const auto found = keys.find(key);
        return found == keys.end() ? start : found->second;
    }
};

struct EventConfig {
    std::string name;
    std::string site;
    std::optional<std::chrono::year_month_day> date;
    std::optional<int> round;  ///< 1 and up
    rules::Edition laws = rules::Edition::Fide2023;
    std::optional<rules::Play> play;  ///< nothing: what the time control implies, else standard
    rules::Supervision supervision = rules::Supervision::Full;
    std::optional<rules::TimeControl> time_control;
    bool guideline_3 = false;
    bool chess960 = false;
    Language language = Language::English;
};

struct LineConfig {
    std::string name;
    std::string driver;  ///< a row of the driver table
    std::string port;
    // What is not named stays as the driver wants it.
    std::optional<unsigned> baud;
    std::optional<unsigned> data_bits;
    std::optional<drivers::Parity> parity;
    std::optional<unsigned> stop_bits;
    std::optional<bool> dtr;
    std::optional<bool> rts;
    std::optional<bool> low_latency;
    RowPlace place;
    friend bool operator==(const LineConfig& a, const LineConfig& b) {
        return a.name == b.name && a.driver == b.driver && a.port == b.port && a.baud == b.baud &&
               a.data_bits == b.data_bits && a.parity == b.parity && a.stop_bits == b.stop_bits &&
               a.dtr == b.dtr && a.rts == b.rts && a.low_latency == b.low_latency;
    }
};

struct TableConfig {
    unsigned number = 0;  ///< 1 and up
    std::string line;
    std::optional<std::uint16_t> address;
    std::string serial;
    std::string white;
    std::string black;
    WhiteClock white_clock = WhiteClock::Auto;
    RowPlace place;
};

struct HostPort {
    std::string host;  ///< without the brackets of an IPv6 address
    std::uint16_t port = 0;
    friend bool operator==(const HostPort&, const HostPort&) = default;
};
/// "127.0.0.1:7610", "[::1]:0", "localhost:7610"; nothing when it is none.
std::optional<HostPort> parse_host_port(const std::string& text);
/// True for 127.0.0.0/8, ::1 and "localhost".
bool is_loopback(const std::string& host);

struct StreamConfig {
    std::optional<HostPort> tcp;
    std::filesystem::path unix_socket;  ///< empty: none
    bool unix_is_default = false;       ///< not named: do without when it cannot be made
    bool allow_open = false;
    unsigned connections = 256;             ///< at once
    unsigned connections_per_address = 64;  ///< at once, TCP only
    unsigned queue_kib = 4096;              ///< waiting for one client, then it is too slow
    unsigned queue_events = 20000;
};

struct JournalConfig {
    unsigned memory_mib = 16;  ///< events held for clients that resume
};

struct RecorderConfig {
    std::chrono::minutes keep{10};  ///< raw line bytes held for `record --last`; 0: none
    unsigned memory_mib = 8;
};

struct Config {
    EventConfig event;
    std::vector<LineConfig> lines;
    std::vector<TableConfig> tables;
    StreamConfig stream;
    JournalConfig journal;
    RecorderConfig recorder;
    rules::Delays alerts;
    std::vector<std::filesystem::path> files;  ///< those that were read, in order

    rules::Play play() const;
};

struct ConfigMistake {
    SourcePlace place;
    std::string key;   ///< "stream.tcp", "line[2].port"; empty: the file as such
    std::string text;  ///< what is wrong and what was expected
    bool warning = false;
};
/// "FILE:LINE:COLUMN: error: KEY: TEXT".
std::string to_string(const ConfigMistake& mistake);

struct ConfigReading {
    Config config;
    std::vector<ConfigMistake> mistakes;
    bool missing = false;  ///< the file named by -c does not exist or cannot be read
    bool usable() const;   ///< warnings alone do not spoil it
};

/// Reads `file` alone; an empty name means the default places: /etc/boardbridge/boardbridge.toml, then
/// /etc/boardbridge/conf.d/*.toml by name, later files over earlier ones, lines and tables added. None there:
/// the defaults.
ConfigReading read_config(const std::filesystem::path& file);
/// The default places below another directory than /etc/boardbridge.
ConfigReading read_config_directory(const std::filesystem::path& directory);
/// One text, as if it stood in `file`. Nothing is looked up but what it names.
ConfigReading read_config_text(const std::string& text, const std::filesystem::path& file);

/// Where sockets and endpoints.json go: $RUNTIME_DIRECTORY, else /run/boardbridge.
std::filesystem::path runtime_directory();
/// True where the environment names it.
bool runtime_directory_is_named();

}  // namespace boardbridge::daemon
