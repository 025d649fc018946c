"""`manage.py sendnotices`: tells people what happens at their tables, in a process of its own. Any number may run."""

from __future__ import annotations

import asyncio
import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from parlor.notifications import sending, telling
from parlor.notifications.bells import bells
from parlor.notifications.worker import Worker


class Command(BaseCommand):
    help = "Tell people what happens at their tables, until interrupted. Servers then get NOTICES_IN_SERVER=0."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="send what is due now, and end")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if not once:
            asyncio.run(self.work())
            return
        while telling.look() is not None:
            pass
        sent = 0
        while taken := sending.send_due():
            sent += taken
        self.stdout.write(f"{sent} messages seen to.")

    async def work(self) -> None:
        """Both loops, until SIGINT or SIGTERM."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, ended.set)
        worker = Worker()
        await bells.start(loop)
        worker.start(loop)
        self.stdout.write("Notices are being sent. Ctrl-C stops it.")
        self.stdout.flush()
        await ended.wait()
        worker.stop()
        await bells.stop()
