"""Sockets of a table without a server: the ASGI application, driven in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

from parlor.accounts.models import User
from parlor.play import messages
from parlor.play.messages import Reply
from parlor.play.rooms import rooms
from parlor.play.socket import table_socket

SECONDS = 10
R = TypeVar("R", bound=messages.Outgoing)


class Closed(Exception):
    """The server closed the socket with `code`."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Visitor:
    """One open socket. `frames` keeps every text that came, in order."""

    def __init__(
        self,
        table: str,
        user: User | None = None,
        *,
        page: bool = False,
        edits: bool = False,
        language: str = "en",
        session: SessionBase | None = None,
        token: str = "",
    ) -> None:
        self.frames: list[str] = []
        self.table = table
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.reading = asyncio.Event()
        self.reading.set()
        scope = {
            "type": "websocket",
            "user": user or AnonymousUser(),
            "session": session,
            "headers": [
                (b"accept-language", language.encode()),
                *([(b"authorization", f"Token {token}".encode())] if token else []),
            ],
            "query_string": b"edits=1" if edits else b"" if page else b"format=json",
            "url_route": {"kwargs": {"table_id": table}},
        }
        self.task = asyncio.ensure_future(table_socket(scope, self._in.get, self._take))
        self._in.put_nowait({"type": "websocket.connect"})

    async def _take(self, event: dict[str, Any]) -> None:
        if event["type"] == "websocket.send":
            await self.reading.wait()
        self._out.put_nowait(event)

    def tell(self, message: object = None, /, **fields: Any) -> None:
        """Sends a message: text as it is, anything else as JSON."""
        text = message if isinstance(message, str) else json.dumps(message or fields)
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    def tell_bytes(self, data: bytes) -> None:
        self._in.put_nowait({"type": "websocket.receive", "bytes": data})

    async def next(self) -> Reply:
        """The next message. Raises Closed."""
        while True:
            event = await asyncio.wait_for(self._out.get(), SECONDS)
            if event["type"] == "websocket.close":
                raise Closed(event["code"])
            if event["type"] == "websocket.send":
                self.frames.append(event["text"])
                return messages.read_reply(event["text"])

    async def until(self, kind: type[R], fits: Callable[[R], bool] = lambda message: True) -> R:
        """The next message of that kind that fits; others before it are passed over."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and fits(message):
                return message

    async def at(self, version: int) -> messages.Table | messages.Update:
        """Reads on until the table is at that version."""
        while True:
            message = await self.next()
            if isinstance(message, messages.Table | messages.Update) and message.version >= version:
                assert message.version == version
                return message

    async def ask(self, **fields: Any) -> messages.Accepted | messages.Refused | messages.Previewed:
        """Sends a request and reads on until its answer."""
        self.tell(fields)
        while True:
            message = await self.next()
            if isinstance(message, messages.Accepted | messages.Refused | messages.Previewed):
                assert message.id == fields.get("id")
                return message

    async def move(self, kind: str, version: int, client_id: str) -> messages.Accepted | messages.Refused:
        answer = await self.ask(type="move", id=client_id, version=version, move={"kind": kind})
        assert not isinstance(answer, messages.Previewed)
        return answer

    async def closed(self) -> int:
        """Reads on until the server closes the socket; the code."""
        try:
            while True:
                await self.next()
        except Closed as closed:
            return closed.code

    async def leave(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.task, SECONDS)


T = TypeVar("T")


def play(scene: Callable[[], Awaitable[T]]) -> T:
    """Runs the scene in an event loop; sockets it left open are closed."""

    async def run() -> T:
        try:
            return await scene()
        finally:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await asyncio.sleep(0)

    result = asyncio.run(run())
    rooms._rooms.clear()
    rooms.loop = None
    return result
