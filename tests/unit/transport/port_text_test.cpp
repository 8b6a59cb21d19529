// The `port` key of the configuration (contract section 3).
#include "drivers/transport/port_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace boardbridge::drivers {
namespace {

TEST(PortText, Devices) {
    for (const char* text : {"/dev/ttyUSB0", "/dev/serial/by-id/usb-DGT_DGT_Chessboard-if00", "/dev/pts/5"}) {
        const auto p = parse_port_text(text);
        ASSERT_TRUE(p) << text;
        EXPECT_EQ(std::get<DevicePath>(*p).path, text);
    }
}

TEST(PortText, Tcp) {
    const auto p = parse_port_text("tcp://127.0.0.1:4001");
    ASSERT_TRUE(p);
    EXPECT_EQ(std::get<TcpAddress>(*p).host, "127.0.0.1");
    EXPECT_EQ(std::get<TcpAddress>(*p).port, 4001);
    const auto v6 = parse_port_text("tcp://[fe80::1]:65535");
    ASSERT_TRUE(v6);
    EXPECT_EQ(std::get<TcpAddress>(*v6).host, "fe80::1");
    EXPECT_EQ(std::get<TcpAddress>(*v6).port, 65535);
}

TEST(PortText, Usb) {
    const auto plain = parse_port_text("usb:2d80:8001");
    ASSERT_TRUE(plain);
    EXPECT_EQ(std::get<UsbSelector>(*plain).vendor, 0x2D80);
    EXPECT_EQ(std::get<UsbSelector>(*plain).product, 0x8001);
    const auto all = parse_port_text("usb:04D8:000A@1-4.2#A#1");
    ASSERT_TRUE(all);
    EXPECT_EQ(std::get<UsbSelector>(*all).vendor, 0x04D8);
    EXPECT_EQ(std::get<UsbSelector>(*all).path, "1-4.2");
    EXPECT_EQ(std::get<UsbSelector>(*all).serial, "A#1");
    const auto serial = parse_port_text("usb:0403:6001#FT@1");
    ASSERT_TRUE(serial);
    EXPECT_EQ(std::get<UsbSelector>(*serial).path, "");
    EXPECT_EQ(std::get<UsbSelector>(*serial).serial, "FT@1");
}

TEST(PortText, RefusesTheRest) {
    for (const char* text : {"",
                             "/",
                             "COM1",
                             "ttyUSB0",
                             "dev/ttyUSB0",
                             "tcp://",
                             "tcp://host",
                             "tcp://host:",
                             "tcp://host:0",
                             "tcp://host:65536",
                             "tcp://host:12x",
                             "tcp://:4001",
                             "tcp://[::1]",
                             "tcp://[::1:4001",
                             "tcp://a b:1",
                             "tcp://user@host:1",
                             "usb:",
                             "usb:04d8",
                             "usb:4d8:000a",
                             "usb:04d8:00g0",
                             "usb:04d8:000a@",
                             "usb:04d8:000a#",
                             "usb:04d8:000a@x",
                             "usb:04d8:000a!",
                             "usb:04d8-000a",
                             "udp://host:1"}) {
        const auto p = parse_port_text(text);
        ASSERT_FALSE(p) << text;
        EXPECT_THAT(p.error(), testing::HasSubstr("expected")) << text;
    }
}

}  // namespace
}  // namespace boardbridge::drivers
