"""A light websocket client for measuring: no library, no checks beyond the need, frames as they come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = b"\0\0\0\0"
"""Clients must mask; this mask leaves the bytes as they are."""

NAME = "localhost"

UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {name}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """One whole frame from the client."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size)) + NO_MASK + payload
    return bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big") + NO_MASK + payload


class Wire(asyncio.Protocol):
    """One open socket; calls `take(payload)` for each text. `received` counts the bytes after the handshake."""

    def __init__(self, path: str, port: int, token: str, take: Callable[[bytes], None]) -> None:
        more = f"Authorization: Token {token}\r\n" if token else ""
        self.request = UPGRADE.format(path=path, name=NAME, port=port, more=more).encode()
        self.take = take
        self.received = 0
        self.open = False
        self.closed: int | None = None
        self.transport: asyncio.Transport | None = None
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def send(self, payload: bytes) -> None:
        assert self.transport is not None
        self.transport.write(frame(payload))

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = self.closed or 1006

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            if b" 101 " not in data[:end]:
                raise ConnectionError(data[:end].decode())
            self.open = True
            at = end + 4
        start, total = at, len(data)
        while total - at >= 2:
            size = data[at + 1]
            head = 2
            if size == 126:
                if total - at < 4:
                    break
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
            elif size == 127:
                if total - at < 10:
                    break
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
            if total - at < head + size:
                break
            opcode = data[at] & 15
            payload = data[at + head : at + head + size]
            at += head + size
            if opcode == TEXT:
                self.take(payload)
            elif opcode == PING and self.transport is not None:
                self.transport.write(frame(payload, PONG))
            elif opcode == CLOSE:
                self.closed = int.from_bytes(payload[:2], "big")
        self.received += at - start
        self._rest = data[at:]
