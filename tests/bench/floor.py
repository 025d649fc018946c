"""The floor: rooms of sockets in which everybody hears what one says, and nothing else. A bare ASGI application."""

from collections import defaultdict
from typing import Any

rooms: dict[str, list[Any]] = defaultdict(list)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "websocket":
        return
    room = rooms[scope["path"]]
    await receive()
    await send({"type": "websocket.accept"})
    room.append(send)
    try:
        while (event := await receive())["type"] == "websocket.receive":
            message = {"type": "websocket.send", "text": event["text"]}
            for one in list(room):
                await one(message)
    finally:
        room.remove(send)
