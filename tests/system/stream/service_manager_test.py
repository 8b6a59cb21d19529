"""What the daemon tells systemd: ready, alive, reloading and ready again, stopping.

usage: service_manager_test.py BOARDBRIDGE SOURCE WORK
"""
import os
import pathlib
import signal
import socket
import sys
import tempfile

from daemon_under_test import DEADLINE, Daemon

binary = sys.argv[1]
with tempfile.TemporaryDirectory() as place:
    address = str(pathlib.Path(place, "notify"))
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(address)
    manager.settimeout(DEADLINE)
    os.environ.update(NOTIFY_SOCKET=address, WATCHDOG_USEC="200000")

    def wait_for(*wanted):
        """Reads until one message holds all these lines."""
        while True:
            lines = manager.recv(4096).decode().splitlines()
            if all(any(line.startswith(start) for line in lines) for start in wanted):
                return

    daemon = Daemon(binary, '[stream]\ntcp = "127.0.0.1:0"\n')
    wait_for("READY=1")
    for _ in range(3):
        wait_for("WATCHDOG=1")
    daemon.signal(signal.SIGHUP)
    wait_for("RELOADING=1", "MONOTONIC_USEC=")
    wait_for("READY=1")
    wait_for("WATCHDOG=1")
    assert daemon.end() == 0
    wait_for("STOPPING=1")
print("ok")
