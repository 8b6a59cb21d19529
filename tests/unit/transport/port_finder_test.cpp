// Ports as a made-up /sys shows them.
#include "drivers/transport/port_finder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace boardbridge::drivers {
namespace {

namespace fs = std::filesystem;

class FakeRoot : public testing::Test {
protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / ("boardbridge-ports-" + std::to_string(::getpid()));
        fs::remove_all(root_);
        fs::create_directories(root_ / "sys/class/tty");
        fs::create_directories(root_ / "dev/serial/by-id");
        fs::create_directories(root_ / "dev/serial/by-path");
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const fs::path& where, const std::string& text) {
        fs::create_directories((root_ / where).parent_path());
        std::ofstream(root_ / where) << text;
    }
    // A tty on interface `number` of the USB device at `usb` (folder below sys/devices).
    void add_usb_tty(const std::string& name, const std::string& usb, const std::string& number) {
        const fs::path interface =
            root_ / "sys/devices" / usb / (fs::path(usb).filename().string() + ":1." + number);
        const fs::path tty = interface / name / "tty" / name;
        fs::create_directories(tty);
        write(fs::relative(interface, root_) / "bInterfaceNumber", "0" + number + "\n");
        fs::create_symlink(interface / name, tty / "device");
        fs::create_symlink(tty, root_ / "sys/class/tty" / name);
    }

    fs::path root_;
};

TEST_F(FakeRoot, NothingThere) {
    EXPECT_TRUE(PortFinder(root_).serial_ports().empty());
    EXPECT_TRUE(PortFinder(root_ / "nowhere").serial_ports().empty());
}

TEST_F(FakeRoot, UsbPortsWithNames) {
    const std::string usb = "pci0000:00/0000:00:14.0/usb1/1-4/1-4.2";
    write("sys/devices/" + usb + "/idVendor", "04d8\n");
    write("sys/devices/" + usb + "/idProduct", "000a\n");
    write("sys/devices/" + usb + "/manufacturer", "DGT\n");
    write("sys/devices/" + usb + "/product", " DGT Chessboard \n");
    add_usb_tty("ttyACM10", usb, "2");
    const std::string ftdi = "pci0000:00/0000:00:14.0/usb1/1-5";
    write("sys/devices/" + ftdi + "/idVendor", "0403\n");
    write("sys/devices/" + ftdi + "/idProduct", "6001\n");
    write("sys/devices/" + ftdi + "/serial", "FT1A2B\n");
    add_usb_tty("ttyACM2", ftdi, "0");
    fs::create_symlink("../../ttyACM10", root_ / "dev/serial/by-id/usb-DGT_DGT_Chessboard-if00");
    fs::create_symlink("../../ttyACM10", root_ / "dev/serial/by-path/pci-0000:00:14.0-usb-0:4.2:1.2");
    // a console and a pty have no hardware; this legacy port is not built in, the other one is
    fs::create_directories(root_ / "sys/class/tty/tty1");
    fs::create_directories(root_ / "sys/devices/platform/serial8250");
    for (const char* name : {"ttyS0", "ttyS1"}) {
        fs::create_directories(root_ / "sys/class/tty" / name);
        fs::create_symlink(root_ / "sys/devices/platform/serial8250",
                           root_ / "sys/class/tty" / name / "device");
    }
    write("sys/class/tty/ttyS0/type", "0\n");
    write("sys/class/tty/ttyS1/type", "4\n");

    const auto ports = PortFinder(root_).serial_ports();
    ASSERT_EQ(ports.size(), 3U);
    EXPECT_EQ(ports[0].name, "ttyACM2");
    ASSERT_TRUE(ports[0].usb);
    EXPECT_EQ(ports[0].usb->vendor, 0x0403);
    EXPECT_EQ(ports[0].usb->serial, "FT1A2B");
    EXPECT_EQ(ports[0].by_id, "");
    EXPECT_EQ(to_port_text(*ports[0].usb), "usb:0403:6001@1-5");
    EXPECT_EQ(ports[1].device, "/dev/ttyACM10");
    ASSERT_TRUE(ports[1].usb);
    EXPECT_EQ(ports[1].usb->vendor, 0x04D8);
    EXPECT_EQ(ports[1].usb->product, 0x000A);
    EXPECT_EQ(ports[1].usb->path, "1-4.2");
    EXPECT_EQ(ports[1].usb->interface, 2U);
    EXPECT_EQ(ports[1].usb->manufacturer, "DGT");
    EXPECT_EQ(ports[1].usb->product_text, "DGT Chessboard");
    EXPECT_EQ(ports[1].usb->serial, "");
    EXPECT_EQ(ports[1].by_id, "/dev/serial/by-id/usb-DGT_DGT_Chessboard-if00");
    EXPECT_EQ(ports[1].by_path, "/dev/serial/by-path/pci-0000:00:14.0-usb-0:4.2:1.2");
    EXPECT_EQ(ports[2].name, "ttyS1");
    EXPECT_FALSE(ports[2].usb);
}

TEST_F(FakeRoot, BrokenAttributesAreNoUsb) {
    write("sys/devices/usb1/1-1/idVendor", "zzzz\n");
    write("sys/devices/usb1/1-1/idProduct", "6001\n");
    add_usb_tty("ttyUSB0", "usb1/1-1", "0");
    const auto ports = PortFinder(root_).serial_ports();
    ASSERT_EQ(ports.size(), 1U);
    EXPECT_FALSE(ports[0].usb);
}

TEST(UsbSelectorMatch, EveryPartCounts) {
    const UsbIdentity usb{0x0403, 0x6001, "1-4.2", 0, "", "", "A1"};
    EXPECT_TRUE(matches({0x0403, 0x6001, "", ""}, usb));
    EXPECT_TRUE(matches({0x0403, 0x6001, "1-4.2", "A1"}, usb));
    EXPECT_FALSE(matches({0x0403, 0x6002, "", ""}, usb));
    EXPECT_FALSE(matches({0x0404, 0x6001, "", ""}, usb));
    EXPECT_FALSE(matches({0x0403, 0x6001, "1-4", ""}, usb));
    EXPECT_FALSE(matches({0x0403, 0x6001, "", "A"}, usb));
}

}  // namespace
}  // namespace boardbridge::drivers
