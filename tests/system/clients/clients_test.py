"""The Python and the TypeScript client of protocol/clients/, each against a recorded conversation and against the daemon."""
import argparse
import filecmp
import glob
import itertools
import os
import re
import shutil
import subprocess
import sys
import unittest

from simulated_hall import SimulatedHall

arguments = argparse.Namespace()


def work(*parts):
    return os.path.join(arguments.work, *parts)


def generate_python():
    """Messages for the Python client and for this test, made by protoc as a user would."""
    shutil.rmtree(work("generated"), ignore_errors=True)
    os.makedirs(work("generated"))
    protocol = os.path.join(arguments.source, "protocol")
    protos = sorted(glob.glob(os.path.join(protocol, "boardbridge", "v1", "*.proto")))
    subprocess.run(["protoc", "-I", protocol, "--python_out", work("generated"), *protos], check=True)
    sys.path.insert(0, work("generated"))


def build_typescript():
    """The TypeScript client, built in the work folder as its README says; npm only when the lock file has changed."""
    source, target = os.path.join(arguments.source, "protocol", "clients", "typescript"), work("typescript")
    os.makedirs(target, exist_ok=True)
    lock = os.path.join(target, "package-lock.json")
    installed = os.path.join(target, "node_modules", ".package-lock.json")
    fresh = os.path.exists(installed) and filecmp.cmp(os.path.join(source, "package-lock.json"), lock, shallow=False)
    for name in ("package.json", "package-lock.json", ".npmrc", "tsconfig.json", "moves.ts"):
        shutil.copy(os.path.join(source, name), target)
    if not fresh:
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=target, check=True)
    environment = dict(os.environ, BOARDBRIDGE_PROTOCOL=os.path.join(arguments.source, "protocol"))
    subprocess.run(["npm", "run", "--silent", "build"], cwd=target, env=environment, check=True)


def python_client(*words):
    script = os.path.join(arguments.source, "protocol", "clients", "python", "moves.py")
    return [sys.executable, "-u", script, *map(str, words)], dict(os.environ, PYTHONPATH=work("generated"))


def typescript_client(*words):
    return ["node", work("typescript", "built", "moves.js"), *map(str, words)], dict(os.environ)


def recording():
    """What the recorded server says: a snapshot as of 3, then the events 4 to 9 of a short and troubled game."""
    from boardbridge.v1 import common_pb2 as common, event_pb2, stream_pb2

    def move(ply, side, san, **marks):
        return event_pb2.MoveMade(game_id="g", ply=ply, side=side, san=san, fen_after="x" * 300, **marks)

    white, black = common.SIDE_WHITE, common.SIDE_BLACK
    events = [
        event_pb2.Event(game_started=event_pb2.GameStarted(game_id="g", white="Ann", black="Björn")),
        event_pb2.Event(move_made=move(1, white, "e4", provisional=True)),
        event_pb2.Event(move_confirmed=event_pb2.MoveConfirmed(game_id="g", ply=1)),
        event_pb2.Event(move_made=move(2, black, "e6", provisional=True)),
        event_pb2.Event(moves_revised=event_pb2.MovesRevised(game_id="g", from_ply=2, moves=[move(2, black, "e5")])),
        event_pb2.Event(move_made=move(3, white, "Ke1xe5", illegal=True, guess=True)),
        event_pb2.Event(moves_revised=event_pb2.MovesRevised(game_id="g", from_ply=3)),
        event_pb2.Event(alert={"id": 1, "text": "of a kind that was not asked for"}),
        event_pb2.Event(game_ended=event_pb2.GameEnded(game_id="g", result="1/2-1/2", termination="kings' signal")),
    ]
    for sequence, event in enumerate(events, start=1):
        event.sequence, event.table = sequence, 12
        event.time.seconds = 1
    snapshot = stream_pb2.Snapshot(table=12, sequence=3, moves=[move(1, white, "e4")])
    hello = stream_pb2.ServerMessage(hello=stream_pb2.Hello(version="0", hall_id="h", first_sequence=1, last_sequence=9))
    closed = stream_pb2.ServerMessage(closed=stream_pb2.Closed(reason=stream_pb2.CLOSE_REASON_SHUTTING_DOWN, text="good night"))

    def answer(subscribe):
        resumed = subscribe.HasField("after_sequence")
        after = subscribe.after_sequence if resumed else 3
        messages = [] if resumed else [stream_pb2.ServerMessage(snapshot=snapshot)]
        messages.append(stream_pb2.ServerMessage(heartbeat=stream_pb2.Heartbeat(sequence=3)))
        messages += [stream_pb2.ServerMessage(event=event) for event in events if event.sequence > after]
        return messages + [closed]

    return stream_pb2.ClientMessage, [hello], answer


AFTER_3 = """4 table 12 ply 2 black e6 provisional
5 table 12 from ply 2 instead:
5 table 12 ply 2 black e5
6 table 12 ply 3 white Ke1xe5 guess illegal
7 table 12 from ply 3 instead:
9 table 12 ended 1/2-1/2 kings' signal
"""
FROM_START = """1 table 12 game Ann - Björn
2 table 12 ply 1 white e4 provisional
3 table 12 ply 1 confirmed
"""


class RecordedConversation:
    """Tests for both clients; `client` gives command and environment."""

    def converse(self, *after, await_heartbeat=False):
        from recorded_server import RecordedServer

        with RecordedServer(*recording(), await_heartbeat) as server:
            command, environment = self.client("127.0.0.1", server.port, *after)
            done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False)
        self.assertEqual(done.stderr, "closed: CLOSE_REASON_SHUTTING_DOWN good night\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([m.WhichOneof("message") for m in server.heard], ["subscribe", "heartbeat"][: len(server.heard)])
        return server.heard[0].subscribe, done.stdout

    def test_starts_from_now(self):
        subscribe, output = self.converse()
        self.assertFalse(subscribe.HasField("after_sequence"))
        self.assertEqual(list(subscribe.kinds), ["game_started", "move_made", "move_confirmed", "moves_revised", "game_ended"])
        self.assertEqual(output, "3 table 12 ply 1 white e4\n" + AFTER_3)

    def test_resumes(self):
        subscribe, output = self.converse(3)
        self.assertEqual(subscribe.after_sequence, 3)
        self.assertEqual(output, AFTER_3)

    def test_resumes_from_the_oldest(self):
        subscribe, output = self.converse(0)
        self.assertTrue(subscribe.HasField("after_sequence"))
        self.assertEqual(output, FROM_START + AFTER_3)

    def test_keeps_an_idle_connection_alive(self):
        _, output = self.converse(3, await_heartbeat=True)
        self.assertEqual(output, AFTER_3)

    def test_says_how_to_call_it(self):
        command, environment = self.client("127.0.0.1")
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("HOST PORT [AFTER_SEQUENCE]", done.stderr)


def require_typescript():
    if shutil.which("npm") is None:
        raise unittest.SkipTest("npm is missing: the TypeScript client is not tested")
    build_typescript()


class PythonClient(RecordedConversation, unittest.TestCase):
    client = staticmethod(python_client)


class TypeScriptClient(RecordedConversation, unittest.TestCase):
    client = staticmethod(typescript_client)

    @classmethod
    def setUpClass(cls):
        require_typescript()


LINE = re.compile(r"\d+ table [12] (?:game .* - .*|ply \d+ (?:white|black) \S+(?: provisional| guess| illegal)*"
                  r"|ply \d+ confirmed|from ply \d+ instead:|ended \S+ .+)")


class Daemon(unittest.TestCase):
    """Both clients against the real thing: the same history for both, before and after a resumption."""

    @classmethod
    def setUpClass(cls):
        require_typescript()

    def setUp(self):
        self.hall = SimulatedHall(arguments.boardbridge)
        self.addCleanup(self.hall.terminate)

    def start(self, client, *after):
        command, environment = client(self.hall.host, self.hall.port, *after)
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def lines(self, client, count, *after):
        """The first lines that the client prints."""
        return [line.rstrip("\n") for line in itertools.islice(self.start(client, *after).stdout, count)]

    def test_both_clients_tell_the_same_history(self):
        history = self.lines(python_client, 80, 0)
        for line in history:
            self.assertRegex(line, LINE)
        self.assertEqual(len(history), 80)
        self.assertEqual(self.lines(typescript_client, 80, 0), history)
        plies = [int(line.split()[4]) for line in history if re.search(r" table 1 ply \d+ (?:white|black) ", line)]
        self.assertGreater(len(plies), 10)

    def test_a_resumed_client_goes_on_where_it_was(self):
        history = self.lines(python_client, 80, 0)
        sequence = int(history[30].split()[0])
        rest = [line for line in history if int(line.split()[0]) > sequence]
        for client in (python_client, typescript_client):
            self.assertEqual(self.lines(client, len(rest), sequence), rest)

    def test_clients_that_start_now_are_told_when_the_daemon_ends(self):
        followers = [self.start(client) for client in (python_client, typescript_client)]
        for process in followers:
            self.assertRegex(process.stdout.readline().rstrip("\n"), LINE)
        self.assertEqual(self.hall.terminate(), 0)
        for process in followers:
            _, errors = process.communicate(timeout=60)
            self.assertRegex(errors, "^closed: CLOSE_REASON_SHUTTING_DOWN")
            self.assertEqual(process.returncode, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--boardbridge", required=True)
    arguments, rest = parser.parse_known_args()
    os.makedirs(arguments.work, exist_ok=True)
    generate_python()
    unittest.main(argv=[sys.argv[0], "-v", *rest])
