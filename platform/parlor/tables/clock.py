"""The clock: the worker's loop inside the server, which looks after what is due. Any number of processes may run it."""

from __future__ import annotations

import asyncio
import logging

from django.db import close_old_connections

from parlor import lifecycle
from parlor.tables.bots import bots

logger = logging.getLogger(__name__)

ROUND_SECONDS = 3.0

_task: asyncio.Task[None] | None = None


def work() -> int:
    """One round. Returns how many tables were seen to."""
    try:
        return bots.wake()
    finally:
        close_old_connections()


async def run() -> None:
    """Rounds until cancelled; a failed one is logged and the next one comes."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            await loop.run_in_executor(None, work)
        except Exception:
            logger.exception("A round of the clock failed")
        await asyncio.sleep(ROUND_SECONDS)


async def start(loop: asyncio.AbstractEventLoop) -> None:
    """Begins with the server."""
    global _task  # noqa: PLW0603 - one clock a process
    _task = loop.create_task(run())


async def stop() -> None:
    """Ends with the server."""
    if _task is not None:
        _task.cancel()
    bots.stop()


def register() -> None:
    """Ties the clock to the server's life; called when the app is ready."""
    lifecycle.on_start(start)
    lifecycle.on_stop(stop)
