"""A simulated chain of boards in bus mode: every table of the chain gives the moves that its hands play.

usage: bus_hall_test.py BOARDBRIDGE SOURCE WORK
"""
import pathlib
import signal
import subprocess
import sys
import time

from daemon_under_test import DEADLINE, Client, load_messages

binary, source, work = sys.argv[1:4]
messages = load_messages(source, work)
TABLES = 3
PLAYED = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6"]
PGN = '[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *\n'


def scores(client):
    """The confirmed moves of each table, until all have played the game."""
    moves, confirmed = {}, {}
    end = time.monotonic() + 2 * DEADLINE
    while any(confirmed.get(table, 0) < len(PLAYED) for table in range(1, TABLES + 1)):
        assert time.monotonic() < end, f"confirmed so far: {confirmed}"
        message = client.receive()
        assert message is not None, "the stream ended"
        if message.WhichOneof("message") == "heartbeat":
            client.send(messages.ClientMessage(heartbeat=messages.Heartbeat()))
        if message.WhichOneof("message") != "event":
            continue
        event = message.event
        score = moves.setdefault(event.table, [])
        if event.HasField("move_made"):
            del score[event.move_made.ply - 1:]
            score.append(event.move_made.uci)
        elif event.HasField("moves_revised"):
            del score[event.moves_revised.from_ply - 1:]
            score.extend(m.uci for m in event.moves_revised.moves)
        elif event.HasField("move_confirmed"):
            confirmed[event.table] = max(confirmed.get(event.table, 0), event.move_confirmed.ply)
    return moves


def main():
    pgn = pathlib.Path(work, "bus.pgn")
    pgn.write_text(PGN, encoding="utf-8")
    hall = subprocess.Popen([binary, "simulate", "--driver", "dgt-bus", "--tables", str(TABLES), "--noise", "clean",
                             "--speed", "4", "--pgn", str(pgn)], stdout=subprocess.PIPE, encoding="utf-8")
    try:
        address = next(line.strip() for line in hall.stdout if line.startswith("stream tcp://"))
        host, port = address[len("stream tcp://"):].rsplit(":", 1)
        client = Client(messages, (host, int(port)))
        client.subscribe(after_sequence=0)
        found = scores(client)
        client.close()
        assert found == {table: PLAYED for table in range(1, TABLES + 1)}, found
    finally:
        hall.send_signal(signal.SIGTERM)
        code = hall.wait(timeout=DEADLINE)
    assert code == 0, f"simulate ended with {code}"
    print(f"{TABLES} tables on one bus, {len(PLAYED)} plies each")


main()
