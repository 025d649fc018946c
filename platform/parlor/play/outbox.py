"""What waits to be sent over one socket: in order, bounded, sent by a task of its own, so that nobody waits.

Where the server offers a `Wire`, all that was put within one round of the event loop is written to it at the end of
the round; the task sends only what the wire does not take.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from parlor.play.messages import TOO_SLOW

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]

MESSAGES = 200
CHARACTERS = 4_000_000


class Wire(Protocol):
    """The short way to a socket, as some servers offer it."""

    def listen(self, hear: Callable[[dict[str, Any]], None]) -> None:
        """Gives each message to `hear`, as an event, instead of keeping it for `receive`."""

    def leave(self) -> None:
        """Nobody listens any more."""

    def write(self, texts: Sequence[str]) -> bool:
        """Sends the messages; False, and nothing is sent, while the client has to read what came before."""


class Outbox:
    """The messages for one socket. When too many wait, they are dropped and the socket is closed as too slow."""

    def __init__(
        self, send: Send, messages: int = MESSAGES, characters: int = CHARACTERS, *, wire: Wire | None = None
    ) -> None:
        self.code: int | None = None
        self._send = send
        self._wire = wire
        self._sending = False  # the task is at it
        self._messages = messages
        self._characters = characters
        self._queue: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._queue)

    def put(self, text: str) -> None:
        """Sends the message when its turn comes; after `close` nothing is taken any more."""
        if self.code is not None:
            return
        self._queue.append(text)
        self._size += len(text)
        if self._wire is None or self._sending:
            self._wake.set()
        elif len(self._queue) == 1:
            _flush_soon(self)
        if len(self._queue) > self._messages or self._size > self._characters:
            self.close(TOO_SLOW, now=True)

    def close(self, code: int, *, now: bool = False) -> None:
        """Closes the socket with that code once everything is sent; `now`: without the rest."""
        if self.code is not None:
            return
        self.code = code
        self._wake.set()
        if now:
            self._queue.clear()
            self._task.cancel()

    async def ended(self) -> None:
        """Returns when nothing will be sent any more."""
        await asyncio.wait([self._task])

    def abandon(self) -> None:
        """The socket is gone: drops everything."""
        self.code = self.code or 0
        self._wire = None
        self._task.cancel()

    def flush(self) -> None:
        """Writes what waits to the wire, or leaves it to the task."""
        if not self._queue or self._sending or self._wire is None:
            return
        if self._wire.write(self._queue):
            self._queue.clear()
            self._size = 0
        else:
            self._sending = True
            self._wake.set()

    async def _run(self) -> None:
        try:
            while True:
                self._sending = True
                while self._queue:
                    text = self._queue.popleft()
                    self._size -= len(text)
                    await self._send({"type": "websocket.send", "text": text})
                if self.code is not None:
                    break
                self._sending = False
                self._wake.clear()
                await self._wake.wait()
        except asyncio.CancelledError:  # not raised: its traceback would hold all that belongs to the socket
            if not self.code:
                return
        except Exception:
            logger.debug("A socket went away while it was written to", exc_info=True)
            return
        if self.code:
            await self._send({"type": "websocket.close", "code": self.code})


_full: list[Outbox] = []


def _flush_soon(outbox: Outbox) -> None:
    if not _full:
        asyncio.get_running_loop().call_soon(_flush)
    _full.append(outbox)


def _flush() -> None:
    """At the end of a round of the loop."""
    outboxes = _full.copy()
    _full.clear()
    for outbox in outboxes:
        outbox.flush()
