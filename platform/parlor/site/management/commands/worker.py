"""`manage.py worker`: the clocks of all tables, and notices, in a process of its own. Any number may run."""

from __future__ import annotations

import asyncio
import signal
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from parlor import lifecycle
from parlor.site.management.commands.serve import leave_even_if_a_thread_hangs, leave_if_condemned

STOP_SECONDS = 8.0
PULSE_SECONDS = 5.0


class Command(BaseCommand):
    help = (
        "Look after clocks and send notices, until interrupted. "
        "Servers beside it get CLOCK_IN_SERVER=0 and NOTICES_IN_SERVER=0."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pulse", type=Path, metavar="FILE", help="touched every five seconds: it is alive")

    def handle(self, *args: Any, pulse: Path | None, **options: Any) -> None:
        # Whatever the servers of this site are told, here both run.
        settings.CLOCK_IN_SERVER = settings.NOTICES_IN_SERVER = True
        asyncio.run(self.work(pulse))
        leave_if_condemned()
        leave_even_if_a_thread_hangs()

    async def work(self, pulse: Path | None) -> None:
        """All that goes on beside the requests of a server, without the server."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
        lifecycle.on_give_up(lambda: loop.call_soon_threadsafe(ended.set))
        await lifecycle.start(loop)
        beating = loop.create_task(beat(pulse)) if pulse else None
        self.stdout.write("Clocks are looked after, notices sent. Ctrl-C stops it.")
        self.stdout.flush()
        await ended.wait()
        if beating:
            beating.cancel()
        await lifecycle.stop(STOP_SECONDS)


async def beat(file: Path) -> None:
    """Shows whoever looks at the file that the event loop runs."""
    while True:
        file.touch()  # noqa: ASYNC240 - a moment
        await asyncio.sleep(PULSE_SECONDS)
