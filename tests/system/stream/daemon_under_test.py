"""The real daemon with a configuration of the test's, and the stream's messages as Python objects."""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

DEADLINE = 60.0  # for anything that should happen at once, on a machine however slow


def load_messages(source, work):
    """Compiles the .proto files and returns the module of the stream's envelopes and the one of the events."""
    out = pathlib.Path(work) / "python"
    out.mkdir(parents=True, exist_ok=True)
    protos = sorted(str(p) for p in pathlib.Path(source, "protocol").glob("boardbridge/v1/*.proto"))
    subprocess.run(["protoc", "-I", str(pathlib.Path(source, "protocol")), "--python_out", str(out), *protos], check=True)
    sys.path.insert(0, str(out))
    from boardbridge.v1 import stream_pb2  # noqa: E402  generated just now
    return stream_pb2


def until(condition, what):
    """Waits until condition() gives something true, and returns it."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"waited {DEADLINE:.0f} s in vain for {what}")


class Daemon:
    def __init__(self, binary, config):
        self.directory = tempfile.TemporaryDirectory(prefix="boardbridge-test-")
        self.config = pathlib.Path(self.directory.name, "hall.toml")
        self.config.write_text(config, encoding="utf-8")
        environment = dict(os.environ, RUNTIME_DIRECTORY=self.directory.name)
        self.log = open(pathlib.Path(self.directory.name, "log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen([binary, "run", "-c", str(self.config)], env=environment,
                                        stdout=self.log, stderr=self.log)
        endpoints = pathlib.Path(self.directory.name, "endpoints.json")
        until(lambda: endpoints.exists() or self.process.poll() is not None, "endpoints.json")
        assert self.process.poll() is None, self.logged()
        self.endpoints = json.loads(endpoints.read_text(encoding="utf-8"))

    def logged(self):
        self.log.flush()
        return pathlib.Path(self.log.name).read_text(encoding="utf-8")

    def address(self):
        tcp = self.endpoints["stream"]["tcp"]
        host, port = tcp.rsplit(":", 1)
        return host.strip("[]"), int(port)

    def signal(self, number):
        self.process.send_signal(number)

    def end(self):
        """SIGTERM; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=DEADLINE)
        self.log.close()
        self.directory.cleanup()
        return code


class Client:
    """One connection; messages are preceded by their length as a varint."""

    def __init__(self, messages, address):
        self.messages = messages
        self.socket = socket.create_connection(address, timeout=DEADLINE)
        self.buffer = b""

    def send(self, message):
        data = message.SerializeToString()
        self.socket.sendall(varint(len(data)) + data)

    def subscribe(self, **fields):
        message = self.messages.ClientMessage()
        message.subscribe.SetInParent()
        for name, value in fields.items():
            if isinstance(value, list):
                getattr(message.subscribe, name).extend(value)
            else:
                setattr(message.subscribe, name, value)
        self.send(message)

    def receive(self):
        """The next server message, or nothing when the server has closed."""
        while True:
            size, used = read_varint(self.buffer)
            if size is not None and len(self.buffer) >= used + size:
                message = self.messages.ServerMessage()
                message.ParseFromString(self.buffer[used:used + size])
                self.buffer = self.buffer[used + size:]
                return message
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                return None
            if not data:
                return None
            self.buffer += data

    def receive_until(self, wanted):
        """Skips messages until wanted(message); nothing when the connection ended first."""
        while True:
            message = self.receive()
            if message is None or wanted(message):
                return message

    def close(self):
        self.socket.close()


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data):
    value = 0
    for index, byte in enumerate(data[:10]):
        value |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return value, index + 1
    return None, 0
