"""A busy hall for a long time: the stream stays dense and every score whole while subscribers come and go, fall silent or send
rubbish, and the daemon does not grow.

usage: soak_test.py BOARDBRIDGE SOURCE WORK      some thousand events; with BOARDBRIDGE_LONG=1 some hundred thousand
"""
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import threading

from daemon_under_test import DEADLINE, Client, load_messages

binary, source, work = sys.argv[1:4]
messages = load_messages(source, work)
LONG = os.environ.get("BOARDBRIDGE_LONG") == "1"
EVENTS = 400_000 if LONG else 4_000
TABLES = 24


class Hall:
    def __init__(self):
        self.process = subprocess.Popen([binary, "simulate", "--tables", str(TABLES), "--play", "blitz", "--speed", "40"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
        for line in self.process.stdout:
            if line.startswith("stream tcp://"):
                host, port = line.split("//")[1].strip().rsplit(":", 1)
                self.address = host, int(port)
                break

    def resident_kib(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise AssertionError("no VmRSS")

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=DEADLINE)


class Scores:
    """The score of each table as a consumer keeps it."""

    def __init__(self):
        self.games = {}
        self.begun = 0

    def take(self, event):
        kind = event.WhichOneof("payload")
        if kind == "game_started":
            self.games[event.table] = (event.game_started.game_id, [])
            self.begun += 1
        if kind not in ("move_made", "moves_revised"):
            return
        what = getattr(event, kind)
        game, moves = self.games[event.table]
        assert what.game_id == game, (event.table, what.game_id, game)
        if kind == "move_made":
            assert what.ply == len(moves) + 1, (event, len(moves))
            moves.append(what.uci)
        else:
            assert 1 <= what.from_ply <= len(moves) + 1, (event, len(moves))
            del moves[what.from_ply - 1:]
            for number, made in enumerate(what.moves, what.from_ply):
                assert made.ply == number, event
                moves.append(made.uci)


def faithful(hall, wanted, newest, sizes):
    """Reads everything from the first event on."""
    client = Client(messages, hall.address)
    client.subscribe(after_sequence=0)
    scores, expected = Scores(), 1
    while expected <= wanted:
        message = client.receive()
        assert message is not None, "the stream ended"
        kind = message.WhichOneof("message")
        assert kind != "closed", message
        if kind == "heartbeat":
            client.send(messages.ClientMessage(heartbeat=messages.Heartbeat()))
        if kind != "event":
            continue
        assert message.event.sequence == expected, (message.event.sequence, expected)
        expected += 1
        newest[0] = message.event.sequence
        scores.take(message.event)
        if expected % (wanted // 20) == 0:
            sizes.append(hall.resident_kib())
        if expected % 2000 == 0:
            client.send(messages.ClientMessage(heartbeat=messages.Heartbeat()))
    client.close()
    return scores


def come_and_go(hall, newest, over, faults):
    """Resumes from some event that has just been, reads a little and is gone without a word."""
    chance = random.Random(1)
    try:
        while not over.is_set():
            after = max(0, newest[0] - chance.randrange(300))
            client = Client(messages, hall.address)
            client.subscribe(after_sequence=after)
            for _ in range(chance.randrange(40)):
                message = client.receive()
                if message is None or message.WhichOneof("message") == "closed":
                    raise AssertionError(f"resuming after {after}: {message}")
                if message.WhichOneof("message") == "event":
                    after += 1
                    assert message.event.sequence == after, (message.event.sequence, after)
            client.close()
    except Exception as error:  # a thread's own fault would be lost
        faults.append(f"come_and_go: {error!r}")


def send_rubbish(hall, over, faults):
    """Whatever is sent, the daemon says why it closes, or just closes."""
    chance = random.Random(2)
    while not over.is_set():
        try:
            with socket.create_connection(hall.address, timeout=DEADLINE) as connection:
                connection.sendall(chance.randbytes(chance.choice((1, 7, 100, 5000))))
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
        except ConnectionError:
            continue  # closed while we were still sending
        except Exception as error:
            faults.append(f"send_rubbish: {error!r}")
            return


def main():
    hall = Hall()
    newest, sizes, faults, over = [0], [], [], threading.Event()
    silent = Client(messages, hall.address)  # subscribes and never reads
    silent.subscribe()
    others = [threading.Thread(target=come_and_go, args=(hall, newest, over, faults)),
              threading.Thread(target=send_rubbish, args=(hall, over, faults))]
    try:
        for thread in others:
            thread.start()
        scores = faithful(hall, EVENTS, newest, sizes)
        over.set()
        for thread in others:
            thread.join(DEADLINE)
        assert not faults, faults
        assert len(scores.games) == TABLES, sorted(scores.games)
        # The journal and the subscribers' queues fill in the first fifth; from then on nothing may grow.
        early, late = sizes[len(sizes) // 5], sizes[-1]
        print(f"{EVENTS} events, {scores.begun} games begun, resident {early} KiB early, {late} KiB late")
        assert not LONG or late <= 1.25 * early + 4096, sizes
    finally:
        over.set()
        silent.close()
        code = hall.end()
    assert code == 0, code


main()
