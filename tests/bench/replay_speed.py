#!/usr/bin/env python3
"""Board messages a second on one core through session, tracker and arbiter: `boardbridge replay --discard`. Evidence, no gate.

usage: tests/bench/replay_speed.py BOARDBRIDGE CAPTURE...

Each capture of a standard game is strung together with itself, the pieces set up between two games, until it has some 300,000
messages. Printed are messages a second of user time, the mean and the ratio to the 300,000 that a hall of a thousand boards
at full speed would send twice over; start-up is taken off by a second, short run.
"""
import pathlib
import resource
import subprocess
import sys
import tempfile

WANTED = 300_000
SET_UP = ("86 00 43 08 09 0a 0c 0b 0a 09 08" + " 07" * 8 + " 00" * 32 + " 01" * 8 + " 02 03 04 06 05 04 03 02")


def lines_of(capture):
    for line in pathlib.Path(capture).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            at, rest = line.split(" ", 1)
            yield float(at), rest


def string_together(capture, copies):
    """Header lines, then the games, each after ten seconds of a board set up."""
    text = pathlib.Path(capture).read_text(encoding="utf-8").splitlines()
    out = [line for line in text if line.startswith("#")]
    once = [(at, rest) for at, rest in lines_of(capture)]
    name = once[0][1].split(" ", 1)[0]
    clock = 0.0
    for _ in range(copies):
        out.append(f"{clock:.3f} {name} rx {SET_UP}")
        clock += 10
        out.extend(f"{clock + at:.3f} {rest}" for at, rest in once)
        clock += once[-1][0] + 30
    return out


def user_seconds(binary, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".cap", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([binary, "replay", "--discard", file.name], check=True, stdout=subprocess.DEVNULL)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary = sys.argv[1]
    for capture in sys.argv[2:]:
        messages = sum(1 for _ in lines_of(capture))
        copies = max(2, WANTED // messages)
        whole, short = string_together(capture, copies), string_together(capture, 1)
        spent = min(user_seconds(binary, whole) for _ in range(3)) - user_seconds(binary, short)
        rate = (len(whole) - len(short)) / spent
        print(f"{pathlib.Path(capture).name:24} {rate:10,.0f} messages/s   {1e6 / rate:6.2f} us each   ratio {rate / WANTED:.2f}")


if __name__ == "__main__":
    main()
