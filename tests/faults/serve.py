"""`manage.py serve` with shorter patience, and with a wall clock that a test can push: `python -m tests.faults.serve`.

Everything at tables tells the time by `django.utils.timezone.now`, and only by that: here it is `FAULT_CLOCK`, a file
with the number of seconds by which the wall clock is wrong, read anew each time. `FAULT_PATIENCE` is a number of
seconds for rules, bots and whatever has to be seen to hang; `FAULT_PING` one for sockets.
"""

import os
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")


def push_clock(file: Path) -> None:
    real = timezone.now

    def now():  # type: ignore[no-untyped-def]
        seconds = 0.0
        with suppress(OSError, ValueError):
            seconds = float(file.read_text())
        return real() + timedelta(seconds=seconds)

    timezone.now = now


def lose_patience(seconds: float) -> None:
    from parlor.play import boards
    from parlor.site import warden
    from parlor.tables import bots, live, loading, play, watch

    play.RULES_SECONDS = boards.DRAW_SECONDS = seconds
    loading.LOAD_SECONDS = 3 * seconds
    bots.THINK_SECONDS = 2 * seconds
    live.COMMAND_SECONDS = 3 * seconds
    watch.GRACE, watch.WAITING = seconds, 2.0
    warden.COMPUTING = 3 * seconds


def main() -> None:
    if file := os.environ.get("FAULT_CLOCK"):
        push_clock(Path(file))
    from daphne.server import Server

    if ping := os.environ.get("FAULT_PING"):
        made = Server.__init__

        def shorter(self, *arguments, **names):  # type: ignore[no-untyped-def]
            made(self, *arguments, ping_interval=float(ping), ping_timeout=float(ping) * 2, **names)

        Server.__init__ = shorter
    import django

    django.setup()
    if patience := os.environ.get("FAULT_PATIENCE"):
        lose_patience(float(patience))
    from django.core.management import call_command

    arguments = sys.argv[1:]
    call_command("serve", *arguments)


if __name__ == "__main__":
    main()
