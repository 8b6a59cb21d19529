// Serial ports through the real libserialport: found, opened, set, read, written, pulled out and found again
// under another name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <termios.h>

#include <array>
#include <boost/asio/error.hpp>
#include <filesystem>

#include "drivers/transport/byte_stream.hpp"
#include "drivers/transport/port_finder.hpp"
#include "support/device_events.hpp"
#include "support/run_awaitable.hpp"
#include "test_bed.hpp"

namespace boardbridge::drivers {
namespace {

using test::bytes;
using test::run;
using test::TestBed;
using testing::HasSubstr;
using Opened = Expected<std::unique_ptr<ByteStream>, OpenError>;

class SerialPorts : public testing::Test {
protected:
    Opened open(const std::string& port, const LineSettings& settings = {}) {
        return run(io_, open_stream(io_.get_executor(), port, settings));
    }
    void board_says(const std::string& name, std::string_view hex) {
        const auto data = bytes(hex);
        ASSERT_EQ(::write(bed_.far_end(name), data.data(), data.size()), static_cast<ssize_t>(data.size()));
    }
    std::vector<std::byte> board_hears(const std::string& name, std::size_t n) {
        std::vector<std::byte> data(n);
        std::size_t got = 0;
        while (got < n) {
            const ssize_t r = ::read(bed_.far_end(name), data.data() + got, n - got);
            if (r <= 0) break;
            got += static_cast<std::size_t>(r);
        }
        data.resize(got);
        return data;
    }
    std::vector<std::byte> read(ByteStream& stream, std::size_t n) {
        std::vector<std::byte> data(n);
        std::size_t got = 0;
        while (got < n) {
            const IoResult r = run(io_, stream.read_some(std::span(data).subspan(got)));
            if (!r.ok()) break;
            got += r.bytes;
        }
        data.resize(got);
        return data;
    }

    TestBed bed_;
    boost::asio::io_context io_;
};

TEST_F(SerialPorts, AreFoundWithTheirUsbIdentity) {
    bed_.plug("1-4", "04d8:000a", "ttyACM0", 0);
    bed_.plug("1-5", "0403:6001", "ttyUSB1", 1, "FT77");
    const auto ports = PortFinder().serial_ports();
    ASSERT_EQ(ports.size(), 2U);
    EXPECT_EQ(ports[0].device, "/dev/ttyACM0");
    ASSERT_TRUE(ports[0].usb);
    EXPECT_EQ(to_port_text(*ports[0].usb), "usb:04d8:000a@1-4");
    EXPECT_EQ(ports[0].usb->product_text, "DGT Chessboard");
    EXPECT_EQ(ports[1].device, "/dev/ttyUSB1");
    ASSERT_TRUE(ports[1].usb);
    EXPECT_EQ(ports[1].usb->serial, "FT77");
}

TEST_F(SerialPorts, BytesBothWaysUnchanged) {
    bed_.plug("1-4", "0403:6001", "ttyUSB0", 0);
    const Opened stream = open("/dev/ttyUSB0");
    ASSERT_TRUE(stream) << stream.error().text;
    EXPECT_EQ((*stream)->name(), "/dev/ttyUSB0");
    board_says("ttyUSB0", "8e 00 05 34 00 0a 0d 11 13 03 04 1a 7f ff");
    EXPECT_EQ(read(**stream, 14), bytes("8e 00 05 34 00 0a 0d 11 13 03 04 1a 7f ff"));
    const auto command = bytes("42 0a 0d 00 ff");
    EXPECT_EQ(run(io_, (*stream)->write(command)).bytes, 5U);
    EXPECT_EQ(board_hears("ttyUSB0", 5), command);
}

TEST_F(SerialPorts, AReadWithoutDataWaits) {
    bed_.plug("1-4", "0403:6001", "ttyUSB0", 0);
    const Opened stream = open("/dev/ttyUSB0");
    ASSERT_TRUE(stream) << stream.error().text;
    // with VMIN 0 this read would end at once, with 0 bytes, taken for the end of the port
    std::array<std::byte, 8> buffer{};
    boost::asio::co_spawn(io_, (*stream)->read_some(buffer), [&](std::exception_ptr, IoResult r) {
        EXPECT_TRUE(r.ok()) << r.error.message();
        EXPECT_EQ(r.bytes, 1U);
    });
    io_.restart();
    io_.poll();
    board_says("ttyUSB0", "42");
    io_.run();
}

TEST_F(SerialPorts, SettingsReachThePort) {
    bed_.plug("1-4", "0403:6001", "ttyUSB0", 0);
    LineSettings settings;
    settings.baud = 38400;
    settings.dtr = false;
    settings.rts = false;
    const Opened stream = open("/dev/ttyUSB0", settings);
    ASSERT_TRUE(stream) << stream.error().text;
    EXPECT_EQ(bed_.modem_lines("ttyUSB0") & (TIOCM_DTR | TIOCM_RTS), 0);
    EXPECT_TRUE(bed_.low_latency("ttyUSB0"));
    struct termios seen {};
    ASSERT_EQ(::tcgetattr(bed_.far_end("ttyUSB0"), &seen), 0);
    EXPECT_EQ(::cfgetispeed(&seen), static_cast<speed_t>(B38400));
    EXPECT_EQ(seen.c_lflag & (ICANON | ECHO | ISIG), 0U);
    EXPECT_EQ(seen.c_iflag & (IXON | IXOFF | ICRNL | INLCR), 0U);
}

TEST_F(SerialPorts, ModemLinesUpWhereAsked) {
    bed_.plug("1-4", "0403:6001", "ttyUSB0", 0);
    LineSettings settings;
    settings.dtr = true;
    settings.rts = false;
    settings.low_latency = false;
    const Opened stream = open("/dev/ttyUSB0", settings);
    ASSERT_TRUE(stream) << stream.error().text;
    EXPECT_EQ(bed_.modem_lines("ttyUSB0") & (TIOCM_DTR | TIOCM_RTS), TIOCM_DTR);
    EXPECT_FALSE(bed_.low_latency("ttyUSB0"));
}

TEST_F(SerialPorts, SecondOpeningIsBusy) {
    bed_.plug("1-4", "0403:6001", "ttyUSB0", 0);
    const Opened first = open("/dev/ttyUSB0");
    ASSERT_TRUE(first) << first.error().text;
    const Opened second = open("/dev/ttyUSB0");
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, OpenErrorKind::Busy) << second.error().text;
    EXPECT_THAT(second.error().text, HasSubstr("/dev/ttyUSB0"));
}

TEST_F(SerialPorts, ClosedPortOpensAgain) {
    bed_.plug("1-4", "0403:6001", "ttyUSB0", 0);
    {
        const Opened first = open("/dev/ttyUSB0");
        ASSERT_TRUE(first) << first.error().text;
    }
    EXPECT_TRUE(open("/dev/ttyUSB0"));
}

TEST_F(SerialPorts, UsbSelectorFindsThePort) {
    bed_.plug("1-4", "0403:6001", "ttyUSB0", 0, "A");
    bed_.plug("1-5", "0403:6001", "ttyUSB1", 1, "B");
    const Opened by_path = open("usb:0403:6001@1-5");
    ASSERT_TRUE(by_path) << by_path.error().text;
    EXPECT_EQ((*by_path)->name(), "/dev/ttyUSB1");
    const Opened by_serial = open("usb:0403:6001#A");
    ASSERT_TRUE(by_serial) << by_serial.error().text;
    EXPECT_EQ((*by_serial)->name(), "/dev/ttyUSB0");
    const Opened two_alike = open("usb:0403:6001");
    ASSERT_FALSE(two_alike);
    EXPECT_EQ(two_alike.error().kind, OpenErrorKind::Ambiguous);
    EXPECT_THAT(two_alike.error().text, HasSubstr("usb:0403:6001@1-5 (/dev/ttyUSB1)"));
}

TEST_F(SerialPorts, PulledOutAndBackUnderAnotherName) {
    bed_.plug("1-4", "04d8:000a", "ttyACM0", 0);
    const std::string port = "usb:04d8:000a@1-4";
    const Opened before = open(port);
    ASSERT_TRUE(before) << before.error().text;
    std::array<std::byte, 8> buffer{};
    bed_.unplug("ttyACM0");
    EXPECT_EQ(run(io_, (*before)->read_some(buffer)).error, boost::asio::error::eof);
    const Opened meanwhile = open(port);
    ASSERT_FALSE(meanwhile);
    EXPECT_EQ(meanwhile.error().kind, OpenErrorKind::NotFound) << meanwhile.error().text;
    EXPECT_EQ(open("/dev/ttyACM0").error().kind, OpenErrorKind::NotFound);

    bed_.plug("1-4", "04d8:000a", "ttyACM1", 1);
    const Opened after = open(port);
    ASSERT_TRUE(after) << after.error().text;
    EXPECT_EQ((*after)->name(), "/dev/ttyACM1");
    board_says("ttyACM1", "8e 00 05 34 00");
    EXPECT_EQ(read(**after, 5), bytes("8e 00 05 34 00"));
}

}  // namespace
}  // namespace boardbridge::drivers
