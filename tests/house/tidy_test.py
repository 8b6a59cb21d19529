"""clang-tidy as .clang-tidy says. All sources take too long for every run: without BOARDBRIDGE_LONG those come first that this
commit's hash puts first, and no new one is begun after the time is up; so each commit looks at others."""
import concurrent.futures
import hashlib
import os
import re
import subprocess
import sys
import time
import unittest

import tree

BUILD = os.path.abspath(sys.argv.pop(2)) if len(sys.argv) > 2 else os.path.join(tree.ROOT, "build", "release")
LONG = os.environ.get("BOARDBRIDGE_LONG") == "1"
SECONDS = 60
FOLDERS = ("rules", "drivers", "protocol", "daemon")


def seed():
    run = subprocess.run(["git", "-C", tree.ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return run.stdout.strip()


def tidy(name):
    run = subprocess.run(["clang-tidy", "--quiet", "-p", BUILD, os.path.join(tree.ROOT, name)], capture_output=True, text=True,
                         check=False)
    found = re.findall(r"^.*(?:warning|error): .*\[.*\]$", run.stdout, flags=re.MULTILINE)
    return found or ([f"{name}: clang-tidy ended with {run.returncode}: {run.stderr[-500:]}"] if run.returncode else [])


class Tidy(unittest.TestCase):
    maxDiff = None

    def test_sources_are_tidy(self):
        names = tree.sources(*FOLDERS, endings=(".cpp",))
        commit = seed()
        names.sort(key=lambda name: hashlib.sha256((commit + name).encode()).hexdigest())
        end = time.monotonic() + SECONDS
        looked_at, wrong = 0, []

        def look(name):
            nonlocal looked_at
            if not LONG and time.monotonic() > end:
                return []
            looked_at += 1
            return tidy(name)

        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            for found in pool.map(look, names):
                wrong += found
        print(f"{looked_at} of {len(names)} sources looked at")
        self.assertGreater(looked_at, 0)
        self.assertEqual(sorted(set(wrong)), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
