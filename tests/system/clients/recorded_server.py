"""A server that plays one recorded conversation to one client: Hello at once, the rest after the client's Subscribe.

It stands in for the daemon where a test needs to know every byte. It is written apart from the clients: the framing here
is google.protobuf's own.
"""
import socket
import threading

from google.protobuf.internal.decoder import _DecodeVarint32
from google.protobuf.internal.encoder import _VarintBytes


class RecordedServer:
    """Serves `opening` at once, then `answer(subscribe)`; each is a list of ServerMessages. `heard` is what came.

    With `await_heartbeat` the answer is held back until the client has spoken once more.
    """

    def __init__(self, client_message_type, opening, answer, await_heartbeat=False):
        self._client_message_type = client_message_type
        self._opening = opening
        self._answer = answer
        self._messages_awaited = 2 if await_heartbeat else 1
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.heard = []
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *unused):
        self._listener.close()
        self._thread.join(timeout=30)

    def _serve(self):
        connection, _ = self._listener.accept()
        with connection:
            self._send(connection, self._opening)
            while len(self.heard) < self._messages_awaited:
                self.heard.append(self._receive(connection))
            self._send(connection, self._answer(self.heard[0].subscribe))

    @staticmethod
    def _send(connection, messages):
        """In pieces of seven bytes: lengths and messages are cut everywhere."""
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream = b"".join(_VarintBytes(m.ByteSize()) + m.SerializeToString() for m in messages)
        for i in range(0, len(stream), 7):
            connection.sendall(stream[i : i + 7])

    def _receive(self, connection):
        data = b""
        while True:
            piece = connection.recv(4096)
            if not piece:
                raise ConnectionError("the client said nothing and left")
            data += piece
            if any(byte < 0x80 for byte in data):
                size, start = _DecodeVarint32(data, 0)
                if len(data) >= start + size:
                    return self._client_message_type.FromString(data[start : start + size])
