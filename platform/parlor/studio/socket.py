"""The socket of one seat of a bench, `/ws/studio/<bench>/<seat>/`: it speaks as a table's does, for a table's page.

After each change everybody at the bench gets the whole table; an author does not play against the clock.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from django.db import close_old_connections
from django.utils.translation import override

from parlor import tracing
from parlor.accounts import preferences
from parlor.engine import Preview, Refused, preview
from parlor.play import messages
from parlor.play.access import Scope, language_of
from parlor.play.messages import Accepted, Previewed, write
from parlor.play.messages import Refused as Refusal
from parlor.play.outbox import Outbox, Send
from parlor.play.pictures import Around, Picture, Viewer, table_message
from parlor.play.reading import plain
from parlor.play.revisits import by_session
from parlor.play.rooms import rooms
from parlor.play.threads import in_database
from parlor.studio import keeping
from parlor.studio.access import may_open
from parlor.studio.bench import Bench
from parlor.studio.models import Kept
from parlor.tables.watch import TooSlow

logger = logging.getLogger(__name__)

WATCH = "watch"

_pool = ThreadPoolExecutor(2, thread_name_prefix="studio")
_sockets: set[Seat] = set()


async def studio_socket(scope: Scope, receive: Any, send: Send) -> None:
    """The ASGI application of one socket."""
    event = await receive()
    if event["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    parts = scope["url_route"]["kwargs"]
    chosen = preferences.language_of(await in_database(preferences.preferences_of, scope["user"]))
    may = partial(may_open, scope["user"], parts["bench"])
    number = None if parts["seat"] == WATCH else parts["seat"]
    seat = Seat(parts["bench"], number, chosen or language_of(scope), may, send)
    if not await seat.run(may):
        await send({"type": "websocket.close", "code": messages.FORBIDDEN})
        return
    tracing.note(account=scope["user"].pk)
    entry = await in_database(by_session, scope, scope["user"])
    with rooms.looking_after(entry, seat.outbox):
        await seat.live(receive)


class Seat:
    """One open socket at a bench; `may` asks whether its visitor may still see that."""

    def __init__(self, bench: str, seat: str | None, language: str, may: Callable[[], bool], send: Send) -> None:
        self.bench = bench
        self.seat = int(seat) if seat is not None and seat.isdecimal() and len(seat) < 4 else None
        self.language = language
        self.may = may
        self.outbox = Outbox(send)
        self.loop = asyncio.get_running_loop()
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self, act: Callable[[], Any]) -> Any:
        """Does it beside the event loop."""

        def work() -> Any:
            close_old_connections()
            try:
                with override(self.language):
                    return act()
            finally:
                close_old_connections()

        return await self.loop.run_in_executor(_pool, work)

    async def live(self, receive: Any) -> None:
        """Serves the socket until it is closed."""
        _sockets.add(self)
        try:
            await self.show()
            while True:
                event = await receive()
                if event["type"] == "websocket.disconnect":
                    break
                if event["type"] == "websocket.receive" and event.get("text") is not None and await self.stays():
                    await self.take(event["text"])
        except Kept.DoesNotExist:
            self.outbox.close(messages.MISSING)
        finally:
            _sockets.discard(self)
            self.outbox.abandon()

    async def stays(self) -> bool:
        """Whether the visitor may still be here; else the socket is closed."""
        if self.outbox.code is None and not await self.run(self.may):
            self.outbox.close(messages.FORBIDDEN)
        return self.outbox.code is None

    async def show(self) -> None:
        """Sends the whole table."""
        if await self.stays():
            await self._send()

    async def _send(self) -> None:
        self.outbox.put(await self.run(lambda: keeping.on_bench(self.bench, self._whole, changes=False)))

    def _whole(self, bench: Bench) -> str:
        seat = self.seat if self.seat is not None and self.seat < bench.seats else None
        picture = Picture(bench.running, seat)
        return write(
            table_message(picture, Viewer(seat, True, self.language), Around(here=frozenset(range(bench.seats))))
        )

    async def take(self, text: str) -> None:
        """Does what one message asks, and answers."""
        try:
            request = messages.read(text)
        except messages.Bad as bad:
            self.outbox.put(write(Refusal(bad.id, "bad", str(bad))))
            return
        if isinstance(request, messages.Sync):
            await self._send()
            return
        answer = await self.run(lambda: self._answer(request))
        self.outbox.put(write(answer))

    def _answer(self, request: messages.Request) -> messages.Outgoing:
        seat = -1 if self.seat is None else self.seat

        def act(bench: Bench) -> messages.Outgoing:
            match request:
                case messages.MakeMove(move=move):
                    bench.play(seat, move)
                case messages.TakeBack():
                    bench.undo(seat)
                case messages.Concede():
                    bench.concede(seat)
                case messages.Withdraw():
                    bench.driver.withdraw(seat)
                case messages.LookAhead(move=move):
                    return self._previewed(
                        bench, preview(bench.driver, seat, bench.driver.codec.move(move)), request.id
                    )
                case _:
                    return Refusal(request.id, "bad", "There is no chat in the studio.")
            return Accepted(request.id or "", bench.at)

        try:
            looks = isinstance(request, messages.LookAhead)
            return keeping.on_bench(self.bench, act, changes=not looks)
        except Refused as refused:
            return Refusal(request.id, "illegal", str(refused))
        except (Exception, TooSlow) as error:
            logger.warning("A game raised in the studio", exc_info=error)
            return Refusal(request.id, "fault", f"{type(error).__name__}: {error}")

    def _previewed(self, bench: Bench, found: Preview, client_id: str) -> Previewed:
        read = Picture(bench.running, self.seat).read
        lines = [plain(read.line(line)) for line in found.lines]
        return Previewed(client_id, bench.at, lines, found.changed, found.open)


def _tell(bench: str) -> None:
    """On any thread: the bench has changed."""
    for seat in list(_sockets):
        if seat.bench == bench:
            seat.loop.call_soon_threadsafe(_show_soon, seat)


def _show_soon(seat: Seat) -> None:
    task = seat.loop.create_task(seat.show())
    seat.tasks.add(task)
    task.add_done_callback(seat.tasks.discard)


keeping.on_change(_tell)
