"""A short way between the sockets of daphne and an application that knows it: `scope["extensions"]["parlor.wire"]`.

Daphne makes a task switch of each message, logs it in colour, and enters and leaves the selector for each write. Small
whole frames, which are nearly all, go straight to the application here, and straight to the system's socket; whatever
is not of this shape goes the long way, through Autobahn, which then also sees to what is wrong with it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

from parlor.site.pressure import Pressure, pressure_of

logger = logging.getLogger(__name__)

Hear = Callable[[dict[str, Any]], None]

WHOLE_TEXT, MASKED = 0x81, 0x80
SHORT, TWO_BYTES, EIGHT_BYTES = 126, 126, 127


class DirectSocket(WebSocketProtocol):  # type: ignore[misc]  # daphne ships no types
    """A socket of daphne whose application may listen without a queue between."""

    hear: Hear | None = None

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Takes whole small frames out of what has come; the rest is Autobahn's."""
        while data and self.hear is not None and not self.data and self.current_frame is None:
            if self.inside_message or self.state != self.STATE_OPEN or self.muted:
                break
            found = _text(data)
            if found is None:
                break
            text, data = found
            self.last_ping = time.time()
            self.hear({"type": "websocket.receive", "text": text})
        if data:
            super().dataReceived(data)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803 - Autobahn's names
        """What came the long way is heard in its turn."""
        if self.hear is None or self.muted:
            super().onMessage(payload, isBinary)
            return
        self.last_ping = time.time()
        content = {"bytes": payload} if isBinary else {"text": payload.decode()}
        self.hear({"type": "websocket.receive", **content})


def _text(data: bytes) -> tuple[str, bytes] | None:
    """The text of the whole masked frame that the data begins with, and the data after it; None for anything else."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or not data[1] & MASKED:
        return None
    size, at = data[1] & 0x7F, 2
    if size == TWO_BYTES:
        size, at = int.from_bytes(data[2:4], "big"), 4
        if size < SHORT:
            return None
    elif size == EIGHT_BYTES:
        return None
    end = at + 4 + size
    if len(data) < end:
        return None
    mask, body = data[at : at + 4], data[at + 4 : end]
    if mask != b"\0\0\0\0" and size:
        whole = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        body = (int.from_bytes(body, "big") ^ whole).to_bytes(size, "big")
    try:
        return body.decode(), data[end:]
    except UnicodeDecodeError:
        return None


class Wire:
    """One socket, for its application. Belongs to the event loop."""

    def __init__(self, socket: DirectSocket, server: Any) -> None:
        self.socket = socket
        self.connections = server.connections
        self.transport: Any = socket.transport
        self.plain = isinstance(self.transport, Connection) and not self.transport.TLS
        self.pressure: Pressure | None = None  # from the first message on: before it the socket is no socket yet
        self.received = 0
        self.sent = 0

    def listen(self, hear: Hear) -> None:
        """From now on each message is given to `hear`, as an event; only the end still comes by `receive`."""

        def counted(event: dict[str, Any]) -> None:
            self.received += 1
            if not _heard:
                asyncio.get_running_loop().call_soon(_hear_all)
            _heard.append((hear, event))

        queue = self.socket.application_queue
        waiting = []
        while not queue.empty():
            waiting.append(queue.get_nowait())
        self.socket.hear = counted
        for event in waiting:
            if event["type"] == "websocket.receive":
                counted(event)
            else:
                queue.put_nowait(event)

    def leave(self) -> None:
        """Nobody listens any more."""
        self.socket.hear = None

    def write(self, texts: Sequence[str]) -> bool:
        """Sends these messages. False, and nothing is sent, while the client has to read what came before."""
        socket = self.socket
        if socket.state != OPEN or "disconnected" in self.connections.get(socket, GONE):
            return True
        if self.pressure is None:
            self.pressure = pressure_of(socket)
        if not self.pressure.open:
            return False
        self.sent += len(texts)
        data = _frame(texts[0].encode()) if len(texts) == 1 else b"".join([_frame(text.encode()) for text in texts])
        transport = self.transport
        if self.plain and not (transport.disconnecting or transport.dataBuffer or transport._tempDataBuffer):
            try:
                done = transport.socket.send(data)
            except OSError:  # full, or broken: the transport finds out which
                done = 0
            if done == len(data):
                return True
            data = data[done:]
        transport.write(data)
        return True


_heard: list[tuple[Hear, dict[str, Any]]] = []


def _hear_all() -> None:
    """At the end of a round of the loop: what all sockets have read in it. The tables' threads then begin once for all.

    A thread that was woken by each message would take turns with the reading of the others, which costs more than both.
    """
    several = _heard.copy()
    _heard.clear()
    for hear, event in several:
        try:
            hear(event)
        except Exception:
            logger.exception("A message could not be heard")


OPEN = WebSocketProtocol.STATE_OPEN
GONE = {"disconnected": True}


def _frame(payload: bytes) -> bytes:
    size = len(payload)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, TWO_BYTES)) + size.to_bytes(2, "big") + payload
    return bytes((WHOLE_TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big") + payload
