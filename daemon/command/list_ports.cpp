// boardbridge list-ports: the serial ports of this machine, which of them are configured, and, when a daemon
// runs, what answers there.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

#include "daemon/command/commands.hpp"
#include "daemon/command/connect_options.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/json_text.hpp"
#include "daemon/table_words.hpp"
#include "drivers/driver.hpp"
#include "drivers/transport/port_finder.hpp"

namespace boardbridge::daemon {

namespace {

struct PortRow {
    std::string device;
    std::string usb;  // "0403:6001", empty: no USB device
    std::string path;
    std::string serial;
    std::string product;
    std::string by_id;
    std::string drivers;  // that may fit
    std::string line;     // that has it in the configuration
    std::vector<rules::DeviceChanged> answers;
};

std::string fitting_drivers(const drivers::UsbIdentity& usb) {
    std::string names;
    for (const drivers::Driver& driver : drivers::all_drivers()) {
        for (const drivers::UsbMatch& match : driver.usb) {
            if (match.vendor != usb.vendor || match.product != usb.product) continue;
            names += (names.empty() ? "" : ",") + std::string(driver.id);
            break;
        }
    }
    return names;
}

// Whether the text of a configured port means this port.
bool means(const std::string& text, const drivers::SerialPort& port) {
    const auto parsed = drivers::parse_port_text(text);
    if (!parsed) return false;
    if (const auto* usb = std::get_if<drivers::UsbSelector>(&*parsed))
        return port.usb && matches(*usb, *port.usb);
    const auto* path = std::get_if<drivers::DevicePath>(&*parsed);
    if (path == nullptr) return false;
    std::error_code error;
    return path->path == port.device || std::filesystem::equivalent(path->path, port.device, error);
}

using Answers = std::map<std::string, std::vector<rules::DeviceChanged>>;

// What answers on each line.
Answers read_answers(StreamClient& client) {
    Answers answers;
    client.send(protocol::Subscribe{});
    // The snapshots come first, and at once; what follows does not matter here.
    while (true) {
        const auto message = client.receive(std::chrono::milliseconds(300));
        if (!message || !*message) return answers;
        const auto* snapshot = std::get_if<protocol::Snapshot>(&**message);
        if (snapshot == nullptr) return answers;
        for (const rules::DeviceChanged& device : snapshot->table.devices)
            answers[device.line].push_back(device);
    }
}

// A daemon that was named has to be there; else none is needed to list ports.
Expected<Answers, int> ask_daemon(const CommonOptions& common, const std::string& connect,
                                  const Config& config) {
    if (!connect.empty()) {
        auto client = connect_daemon(common, connect);
        if (!client) return Unexpected<int>(client.error());
        return read_answers(*client);
    }
    if (config.lines.empty()) return Answers();
    auto client = StreamClient::connect(targets_of(config.stream, runtime_directory()));
    return client ? read_answers(*client) : Answers();
}

std::vector<PortRow> collect(const Config& config, Answers answers) {
    std::vector<PortRow> rows;
    std::vector<const LineConfig*> unseen;
    for (const LineConfig& line : config.lines) unseen.push_back(&line);
    for (const drivers::SerialPort& port : drivers::PortFinder().serial_ports()) {
        PortRow row;
        row.device = port.device;
        row.by_id = port.by_id;
        if (port.usb) {
            row.usb = fmt::format("{:04x}:{:04x}", port.usb->vendor, port.usb->product);
            row.path = port.usb->path;
            row.serial = port.usb->serial;
            row.product = port.usb->product_text;
            row.drivers = fitting_drivers(*port.usb);
        }
        for (auto it = unseen.begin(); it != unseen.end();) {
            if (!means((*it)->port, port)) {
                ++it;
                continue;
            }
            row.line = (*it)->name;
            it = unseen.erase(it);
        }
        rows.push_back(std::move(row));
    }
    for (const LineConfig* line : unseen) {
        PortRow row;
        row.device = line->port;
        row.line = line->name;
        rows.push_back(std::move(row));
    }
    for (PortRow& row : rows) {
        const auto found = answers.find(row.line);
        if (row.line.empty() || found == answers.end()) continue;
        row.answers = std::move(found->second);
        answers.erase(found);
    }
    // Lines of the daemon whose ports are not in this configuration.
    for (auto& [line, devices] : answers) {
        PortRow row;
        row.line = line;
        row.answers = std::move(devices);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string answer_text(const rules::DeviceChanged& device) {
    std::string text = device.address != 0 ? fmt::format("{} ", device.address) : std::string();
    text += device_state_word(device.state);
    if (!device.serial.empty()) text += " serial " + device.serial;
    if (!device.firmware.empty()) text += " firmware " + device.firmware;
    if (device.battery_percent) text += fmt::format(" battery {}%", *device.battery_percent);
    if (!device.detail.empty()) text += " (" + device.detail + ")";
    return text;
}

void print_text(const std::vector<PortRow>& rows) {
    if (rows.empty()) std::cout << "no serial ports\n";
    for (const PortRow& row : rows) {
        std::cout << (row.device.empty() ? "port not configured here" : row.device);
        if (!row.usb.empty()) std::cout << fmt::format("  usb:{}@{}  {}", row.usb, row.path, row.product);
        if (!row.serial.empty()) std::cout << "  #" << row.serial;
        if (!row.drivers.empty()) std::cout << "  driver " << row.drivers;
        std::cout << "\n";
        if (!row.by_id.empty()) std::cout << "    " << row.by_id << "\n";
        if (!row.line.empty()) std::cout << "    line " << row.line << "\n";
        for (const rules::DeviceChanged& device : row.answers)
            std::cout << "    " << answer_text(device) << "\n";
    }
}

std::string answer_json(const rules::DeviceChanged& device) {
    std::string text = fmt::format("{{\"address\":{},\"state\":{}", device.address,
                                   json_text(device_state_word(device.state)));
    const auto add = [&text](const char* key, const std::string& value) {
        if (!value.empty()) text += fmt::format(",\"{}\":{}", key, json_text(value));
    };
    add("serial", device.serial);
    add("firmware", device.firmware);
    add("driver", device.driver);
    add("detail", device.detail);
    if (device.battery_percent) text += fmt::format(",\"battery\":{}", *device.battery_percent);
    return text + "}";
}

void print_json(const std::vector<PortRow>& rows) {
    std::string out;
    for (const PortRow& row : rows) {
        std::string text = row.device.empty() ? fmt::format("{{\"line\":{}", json_text(row.line))
                                              : fmt::format("{{\"device\":{}", json_text(row.device));
        const auto add = [&text](const char* key, const std::string& value) {
            if (!value.empty()) text += fmt::format(",\"{}\":{}", key, json_text(value));
        };
        add("usb", row.usb);
        add("path", row.path);
        add("serial", row.serial);
        add("product", row.product);
        add("by_id", row.by_id);
        add("drivers", row.drivers);
        if (!row.device.empty()) add("line", row.line);
        std::string answers;
        for (const rules::DeviceChanged& device : row.answers) {
            answers += (answers.empty() ? "" : ",") + answer_json(device);
        }
        if (!answers.empty()) text += ",\"answers\":[" + answers + "]";
        out += (out.empty() ? "" : ",\n ") + text + "}";
    }
    std::cout << "[" << out << "]\n";
}

int list_ports(const CommonOptions& common, const std::string& connect, bool json) {
    const ConfigReading reading = read_config(common.config);
    if (!common.config.empty() && !reading.usable()) {
        for (const ConfigMistake& mistake : reading.mistakes) std::cerr << to_string(mistake) << "\n";
        return reading.missing ? kNoInput : kBadConfig;
    }
    auto answers = ask_daemon(common, connect, reading.config);
    if (!answers) return answers.error();
    const std::vector<PortRow> rows = collect(reading.config, std::move(*answers));
    if (json) {
        print_json(rows);
    } else {
        print_text(rows);
    }
    return kDone;
}

}  // namespace

void add_list_ports(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand("list-ports", "List the serial ports and what answers there");
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "Print JSON");
    auto connect = add_connect_option(*command);
    command->callback([&line, json, connect] {
        line.chosen = [&line, json, connect] { return list_ports(line.common, *connect, *json); };
    });
}

}  // namespace boardbridge::daemon
