"""A client that never reads is told that it was too slow, over TCP and over a Unix socket alike.

usage: slow_client_test.py BOARDBRIDGE SOURCE WORK
"""
import os
import pty
import socket
import sys
import threading
import time
import tty

from daemon_under_test import DEADLINE, Client, Daemon, load_messages, until

binary, source, work = sys.argv[1:4]
messages = load_messages(source, work)

master, slave = pty.openpty()
tty.setraw(slave)
daemon = Daemon(binary, f'''
[stream]
tcp = "127.0.0.1:0"
unix = "s.sock"
queue_kib = 64
[[line]]
name = "board"
driver = "dgt"
port = "{os.ttyname(slave)}"
''')


def over_tcp():
    client = Client.__new__(Client)
    client.socket = socket.socket()
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.socket.connect(daemon.address())
    return client


def over_unix():
    client = Client.__new__(Client)
    client.socket = socket.socket(socket.AF_UNIX)
    client.socket.connect(daemon.endpoints["stream"]["unix"])
    return client


def subscribed(client):
    client.messages, client.buffer = messages, b""
    client.socket.settimeout(DEADLINE)
    client.subscribe()
    return client


flooding = True


def flood():
    """A piece that comes and goes, an event each time; so slowly that a client who reads would keep up."""
    while flooding:
        os.write(master, bytes.fromhex("8e00051b01" "8e00051b00") * 20)
        time.sleep(0.004)


try:
    os.write(master, bytes.fromhex("8600430809 0a0c0b0a0908 0707070707070707" + "00" * 32 + "0101010101010101 0203040605040302"))
    clients = {"tcp": subscribed(over_tcp()), "unix": subscribed(over_unix())}
    writer = threading.Thread(target=flood)
    writer.start()
    try:
        until(lambda: daemon.logged().count("reason=TOO_SLOW") == 2, "the end of both clients")
    finally:
        flooding = False
        writer.join()
    for name, client in clients.items():
        last = client.receive_until(lambda m: m.WhichOneof("message") == "closed")
        assert last is not None, f"{name}: no Closed"
        assert "TOO_SLOW" in str(last), last
        assert client.receive() is None
        client.close()
finally:
    code = daemon.end()
assert code == 0, f"SIGTERM gave exit code {code}"
print("ok")
