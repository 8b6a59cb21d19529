#include "daemon/one_port.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace boardbridge::daemon {

namespace {

std::string one_path(const std::string& path) {
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(path, error);
    return error ? path : real.string();
}

// An IPv4 address in IPv6 clothes is that IPv4 address.
std::string one_host(std::string host) {
    in6_addr six{};
    if (inet_pton(AF_INET6, host.c_str(), &six) == 1) {
        char text[INET6_ADDRSTRLEN] = {};
        const bool four = IN6_IS_ADDR_V4MAPPED(&six);
        return inet_ntop(four ? AF_INET : AF_INET6, four ? &six.s6_addr[12] : &six.s6_addr[0], text,
                         sizeof text);
    }
    std::transform(host.begin(), host.end(), host.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (host.ends_with('.')) host.pop_back();
    return host;
}

bool may_be_one_host(const std::string& a, const std::string& b) {
    const auto own = [](const std::string& host) { return host == "127.0.0.1" || host == "::1"; };
    return a == b || (a == "localhost" && own(b)) || (b == "localhost" && own(a));
}

/// Every device that `narrow` means is one that `wide` means.
bool covers(const drivers::UsbSelector& wide, const drivers::UsbSelector& narrow) {
    return wide.vendor == narrow.vendor && wide.product == narrow.product &&
           (wide.path.empty() || wide.path == narrow.path) &&
           (wide.serial.empty() || wide.serial == narrow.serial);
}

}  // namespace

OnePort::OnePort(const drivers::PortText& port) : port_(port) {
    if (auto* path = std::get_if<drivers::DevicePath>(&port_)) path->path = one_path(path->path);
    if (auto* tcp = std::get_if<drivers::TcpAddress>(&port_)) tcp->host = one_host(tcp->host);
}

bool OnePort::may_be(const OnePort& other) const {
    if (port_.index() != other.port_.index()) return false;
    if (const auto* path = std::get_if<drivers::DevicePath>(&port_)) {
        return path->path == std::get<drivers::DevicePath>(other.port_).path;
    }
    if (const auto* tcp = std::get_if<drivers::TcpAddress>(&port_)) {
        const auto& there = std::get<drivers::TcpAddress>(other.port_);
        return tcp->port == there.port && may_be_one_host(tcp->host, there.host);
    }
    const auto& usb = std::get<drivers::UsbSelector>(port_);
    const auto& there = std::get<drivers::UsbSelector>(other.port_);
    return covers(usb, there) || covers(there, usb);
}

std::string one_serial(const std::string& serial) {
    const bool digits =
        std::all_of(serial.begin(), serial.end(), [](char c) { return c >= '0' && c <= '9'; });
    const auto first = serial.find_first_not_of('0');
    return digits && first != std::string::npos ? serial.substr(first) : serial;
}

}  // namespace boardbridge::daemon
