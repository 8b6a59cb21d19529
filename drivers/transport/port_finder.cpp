// A port is a name under /sys/class/tty with a device behind it; its USB identity is the nearest folder above
// that has an idVendor.
#include "drivers/transport/port_finder.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>

namespace boardbridge::drivers {

namespace {

namespace fs = std::filesystem;

// First line of a sysfs attribute, without blanks around it; empty if it can't be read.
std::string attribute(const fs::path& folder, const char* name) {
    std::ifstream file(folder / name);
    std::string text;
    std::getline(file, text);
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\0'; };
    while (!text.empty() && blank(text.back())) text.pop_back();
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), blank));
    return text;
}

std::optional<unsigned> hex(const std::string& text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}

std::optional<UsbIdentity> usb_identity(fs::path folder) {
    UsbIdentity usb;
    std::error_code error;
    for (; folder.has_relative_path(); folder = folder.parent_path()) {
        if (const auto number = hex(attribute(folder, "bInterfaceNumber"))) usb.interface = *number;
        const auto vendor = hex(attribute(folder, "idVendor"));
        const auto product = hex(attribute(folder, "idProduct"));
        if (!vendor || !product || *vendor > 0xFFFF || *product > 0xFFFF) continue;
        usb.vendor = static_cast<std::uint16_t>(*vendor);
        usb.product = static_cast<std::uint16_t>(*product);
        usb.path = folder.filename();
        usb.manufacturer = attribute(folder, "manufacturer");
        usb.product_text = attribute(folder, "product");
        usb.serial = attribute(folder, "serial");
        return usb;
    }
    return std::nullopt;
}

// Names of devices that the links in this folder lead to: "ttyUSB0" -> "usb-FTDI_...-port0".
std::map<std::string, std::string> links_in(const fs::path& folder) {
    std::map<std::string, std::string> links;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code no_link;
        const fs::path target = fs::read_symlink(it->path(), no_link);
        if (!no_link) links.emplace(target.filename(), it->path().filename());
    }
    return links;
}

std::string link_to(const std::map<std::string, std::string>& links, const std::string& name,
                    const char* folder) {
    const auto found = links.find(name);
    return found == links.end() ? std::string() : folder + found->second;
}

// ttyUSB2 before ttyUSB10.
bool natural_less(const SerialPort& a, const SerialPort& b) {
    const auto split = [](const std::string& s) {
        const std::size_t digits = s.find_last_not_of("0123456789") + 1;
        return std::tuple(s.substr(0, digits), s.size(), s.substr(digits));
    };
    return split(a.name) < split(b.name);
}

}  // namespace

std::vector<SerialPort> PortFinder::serial_ports() const {
    std::vector<SerialPort> ports;
    const auto by_id = links_in(root_ / "dev/serial/by-id");
    const auto by_path = links_in(root_ / "dev/serial/by-path");
    std::error_code error;
    for (fs::directory_iterator it(root_ / "sys/class/tty", error), end; !error && it != end;
         it.increment(error)) {
        std::error_code missing;
        const fs::path hardware = fs::canonical(it->path() / "device", missing);
        if (missing) continue;                               // consoles, ptys
        if (attribute(it->path(), "type") == "0") continue;  // a legacy port that is not built in
        SerialPort port;
        port.name = it->path().filename();
        port.device = "/dev/" + port.name;
        port.usb = usb_identity(hardware);
        port.by_id = link_to(by_id, port.name, "/dev/serial/by-id/");
        port.by_path = link_to(by_path, port.name, "/dev/serial/by-path/");
        ports.push_back(std::move(port));
    }
    std::sort(ports.begin(), ports.end(), natural_less);
    return ports;
}

bool matches(const UsbSelector& selector, const UsbIdentity& usb) {
    return selector.vendor == usb.vendor && selector.product == usb.product &&
           (selector.path.empty() || selector.path == usb.path) &&
           (selector.serial.empty() || selector.serial == usb.serial);
}

std::string to_port_text(const UsbIdentity& usb) {
    char ids[16];
    std::snprintf(ids, sizeof ids, "%04x:%04x", usb.vendor, usb.product);
    std::string text = "usb:";
    text += ids;
    text += '@';
    text += usb.path;
    return text;
}

}  // namespace boardbridge::drivers
