"""The commands of an operator: check-config tells all mistakes at once; watch shows the hall, as lines or as JSON.

usage: watch_test.py BOARDBRIDGE SOURCE WORK
"""
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import tty

from daemon_under_test import DEADLINE, Daemon

binary = sys.argv[1]
START = ("86 00 43 08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07" + " 00" * 32 +
         " 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02")
BAD_CONFIG = 78

with tempfile.TemporaryDirectory() as place:
    config = pathlib.Path(place, "bad.toml")
    config.write_text('[stream]\ntcp = 5\n[[line]]\nname = "a"\nspeed = 1\n[[table]]\nnumber = 1\nline = "b"\n', encoding="utf-8")
    checked = subprocess.run([binary, "check-config", "-c", str(config)], capture_output=True, text=True, timeout=DEADLINE)
    told = checked.stdout + checked.stderr
    assert checked.returncode == BAD_CONFIG, checked
    for part in ("tcp", "speed", "port", 'bad.toml:'):
        assert part in told, (part, told)

master, slave = pty.openpty()
tty.setraw(slave)
daemon = Daemon(binary, f'[stream]\ntcp = "127.0.0.1:0"\n[[line]]\nname = "a"\ndriver = "dgt"\nport = "{os.ttyname(slave)}"\n')
host, port = daemon.address()
try:
    os.read(master, 1)  # the daemon asks: the line is open
    os.write(master, bytes.fromhex(START))
    os.write(master, bytes.fromhex("8e 00 05 34 00 8e 00 05 24 01"))
    for arguments, shown in ((["--json", "--after", "0"], '"uci":"e2e4"'), ([], "1 plies")):
        watch = subprocess.Popen([binary, "watch", "--connect", f"tcp://{host}:{port}", *arguments],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in watch.stdout:
            if arguments:
                assert json.loads(line)["sequence"], line
            if shown in line:
                break
        else:
            raise AssertionError(f"watch {arguments} never showed {shown}: {watch.stderr.read()}")
        watch.send_signal(signal.SIGINT)
        watch.stdout.read()
        assert watch.wait(timeout=DEADLINE) == 0, arguments
finally:
    assert daemon.end() == 0
print("ok")
