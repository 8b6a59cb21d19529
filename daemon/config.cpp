// Which files make the configuration, and what must hold across them.
#include "daemon/config.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "daemon/config_sections.hpp"
#include "daemon/one_port.hpp"
#include "drivers/driver.hpp"

namespace boardbridge::daemon {

namespace {

std::string at(const SourcePlace& place) {
    return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

class Judge {
public:
    Judge(const Config& config, std::vector<ConfigMistake>& mistakes)
        : config_(config), mistakes_(mistakes) {}

    void lines() {
        std::map<std::string, SourcePlace> names;
        std::vector<std::pair<OnePort, SourcePlace>> ports;
        for (const LineConfig& line : config_.lines) {
            if (!line.name.empty())
                once(names, line.name, line.place, "name", "the name \"" + line.name + "\"");
            const auto port = drivers::parse_port_text(line.port);
            if (port) once_port(ports, OnePort(*port), line);
        }
    }

    void tables() {
        std::map<unsigned, SourcePlace> numbers;
        std::map<std::pair<std::string, unsigned>, SourcePlace> seats;
        std::map<std::string, SourcePlace> serials;
        for (const TableConfig& row : config_.tables) {
            if (row.number != 0) {
                once(numbers, row.number, row.place, "number", "table " + std::to_string(row.number));
            }
            if (!row.serial.empty()) {
                once(serials, one_serial(row.serial), row.place, "serial",
                     "the board with serial number " + row.serial);
            }
            if (row.line.empty()) continue;
            const auto named = [&row](const LineConfig& line) { return line.name == row.line; };
            const auto line = std::find_if(config_.lines.begin(), config_.lines.end(), named);
            if (line == config_.lines.end()) {
                error(row.place, "line", "there is no [[line]] with the name \"" + row.line + "\"");
            } else {
                address(row, *line);
            }
            if (!row.serial.empty() && !row.address) continue;
            const unsigned address = row.address.value_or(0);
            once(seats, std::pair(row.line, address), row.place, row.address ? "address" : "line",
                 "address " + std::to_string(address) + " of line \"" + row.line + "\"");
        }
    }

    void listeners(const SourcePlace& tcp) {
        const StreamConfig& stream = config_.stream;
        if (!stream.tcp || is_loopback(stream.tcp->host) || stream.allow_open) return;
        mistakes_.push_back({tcp, "stream.tcp",
                             stream.tcp->host +
                                 " is no loopback address: everybody on the network could read the games; "
                                 "expected a loopback address, or allow_open = true if that is wanted",
                             false});
    }

    void play(const SourcePlace& place) {
        const EventConfig& event = config_.event;
        if (!event.play || !event.time_control) return;
        const rules::Play implied = rules::kind_of_play(*event.time_control, event.laws);
        if (implied == *event.play) return;
        std::string text = fmt::format("\"{}\" is taken, although time_control {} is {} play under {}",
                                       rules::to_string(*event.play), rules::to_string(*event.time_control),
                                       rules::to_string(implied), rules::to_string(event.laws));
        mistakes_.push_back({place, "event.play", std::move(text), true});
    }

private:
    void address(const TableConfig& row, const LineConfig& line) {
        const drivers::Driver* driver = drivers::find_driver(line.driver);
        if (driver == nullptr) return;
        const unsigned address = row.address.value_or(0);
        if (driver->bus && row.serial.empty() && address == 0) {
            error(row.place, "address",
                  "is missing: expected 1 to 16383 (or a serial), as line \"" + line.name +
                      "\" carries many boards");
        }
        if (!driver->bus && address != 0) {
            error(row.place, "address",
                  "line \"" + line.name + "\" carries a single board, it has no address");
        }
    }

    template <class Key>
    void once(std::map<Key, SourcePlace>& seen, const Key& value, const RowPlace& row, const char* key,
              const std::string& what) {
        const auto [found, is_new] = seen.try_emplace(value, row.of(key));
        if (!is_new) error(row, key, what + " is already taken at " + at(found->second));
    }

    void once_port(std::vector<std::pair<OnePort, SourcePlace>>& seen, const OnePort& port,
                   const LineConfig& line) {
        const auto found = std::find_if(seen.begin(), seen.end(),
                                        [&port](const auto& other) { return port.may_be(other.first); });
        if (found != seen.end()) {
            error(line.place, "port", "the port " + line.port + " is already taken at " + at(found->second));
        } else {
            seen.emplace_back(port, line.place.of("port"));
        }
    }

    void error(const RowPlace& row, const char* key, std::string text) {
        mistakes_.push_back({row.of(key), row.name + "." + key, std::move(text), false});
    }

    const Config& config_;
    std::vector<ConfigMistake>& mistakes_;
};

class Reader {
public:
    Reader() {
        StreamConfig& stream = reading_.config.stream;
        stream.tcp = HostPort{"127.0.0.1", 7610};
        stream.unix_socket = runtime_directory() / "stream.sock";
        stream.unix_is_default = true;
    }

    void text(const std::string& text, const std::filesystem::path& file) {
        const ConfigSource source{file, reading_.mistakes};
        reading_.config.files.push_back(file);
        toml::parse_result parsed = toml::parse(text, file.string());
        if (!parsed) {
            source.error(source.place(parsed.error().source()), "",
                         std::string(parsed.error().description()));
            return;
        }
        read_sections(source, parsed.table(), reading_.config, places_);
    }

    bool file(const std::filesystem::path& file) {
        std::ifstream in(file, std::ios::binary);
        std::ostringstream content;
        if (!in || !(content << in.rdbuf())) {
            // An empty file is a sound one; rdbuf() sets failbit when it puts nothing out.
            std::error_code error;
            const bool empty = in && std::filesystem::is_regular_file(file, error) &&
                               std::filesystem::file_size(file, error) == 0;
            if (!empty) {
                ConfigSource{file, reading_.mistakes}.error({file.string(), 0, 0}, "", "cannot be read");
                return false;
            }
        }
        text(content.str(), file);
        return true;
    }

    ConfigReading finish() {
        Judge judge(reading_.config, reading_.mistakes);
        judge.lines();
        judge.tables();
        judge.listeners(places_.tcp);
        judge.play(places_.play);
        const auto order = [](const ConfigMistake& a, const ConfigMistake& b) {
            return std::tie(a.place.file, a.place.line, a.place.column) <
                   std::tie(b.place.file, b.place.line, b.place.column);
        };
        std::stable_sort(reading_.mistakes.begin(), reading_.mistakes.end(), order);
        return std::move(reading_);
    }

    void missing() { reading_.missing = true; }

private:
    ConfigReading reading_;
    JudgedPlaces places_;
};

}  // namespace

std::optional<HostPort> parse_host_port(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) return std::nullopt;
    HostPort result{text.substr(0, colon), 0};
    const std::string digits = text.substr(colon + 1);
    if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos) {
        return std::nullopt;
    }
    const unsigned long port = std::stoul(digits);
    if (port > 65535) return std::nullopt;
    result.port = static_cast<std::uint16_t>(port);
    if (result.host.front() == '[' && result.host.back() == ']') {
        result.host = result.host.substr(1, result.host.size() - 2);
        in6_addr address{};
        if (inet_pton(AF_INET6, result.host.c_str(), &address) != 1) return std::nullopt;
    } else if (result.host.find_first_of(":[]/ ") != std::string::npos) {
        return std::nullopt;
    }
    return result;
}

bool is_loopback(const std::string& host) {
    if (host == "localhost") return true;
    in_addr four{};
    if (inet_pton(AF_INET, host.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24U) == 127;
    in6_addr six{};
    return inet_pton(AF_INET6, host.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

rules::Play Config::play() const {
    if (event.play) return *event.play;
    if (event.time_control) return rules::kind_of_play(*event.time_control, event.laws);
    return rules::Play::Standard;
}

std::string to_string(const ConfigMistake& mistake) {
    std::string text = mistake.place.line == 0 ? mistake.place.file : at(mistake.place);
    text += mistake.warning ? ": warning: " : ": error: ";
    if (!mistake.key.empty()) text += mistake.key + ": ";
    return text + mistake.text;
}

bool ConfigReading::usable() const {
    return std::all_of(mistakes.begin(), mistakes.end(), [](const ConfigMistake& m) { return m.warning; });
}

ConfigReading read_config(const std::filesystem::path& file) {
    if (file.empty()) return read_config_directory("/etc/boardbridge");
    Reader reader;
    std::error_code error;
    if (!reader.file(std::filesystem::absolute(file, error))) reader.missing();
    return reader.finish();
}

ConfigReading read_config_directory(const std::filesystem::path& directory) {
    Reader reader;
    std::error_code error;
    const auto main_file = directory / "boardbridge.toml";
    if (std::filesystem::exists(main_file, error)) reader.file(main_file);
    std::vector<std::filesystem::path> parts;
    for (const auto& entry : std::filesystem::directory_iterator(directory / "conf.d", error)) {
        if (entry.path().extension() == ".toml") parts.push_back(entry.path());
    }
    std::sort(parts.begin(), parts.end());
    for (const auto& part : parts) reader.file(part);
    return reader.finish();
}

ConfigReading read_config_text(const std::string& text, const std::filesystem::path& file) {
    Reader reader;
    reader.text(text, file);
    return reader.finish();
}

bool runtime_directory_is_named() {
    const char* named = std::getenv("RUNTIME_DIRECTORY");
    return named != nullptr && *named != '\0';
}

std::filesystem::path runtime_directory() {
    if (!runtime_directory_is_named()) return "/run/boardbridge";
    // systemd gives a list when several are asked for; the first is ours.
    const char* const named = std::getenv("RUNTIME_DIRECTORY");
    const std::string_view text = named != nullptr ? named : "";
    return text.substr(0, text.find(':'));
}

}  // namespace boardbridge::daemon
