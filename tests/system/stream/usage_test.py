"""Wrong use of the command line: exit code 64 and a word that helps; bad and missing data: 65 and 66.

usage: usage_test.py BOARDBRIDGE SOURCE WORK
"""
import subprocess
import sys

binary, source, work = sys.argv[1:4]
USAGE, BAD_DATA, NO_INPUT = 64, 65, 66

CASES = [
    (["nope"], USAGE, '"nope"'),
    ([], USAGE, "subcommand"),
    (["replay", "--driver", "nope", "x.cap"], USAGE, "dgt-bus"),
    (["replay", work], NO_INPUT, "is a directory"),
    (["perft", "1", ""], BAD_DATA, "found nothing"),
    (["simulate", "--seed", "-1"], USAGE, "--seed"),
    (["simulate", "--seed", "18446744073709551616"], USAGE, "--seed"),
    (["simulate", "--seed", "1x"], USAGE, "--seed"),
]

for arguments, code, word in CASES:
    run = subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=60)
    said = run.stdout + run.stderr
    assert run.returncode == code, f"{arguments}: expected {code}, found {run.returncode}\n{said}"
    assert word.lower() in run.stderr.lower(), f"{arguments}: expected {word} in\n{said}"
assert subprocess.run([binary, "perft", "1"], capture_output=True, text=True).stdout.endswith("\n20\n")
print("ok")
