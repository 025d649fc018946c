"""The two loops beside the server: one sees to the news of tables, the other sends what is due. Any number may run.

Whatever happens at a table wakes the first one at once; besides, both look for themselves, so that nothing depends on
having heard. They run in the server process unless NOTICES_IN_SERVER=0 says that `manage.py sendnotices` does it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import close_old_connections
from django.utils import timezone

from parlor.notifications import outbox, sending, telling
from parlor.notifications.bells import bells
from parlor.tables.events import TableEvent

logger = logging.getLogger(__name__)

TELL_SECONDS = 2.0
"""How often the news is looked for when nothing was heard: what other processes wrote."""

PAUSE_SECONDS = 0.4
"""Between two looks at the news, so that a busy site is looked at in large bites."""

PAUSE_SHARE, PAUSE_MOST = 50, 5.0
"""The more a look costs, the longer is the pause: so many times the look itself, but not longer than this."""

LOOKED = "notices.looked"
"""In the cache, while the pause after a costly look lasts: which process is at it. The others need not look as well."""

SEND_SECONDS = 1.0
THIN_SECONDS = 3600.0


class Worker:
    """Both loops, in the running event loop."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(6)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._heard = False
        self._tasks: list[asyncio.Task[None]] = []
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="notices")
        self._thinned = time.monotonic()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins both loops."""
        self._loop = loop
        self._tasks = [loop.create_task(self._tell()), loop.create_task(self._send())]

    def stop(self) -> None:
        """Ends both; what was being sent is still marked, or taken up again later."""
        for task in self._tasks:
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def wake(self) -> None:
        """There is news. On any thread."""
        if self._loop is not None and not self._heard:
            self._heard = True
            try:
                self._loop.call_soon_threadsafe(self._news.set)
            except RuntimeError:  # the loop is closed
                logger.debug("Too late for news")

    async def _tell(self) -> None:
        while True:
            try:
                async with asyncio.timeout(TELL_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._heard = False
            self._news.clear()
            people, pause = await self._do(self._look) or (None, 0.0)
            if people:
                bells.ring(people)
            if people is not None:
                await asyncio.sleep(pause)

    def _look(self) -> tuple[set[int] | None, float]:
        """Looks at the news, unless another process does. Whose notices have changed, and the pause to make."""
        if cache.get(LOOKED, self.process) != self.process:
            return set(), PAUSE_SECONDS
        began = time.monotonic()
        people = telling.look()
        pause = min(max(PAUSE_SECONDS, PAUSE_SHARE * (time.monotonic() - began)), PAUSE_MOST)
        if people is not None and pause >= 1:
            cache.set(LOOKED, self.process, int(pause))
        return people, pause

    async def _send(self) -> None:
        while True:
            sent = await self._do(sending.send_due)
            if time.monotonic() - self._thinned > THIN_SECONDS:
                self._thinned = time.monotonic()
                await self._do(lambda: outbox.thin(timezone.now()))
            if not sent:
                await asyncio.sleep(SEND_SECONDS)

    async def _do(self, work: Callable[[], Any]) -> Any:
        """Runs the work beside the loop; what fails is logged, and done again with the next round."""

        def run() -> Any:
            close_old_connections()
            try:
                return work()
            finally:
                close_old_connections()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, run)
        except Exception:
            logger.exception("Notices could not be seen to")
            await asyncio.sleep(SEND_SECONDS)
            return None


_worker: Worker | None = None


async def start(loop: asyncio.AbstractEventLoop) -> None:
    """Begins with the server."""
    global _worker  # noqa: PLW0603 - one a process
    if settings.NOTICES_IN_SERVER:
        _worker = Worker()
        _worker.start(loop)


async def stop() -> None:
    """Ends with the server."""
    if _worker is not None:
        _worker.stop()


def hear(event: TableEvent) -> None:
    """The listener: something was committed."""
    if _worker is not None:
        _worker.wake()
