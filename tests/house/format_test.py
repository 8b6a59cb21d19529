"""C++ is formatted as .clang-format says; the same clang-format (Debian 12's) everywhere."""
import os
import subprocess
import sys
import unittest

import tree

CLANG_FORMAT = "clang-format"


class Format(unittest.TestCase):
    maxDiff = None

    def test_sources_are_formatted(self):
        names = tree.sources("rules", "drivers", "protocol", "daemon", "tests")
        self.assertGreater(len(names), 50)
        run = subprocess.run([CLANG_FORMAT, "--dry-run", "--ferror-limit=1", *names], cwd=tree.ROOT, capture_output=True,
                             text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        wrong = sorted({os.path.relpath(line.split(":")[0], tree.ROOT) if line.startswith("/") else line.split(":")[0]
                        for line in run.stderr.splitlines() if ": warning: code should be clang-formatted" in line})
        self.assertEqual(wrong, [], "run clang-format -i on these")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
