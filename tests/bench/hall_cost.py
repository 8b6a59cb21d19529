#!/usr/bin/env python3
"""What a simulated hall at real speed costs the daemon, and how soon a move is with a subscriber. Evidence, no gate.

usage: /usr/bin/python3 tests/bench/hall_cost.py BOARDBRIDGE [TABLES [SECONDS]]     (default 200 tables, 30 s)

The daemon's own cost is that of its main thread: the simulated boards run in another one. Latency is taken on a board of the
test's own on a pty: from the write of a field update's last byte to the arrival of its move at a subscriber on loopback.
"""
import os
import pathlib
import pty
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "system" / "stream"))
from daemon_under_test import Client, Daemon, load_messages  # noqa: E402

binary = sys.argv[1]
tables = int(sys.argv[2]) if len(sys.argv) > 2 else 200
seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30.0
TICKS = os.sysconf("SC_CLK_TCK")


def main_thread_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/task/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_mib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


def cost():
    process = subprocess.Popen([binary, "simulate", "--tables", str(tables), "--play", "blitz", "--noise", "hall"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    for line in process.stdout:
        if line.startswith("stream unix"):
            break
    time.sleep(5)  # the boards introduce themselves
    before, start = main_thread_seconds(process.pid), time.monotonic()
    time.sleep(seconds)
    used = (main_thread_seconds(process.pid) - before) / (time.monotonic() - start)
    print(f"{tables} tables, blitz: {100 * used:.1f} % of one core for the daemon's thread, "
          f"{resident_mib(process.pid):.0f} MiB resident (simulated boards included)")
    process.send_signal(signal.SIGTERM)
    process.wait()


def latency(moves=60):
    master, slave = pty.openpty()
    tty.setraw(slave)
    with tempfile.TemporaryDirectory() as work:
        messages = load_messages(here.parent.parent, work)
        daemon = Daemon(binary, '[stream]\ntcp = "127.0.0.1:0"\n[[line]]\nname = "b"\ndriver = "dgt"\n'
                                f'port = "{os.ttyname(slave)}"\n')
        client = Client(messages, daemon.address())
        client.subscribe(kinds=["move_made"])
        os.read(master, 1)
        threading.Thread(target=lambda: [None for _ in iter(lambda: os.read(master, 4096), b"")], daemon=True).start()
        start = [8, 9, 10, 12, 11, 10, 9, 8] + [7] * 8 + [0] * 32 + [1] * 8 + [2, 3, 4, 6, 5, 4, 3, 2]
        os.write(master, bytes([0x86, 0, 67] + start))
        # Knights go out and back: g1 f3, g8 f6, home again.
        cycle = [(62, 45, 3), (6, 21, 9), (45, 62, 3), (21, 6, 9)]
        times = []
        for i in range(min(moves, 12)):
            origin, target, piece = cycle[i % 4]
            time.sleep(0.3)
            os.write(master, bytes([0x8E, 0, 5, origin, 0]))
            time.sleep(0.3)
            sent = time.perf_counter()
            os.write(master, bytes([0x8E, 0, 5, target, piece]))
            client.receive_until(lambda m: m.WhichOneof("message") == "event")
            times.append(1000 * (time.perf_counter() - sent))
        client.close()
        daemon.end()
    print(f"field update to move_made at a subscriber: median {statistics.median(times):.2f} ms, "
          f"worst {max(times):.2f} ms of {len(times)}")


latency()
cost()
