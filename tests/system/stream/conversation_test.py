"""What the stream promises its clients: Hello first, snapshots or resumption, a reason before every end.

usage: conversation_test.py BOARDBRIDGE SOURCE WORK
"""
import os
import pty
import signal
import sys
import tty

from daemon_under_test import Client, Daemon, load_messages, until, varint

binary, source, work = sys.argv[1:4]
messages = load_messages(source, work)
START = ("86 00 43 08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07" + " 00" * 32 +
         " 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02")

master, slave = pty.openpty()
tty.setraw(slave)
CONFIG = f'''
[stream]
tcp = "127.0.0.1:0"
[[line]]
name = "board"
driver = "dgt"
port = "{os.ttyname(slave)}"
'''
daemon = Daemon(binary, CONFIG)


def closed(client):
    message = client.receive_until(lambda m: m.WhichOneof("message") == "closed")
    found = str(message) if message is not None else "no Closed"
    assert client.receive() is None, "the connection stays open after Closed"
    client.close()
    return found


try:
    # Hello at once, and nothing else before the client has spoken.
    client = Client(messages, daemon.address())
    hello = client.receive()
    assert hello.WhichOneof("message") == "hello", hello
    assert hello.hello.version and hello.hello.hall_id, hello

    # A snapshot for each table, then events with dense sequence numbers.
    os.write(master, bytes.fromhex(START))
    client.subscribe()
    last = None
    moves = []
    for square, piece in (("34", "00"), ("24", "01"), ("0c", "00"), ("1c", "07")):
        os.write(master, bytes.fromhex("8e 00 05 " + square + " " + piece))
    while moves[-2:] != ["e2e4", "e7e5"]:
        message = client.receive()
        kind = message.WhichOneof("message")
        if kind == "snapshot":
            moves += [m.uci for m in message.snapshot.moves]
            last = message.snapshot.sequence  # the events that follow begin right after it
        if kind != "event":
            continue
        assert last is None or message.event.sequence == last + 1, (last, message)
        last = message.event.sequence
        if message.event.HasField("move_made"):
            moves.append(message.event.move_made.uci)
    client.close()

    # Resumption: everything held, from the oldest on, without snapshots; then just what is newer.
    resumed = Client(messages, daemon.address())
    first = resumed.receive().hello.first_sequence
    resumed.subscribe(after_sequence=0)
    seen = []
    while not seen or seen[-1] < last:
        message = resumed.receive()
        assert message.WhichOneof("message") == "event", message
        seen.append(message.event.sequence)
    assert seen == list(range(first, last + 1)), seen
    resumed.close()

    # Filtered: only the kinds asked for, ascending.
    filtered = Client(messages, daemon.address())
    filtered.subscribe(after_sequence=0, kinds=["move_made"])
    filtered.receive()
    for uci in ("e2e4", "e7e5"):
        message = filtered.receive()
        assert message.event.move_made.uci == uci, message
    filtered.close()

    # Every end has a reason.
    future = Client(messages, daemon.address())
    future.subscribe(after_sequence=10 ** 12)
    assert "CURSOR_IN_FUTURE" in closed(future)

    rubbish = Client(messages, daemon.address())
    rubbish.socket.sendall(varint(5) + b"\xff\xff\xff\xff\xff")
    assert "BAD_MESSAGE" in closed(rubbish)

    oversized = Client(messages, daemon.address())
    oversized.socket.sendall(varint(2 << 20) + b"x" * 100)
    assert "BAD_MESSAGE" in closed(oversized)

    silent = Client(messages, daemon.address())
    assert "IDLE" in closed(silent)

    # SIGHUP with a sound and with a broken configuration: the daemon goes on.
    for text in (CONFIG + '[event]\nplay = "rapid"\n', CONFIG + "[event]\nplya = 1\n"):
        daemon.config.write_text(text, encoding="utf-8")
        before = len(daemon.logged())
        daemon.signal(signal.SIGHUP)
        until(lambda: len(daemon.logged()) > before, "a word about the reload")
    assert daemon.process.poll() is None

    # The end of the daemon is announced.
    parting = Client(messages, daemon.address())
    parting.subscribe()
    parting.receive()
    daemon.signal(signal.SIGTERM)
    assert "SHUTTING_DOWN" in closed(parting)
    daemon.process.wait(timeout=60)  # a second SIGTERM would cut the clean end short
finally:
    code = daemon.end()
assert code == 0, f"SIGTERM gave exit code {code}"
print("ok")
