"""The bytes of a recording served over a pty and over TCP give the moves that replay gives; a line without a device waits
and says so, and garbage on one line does not hold up another.

usage: live_wires_test.py BOARDBRIDGE SOURCE WORK
"""
import json
import os
import pathlib
import pty
import socket
import subprocess
import sys
import threading
import time
import tty

from daemon_under_test import Client, Daemon, load_messages, until

binary, source, work = sys.argv[1:4]
messages = load_messages(source, work)
CAPTURE = pathlib.Path(source, "tests/golden/recordings/clean.cap")


def chunks():
    """What the board sent, message by message."""
    for line in CAPTURE.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if len(words) > 3 and words[0][0].isdigit() and words[2] == "rx":
            yield bytes.fromhex("".join(words[3:]))


def replayed_moves():
    run = subprocess.run([binary, "replay", "--play", "blitz", "--kinds", "move_made,moves_revised", str(CAPTURE)],
                         capture_output=True, text=True, check=True)
    moves = []
    for line in run.stdout.splitlines():
        event = json.loads(line)
        if "moveMade" in event:
            moves.append(event["moveMade"]["uci"])
        else:
            revised = event["movesRevised"]
            moves = moves[:revised["fromPly"] - 1] + [m["uci"] for m in revised.get("moves", [])]
    return moves


def streamed_moves(client, count):
    """The score of table 1 as the stream tells it, until it has that many plies."""
    moves = []

    def take(made, at):
        del moves[at:]
        moves.append(made.uci)

    while len(moves) < count:
        message = client.receive()
        assert message is not None, "the stream ended"
        if message.WhichOneof("message") == "heartbeat":
            client.send(messages.ClientMessage(heartbeat=messages.Heartbeat()))
        if message.WhichOneof("message") == "snapshot":
            moves[:] = [m.uci for m in message.snapshot.moves] if message.snapshot.table == 1 else moves
            continue
        if message.WhichOneof("message") != "event" or message.event.table != 1:
            continue
        event = message.event
        if event.HasField("move_made"):
            take(event.move_made, event.move_made.ply - 1)
        elif event.HasField("moves_revised"):
            del moves[event.moves_revised.from_ply - 1:]
            moves.extend(m.uci for m in event.moves_revised.moves)
    return moves


def serve(write, read):
    """Plays the board: once asked for something it sends the recording at the speed of its line; what is asked after that is read away."""
    read()
    threading.Thread(target=drain, args=(read,), daemon=True).start()
    for chunk in chunks():
        write(chunk)
        time.sleep(len(chunk) * 10 / 9600)  # a board's line carries no more


def drain(receive):
    try:
        while receive():
            pass
    except OSError:
        pass


def check_pty(expected):
    master, slave = pty.openpty()
    tty.setraw(slave)
    noise, noise_slave = pty.openpty()
    tty.setraw(noise_slave)
    config = f'''
[stream]
tcp = "127.0.0.1:0"
[event]
play = "blitz"
[[line]]
name = "board"
driver = "dgt"
port = "{os.ttyname(slave)}"
[[line]]
name = "noise"
driver = "dgt"
port = "{os.ttyname(noise_slave)}"
[[line]]
name = "missing"
driver = "dgt"
port = "{work}/no-such-device"
'''
    daemon = Daemon(binary, config)
    try:
        client = Client(messages, daemon.address())
        client.subscribe()
        threading.Thread(target=drain, args=(lambda: os.read(noise, 65536),), daemon=True).start()
        for _ in range(50):
            os.write(noise, os.urandom(64))
        serve(lambda chunk: os.write(master, chunk), lambda: os.read(master, 65536))
        found = streamed_moves(client, len(expected))
        assert found == expected, f"over a pty: expected {expected}, found {found}"
        until(lambda: "missing" in daemon.logged(), "a word about the missing device")
        client.close()
    finally:
        code = daemon.end()
    assert code == 0, f"SIGTERM gave exit code {code}"


def check_tcp(expected):
    server = socket.create_server(("127.0.0.1", 0))
    config = f'''
[stream]
tcp = "127.0.0.1:0"
[event]
play = "blitz"
[[line]]
name = "board"
driver = "dgt"
port = "tcp://127.0.0.1:{server.getsockname()[1]}"
'''
    daemon = Daemon(binary, config)
    try:
        client = Client(messages, daemon.address())
        client.subscribe()
        line, _ = server.accept()
        serve(line.sendall, lambda: line.recv(65536))
        found = streamed_moves(client, len(expected))
        assert found == expected, f"over TCP: expected {expected}, found {found}"
        client.close()
    finally:
        code = daemon.end()
    assert code == 0, f"SIGTERM gave exit code {code}"


moves = replayed_moves()
assert len(moves) >= 4, moves
check_pty(moves)
check_tcp(moves)
print(f"{len(moves)} plies alike by replay, pty and TCP")
