// boardbridge list-drivers: the driver table, as text, JSON, or the udev rules made from it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <set>

#include "daemon/command/commands.hpp"
#include "daemon/exit_code.hpp"
#include "daemon/json_text.hpp"
#include "drivers/driver.hpp"

namespace boardbridge::daemon {

namespace {

constexpr unsigned kFtdi = 0x0403;

void print_table() {
    for (const drivers::Driver& driver : drivers::all_drivers()) {
        std::cout << fmt::format("{:<12} {:<12} {}\n", driver.id, driver.maker, driver.description);
        for (const drivers::UsbMatch& usb : driver.usb) {
            std::cout << fmt::format("{:<12} usb {:04x}:{:04x} {}\n", "", usb.vendor, usb.product, usb.what);
        }
    }
}

void print_json() {
    std::string out;
    for (const drivers::Driver& driver : drivers::all_drivers()) {
        std::string usb;
        for (const drivers::UsbMatch& match : driver.usb) {
            usb += fmt::format("{}{{\"id\":\"{:04x}:{:04x}\",\"what\":{}}}", usb.empty() ? "" : ",",
                               match.vendor, match.product, json_text(match.what));
        }
        out +=
            fmt::format("{}{{\"id\":{},\"maker\":{},\"description\":{},\"baud\":{},\"bus\":{},\"usb\":[{}]}}",
                        out.empty() ? "" : ",\n ", json_text(driver.id), json_text(driver.maker),
                        json_text(driver.description), driver.line.baud, driver.bus, usb);
    }
    std::cout << "[" << out << "]\n";
}

// ModemManager would talk to a board as to a modem; FTDI adapters hold bytes back for 16 ms.
void print_udev() {
    std::cout << "# Boards known to boardbridge. Made by: boardbridge list-drivers --udev\n"
                 "ACTION==\"remove\", GOTO=\"boardbridge_end\"\n";
    std::set<std::pair<unsigned, unsigned>> done;
    bool ftdi = false;
    for (const drivers::Driver& driver : drivers::all_drivers()) {
        for (const drivers::UsbMatch& usb : driver.usb) {
            if (!done.emplace(usb.vendor, usb.product).second) continue;
            ftdi = ftdi || usb.vendor == kFtdi;
            std::cout
                << fmt::format("\n# {}\n", usb.what)
                << fmt::format(
                       "SUBSYSTEM==\"tty\", ATTRS{{idVendor}}==\"{:04x}\", ATTRS{{idProduct}}==\"{:04x}\", "
                       "ENV{{ID_MM_DEVICE_IGNORE}}=\"1\", ENV{{ID_MM_PORT_IGNORE}}=\"1\", "
                       "GROUP=\"dialout\", MODE=\"0660\"\n",
                       usb.vendor, usb.product);
        }
    }
    if (ftdi) {
        std::cout << "\n# FTDI adapters: hand over each byte at once\n"
                     "ACTION==\"add\", SUBSYSTEM==\"usb-serial\", DRIVER==\"ftdi_sio\", "
                     "ATTR{latency_timer}=\"1\"\n";
    }
    std::cout << "\nLABEL=\"boardbridge_end\"\n";
}

}  // namespace

void add_list_drivers(CommandLine& line) {
    struct Options {
        bool udev = false;
        bool json = false;
    };
    CLI::App* command = line.app.add_subcommand("list-drivers", "List the drivers and the devices they know");
    auto options = std::make_shared<Options>();
    auto* udev = command->add_flag("--udev", options->udev, "Print the udev rules made from the table");
    command->add_flag("--json", options->json, "Print JSON")->excludes(udev);
    command->callback([&line, options] {
        line.chosen = [options]() -> int {
            if (options->udev) {
                print_udev();
            } else if (options->json) {
                print_json();
            } else {
                print_table();
            }
            return kDone;
        };
    });
}

}  // namespace boardbridge::daemon
