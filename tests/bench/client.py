"""The players: one process that drives all seats of all tables. Started by `cases`, which it answers in JSON lines.

The plan comes as one line on stdin. When everybody is connected and shown the table it prints {"ready": ...}; after a
line on stdin it plays until a table has ended or the time is over, and prints what it measured.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import ssl
import sys
import time
from functools import partial
from typing import Any

import msgspec

from tests.bench.wire import NAME, Wire

CONNECT_AT_ONCE = 16
PATIENCE = 120.0
SETTLE = 1.0
"""For what the server does beside, when many have come at once."""
FLOOR_BYTES = 200
SEATS_AT_TABLE = 4


class Place(msgspec.Struct):
    """A table of the plan; `ports` says where each seat connects."""

    path: str
    tokens: list[str]
    ports: list[int]


class Plan(msgspec.Struct):
    """What to do. On the `floor` the next seat speaks as soon as it has heard the one before."""

    places: list[Place]
    seconds: float
    floor: bool = False
    to_the_end: bool = False  # plays on until all tables have ended
    certificate: str = ""  # that of the proxy to which the ports belong


class Said(msgspec.Struct):
    """As much of a server's message as a player here needs."""

    type: str
    version: int = -1
    status: str = ""
    choices: list[msgspec.Raw] = []
    reason: str = ""
    detail: str = ""


class Crowd:
    """All tables, and what was measured."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.decode = msgspec.json.Decoder(Said).decode
        self.shown = asyncio.Event()
        self.over = asyncio.Event()
        self.waiting = sum(len(place.tokens) for place in plan.places)
        self.playing = False
        self.took: list[float] = []
        self.accepted = 0
        self.updates = 0
        self.refused: dict[str, int] = {}
        self.tables = [Table(self, place) for place in plan.places]
        self.pad = "x" * FLOOR_BYTES
        self.tls = ssl.create_default_context(cafile=plan.certificate) if plan.certificate else None

    async def connect(self) -> None:
        """Opens all sockets and waits until each has been shown its table."""
        loop = asyncio.get_running_loop()
        gate = asyncio.Semaphore(CONNECT_AT_ONCE)

        async def one(table: Table, seat: int) -> None:
            async with gate:
                wire = table.wires[seat]
                await loop.create_connection(lambda: wire, "127.0.0.1", table.place.ports[seat], **self.way(seat))
                until = time.monotonic() + PATIENCE
                while not table.ready[seat] and not (self.plan.floor and wire.open):
                    if wire.closed is not None or time.monotonic() > until:
                        raise ConnectionError(f"{table.place.path} seat {seat}: closed with {wire.closed}")
                    await asyncio.sleep(0.002)

        await asyncio.gather(*(one(table, seat) for table in self.tables for seat in range(len(table.wires))))

    def way(self, seat: int) -> dict[str, Any]:
        """How a seat connects: to a proxy by TLS, and each from an address of its own, as it limits each."""
        if not self.plan.certificate:
            return {}
        return {"ssl": self.tls, "server_hostname": NAME, "local_addr": (f"127.0.0.{2 + seat}", 0)}

    async def play(self) -> dict[str, object]:
        """Plays, and tells what came of it."""
        before = sum(wire.received for table in self.tables for wire in table.wires)
        cpu = resource.getrusage(resource.RUSAGE_SELF)
        began = time.perf_counter()
        self.playing = True
        for table in self.tables:
            table.begin()
        try:
            async with asyncio.timeout(self.plan.seconds):
                await self.over.wait()
        except TimeoutError:
            pass
        self.playing = False
        seconds = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "moves": len(self.took),
            "seconds": seconds,
            "took": self.took,
            "bytes": sum(wire.received for table in self.tables for wire in table.wires) - before,
            "updates": self.updates,
            "accepted": self.accepted,
            "refused": self.refused,
            "busy": (after.ru_utime + after.ru_stime - cpu.ru_utime - cpu.ru_stime) / seconds,
        }


class Table:
    """One table with its seats."""

    def __init__(self, crowd: Crowd, place: Place) -> None:
        self.crowd = crowd
        self.place = place
        seats = range(len(place.tokens))
        take = self.echoed if crowd.plan.floor else self.heard
        self.wires = [Wire(place.path, place.ports[n], place.tokens[n], partial(take, n)) for n in seats]
        self.versions = [-1] * len(seats)
        self.ready = [False] * len(seats)
        self.turn: tuple[int, int, list[msgspec.Raw]] | None = None
        self.sent_at = 0.0
        self.number = 0
        self.ended = False
        self.missing = 0

    def begin(self) -> None:
        if self.crowd.plan.floor:
            self.speak()
        elif self.turn is not None:
            self.move(*self.turn)

    def arrived(self) -> None:
        """One more seat has the new state."""
        self.missing -= 1
        if not self.missing and self.crowd.playing:
            self.crowd.took.append(time.perf_counter() - self.sent_at)

    # A table of the site

    def heard(self, seat: int, payload: bytes) -> None:
        said = self.crowd.decode(payload)
        if said.type == "update":
            self.crowd.updates += 1
            self.versions[seat] = said.version
            self.arrived()
        elif said.type == "table":
            newer, self.versions[seat] = said.version > self.versions[seat] >= 0, said.version
            if newer:
                self.arrived()
        elif said.type == "accepted":
            self.crowd.accepted += 1
            return
        elif said.type == "refused":
            reason = f"{said.reason}: {said.detail}"
            self.crowd.refused[reason] = self.crowd.refused.get(reason, 0) + 1
            return
        else:
            self.ready[seat] = self.ready[seat] or said.type == "chat"  # the last thing that a new socket is told
            return
        if said.choices:
            self.turn = seat, said.version, said.choices
        if said.status == "finished" and not self.ended:
            self.ended = True
            if not self.crowd.plan.to_the_end or all(table.ended for table in self.crowd.tables):
                self.crowd.over.set()
        if not self.missing and self.crowd.playing and self.turn is not None:
            self.move(*self.turn)

    def move(self, seat: int, version: int, choices: list[msgspec.Raw]) -> None:
        self.turn = None
        self.number += 1
        move = bytes(random.choice(choices))
        self.missing = len(self.wires)
        self.sent_at = time.perf_counter()
        self.wires[seat].send(b'{"type":"move","id":"m-%d","version":%d,"move":%s}' % (self.number, version, move))

    # A room of the floor

    def speak(self) -> None:
        self.number += 1
        self.missing = len(self.wires)
        self.sent_at = time.perf_counter()
        seat = self.number % len(self.wires)
        self.wires[seat].send(b'{"version":%d,"pad":"%s"}' % (self.number, self.crowd.pad.encode()))

    def echoed(self, seat: int, payload: bytes) -> None:
        self.arrived()
        if not self.missing and self.crowd.playing:
            self.speak()


async def main() -> None:
    plan = msgspec.json.decode(sys.stdin.readline(), type=Plan)
    crowd = Crowd(plan)
    began = time.monotonic()
    await crowd.connect()
    await asyncio.sleep(SETTLE)
    print(json.dumps({"ready": time.monotonic() - began}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    print(json.dumps(await crowd.play()), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
