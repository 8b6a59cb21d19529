// The configuration: what is read, and the literal text of each mistake. Contract section 3.
#include "daemon/config.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "drivers/driver.hpp"
#include "support/temporary_folder.hpp"

namespace boardbridge::daemon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ConfigReading read(const std::string& text) { return read_config_text(text, "/etc/hall.toml"); }

std::vector<std::string> mistakes_of(const ConfigReading& reading) {
    std::vector<std::string> texts;
    for (const ConfigMistake& mistake : reading.mistakes) texts.push_back(to_string(mistake));
    return texts;
}

TEST(Config, DefaultsHoldWithoutAnything) {
    const ConfigReading reading = read("");
    EXPECT_THAT(mistakes_of(reading), IsEmpty());
    EXPECT_TRUE(reading.usable());
    const Config& config = reading.config;
    EXPECT_EQ(config.stream.tcp, (HostPort{"127.0.0.1", 7610}));
    EXPECT_EQ(config.stream.unix_socket.filename(), "stream.sock");
    EXPECT_TRUE(config.stream.unix_is_default);
    EXPECT_EQ(config.play(), rules::Play::Standard);
    EXPECT_EQ(config.event.laws, rules::Edition::Fide2023);
    EXPECT_EQ(config.event.supervision, rules::Supervision::Full);
    EXPECT_EQ(config.alerts.device_lost, std::chrono::seconds(15));
}

TEST(Config, ReadsEveryKey) {
    const ConfigReading reading = read(R"(
[event]
name = "Open"
site = "Riga"
date = 2026-11-30
round = 3
laws = "fide-2018"
play = "rapid"
supervision = "partial"
time_control = "900+10"
guideline_3 = true
chess960 = true
language = "de"

[[line]]
name = "bus-a"
driver = "dgt"
port = "tcp://127.0.0.1:4001"
baud = 9600
data_bits = 7
parity = "odd"
stop_bits = 2
dtr = false
rts = true
low_latency = false

[[table]]
number = 12
line = "bus-a"
address = 0
white = "Anna"
black = "Bert"
white_clock = "right"

[[table]]
number = 13
serial = "01025"

[stream]
tcp = "[::1]:0"
unix = "run/s.sock"
allow_open = true
connections = 5
connections_per_address = 4
queue_kib = 128
queue_events = 1000

[journal]
memory_mib = 3

[recorder]
keep = "5m"
memory_mib = 2

[alerts]
device_lost = 20
mismatch = 2.5
confirm_rest = "1500ms"
unstable_changes = 7
battery_low_percent = 5
)");
    EXPECT_THAT(mistakes_of(reading), IsEmpty());
    const Config& c = reading.config;
    EXPECT_EQ(c.event.name, "Open");
    EXPECT_EQ(c.event.site, "Riga");
    EXPECT_EQ(c.event.date, std::chrono::year(2026) / 11 / 30);
    EXPECT_EQ(c.event.round, 3);
    EXPECT_EQ(c.event.laws, rules::Edition::Fide2018);
    EXPECT_EQ(c.play(), rules::Play::Rapid);
    EXPECT_EQ(c.event.supervision, rules::Supervision::Partial);
    ASSERT_TRUE(c.event.time_control);
    EXPECT_EQ(c.event.time_control->periods.at(0).base, std::chrono::seconds(900));
    EXPECT_TRUE(c.event.guideline_3);
    EXPECT_TRUE(c.event.chess960);
    EXPECT_EQ(c.event.language, Language::German);
    ASSERT_EQ(c.lines.size(), 1U);
    EXPECT_EQ(c.lines[0].port, "tcp://127.0.0.1:4001");
    EXPECT_EQ(c.lines[0].data_bits, 7U);
    EXPECT_EQ(c.lines[0].parity, drivers::Parity::Odd);
    EXPECT_EQ(c.lines[0].stop_bits, 2U);
    EXPECT_EQ(c.lines[0].dtr, false);
    EXPECT_EQ(c.lines[0].rts, true);
    EXPECT_EQ(c.lines[0].low_latency, false);
    ASSERT_EQ(c.tables.size(), 2U);
    EXPECT_EQ(c.tables[0].address, 0);
    EXPECT_EQ(c.tables[0].white, "Anna");
    EXPECT_EQ(c.tables[0].white_clock, WhiteClock::Right);
    EXPECT_EQ(c.tables[1].serial, "01025");
    EXPECT_EQ(c.stream.tcp, (HostPort{"::1", 0}));
    EXPECT_EQ(c.stream.unix_socket, "/etc/run/s.sock");
    EXPECT_EQ(c.stream.connections, 5U);
    EXPECT_EQ(c.stream.connections_per_address, 4U);
    EXPECT_EQ(c.stream.queue_kib, 128U);
    EXPECT_EQ(c.stream.queue_events, 1000U);
    EXPECT_EQ(c.journal.memory_mib, 3U);
    EXPECT_EQ(c.recorder.keep, std::chrono::minutes(5));
    EXPECT_EQ(c.recorder.memory_mib, 2U);
    EXPECT_EQ(c.alerts.device_lost, std::chrono::seconds(20));
    EXPECT_EQ(c.alerts.mismatch, std::chrono::milliseconds(2500));
    EXPECT_EQ(c.alerts.confirm_rest, std::chrono::milliseconds(1500));
    EXPECT_EQ(c.alerts.unstable_changes, 7);
    EXPECT_EQ(c.alerts.battery_low_percent, 5);
}

struct MistakeCase {
    const char* name;
    const char* text;
    std::vector<std::string> expected;
};
void PrintTo(const MistakeCase& c, std::ostream* out) { *out << c.name; }

class ConfigMistakes : public testing::TestWithParam<MistakeCase> {};

TEST_P(ConfigMistakes, AreNamed) {
    const ConfigReading reading = read(GetParam().text);
    EXPECT_EQ(mistakes_of(reading), GetParam().expected);
    EXPECT_FALSE(reading.usable());
}

const MistakeCase kMistakes[] = {
    {"Syntax",
     "[event\nname = 1",
     {"/etc/hall.toml:1:7: error: Error while parsing table header: expected ']', saw '\\n'"}},
    {"UnknownTable", "[evnt]\n", {"/etc/hall.toml:1:2: error: evnt: unknown key; did you mean event?"}},
    {"UnknownKey",
     "[event]\nnmae = 'x'\n",
     {"/etc/hall.toml:2:1: error: event.nmae: unknown key; did you mean name?"}},
    {"UnknownKeyFarFromAll",
     "[recorder]\nqqqqqqq = 1\n",
     {"/etc/hall.toml:2:1: error: recorder.qqqqqqq: unknown key; known here: keep, memory_mib"}},
    {"Types",
     "[event]\nname = 3\nround = '3'\ndate = '2026-11-30'\nguideline_3 = 1\n",
     {"/etc/hall.toml:2:8: error: event.name: expected a text in quotes, found the integer 3",
      "/etc/hall.toml:3:9: error: event.round: expected an integer from 1 to 999, found the text \"3\"",
      "/etc/hall.toml:4:8: error: event.date: expected a date without quotes, like 2026-11-30, found the "
      "text "
      "\"2026-11-30\"",
      "/etc/hall.toml:5:15: error: event.guideline_3: expected true or false, found the integer 1"}},
    {"Choices",
     "[event]\nlaws = 'fide-2022'\nplay = 'bullet'\nsupervision = 'none'\nlanguage = 'fr'\n",
     {"/etc/hall.toml:2:8: error: event.laws: expected \"fide-2009\", \"fide-2018\" or \"fide-2023\", found "
      "\"fide-2022\"",
      "/etc/hall.toml:3:8: error: event.play: expected \"standard\", \"rapid\" or \"blitz\", found "
      "\"bullet\"",
      "/etc/hall.toml:4:15: error: event.supervision: expected \"full\" or \"partial\", found \"none\"",
      "/etc/hall.toml:5:12: error: event.language: expected \"en\", \"ru\" or \"de\", found \"fr\""}},
    {"Range",
     "[event]\nround = 0\n",
     {"/etc/hall.toml:2:9: error: event.round: expected an integer from 1 to 999, found "
      "the integer 0"}},
    {"TableWhereArrayIsWanted",
     "[line]\nname = 'a'\n",
     {"/etc/hall.toml:1:1: error: line: expected tables [[line]], found "
      "a table"}},
    {"ValueWhereTableIsWanted",
     "event = 3\n",
     {"/etc/hall.toml:1:9: error: event: expected a table [event], found the "
      "integer 3"}},
    {"LineLacksAll",
     "[[line]]\n",
     {"/etc/hall.toml:1:1: error: line[1].name: is missing: expected a short name, like \"bus-a\"",
      "/etc/hall.toml:1:1: error: line[1].driver: is missing: expected one of the drivers: dgt, dgt-bus",
      "/etc/hall.toml:1:1: error: line[1].port: is missing: expected \"/dev/...\", \"tcp://HOST:PORT\" or "
      "\"usb:VVVV:PPPP\""}},
    {"UnknownDriver",
     "[[line]]\nname = 'a'\ndriver = 'dtg'\nport = 'tcp://h:1'\n",
     {"/etc/hall.toml:3:10: error: line[1].driver: expected one of the drivers: dgt, dgt-bus, found "
      "\"dtg\""}},
    {"BadPorts",
     "[[line]]\nname = 'a'\ndriver = 'dgt'\nport = 'COM3'\n[[line]]\nname = 'b'\ndriver = 'dgt'\nport = "
     "'usb:12:34'\n[[line]]\nname = 'c'\ndriver = 'dgt'\nport = 'tcp://host'\n",
     {"/etc/hall.toml:4:8: error: line[1].port: expected \"/dev/...\", \"tcp://HOST:PORT\" or "
      "\"usb:VVVV:PPPP[@PATH][#SERIAL]\", found \"COM3\"",
      "/etc/hall.toml:8:8: error: line[2].port: expected \"usb:VVVV:PPPP\" with four hex digits each, then "
      "\"@1-4.2\" or \"#SERIAL\" if needed, found \"usb:12:34\"",
      "/etc/hall.toml:12:8: error: line[3].port: expected \"tcp://HOST:PORT\" or \"tcp://[IPV6]:PORT\", port "
      "1 "
      "to 65535, found \"tcp://host\""}},
    {"AddressOnASingleBoardLine",
     "[[line]]\nname = 'a'\ndriver = 'dgt'\nport = 'tcp://h:1'\n[[table]]\nnumber = 1\nline = 'a'\naddress = "
     "7\n",
     {"/etc/hall.toml:8:11: error: table[1].address: line \"a\" carries a single board, it has no address"}},
    {"DuplicateLines",
     "[[line]]\nname = 'a'\ndriver = 'dgt'\nport = 'tcp://h:1'\n[[line]]\nname = 'a'\ndriver = 'dgt'\nport = "
     "'tcp://H:1'\n",
     {"/etc/hall.toml:6:8: error: line[2].name: the name \"a\" is already taken at /etc/hall.toml:2:8",
      "/etc/hall.toml:8:8: error: line[2].port: the port tcp://H:1 is already taken at /etc/hall.toml:4:8"}},
    {"DuplicateTables",
     "[[line]]\nname = 'a'\ndriver = 'dgt'\nport = 'tcp://h:1'\n"
     "[[table]]\nnumber = 1\nline = 'a'\n[[table]]\nnumber = 1\nline = 'a'\naddress = 0\n"
     "[[table]]\nnumber = 2\nserial = '7'\n[[table]]\nnumber = 3\nserial = '07'\n",
     {"/etc/hall.toml:9:10: error: table[2].number: table 1 is already taken at /etc/hall.toml:6:10",
      "/etc/hall.toml:11:11: error: table[2].address: address 0 of line \"a\" is already taken at "
      "/etc/hall.toml:7:8",
      "/etc/hall.toml:17:10: error: table[4].serial: the board with serial number 07 is already taken at "
      "/etc/hall.toml:14:10"}},
    {"AnUnknownKeyOfALine",
     "[[line]]\nname = 'a'\ndriver = 'dgt'\nqqqqqqqq = 1\n",
     {"/etc/hall.toml:1:1: error: line[1].port: is missing: expected \"/dev/...\", \"tcp://HOST:PORT\" or "
      "\"usb:VVVV:PPPP\"",
      "/etc/hall.toml:4:1: error: line[1].qqqqqqqq: unknown key; known here: name, driver, port, baud, "
      "data_bits, stop_bits, parity, dtr, rts, low_latency"}},
    {"TableWithoutLine",
     "[[table]]\nnumber = 1\nline = 'x'\n[[table]]\nnumber = 2\naddress = 3\n",
     {"/etc/hall.toml:3:8: error: table[1].line: there is no [[line]] with the name \"x\"",
      "/etc/hall.toml:4:1: error: table[2].line: is missing: expected the name of a line, or the serial "
      "number of the "
      "board as serial",
      "/etc/hall.toml:6:11: error: table[2].address: needs the line on which that address is"}},
    {"OpenListener",
     "[stream]\ntcp = '0.0.0.0:7610'\n",
     {"/etc/hall.toml:2:7: error: stream.tcp: 0.0.0.0 is no loopback address: everybody on the network could "
      "read the "
      "games; expected a loopback address, or allow_open = true if that is wanted"}},
    {"TimeControl",
     "[event]\ntime_control = 'x'\n",
     {"/etc/hall.toml:2:16: error: event.time_control: " + rules::parse_time_control("x").error()}},
    {"Delays",
     "[alerts]\ndevice_lost = -1\nmismatch = '8 sec'\n",
     {"/etc/hall.toml:2:15: error: alerts.device_lost: expected 0 to 3600 seconds (a number, or a text like "
      "\"500ms\", "
      "\"8s\", \"10m\"), found the integer -1",
      "/etc/hall.toml:3:12: error: alerts.mismatch: expected 0 to 3600 seconds (a number, or a text like "
      "\"500ms\", \"8s\", "
      "\"10m\"), found the text \"8 sec\""}},
    {"LaterVersions",
     "[event]\npairings = 'a.trf'\n[http]\nlisten = '127.0.0.1:7611'\n[journal]\npath = 'x'\n",
     {"/etc/hall.toml:2:12: error: event.pairings: is not supported by this version of boardbridge",
      "/etc/hall.toml:3:1: error: http: is not supported by this version of boardbridge",
      "/etc/hall.toml:6:8: error: journal.path: is not supported by this version of boardbridge"}},
    {"Certificates",
     "[stream]\ntls_cert = '/nonexistent/cert.pem'\n",
     {"/etc/hall.toml:2:12: error: stream.tls_cert: cannot read /nonexistent/cert.pem",
      "/etc/hall.toml:2:12: error: stream.tls_cert: is not supported by this version of boardbridge"}},
};

INSTANTIATE_TEST_SUITE_P(All, ConfigMistakes, testing::ValuesIn(kMistakes),
                         [](const auto& c) { return std::string(c.param.name); });

TEST(Config, MissingDevicesAndMismatchedPlayAreWarnings) {
    const ConfigReading reading = read(
        "[event]\nplay = 'blitz'\ntime_control = '5400+30'\n"
        "[[line]]\nname = 'a'\ndriver = 'dgt'\nport = '/dev/no-such-port'\n");
    EXPECT_THAT(
        mistakes_of(reading),
        ElementsAre(
            "/etc/hall.toml:2:8: warning: event.play: \"blitz\" is taken, although time_control 5400+30 is "
            "standard play under fide-2023",
            "/etc/hall.toml:7:8: warning: line[1].port: /dev/no-such-port does not exist now; the line "
            "will wait for it"));
    EXPECT_TRUE(reading.usable());
    EXPECT_EQ(reading.config.play(), rules::Play::Blitz);
}

TEST(Config, PlayFollowsTheTimeControl) {
    EXPECT_EQ(read("[event]\ntime_control = '180+2'\n").config.play(), rules::Play::Blitz);
}

TEST(Config, NamingOneListenerDropsTheOther) {
    const ConfigReading tcp = read("[stream]\ntcp = '127.0.0.1:0'\n");
    EXPECT_EQ(tcp.config.stream.unix_socket, "");
    const ConfigReading unix_only = read("[stream]\nunix = '/tmp/s'\n");
    EXPECT_FALSE(unix_only.config.stream.tcp);
}

TEST(Config, SymbolicLinksToOneDeviceAreOnePort) {
    const support::TemporaryFolder folder;
    std::ofstream(folder.path() / "tty") << "";
    std::filesystem::create_symlink("tty", folder.path() / "by-id");
    const std::string text =
        "[[line]]\nname = 'a'\ndriver = 'dgt'\nport = './tty'\n"
        "[[line]]\nname = 'b'\ndriver = 'dgt'\nport = './by-id'\n";
    const std::string file = (folder.path() / "c.toml").string();
    const ConfigReading reading = read_config_text(text, file);
    EXPECT_THAT(mistakes_of(reading),
                ElementsAre(file + ":8:8: error: line[2].port: the port " +
                            (folder.path() / "by-id").string() + " is already taken at " + file + ":4:8"));
}

TEST(Config, LaterFilesGoOverEarlierOnesAndAddTables) {
    const support::TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "conf.d");
    std::ofstream(folder.path() / "boardbridge.toml")
        << "[event]\nname = 'A'\nsite = 'S'\n[[line]]\nname = 'a'\ndriver = 'dgt'\nport = 'tcp://h:1'\n";
    std::ofstream(folder.path() / "conf.d" / "20.toml") << "[event]\nname = 'C'\n";
    std::ofstream(folder.path() / "conf.d" / "10.toml")
        << "[event]\nname = 'B'\n[[line]]\nname = 'b'\ndriver = 'dgt'\nport = 'tcp://h:2'\n";
    std::ofstream(folder.path() / "conf.d" / "readme.txt") << "not toml";
    const ConfigReading reading = read_config_directory(folder.path());
    EXPECT_THAT(mistakes_of(reading), IsEmpty());
    EXPECT_EQ(reading.config.event.name, "C");
    EXPECT_EQ(reading.config.event.site, "S");
    EXPECT_EQ(reading.config.lines.size(), 2U);
    EXPECT_EQ(reading.config.files.size(), 3U);
}

TEST(Config, AMissingFileIsSaid) {
    const ConfigReading reading = read_config("/nonexistent/hall.toml");
    EXPECT_TRUE(reading.missing);
    EXPECT_THAT(mistakes_of(reading), ElementsAre("/nonexistent/hall.toml: error: cannot be read"));
}

TEST(HostPort, Forms) {
    EXPECT_EQ(parse_host_port("127.0.0.1:7610"), (HostPort{"127.0.0.1", 7610}));
    EXPECT_EQ(parse_host_port("[::1]:1"), (HostPort{"::1", 1}));
    EXPECT_EQ(parse_host_port("localhost:0"), (HostPort{"localhost", 0}));
    for (const char* bad :
         {"", ":1", "host", "host:", "host:x", "host:65536", "::1:5", "[::1:5", "[x]:5", "a b:1"}) {
        EXPECT_EQ(parse_host_port(bad), std::nullopt) << bad;
    }
    EXPECT_TRUE(is_loopback("127.1.2.3"));
    EXPECT_TRUE(is_loopback("::1"));
    EXPECT_FALSE(is_loopback("0.0.0.0"));
    EXPECT_FALSE(is_loopback("::"));
    EXPECT_FALSE(is_loopback("hall.example"));
}

}  // namespace
}  // namespace boardbridge::daemon
