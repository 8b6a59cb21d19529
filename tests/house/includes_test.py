"""Who may include whom: daemon -> {protocol, drivers} -> rules -> (std, tl/expected). See the design in README and adr."""
import os
import re
import sys
import unittest

import tree

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
STD = set("""
algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale
cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib
cstring ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream functional future
initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new
numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex
source_location span sstream stack stdexcept stop_token streambuf string string_view strstream syncstream system_error
thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
""".split())
# Nothing below the daemon reads a clock, opens a file or starts a thread (transport talks to the system by its own rules).
STD_OF_THE_DAEMON = {"filesystem", "fstream", "iostream", "thread", "future", "condition_variable"}
NOUNS = {"bitboard", "clock", "expected", "instant", "piece", "placement", "square"}
CLOCKS = re.compile(r"\b(system|steady|high_resolution)_clock::now\b|\bgettimeofday\b|\bclock_gettime\b")


def part_of(name):
    """The part of the house a file belongs to: rules, drivers, simulated, transport, protocol, daemon."""
    words = name.split("/")
    if words[0] == "drivers" and words[1] in ("simulated", "transport"):
        return words[1]
    return words[0]


def is_std(header):
    return header in STD


def is_pure_std(header):
    return header in STD and header not in STD_OF_THE_DAEMON


def rules_may(header, name):
    return is_pure_std(header) or header.startswith("rules/") or (header == "tl/expected.hpp" and name == "rules/expected.hpp")


def drivers_may(header, _):
    if header.startswith("rules/"):
        return header[len("rules/"):-len(".hpp")] in NOUNS
    return is_pure_std(header) or (header.startswith("drivers/") and part_of(header) == "drivers")


def simulated_may(header, _):
    return is_pure_std(header) or header.startswith(("rules/", "drivers/simulated/")) or (
        header.startswith("drivers/") and part_of(header) == "drivers")


def transport_may(header, name):
    system = "/" not in header and header.endswith(".h") or header.startswith(("sys/", "linux/", "netinet/", "arpa/"))
    library = header.startswith("boost/") or header in ("libserialport.h", "libusb-1.0/libusb.h", "libusb.h")
    inner = header.startswith("drivers/") and part_of(header) in ("drivers", "transport")
    return is_std(header) or system or library or inner or drivers_may(header, name)


def protocol_may(header, _):
    generated = header.startswith("boardbridge/v1/") and header.endswith(".pb.h")
    return is_pure_std(header) or header.startswith(("rules/", "protocol/", "google/protobuf/")) or generated


def daemon_may(header, _):
    return not header.endswith(".pb.h") and not header.startswith(("tests/", "google/protobuf/"))


MAY = {"rules": rules_may, "drivers": drivers_may, "simulated": simulated_may, "transport": transport_may,
       "protocol": protocol_may, "daemon": daemon_may}
# What is generated stays behind these headers of protocol/.
PUBLIC_PROTOCOL = ("protocol/convert.hpp", "protocol/envelope.hpp", "protocol/delimited.hpp")
INSIDE_PROTOCOL = ("protocol/wire.hpp", "protocol/json.hpp")


def includes(name):
    return [(quote, header) for quote, header in INCLUDE.findall(tree.text(name))]


class Includes(unittest.TestCase):
    maxDiff = None

    def test_every_include_goes_in_an_allowed_direction(self):
        names = tree.sources("rules", "drivers", "protocol", "daemon")
        self.assertGreater(len(names), 50)
        wrong = [f"{name} includes {header}" for name in names for _, header in includes(name)
                 if not MAY[part_of(name)](header, name)]
        self.assertEqual(wrong, [])

    def test_the_rules_themselves_refuse_what_is_wrong(self):
        for part, header in (("rules", "boost/asio.hpp"), ("rules", "drivers/session.hpp"), ("rules", "fstream"),
                             ("drivers", "rules/position.hpp"), ("drivers", "drivers/transport/byte_stream.hpp"),
                             ("drivers", "libserialport.h"), ("simulated", "drivers/transport/byte_stream.hpp"),
                             ("transport", "rules/position.hpp"), ("transport", "daemon/hall.hpp"),
                             ("protocol", "drivers/session.hpp"), ("protocol", "daemon/hall.hpp"),
                             ("daemon", "boardbridge/v1/event.pb.h"), ("rules", "tl/expected.hpp")):
            self.assertFalse(MAY[part](header, part + "/example.cpp"), f"{part} may include {header}")

    def test_no_public_header_of_protocol_shows_generated_code(self):
        for name in PUBLIC_PROTOCOL:
            shown = [h for _, h in includes(name) if h.startswith(("google/", "boardbridge/")) or h in INSIDE_PROTOCOL]
            self.assertEqual(shown, [], name)
        leaks = [f"{name} includes {header}" for name in tree.sources("daemon", "drivers", "rules")
                 for _, header in includes(name) if header in INSIDE_PROTOCOL]
        self.assertEqual(leaks, [])

    def test_own_headers_are_named_from_the_root(self):
        wrong = [f'{name} includes "{header}"' for name in tree.sources("rules", "drivers", "protocol", "daemon")
                 for quote, header in includes(name)
                 if quote == '"' and not header.startswith(("rules/", "drivers/", "protocol/", "daemon/", "boardbridge/"))]
        self.assertEqual(wrong, [])

    def test_a_source_includes_its_own_header_first(self):
        """So every build shows that the header stands alone; those without a source are compiled by house_headers."""
        late = []
        for name in tree.sources("rules", "drivers", "protocol", "daemon", endings=(".cpp",)):
            own = name[: -len(".cpp")] + ".hpp"
            if os.path.exists(os.path.join(tree.ROOT, own)) and includes(name)[:1] != [('"', own)]:
                late.append(name)
        self.assertEqual(late, [])

    def test_headers_are_guarded(self):
        bare = [name for name in tree.sources("rules", "drivers", "protocol", "daemon", "tests", endings=(".hpp",))
                if "#pragma once" not in tree.text(name)]
        self.assertEqual(bare, [])

    def test_nobody_below_the_daemon_reads_a_clock(self):
        readers = [name for name in tree.sources("rules", "drivers", "protocol") if CLOCKS.search(tree.text(name))]
        self.assertEqual(readers, [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
