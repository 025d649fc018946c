"""A socket of any ASGI application, driven in this process."""

from __future__ import annotations

import asyncio
import json
from typing import Any

SECONDS = 10


class Caller:
    """One open socket."""

    def __init__(self, application: Any, user: Any, *, session: Any = None, **kwargs: str) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {"type": "websocket", "user": user, "session": session, "headers": [], "url_route": {"kwargs": kwargs}}
        self.task = asyncio.ensure_future(application(scope, self._in.get, self._out.put))
        self._in.put_nowait({"type": "websocket.connect"})

    def tell(self, **fields: Any) -> None:
        """Sends a message."""
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps(fields)})

    async def next(self) -> dict[str, Any] | int:
        """The next message, or the code that the socket is closed with."""
        while True:
            event = await asyncio.wait_for(self._out.get(), SECONDS)
            if event["type"] == "websocket.close":
                code: int = event["code"]
                return code
            if event["type"] == "websocket.send":
                told: dict[str, Any] = json.loads(event["text"])
                return told

    async def closed(self) -> int:
        """The code that the socket is closed with; messages before are passed over."""
        while not isinstance(found := await self.next(), int):
            pass
        return found

    async def leave(self) -> None:
        """Closes the socket."""
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self.task, SECONDS)
