"""--help and man pages agree: the same commands, each option described, each key of the configuration named."""
import re
import subprocess
import sys
import unittest

import tree

PROGRAM = sys.argv.pop(2) if len(sys.argv) > 2 else "build/release/boardbridge"
PAGES = [name for name in tree.files() if name.startswith("daemon/man/") and name.endswith(".scd")]
# Reader functions of the configuration whose first argument is a key.
KEY_READERS = r"(?:text|date|integer|parsed<[^()]*?>|flag|word|path|duration|table|tables|number|read_certificate)"


def help_of(*words):
    run = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True, timeout=20)
    return run.stdout


def options_in(text):
    """Long names, or the short one where there is no other, of the options that a --help lists."""
    named = re.findall(r"^\s+(-{1,2}[\w-]+(?:,-{1,2}[\w-]+)*)", text, flags=re.MULTILINE)
    return {group.split(",")[-1] for group in named}


def commands():
    listed = help_of().split("Subcommands:\n", 1)[1]
    return re.findall(r"^  ([a-z][\w-]*)", listed, flags=re.MULTILINE)


def sections(page):
    """{command: text} of the level-two headings of a page."""
    parts = re.split(r"^## (.+)$", tree.text(page), flags=re.MULTILINE)
    return {name: re.split(r"^# ", text, flags=re.MULTILINE)[0] for name, text in zip(parts[1::2], parts[2::2])}


class Manual(unittest.TestCase):
    maxDiff = None

    def test_pages_are_well_formed(self):
        self.assertIn("daemon/man/boardbridge.1.scd", PAGES)
        for page in PAGES:
            run = subprocess.run(["scdoc"], input=tree.text(page), capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stderr), (0, ""), page)

    def test_each_command_is_described(self):
        self.assertEqual(set(commands()) - set(sections("daemon/man/boardbridge.1.scd")), set())

    def test_each_option_is_described(self):
        page = "daemon/man/boardbridge.1.scd"
        common = options_in(help_of())
        missing = [f"boardbridge {option}" for option in common if f"*{option}*" not in tree.text(page)]
        for command, text in sections(page).items():
            if command not in commands():
                continue
            own = options_in(help_of(command)) - common - {"--help"}
            missing += [f"boardbridge {command} {option}" for option in own if f"*{option}*" not in text]
            shown = set(re.findall(r"^\*(--[\w-]+)\*", text, flags=re.MULTILINE))
            missing += [f"{option} of {command}, which the program has not" for option in shown - own - common]
        self.assertEqual(missing, [])

    def test_each_key_of_the_configuration_is_described(self):
        keys = set()
        for name in tree.sources("daemon"):
            if name.startswith("daemon/config"):
                keys |= set(re.findall(r"\b(?:section|top)\." + KEY_READERS + r"\(\s*\"([a-z_0-9]+)\"", tree.text(name)))
                keys |= set(re.findall(r"\bnumber\(\"([a-z_0-9]+)\"", tree.text(name)))
                keys |= set(re.findall(r"^\s*\{\"([a-z_0-9]+)\", &D::", tree.text(name), flags=re.MULTILINE))
        self.assertGreater(len(keys), 40)
        page = tree.text("daemon/man/boardbridge.toml.5.scd")
        self.assertEqual([key for key in sorted(keys) if f"*{key}*" not in page and f"[{key}]" not in page], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
