"""The daemon is killed in the middle of games again and again: each time it is back on the same boards, shows what stands on
them, and the next game set up is broadcast from its first move on.

usage: crash_test.py BOARDBRIDGE SOURCE WORK     three kills; with BOARDBRIDGE_LONG=1 two hundred
"""
import os
import pty
import random
import signal
import sys
import threading
import tty

from daemon_under_test import Client, Daemon, load_messages

binary, source, work = sys.argv[1:4]
messages = load_messages(source, work)
KILLS = 200 if os.environ.get("BOARDBRIDGE_LONG") == "1" else 3
BOARDS = 4
START = bytes([8, 9, 10, 12, 11, 10, 9, 8] + [7] * 8 + [0] * 32 + [1] * 8 + [2, 3, 4, 6, 5, 4, 3, 2])
LETTERS = ".PRNBKQprnbkq"
# Knights go out and home again: wire squares from and to (a8 = 0), and the move.
KNIGHTS = [(62, 45, "g1f3"), (6, 21, "g8f6"), (45, 62, "f3g1"), (21, 6, "f6g8")]
SEND_BOARD, SEND_VERSION = 0x42, 0x4D


def fen(squares):
    ranks = []
    for rank in range(8):
        text, empty = "", 0
        for code in squares[8 * rank:8 * rank + 8]:
            if code == 0:
                empty += 1
                continue
            text += (str(empty) if empty else "") + LETTERS[code]
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)


class Board:
    """A board on a pty. It outlives the daemon, as boards do."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.squares = bytearray(START)
        self.played = 0
        threading.Thread(target=self.answer, daemon=True).start()

    def answer(self):
        while True:
            for command in os.read(self.master, 4096):
                if command == SEND_BOARD:
                    os.write(self.master, bytes([0x86, 0, 67]) + bytes(self.squares))
                elif command == SEND_VERSION:
                    os.write(self.master, bytes([0x93, 0, 5, 1, 8]))

    def change(self, square, code):
        self.squares[square] = code
        os.write(self.master, bytes([0x8E, 0, 5, square, code]))

    def move(self):
        origin, target, uci = KNIGHTS[self.played % 4]
        code = self.squares[origin]
        self.change(origin, 0)
        self.change(target, code)
        self.played += 1
        return uci

    def set_up(self):
        for square in range(64):
            if self.squares[square] != START[square]:
                self.change(square, START[square])
        self.played = 0


boards = [Board() for _ in range(BOARDS)]
config = '[stream]\ntcp = "127.0.0.1:0"\n' + "".join(
    f'[[line]]\nname = "b{n}"\ndriver = "dgt"\nport = "{os.ttyname(board.slave)}"\n'
    f'[[table]]\nnumber = {n}\nline = "b{n}"\n' for n, board in enumerate(boards, 1))


def wait_for(client, seen, wanted):
    """Reads until every table has shown what is wanted of it; `seen` keeps what each table shows last."""
    while any(wanted(n, seen.setdefault(n, {})) is False for n in range(1, BOARDS + 1)):
        message = client.receive()
        assert message is not None, f"the stream ended: {seen}"
        kind = message.WhichOneof("message")
        assert kind != "closed", message
        if kind == "snapshot":
            table, what = message.snapshot.table, seen.setdefault(message.snapshot.table, {})
            if message.snapshot.HasField("placement"):
                what["placement"] = message.snapshot.placement.placement
            what["moves"] = [m.uci for m in message.snapshot.moves]
            for device in message.snapshot.devices:
                what["state"] = device.state
        if kind != "event":
            continue
        what = seen.setdefault(message.event.table, {})
        payload = message.event.WhichOneof("payload")
        if payload == "placement_sensed":
            what["placement"] = message.event.placement_sensed.placement
        elif payload == "game_started":
            what["moves"] = []
        elif payload == "move_made":
            what.setdefault("moves", [])[message.event.move_made.ply - 1:] = [message.event.move_made.uci]
        elif payload == "moves_revised":
            del what["moves"][message.event.moves_revised.from_ply - 1:]
            what["moves"] += [m.uci for m in message.event.moves_revised.moves]


def main():
    chance = random.Random(7)
    for kill in range(KILLS + 1):
        daemon = Daemon(binary, config)
        client = Client(messages, daemon.address())
        client.subscribe()
        seen = {}
        # Whatever the hands did meanwhile, it shows what stands there.
        wait_for(client, seen, lambda n, what: what.get("placement") == fen(boards[n - 1].squares))
        for board in boards:
            board.set_up()
        wait_for(client, seen, lambda n, what: what.get("placement") == fen(START) and what.get("moves") == [])
        plies = [[board.move() for _ in range(chance.randrange(1, 9))] for board in boards]
        if kill == KILLS:
            wait_for(client, seen, lambda n, what: what.get("moves") == plies[n - 1])
            client.close()
            assert daemon.end() == 0
            break
        daemon.signal(signal.SIGKILL)
        assert daemon.process.wait() == -signal.SIGKILL
        client.close()
        for board in boards:
            for _ in range(chance.randrange(3)):
                board.move()
        daemon.end()
    print(f"{KILLS} kills in the middle of {BOARDS} games")


main()
