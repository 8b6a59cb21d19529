"""What a reader of the tree may rely on: short files that say what they are for, nothing of the machine they were made on."""
import re
import sys
import unittest

import tree

CODE = (".hpp", ".cpp", ".py", ".ts", ".js", ".css", ".html", ".proto", ".cmake")
LONGEST_FILE = 450
TOP = {"CMakeLists.txt", "daemon", "drivers", "protocol", "rules", "systemd", "tests", "README.md", "LICENSE", "CHANGELOG.md"}
# Folders of a build machine, and the hosts from which packages come.
MACHINE = re.compile(r"(?<![\w./~-])/(?:work|root)/(?!\.\.)|registry\.npm|deb\.debian\.org|\"resolved\"[ \t]*:")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
SWITCH = re.compile(r"\bswitch\s*\(")
ENUM_LABEL = re.compile(r"\bcase\s+(?:\w+::)+(?!k[A-Z])[A-Z]\w*[a-z]\w*\s*:")


def readable(name):
    """Text files; what is none is data."""
    try:
        return tree.text(name)
    except UnicodeDecodeError:
        return ""


def without_text(code):
    """The code with comments and literals blanked, line ends kept."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    return re.sub(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', blank, code, flags=re.DOTALL)


def body_of(code, start):
    """The text between the braces that open after `start`."""
    depth, begin = 0, code.index("{", start)
    for i in range(begin, len(code)):
        depth += {"{": 1, "}": -1}.get(code[i], 0)
        if depth == 0:
            return code[begin + 1 : i]
    return code[begin + 1 :]


def own_level(body):
    """The body of a switch without what nested braces hold (other switches among them)."""
    kept, depth = [], 0
    for c in body:
        depth -= c == "}"
        if depth == 0:
            kept.append(c)
        depth += c == "{"
    return "".join(kept)


def enum_switches_with_default(code):
    """Lines of switches that name enum values (Kind::Value) and yet have a default, which hides a new value."""
    code = without_text(code)
    lines = []
    for switch in SWITCH.finditer(code):
        body = own_level(body_of(code, switch.end()))
        if ENUM_LABEL.search(body) and re.search(r"\bdefault\s*:", body):
            lines.append(code.count("\n", 0, switch.start()) + 1)
    return lines


class Text(unittest.TestCase):
    maxDiff = None

    def test_the_top_holds_what_the_house_says(self):
        top = {name.split("/")[0] for name in tree.files()}
        self.assertEqual({name for name in top if not name.startswith(".")} - TOP, set())

    def test_files_are_short(self):
        long = [f"{name}: {count} lines" for name in tree.files() if name.endswith(CODE) or name.endswith("CMakeLists.txt")
                for count in [readable(name).count("\n")] if count > LONGEST_FILE]
        self.assertEqual(long, [])

    def test_files_say_what_they_are_for(self):
        """A source with a header beside it is introduced there."""
        names = tree.sources("daemon", "drivers", "protocol", "rules", "tests", endings=(".hpp", ".cpp", ".proto"))
        silent = [name for name in names if not tree.text(name).startswith(("//", "/*"))
                  and not (name.endswith(".cpp") and name[: -len(".cpp")] + ".hpp" in names)]
        self.assertEqual(silent, [])

    def test_nothing_names_a_build_machine(self):
        named = [f"{name}:{number}: {line.strip()[:100]}" for name in tree.files() if name != "tests/house/text_test.py"
                 for number, line in enumerate(readable(name).split("\n"), 1) if MACHINE.search(line)]
        self.assertEqual(named, [])

    def test_nothing_is_left_for_later(self):
        later = [f"{name}:{number}" for name in tree.sources("daemon", "drivers", "protocol", "rules", "tests", endings=CODE)
                 if name != "tests/house/text_test.py"
                 for number, line in enumerate(readable(name).split("\n"), 1) if UNFINISHED.search(line)]
        self.assertEqual(later, [])

    def test_a_switch_over_an_enum_has_no_default(self):
        wrong = [f"{name}:{line}" for name in tree.sources("daemon", "drivers", "protocol", "rules")
                 for line in enum_switches_with_default(tree.text(name))]
        self.assertEqual(wrong, [])

    def test_the_check_for_defaults_finds_them(self):
        bad = "int f(K k) {\n  switch (k) {\n    case K::One: { return 1; }\n    default: return 2;\n  }\n}\n"
        self.assertEqual(enum_switches_with_default(bad), [2])
        self.assertEqual(enum_switches_with_default(bad.replace("K::One", "'o'")), [])
        self.assertEqual(enum_switches_with_default(bad.replace("K::One", "id::kDump")), [])
        self.assertEqual(enum_switches_with_default(bad.replace("    default: return 2;\n", "")), [])
        self.assertEqual(enum_switches_with_default(bad.replace("return 1;", "switch (c) { case 'x': default: return 1; }")
                                                    .replace("    default: return 2;\n", "")), [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
