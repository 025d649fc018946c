"""Backpressure for sockets, of which daphne has none: a send ends when the client has read what came before."""

from __future__ import annotations

import asyncio
from typing import Any

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer  # type: ignore[import-untyped]


@implementer(IPushProducer)
class Pressure:
    """Told by a socket's transport when its buffer (64 KB) is full, and when it is empty again."""

    def __init__(self, transport: Any) -> None:
        self._relieved = asyncio.Event()
        self._relieved.set()
        transport.unregisterProducer()  # the HTTP channel that the socket grew out of
        transport.registerProducer(self, True)

    @property
    def open(self) -> bool:
        """Whether there is room for more."""
        return self._relieved.is_set()

    async def relieved(self) -> None:
        """Returns when there is room again, or the connection is gone."""
        await self._relieved.wait()

    # Names of Twisted's interface

    def pauseProducing(self) -> None:  # noqa: N802
        self._relieved.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        self._relieved.set()

    def stopProducing(self) -> None:  # noqa: N802
        self._relieved.set()


def pressure_of(socket: Any) -> Pressure:
    """That of this open socket."""
    pressure: Pressure | None = getattr(socket, "pressure", None)
    if pressure is None:
        pressure = socket.pressure = Pressure(socket.transport)
    return pressure


async def relieved(socket: Any) -> None:
    """Returns when the socket's client has read enough for another message."""
    await pressure_of(socket).relieved()
