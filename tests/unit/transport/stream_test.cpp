// Streams over real ptys and loopback sockets: bytes both ways, the other end going away, closing in
// mid-read.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <filesystem>

#include "drivers/transport/byte_stream.hpp"
#include "support/device_events.hpp"
#include "support/run_awaitable.hpp"

namespace boardbridge::drivers {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using test::bytes;
using test::run;
using testing::HasSubstr;
using Opened = Expected<std::unique_ptr<ByteStream>, OpenError>;

Opened open(asio::io_context& io, const std::string& port) {
    return run(io, open_stream(io.get_executor(), port, LineSettings{}));
}

std::vector<std::byte> read_exactly(asio::io_context& io, ByteStream& stream, std::size_t n) {
    std::vector<std::byte> out(n);
    std::size_t got = 0;
    while (got < n) {
        const IoResult r = run(io, stream.read_some(std::span(out).subspan(got)));
        if (!r.ok()) throw boost::system::system_error(r.error);
        got += r.bytes;
    }
    return out;
}

struct Pty {
    Pty() : master(::posix_openpt(O_RDWR | O_NOCTTY)) {
        ::grantpt(master);
        ::unlockpt(master);
        name = ::ptsname(master);
    }
    ~Pty() { hang_up(); }
    Pty(const Pty&) = delete;
    void hang_up() {
        if (master >= 0) ::close(master);
        master = -1;
    }
    int master;
    std::string name;
};

TEST(PtyStream, BytesBothWaysUnchanged) {
    asio::io_context io;
    Pty pty;
    const Opened stream = open(io, pty.name);
    ASSERT_TRUE(stream) << stream.error().text;
    EXPECT_EQ((*stream)->name(), pty.name);
    std::vector<std::byte> all;
    for (int i = 0; i < 256; ++i) all.push_back(static_cast<std::byte>(i));
    ASSERT_EQ(::write(pty.master, all.data(), all.size()), 256);
    EXPECT_EQ(read_exactly(io, **stream, 256), all);
    EXPECT_EQ(run(io, (*stream)->write(all)).bytes, 256U);
    std::vector<std::byte> back(256);
    std::size_t got = 0;
    while (got < 256) {
        const ssize_t n = ::read(pty.master, back.data() + got, back.size() - got);
        ASSERT_GT(n, 0);
        got += static_cast<std::size_t>(n);
    }
    EXPECT_EQ(back, all);
}

TEST(PtyStream, TryWriteTakesWhatFits) {
    asio::io_context io;
    Pty pty;
    const Opened stream = open(io, pty.name);
    ASSERT_TRUE(stream);
    const std::vector<std::byte> block(1024);
    std::size_t total = 0;
    for (int i = 0; i < 10000; ++i) {
        const IoResult r = (*stream)->try_write(block);
        ASSERT_TRUE(r.ok()) << r.error.message();
        if (r.bytes == 0) break;
        total += r.bytes;
    }
    EXPECT_GT(total, 0U);
    EXPECT_LT(total, 10000U * 1024);  // nobody reads: it must say "nothing fits" at some time
}

TEST(PtyStream, OtherEndGoneIsTheEnd) {
    asio::io_context io;
    Pty pty;
    const Opened stream = open(io, pty.name);
    ASSERT_TRUE(stream);
    pty.hang_up();
    std::array<std::byte, 8> buffer{};
    EXPECT_EQ(run(io, (*stream)->read_some(buffer)).error, asio::error::eof);
}

TEST(PtyStream, CloseEndsAPendingRead) {
    asio::io_context io;
    Pty pty;
    const Opened stream = open(io, pty.name);
    ASSERT_TRUE(stream);
    std::array<std::byte, 8> buffer{};
    asio::post(io, [&] { asio::post(io, [&] { (*stream)->close(); }); });
    EXPECT_EQ(run(io, (*stream)->read_some(buffer)).error, asio::error::operation_aborted);
    (*stream)->close();
    EXPECT_FALSE(run(io, (*stream)->read_some(buffer)).ok());
    EXPECT_FALSE((*stream)->try_write(buffer).ok());
}

TEST(PtyStream, LinksAreFollowed) {
    asio::io_context io;
    Pty pty;
    const auto link =
        std::filesystem::temp_directory_path() / ("boardbridge-link-" + std::to_string(::getpid()));
    std::filesystem::remove(link);
    std::filesystem::create_symlink(pty.name, link);
    const Opened stream = open(io, link);
    std::filesystem::remove(link);
    ASSERT_TRUE(stream) << stream.error().text;
    EXPECT_EQ((*stream)->name(), pty.name);
}

TEST(PtyStream, SecondOpeningIsBusy) {
    asio::io_context io;
    Pty pty;
    const Opened first = open(io, pty.name);
    ASSERT_TRUE(first);
    const Opened second = open(io, pty.name);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, OpenErrorKind::Busy);
    EXPECT_THAT(second.error().text, HasSubstr(pty.name));
}

TEST(OpenStream, ErrorsNameThePort) {
    asio::io_context io;
    struct Case {
        const char* port;
        OpenErrorKind kind;
    };
    for (const Case& c :
         {Case{"/dev/boardbridge-no-such-port", OpenErrorKind::NotFound},
          Case{"COM1", OpenErrorKind::BadPort}, Case{"/etc/passwd", OpenErrorKind::BadPort},
          Case{"/tmp", OpenErrorKind::Failed}, Case{"usb:dead:beef", OpenErrorKind::NotFound}}) {
        const Opened stream = open(io, c.port);
        ASSERT_FALSE(stream) << c.port;
        EXPECT_EQ(stream.error().kind, c.kind) << stream.error().text;
        EXPECT_THAT(stream.error().text, HasSubstr(c.port));
    }
}

class TcpStreams : public testing::Test {
protected:
    std::string port() const {
        return "tcp://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
    }

    asio::io_context io_;
    tcp::acceptor acceptor_{io_, tcp::endpoint(asio::ip::make_address("127.0.0.1"), 0)};
};

TEST_F(TcpStreams, BytesBothWays) {
    const Opened stream = open(io_, port());
    ASSERT_TRUE(stream) << stream.error().text;
    EXPECT_EQ((*stream)->name(), "127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()));
    tcp::socket server = acceptor_.accept();
    const auto hello = bytes("8e 00 05 34 00");
    asio::write(server, asio::buffer(hello));
    EXPECT_EQ(read_exactly(io_, **stream, 5), hello);
    EXPECT_EQ((*stream)->try_write(bytes("42")).bytes, 1U);
    std::vector<std::byte> got(1);
    asio::read(server, asio::buffer(got));
    EXPECT_EQ(got, bytes("42"));
}

TEST_F(TcpStreams, ServerClosing) {
    const Opened stream = open(io_, port());
    ASSERT_TRUE(stream);
    acceptor_.accept().close();
    std::array<std::byte, 8> buffer{};
    EXPECT_EQ(run(io_, (*stream)->read_some(buffer)).error, asio::error::eof);
    // writing into the dead connection is an error in the end, never a signal
    IoResult r;
    for (int i = 0; i < 1000 && r.ok(); ++i) r = run(io_, (*stream)->write(buffer));
    EXPECT_FALSE(r.ok());
}

TEST_F(TcpStreams, NobodyListens) {
    const std::string where = port();
    acceptor_.close();
    const Opened stream = open(io_, where);
    ASSERT_FALSE(stream);
    EXPECT_EQ(stream.error().kind, OpenErrorKind::Unreachable);
    EXPECT_THAT(stream.error().text, HasSubstr("127.0.0.1:"));
}

}  // namespace
}  // namespace boardbridge::drivers
