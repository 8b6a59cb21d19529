"""One daemon a runtime directory: a second one stays out, what a dead one left is replaced, and nothing is made elsewhere.

usage: runtime_directory_test.py BOARDBRIDGE SOURCE WORK
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

from daemon_under_test import DEADLINE, Daemon

binary = sys.argv[1]
CONFIG = '[stream]\ntcp = "127.0.0.1:0"\n'
UNAVAILABLE, IO_ERROR = 69, 74


def run(directory, text=CONFIG):
    """A daemon that should not come up: exit code and what it says."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as config:
        config.write(text)
        config.flush()
        done = subprocess.run([binary, "run", "-c", config.name], env=dict(os.environ, RUNTIME_DIRECTORY=str(directory)),
                              capture_output=True, text=True, timeout=DEADLINE)
    return done.returncode, done.stderr


first = Daemon(binary, CONFIG)
directory = pathlib.Path(first.directory.name)


def process_of(file):
    """Whose file it is; nobody's while one daemon's is taken away and the next one's is not there yet."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))["pid"]
    except FileNotFoundError:
        return None


endpoints = directory / "endpoints.json"
try:
    code, said = run(directory)
    assert code == UNAVAILABLE and str(directory) in said and str(first.process.pid) in said, (code, said)
    assert json.loads(endpoints.read_text(encoding="utf-8")) == first.endpoints, "the first one's file was touched"
    first.signal(signal.SIGKILL)
    first.process.wait(timeout=DEADLINE)
    assert endpoints.exists()
    second = subprocess.Popen([binary, "run", "-c", str(first.config)], stderr=subprocess.DEVNULL,
                              env=dict(os.environ, RUNTIME_DIRECTORY=str(directory)))
    try:
        while process_of(endpoints) != second.pid:
            assert second.poll() is None, "no daemon after a crash"
    finally:
        second.send_signal(signal.SIGTERM)
        assert second.wait(timeout=DEADLINE) == 0
    assert sorted(p.name for p in directory.iterdir()) == ["hall.toml", "log"], list(directory.iterdir())
finally:
    first.end()

# Signals that come thick and fast end it no less cleanly.
for _ in range(10):
    hasty = Daemon(binary, CONFIG)
    for _ in range(3):
        hasty.signal(signal.SIGTERM)
    assert hasty.process.wait(timeout=DEADLINE) == 0
    assert not pathlib.Path(hasty.directory.name, "boardbridge.lock").exists()
    hasty.end()

with tempfile.TemporaryDirectory() as place:
    runtime = pathlib.Path(place, "run")
    (runtime / "endpoints.json").mkdir(parents=True)  # nothing can be renamed over it
    (runtime / "endpoints.json" / "x").touch()
    code, said = run(runtime)
    assert code == IO_ERROR and "endpoints.json" in said, (code, said)
    code, said = run(pathlib.Path(place, "hall", "x"), f'[stream]\nunix = "{place}/no/such/dir/s.sock"\n')
    assert code == UNAVAILABLE and f"there is no directory {place}/no/such/dir" in said, (code, said)
    assert not pathlib.Path(place, "no").exists(), "a directory was made"
    pathlib.Path(place, "file").touch()
    code, said = run(pathlib.Path(place, "file"))
    assert code == IO_ERROR and "runtime directory" in said, (code, said)
print("ok")
