"""The commands that ask a running daemon, as an operator meets them.

usage: commands_test.py BOARDBRIDGE SOURCE WORK
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

from daemon_under_test import DEADLINE, Daemon, until

binary = sys.argv[1]
BAD_DATA, UNAVAILABLE, IO_ERROR = 65, 69, 74

master, slave = pty.openpty()
tty.setraw(slave)
daemon = Daemon(binary, f'''
[stream]
tcp = "127.0.0.1:0"
[[line]]
name = "board"
driver = "dgt"
port = "{os.ttyname(slave)}"
''')
host, port = daemon.address()
CONNECT = ["--connect", f"tcp://{host}:{port}"]


def command(*arguments):
    return subprocess.run([binary, *arguments, *CONNECT], capture_output=True, text=True, timeout=DEADLINE)


def check_record(folder):
    file = folder / "hall.cap"
    file.write_text("yesterday's", encoding="utf-8")

    failed = command("record", "--line", "nope", str(file))
    assert failed.returncode == BAD_DATA and "nope" in failed.stderr, failed
    assert file.read_text(encoding="utf-8") == "yesterday's"
    failed = command("record", "--line", "nope", str(folder / "other.cap"))
    assert [p.name for p in folder.iterdir()] == ["hall.cap"], "a leftover"

    # What has just happened, then what happens until Ctrl-C.
    done = command("record", "--last", "1m", str(file))
    assert done.returncode == 0, done
    assert file.read_text(encoding="utf-8").startswith("# boardbridge capture 1\n")
    for target in (file, folder / "other.cap"):
        going_on = subprocess.Popen([binary, "record", *CONNECT, str(target)])
        until(lambda: len(list(folder.iterdir())) == 2, "a recording")
        os.write(master, b"\x8e\x00\x05\x34\x00")
        beside = next(p for p in folder.iterdir() if p.name.startswith(target.name + "."))
        until(lambda: "8e 00 05 34 00" in beside.read_text(encoding="utf-8"), "what the board says")
        going_on.send_signal(signal.SIGINT)
        assert going_on.wait(timeout=DEADLINE) == 0
        assert "8e 00 05 34 00" in target.read_text(encoding="utf-8")
    assert sorted(p.name for p in folder.iterdir()) == ["hall.cap", "other.cap"]

    failed = command("record", "--last", "1m", str(folder / "no" / "such.cap"))
    assert failed.returncode == IO_ERROR and "such.cap: No such file" in failed.stderr, failed
    assert command("record", "--last", "1m", "/dev/null").returncode == 0
    assert pathlib.Path("/dev/null").is_char_device()


def check_table_that_is_not_there():
    failed = command("export", "--table", "99")
    assert failed.returncode == BAD_DATA and "there is no table 99" in failed.stderr and not failed.stdout, failed
    assert command("export", "--table", "1").returncode == 0


def check_list_ports(folder):
    """The line is none of this configuration's, which is empty."""
    (folder / "empty.toml").touch()
    listed = command("list-ports", "--json", "-c", str(folder / "empty.toml"))
    assert listed.returncode == 0, listed
    line = next(row for row in json.loads(listed.stdout) if row.get("line") == "board")
    assert line["answers"][0]["address"] == 0, line
    failed = subprocess.run([binary, "list-ports", "--connect", "tcp://127.0.0.1:1"], capture_output=True, timeout=DEADLINE)
    assert failed.returncode == UNAVAILABLE, failed


try:
    until(lambda: os.read(master, 4096), "a word from the daemon")
    with tempfile.TemporaryDirectory() as place:
        check_record(pathlib.Path(place))
        check_list_ports(pathlib.Path(place))
    check_table_that_is_not_there()
finally:
    code = daemon.end()
assert code == 0, f"SIGTERM gave exit code {code}"
print("ok")
