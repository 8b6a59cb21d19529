// Two spellings of one port. Symbolic links: config_test.cpp.
#include "daemon/one_port.hpp"

#include <gtest/gtest.h>

namespace boardbridge::daemon {
namespace {

bool one(const char* a, const char* b) {
    const OnePort first(*drivers::parse_port_text(a));
    const OnePort second(*drivers::parse_port_text(b));
    EXPECT_EQ(first.may_be(second), second.may_be(first));
    return first.may_be(second);
}

TEST(OnePort, SpellingsOfAnAddress) {
    EXPECT_TRUE(one("tcp://127.0.0.1:04001", "tcp://127.0.0.1:4001"));
    EXPECT_TRUE(one("tcp://localhost:4001", "tcp://127.0.0.1:4001"));
    EXPECT_TRUE(one("tcp://LOCALHOST:4001", "tcp://[::1]:4001"));
    EXPECT_TRUE(one("tcp://[::1]:5", "tcp://[0::1]:5"));
    EXPECT_TRUE(one("tcp://[::ffff:10.0.0.5]:5", "tcp://10.0.0.5:5"));
    EXPECT_TRUE(one("tcp://Server.hall.:5", "tcp://server.hall:5"));
    EXPECT_FALSE(one("tcp://127.0.0.1:4001", "tcp://127.0.0.1:4002"));
    EXPECT_FALSE(one("tcp://127.0.0.1:4001", "tcp://[::1]:4001"));
    EXPECT_FALSE(one("tcp://127.0.0.2:4001", "tcp://localhost:4001"));
}

TEST(OnePort, UsbDevices) {
    EXPECT_TRUE(one("usb:2d80:8001", "usb:2D80:8001"));
    EXPECT_TRUE(one("usb:2d80:8001", "usb:2d80:8001#X"));
    EXPECT_TRUE(one("usb:2d80:8001@1-4", "usb:2d80:8001@1-4#X"));
    EXPECT_FALSE(one("usb:2d80:8001#X", "usb:2d80:8001#Y"));
    EXPECT_FALSE(one("usb:2d80:8001@1-4", "usb:2d80:8001#X"))
        << "one by place, one by number: as it should be";
    EXPECT_FALSE(one("usb:2d80:8001", "usb:2d80:8002"));
    EXPECT_FALSE(one("usb:2d80:8001", "tcp://h:1"));
}

TEST(OnePort, SerialNumbers) {
    EXPECT_EQ(one_serial("01025"), "1025");
    EXPECT_EQ(one_serial("1025"), "1025");
    EXPECT_EQ(one_serial("0A1"), "0A1");
    EXPECT_EQ(one_serial("000"), "000");
}

}  // namespace
}  // namespace boardbridge::daemon
