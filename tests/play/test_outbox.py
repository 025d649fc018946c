"""What waits to be sent over one socket."""

from __future__ import annotations

import asyncio
from typing import Any

from parlor.play.messages import RESTARTING, TOO_SLOW
from parlor.play.outbox import Outbox


class Wire:
    """Where an outbox sends to; while not `open`, a send does not end."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.open = asyncio.Event()
        self.open.set()

    async def send(self, event: dict[str, Any]) -> None:
        self.sent.append(event.get("text", event.get("code")))
        if event["type"] == "websocket.send":
            await self.open.wait()


def test_messages_keep_their_order_and_the_close_comes_last() -> None:
    async def scene() -> None:
        wire = Wire()
        outbox = Outbox(wire.send)
        for n in range(100):
            outbox.put(str(n))
        outbox.close(RESTARTING)
        outbox.put("too late")
        await outbox.ended()
        assert wire.sent == [*map(str, range(100)), RESTARTING]

    asyncio.run(scene())


def test_who_reads_too_slowly_is_closed() -> None:
    async def scene() -> None:
        wire = Wire()
        wire.open.clear()
        outbox = Outbox(wire.send, messages=5)
        for n in range(10):
            outbox.put(str(n))
            await asyncio.sleep(0)
        await outbox.ended()
        assert wire.sent == ["0", TOO_SLOW]
        assert outbox.code == TOO_SLOW

    asyncio.run(scene())


def test_few_but_large_messages_are_too_much_as_well() -> None:
    async def scene() -> None:
        wire = Wire()
        wire.open.clear()
        outbox = Outbox(wire.send, characters=1000)
        outbox.put("first")
        await asyncio.sleep(0)
        outbox.put("x" * 1001)
        await outbox.ended()
        assert wire.sent == ["first", TOO_SLOW]

    asyncio.run(scene())


class Short:
    """A short way that takes what it gets while it is `open`."""

    def __init__(self) -> None:
        self.open = True
        self.written: list[list[str]] = []

    def listen(self, hear: Any) -> None:
        raise AssertionError("an outbox only writes")

    def write(self, texts: Any) -> bool:
        if self.open:
            self.written.append(list(texts))
        return self.open


def test_where_there_is_a_short_way_a_round_of_the_loop_is_one_write() -> None:
    async def scene() -> None:
        wire, short = Wire(), Short()
        outbox = Outbox(wire.send, wire=short)
        await asyncio.sleep(0)
        outbox.put("one")
        outbox.put("two")
        assert short.written == []
        await asyncio.sleep(0)
        outbox.put("three")
        outbox.close(RESTARTING)
        await outbox.ended()
        assert short.written[0] == ["one", "two"]
        assert [*(text for texts in short.written for text in texts), *wire.sent] == ["one", "two", "three", RESTARTING]

    asyncio.run(scene())


def test_what_the_short_way_does_not_take_goes_the_long_one_in_order() -> None:
    async def scene() -> None:
        wire, short = Wire(), Short()
        outbox = Outbox(wire.send, messages=5, wire=short)
        await asyncio.sleep(0)
        short.open = False
        wire.open.clear()
        for n in range(3):
            outbox.put(str(n))
        await asyncio.sleep(0.01)
        short.open = True
        outbox.put("3")  # behind those that still wait
        await asyncio.sleep(0.01)
        assert (wire.sent, short.written) == (["0"], [])
        wire.open.set()
        await asyncio.sleep(0.01)
        outbox.put("4")
        await asyncio.sleep(0.01)
        assert (wire.sent, short.written) == (["0", "1", "2", "3"], [["4"]])
        short.open = False
        wire.open.clear()
        for n in range(10):
            outbox.put(str(n))
            await asyncio.sleep(0)
        await outbox.ended()
        assert wire.sent[-1] == TOO_SLOW

    asyncio.run(scene())


def test_a_broken_wire_ends_it_quietly() -> None:
    async def broken(event: dict[str, Any]) -> None:
        raise OSError("gone")

    async def scene() -> None:
        outbox = Outbox(broken)
        outbox.put("x")
        await outbox.ended()

    asyncio.run(scene())
