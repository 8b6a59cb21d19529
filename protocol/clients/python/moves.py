#!/usr/bin/env python3
"""Prints the moves of a hall as they are made: moves.py HOST PORT [AFTER_SEQUENCE]

With AFTER_SEQUENCE it resumes there instead of starting from now. Generate the messages first:
    protoc -I protocol --python_out=generated protocol/boardbridge/v1/*.proto
    PYTHONPATH=generated python3 protocol/clients/python/moves.py 127.0.0.1 7610
"""
import socket
import sys
import time
from typing import Iterator, Optional

from boardbridge.v1 import common_pb2, event_pb2, stream_pb2

KINDS = ["game_started", "move_made", "move_confirmed", "moves_revised", "game_ended"]
IDLE = 5.0  # seconds between heartbeats; the server gives up after 20


def varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def send(connection: socket.socket, message: stream_pb2.ClientMessage) -> None:
    body = message.SerializeToString()
    connection.sendall(varint(len(body)) + body)


def receive(connection: socket.socket) -> Iterator[Optional[stream_pb2.ServerMessage]]:
    """Messages as they come; None when a while has passed without one. Ends with the connection."""
    buffer = b""
    while True:
        end = next((i + 1 for i, byte in enumerate(buffer) if byte < 0x80), 0)
        size = sum((byte & 0x7F) << 7 * i for i, byte in enumerate(buffer[:end]))
        if end and len(buffer) >= end + size:
            yield stream_pb2.ServerMessage.FromString(buffer[end : end + size])
            buffer = buffer[end + size :]
            continue
        try:
            piece = connection.recv(65536)
        except socket.timeout:
            yield None
            continue
        if not piece:
            return
        buffer += piece


def show_move(place: str, move: event_pb2.MoveMade) -> None:
    marks = "".join(f" {mark}" for mark in ("provisional", "guess", "illegal") if getattr(move, mark))
    side = "white" if move.side == common_pb2.SIDE_WHITE else "black"
    print(f"{place} ply {move.ply} {side} {move.san}{marks}", flush=True)


def show(event: event_pb2.Event) -> None:
    place, kind = f"{event.sequence} table {event.table}", event.WhichOneof("payload")
    if kind == "game_started":
        print(f"{place} game {event.game_started.white} - {event.game_started.black}", flush=True)
    elif kind == "move_made":
        show_move(place, event.move_made)
    elif kind == "move_confirmed":
        print(f"{place} ply {event.move_confirmed.ply} confirmed", flush=True)
    elif kind == "moves_revised":
        print(f"{place} from ply {event.moves_revised.from_ply} instead:", flush=True)
        for move in event.moves_revised.moves:
            show_move(place, move)
    elif kind == "game_ended":
        print(f"{place} ended {event.game_ended.result} {event.game_ended.termination}", flush=True)


def main(host: str, port: str, after: Optional[str] = None) -> int:
    connection = socket.create_connection((host, int(port)))
    connection.settimeout(IDLE)
    subscribe = stream_pb2.Subscribe(kinds=KINDS, after_sequence=None if after is None else int(after))
    send(connection, stream_pb2.ClientMessage(subscribe=subscribe))
    spoke = time.monotonic()
    for message in receive(connection):
        if message is not None and message.HasField("event"):
            show(message.event)
        elif message is not None and message.HasField("snapshot"):
            for move in message.snapshot.moves:
                show_move(f"{message.snapshot.sequence} table {message.snapshot.table}", move)
        elif message is not None and message.HasField("closed"):
            reason = stream_pb2.CloseReason.Name(message.closed.reason)
            print(f"closed: {reason} {message.closed.text}", file=sys.stderr)
        if time.monotonic() - spoke >= IDLE:
            send(connection, stream_pb2.ClientMessage(heartbeat=stream_pb2.Heartbeat()))
            spoke = time.monotonic()
    return 1


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
