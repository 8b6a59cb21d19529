"""clang-tidy as .clang-tidy says, over all sources: takes too long for every run, so only tests/run --long does it."""
import concurrent.futures
import os
import re
import subprocess
import sys
import unittest

import tree

BUILD = os.path.abspath(sys.argv.pop(2)) if len(sys.argv) > 2 else os.path.join(tree.ROOT, "build", "release", "tidy")
FOLDERS = ("rules", "drivers", "protocol", "daemon")


def tidy(name):
    run = subprocess.run(["clang-tidy", "--quiet", "-p", BUILD, os.path.join(tree.ROOT, name)], capture_output=True, text=True,
                         check=False)
    found = re.findall(r"^.*(?:warning|error): .*\[.*\]$", run.stdout, flags=re.MULTILINE)
    if run.returncode and not found:
        return [f"{name}: clang-tidy ended with {run.returncode}: {run.stderr[-500:]}"]
    # What the analyser thinks of a library's headers is not ours to mend.
    return [line for line in found if not line.startswith("/usr/")]


class Tidy(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        # A tree of its own that compiles every source by itself; of it only the generated headers are made.
        subprocess.run(["cmake", "-S", tree.ROOT, "-B", BUILD, "-G", "Ninja", "-DBOARDBRIDGE_UNITY=OFF", "-DBOARDBRIDGE_TESTS=OFF"],
                       stdout=subprocess.DEVNULL, check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", "boardbridge_wire"], stdout=subprocess.DEVNULL, check=True)

    def test_sources_are_tidy(self):
        names = tree.sources(*FOLDERS, endings=(".cpp",))
        with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            wrong = [line for found in pool.map(tidy, names) for line in found]
        print(f"{len(names)} sources looked at")
        self.assertGreater(len(names), 0)
        self.assertEqual(sorted(set(wrong)), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
