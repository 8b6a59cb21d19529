"""SIGHUP: rows of tables and lines come, go and change; what did not change goes on.

usage: reload_test.py BOARDBRIDGE SOURCE WORK
"""
import os
import pty
import signal
import subprocess
import sys
import tty

from daemon_under_test import Client, Daemon, load_messages, until

binary, source, work = sys.argv[1:4]
messages = load_messages(source, work)
START = bytes.fromhex("8600430809 0a0c0b0a0908 0707070707070707" + "00" * 32 + "0101010101010101 0203040605040302")


def open_board():
    master, slave = pty.openpty()
    tty.setraw(slave)
    return master, os.ttyname(slave)


def hall(lines, tables):
    text = '[stream]\ntcp = "127.0.0.1:0"\n'
    for name, port in lines.items():
        text += f'[[line]]\nname = "{name}"\ndriver = "dgt"\nport = "{port}"\n'
    for number, row in tables.items():
        text += f"[[table]]\nnumber = {number}\n{row}\n"
    return text


def move(board, *changes):
    for square, piece in changes:
        os.write(board, bytes.fromhex(f"8e0005{square}{piece}"))


def snapshots(daemon):
    """By table, as a new client is told."""
    client = Client(messages, daemon.address())
    client.subscribe()
    found = {}
    while True:
        message = client.receive()
        kind = message.WhichOneof("message")
        if kind == "heartbeat":
            client.close()
            return found
        if kind == "snapshot":
            found[message.snapshot.table] = message.snapshot


def reload(daemon, text):
    daemon.config.write_text(text, encoding="utf-8")
    before = daemon.logged().count("reloading")
    daemon.signal(signal.SIGHUP)
    until(lambda: daemon.logged().count("reloading") > before, "the reload")


def await_hall(daemon, condition, what):
    return until(lambda: (lambda found: found if condition(found) else None)(snapshots(daemon)), what)


boards, ports = {}, {}
for board in "abc":
    boards[board], ports[board] = open_board()
rows = {1: 'line = "a"\nwhite = "Anna"', 2: 'line = "b"', 3: 'line = "c"'}
daemon = Daemon(binary, hall(ports, rows))
try:
    for board in boards.values():
        until(lambda: os.read(board, 4096), "a word from the daemon")
        os.write(board, START)
        move(board, ("34", "00"), ("24", "01"))  # e2e4
    before = await_hall(daemon, lambda h: len(h) == 3 and all(len(t.moves) == 1 for t in h.values()), "three games")
    games = {number: table.game.game_id for number, table in before.items()}
    watching = Client(messages, daemon.address())
    watching.subscribe()

    # Names alone: the game goes on under them. Another number: the old table is gone, its game without a result.
    # A line that is no more takes its table along.
    del ports["c"]
    reload(daemon, hall(ports, {1: 'line = "a"\nwhite = "Anna"\nblack = "Bert"', 12: 'line = "b"'}))
    after = await_hall(daemon, lambda h: sorted(h) == [1, 12], "the tables of the new configuration")
    assert (after[1].game.game_id, after[1].game.white, after[1].game.black) == (games[1], "Anna", "Bert"), after[1]
    ended = set()
    while ended != {games[2], games[3]}:
        message = watching.receive()
        if message.WhichOneof("message") == "event" and message.event.HasField("game_ended"):
            assert message.event.game_ended.result == "*", message
            ended.add(message.event.game_ended.game_id)
    watching.close()
    for note in ("line c removed", "table 2 removed", "table 3 removed", "table 12 added", "table 1 changed: black"):
        assert note in daemon.logged(), note + " is missing in:\n" + daemon.logged()

    # The board that stayed plays on, the one that moved plays its next game at the new table.
    move(boards["a"], ("0c", "00"), ("1c", "07"))  # e7e5
    os.write(boards["b"], START)
    move(boards["b"], ("33", "00"), ("23", "01"))  # d2d4
    played = await_hall(daemon, lambda h: len(h[1].moves) == 2 and len(h[12].moves) == 1, "moves at both")
    assert [m.uci for m in played[1].moves] == ["e2e4", "e7e5"], played[1]
    assert [m.uci for m in played[12].moves] == ["d2d4"], played[12]
    host, port = daemon.address()
    pgn = subprocess.run([binary, "export", "--connect", f"tcp://{host}:{port}", "--table", "1"],
                         capture_output=True, text=True, check=True).stdout
    assert '[Black "Bert"]' in pgn, pgn

    # Listeners stay: that is said.
    reload(daemon, hall(ports, {1: 'line = "a"'}).replace('"127.0.0.1:0"', '"127.0.0.1:1"'))
    until(lambda: "stream.tcp has changed" in daemon.logged(), "a word about the listener")
finally:
    code = daemon.end()
assert code == 0, f"SIGTERM gave exit code {code}"
print("ok")
