"""The bells of this process: one for each open page of somebody signed in. They ring when notices have changed.

A page also says which table its person has before their eyes. Other processes are told by the channel layer where
there is one; besides, each looks into the database every few seconds, so a lost word costs a moment and nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from channels.layers import get_channel_layer
from django.utils import timezone
from django.utils.translation import override

from parlor.accounts.models import User
from parlor.notifications import presence, selectors
from parlor.notifications.models import Notice
from parlor.play.messages import RESTARTING
from parlor.play.outbox import Outbox
from parlor.play.threads import in_database

logger = logging.getLogger(__name__)

GROUP = "notices"
LOOK_SECONDS = 3.0
RENEW_EVERY = 6  # looks
SETTLE_SECONDS = 0.15
AGAIN_SECONDS = 5.0
NEW_SHOWN = 5


class Bell:
    """One open page. `table` is what its person sees there now; `last` the newest notice that it was told of."""

    def __init__(self, user: User, language: str, outbox: Outbox) -> None:
        self.user = user
        self.language = language
        self.outbox = outbox
        self.table = ""
        self.last: int | None = None


class Bells:
    """All bells of this process. Everything but `ring_soon` belongs to the event loop."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(6)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._layer: Any = None
        self._bells: dict[int, list[Bell]] = {}
        self._marked: set[presence.Pair] = set()
        self._settling = False
        self._looked = timezone.now()
        self._tasks: set[asyncio.Task[None]] = set()

    # Coming and going

    def enter(self, bell: Bell) -> None:
        """The page is told how things stand, and every change from now on."""
        self._bind()
        self._bells.setdefault(bell.user.pk, []).append(bell)
        self._do(self._tell(bell))

    def leave(self, bell: Bell) -> None:
        """The page is gone."""
        own = self._bells.get(bell.user.pk, [])
        if bell in own:
            own.remove(bell)
        if not own:
            self._bells.pop(bell.user.pk, None)
        self._settle_soon()

    def looks_at(self, bell: Bell, table: str) -> None:
        """The page's person has this table before their eyes ("" for none)."""
        bell.table = table
        self._settle_soon()

    def _settle_soon(self) -> None:
        if not self._settling and self._loop is not None:
            self._settling = True
            self._loop.call_later(SETTLE_SECONDS, lambda: self._do(self._settle()))

    async def _settle(self) -> None:
        """Brings the marks in the database up to what the pages have said."""
        self._settling = False
        looked = {(user, bell.table) for user, bells in self._bells.items() for bell in bells if bell.table}
        came, went = looked - self._marked, self._marked - looked
        self._marked = looked
        if went:
            await in_database(presence.go, self.process, went)
        if came:
            self.ring(await in_database(presence.come, self.process, came))

    # Ringing

    def ring(self, people: Iterable[int]) -> None:
        """Notices of these people have changed: their pages are told, in other processes too."""
        people = set(people)
        self._ring_here(people)
        if self._layer is not None and people:
            self._do(self._publish(sorted(people)))

    def ring_soon(self, people: Iterable[int]) -> None:
        """As `ring`, on any thread."""
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self.ring, set(people))
            except RuntimeError:
                logger.debug("Too late to ring")

    def _ring_here(self, people: Iterable[int]) -> None:
        for user in people:
            for bell in self._bells.get(user, ()):
                self._do(self._tell(bell))

    async def _tell(self, bell: Bell) -> None:
        last, text = await in_database(write_news, bell.user, bell.language, bell.last)
        bell.last = last
        bell.outbox.put(text)

    async def _publish(self, people: list[int]) -> None:
        try:
            await self._layer.group_send(GROUP, {"type": "notices.changed", "people": people, "from": self.process})
        except Exception as error:  # the others look for themselves
            logger.debug("The channel layer does not take notices: %r", error)

    async def _receive(self) -> None:
        while True:
            try:
                channel = await self._layer.new_channel()
                await self._layer.group_add(GROUP, channel)
                while True:
                    message = await self._layer.receive(channel)
                    if message.get("from") != self.process:
                        self._ring_here(message["people"])
            except Exception as error:
                logger.debug("The channel layer is away: %r", error)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _look(self) -> None:
        """Finds out what changed and nobody told, and renews the marks."""
        rounds = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            rounds += 1
            try:
                if self._bells:
                    since, self._looked = self._looked, timezone.now()
                    people = await in_database(changed, list(self._bells), since - timedelta(seconds=1))
                    self._ring_here(people)
                if self._marked and rounds % RENEW_EVERY == 0:
                    self.ring(await in_database(presence.renew, self.process))
            except Exception:
                logger.exception("Changed notices could not be looked for")

    # Living with the server

    async def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins with the server."""
        self._bind()

    def _bind(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop, self._layer, self._settling = loop, get_channel_layer(), False
        self._bells.clear()
        self._marked.clear()
        self._do(self._look())
        if self._layer is not None:
            self._do(self._receive())

    async def stop(self) -> None:
        """Ends with the server: asks all pages to come back."""
        for bell in [bell for bells in self._bells.values() for bell in bells]:
            bell.outbox.close(RESTARTING)
        for task in self._tasks:
            task.cancel()
        if self._marked:
            await in_database(presence.forget, self.process)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("A bell did not ring", exc_info=task.exception())


def write_news(user: User, language: str, last: int | None) -> tuple[int, str]:
    """How things stand, with what is newer than `last` (None: nothing is), and the newest number now."""
    rows = list(selectors.unread(user.pk).order_by("-pk")[: NEW_SHOWN + 1])
    newest = max([last or 0, *(row.pk for row in rows)])
    unread, waiting = selectors.counts(user)
    with override(language):
        new = [selectors.as_line(row) for row in reversed(rows) if last is not None and row.pk > last]
    told = {"type": "notices", "unread": unread, "turns": waiting, "new": new[-NEW_SHOWN:]}
    return newest, msgspec.json.encode(told).decode()


def changed(people: list[int], since: datetime) -> set[int]:
    """Those among them whose notices have changed since then."""
    rows = Notice.objects.filter(user__in=people, changed_at__gt=since)
    return set(rows.values_list("user_id", flat=True).distinct())


bells = Bells()
