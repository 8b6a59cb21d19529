// What each key of the configuration means and may hold. Contract section 3 names them; man page
// boardbridge.toml(5) and systemd/boardbridge.toml describe them.
#include "daemon/config_sections.hpp"

#include <fstream>

#include "drivers/driver.hpp"
#include "drivers/transport/port_text.hpp"

namespace boardbridge::daemon {

namespace {

using std::chrono::milliseconds;

// Time control and dates

std::optional<Language> parse_language(const std::string& text) {
    if (text == "en") return Language::English;
    if (text == "ru") return Language::Russian;
    if (text == "de") return Language::German;
    return std::nullopt;
}

std::optional<WhiteClock> parse_white_clock(const std::string& text) {
    if (text == "auto") return WhiteClock::Auto;
    if (text == "left") return WhiteClock::Left;
    if (text == "right") return WhiteClock::Right;
    return std::nullopt;
}

std::optional<drivers::Parity> parse_parity(const std::string& text) {
    if (text == "none") return drivers::Parity::None;
    if (text == "odd") return drivers::Parity::Odd;
    if (text == "even") return drivers::Parity::Even;
    return std::nullopt;
}

void read_event(const ConfigSource& source, const toml::table& table, EventConfig& event,
                JudgedPlaces& places) {
    Section section(source, table, "event");
    section.text("name", event.name);
    section.text("site", event.site);
    if (auto date = section.date("date")) event.date = date;
    if (auto round = section.integer("round", 1, 999)) event.round = static_cast<int>(*round);
    const auto laws =
        section.parsed<rules::Edition>("laws", R"("fide-2009", "fide-2018" or "fide-2023")",
                                       [](const std::string& t) { return rules::parse_edition(t); });
    event.laws = laws.value_or(event.laws);
    if (auto play = section.parsed<rules::Play>("play", R"("standard", "rapid" or "blitz")",
                                                [](const std::string& t) { return rules::parse_play(t); })) {
        event.play = play;
        places.play = section.place("play");
    }
    const auto supervision =
        section.parsed<rules::Supervision>("supervision", R"("full" or "partial")",
                                           [](const std::string& t) { return rules::parse_supervision(t); });
    event.supervision = supervision.value_or(event.supervision);
    std::string control;
    section.text("time_control", control);
    if (!control.empty()) {
        if (auto parsed = rules::parse_time_control(control)) {
            event.time_control = *parsed;
        } else {
            section.wrong("time_control", parsed.error());
        }
    }
    section.flag("guideline_3", event.guideline_3);
    section.flag("chess960", event.chess960);
    event.language = section.parsed<Language>("language", R"("en", "ru" or "de")", parse_language)
                         .value_or(event.language);
    section.unsupported("pairings");
    section.refuse_unknown();
}

// Lines

void read_port(const ConfigSource& source, Section& section, LineConfig& line) {
    if (!section.has("port")) {
        return section.missing("port", R"("/dev/...", "tcp://HOST:PORT" or "usb:VVVV:PPPP")");
    }
    const auto text = section.word("port");
    if (!text) return;
    const bool is_url = text->starts_with("usb:") || text->find("://") != std::string::npos;
    line.port = *text;
    if (!is_url && text->find('/') != std::string::npos) {
        line.port = (source.file.parent_path() / *text).lexically_normal().string();
    }
    const auto port = drivers::parse_port_text(line.port);
    if (!port) return section.wrong("port", port.error() + ", found \"" + *text + "\"");
    std::error_code error;
    if (!is_url && !std::filesystem::exists(line.port, error)) {
        section.doubtful("port", line.port + " does not exist now; the line will wait for it");
    }
}

std::string driver_names() {
    std::string names;
    for (const drivers::Driver& driver : drivers::all_drivers()) {
        names += (names.empty() ? "" : ", ") + std::string(driver.id);
    }
    return names;
}

void read_line(const ConfigSource& source, const toml::table& table, std::size_t number, Config& config) {
    Section section(source, table, "line[" + std::to_string(number) + "]");
    LineConfig line;
    line.place = section.row_place();
    if (!section.has("name")) section.missing("name", "a short name, like \"bus-a\"");
    if (auto name = section.word("name")) line.name = *name;
    if (line.name.find_first_of(" \t\r\n") != std::string::npos) {
        section.wrong("name", "expected a name without blanks, found \"" + line.name + "\"");
    }
    if (!section.has("driver")) section.missing("driver", "one of the drivers: " + driver_names());
    if (auto driver = section.word("driver")) line.driver = *driver;
    if (!line.driver.empty() && drivers::find_driver(line.driver) == nullptr) {
        section.wrong("driver",
                      "expected one of the drivers: " + driver_names() + ", found \"" + line.driver + "\"");
    }
    read_port(source, section, line);
    if (auto baud = section.integer("baud", 300, 4'000'000)) line.baud = static_cast<unsigned>(*baud);
    if (auto bits = section.integer("data_bits", 7, 8)) line.data_bits = static_cast<unsigned>(*bits);
    if (auto stop = section.integer("stop_bits", 1, 2)) line.stop_bits = static_cast<unsigned>(*stop);
    line.parity = section.parsed<drivers::Parity>("parity", R"("none", "odd" or "even")", parse_parity);
    section.flag("dtr", line.dtr);
    section.flag("rts", line.rts);
    section.flag("low_latency", line.low_latency);
    section.refuse_unknown();
    config.lines.push_back(std::move(line));
}

// Tables

void read_table(const ConfigSource& source, const toml::table& table, std::size_t number, Config& config) {
    Section section(source, table, "table[" + std::to_string(number) + "]");
    TableConfig row;
    row.place = section.row_place();
    if (!section.has("number")) section.missing("number", "the number of the table in the hall, 1 to 100000");
    if (auto value = section.integer("number", 1, 100'000)) row.number = static_cast<unsigned>(*value);
    if (auto line = section.word("line")) row.line = *line;
    if (auto address = section.integer("address", 0, 16'383))
        row.address = static_cast<std::uint16_t>(*address);
    if (auto serial = section.word("serial")) row.serial = *serial;
    section.text("white", row.white);
    section.text("black", row.black);
    const auto clock =
        section.parsed<WhiteClock>("white_clock", R"("auto", "left" or "right")", parse_white_clock);
    row.white_clock = clock.value_or(row.white_clock);
    if (!section.has("line") && !section.has("serial")) {
        section.missing("line", "the name of a line, or the serial number of the board as serial");
    }
    if (row.address && row.line.empty()) section.wrong("address", "needs the line on which that address is");
    section.refuse_unknown();
    config.tables.push_back(std::move(row));
}

// Stream

void read_certificate(Section& section, std::string_view key) {
    const auto path = section.path(key);
    if (!path) return;
    if (!std::ifstream(*path)) section.wrong(key, "cannot read " + path->string());
    section.unsupported(key);
}

void read_stream(const ConfigSource& source, const toml::table& table, StreamConfig& stream,
                 JudgedPlaces& places) {
    Section section(source, table, "stream");
    // Naming one of the two means that the other is not wanted.
    if (section.has("tcp") || section.has("unix")) {
        if (stream.unix_is_default) {
            stream.tcp.reset();
            stream.unix_socket.clear();
            stream.unix_is_default = false;
        }
    }
    if (auto tcp = section.parsed<HostPort>("tcp", "HOST:PORT, like \"127.0.0.1:7610\"", parse_host_port)) {
        stream.tcp = tcp;
        places.tcp = section.place("tcp");
    }
    if (auto path = section.path("unix")) {
        stream.unix_socket = *path;
        constexpr std::size_t longest = 107;  // sockaddr_un
        if (path->string().size() > longest) {
            section.wrong("unix", "expected a path of at most 107 bytes, found " +
                                      std::to_string(path->string().size()));
        }
    }
    read_certificate(section, "tls_cert");
    read_certificate(section, "tls_key");
    read_certificate(section, "tokens_file");
    section.flag("allow_open", stream.allow_open);
    const auto number = [&section](const char* key, std::int64_t least, std::int64_t most, unsigned& into) {
        if (auto value = section.integer(key, least, most)) into = static_cast<unsigned>(*value);
    };
    number("connections", 1, 100'000, stream.connections);
    number("connections_per_address", 1, 100'000, stream.connections_per_address);
    number("queue_kib", 64, 1'048'576, stream.queue_kib);
    number("queue_events", 100, 10'000'000, stream.queue_events);
    section.refuse_unknown();
}

// Journal, recorder, alerts

void read_journal(const ConfigSource& source, const toml::table& table, JournalConfig& journal) {
    Section section(source, table, "journal");
    if (auto value = section.integer("memory_mib", 1, 4096))
        journal.memory_mib = static_cast<unsigned>(*value);
    for (const char* key : {"path", "durability", "keep"}) section.unsupported(key);
    section.refuse_unknown();
}

void read_recorder(const ConfigSource& source, const toml::table& table, RecorderConfig& recorder) {
    Section section(source, table, "recorder");
    if (auto keep = section.duration("keep", milliseconds(0), std::chrono::hours(24))) {
        recorder.keep = std::chrono::duration_cast<std::chrono::minutes>(*keep);
    }
    if (auto value = section.integer("memory_mib", 1, 4096))
        recorder.memory_mib = static_cast<unsigned>(*value);
    section.refuse_unknown();
}

struct DelayKey {
    const char* key;
    milliseconds rules::Delays::*member;
};
using D = rules::Delays;
constexpr DelayKey kDelayKeys[] = {
    {"late_change", &D::late_change},
    {"confirm_rest", &D::confirm_rest},
    {"illegal_rest", &D::illegal_rest},
    {"press_without_move", &D::press_without_move},
    {"mismatch", &D::mismatch},
    {"mismatch_standard", &D::mismatch_standard},
    {"disturbed", &D::disturbed},
    {"kings_signal", &D::kings_signal},
    {"unstable_window", &D::unstable_window},
    {"device_silent", &D::device_silent},
    {"device_lost", &D::device_lost},
    {"clock_lost", &D::clock_lost},
    {"clock_edited", &D::clock_edited},
    {"clock_setting", &D::clock_setting},
    {"clock_stopped", &D::clock_stopped},
    {"clock_running_after_end", &D::clock_running_after_end},
};

void read_alerts(const ConfigSource& source, const toml::table& table, rules::Delays& delays) {
    Section section(source, table, "alerts");
    for (const DelayKey& row : kDelayKeys) {
        if (auto value = section.duration(row.key, milliseconds(0), std::chrono::hours(1)))
            delays.*row.member = *value;
    }
    if (auto n = section.integer("unstable_changes", 2, 1000)) delays.unstable_changes = static_cast<int>(*n);
    if (auto n = section.integer("battery_low_percent", 0, 100))
        delays.battery_low_percent = static_cast<int>(*n);
    section.refuse_unknown();
}

}  // namespace

void read_sections(const ConfigSource& source, const toml::table& root, Config& config,
                   JudgedPlaces& places) {
    Section top(source, root, "");
    if (const auto* table = top.table("event")) read_event(source, *table, config.event, places);
    std::size_t number = 0;
    for (const auto* table : top.tables("line")) read_line(source, *table, ++number, config);
    number = 0;
    for (const auto* table : top.tables("table")) read_table(source, *table, ++number, config);
    if (const auto* table = top.table("stream")) read_stream(source, *table, config.stream, places);
    if (const auto* table = top.table("journal")) read_journal(source, *table, config.journal);
    if (const auto* table = top.table("recorder")) read_recorder(source, *table, config.recorder);
    if (const auto* table = top.table("alerts")) read_alerts(source, *table, config.alerts);
    for (const char* key : {"http", "livechess", "cloud", "pgn", "webhook", "ntfy", "relay", "delay"}) {
        top.unsupported(key);
    }
    top.refuse_unknown();
}

}  // namespace boardbridge::daemon
