"""`manage.py serve`: the whole site in one process, pages, files, sockets and what runs beside them."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from parlor import lifecycle
from parlor.site.environment import LOOPBACK

STUCK_SECONDS = 5.0


class Command(BaseCommand):
    help = "Serve the site on HOST and PORT (127.0.0.1:8000) until interrupted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--migrate", action="store_true", help="bring the database up to date first")
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT, help="0 takes any free port")

    def handle(self, *args: Any, host: str, port: int, migrate: bool, **options: Any) -> None:
        refuse_taken(host, port)
        apart(self.bring_up_to_date if migrate else self.say_if_behind)
        server = server_class()(application(), host, port, self.announce)
        server.run()
        leave_if_condemned()
        leave_even_if_a_thread_hangs()
        if server.failure:
            raise CommandError(server.failure)

    def bring_up_to_date(self) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        with suppress(SystemExit):  # some tables rest; that is said, and no reason not to serve the others
            call_command("replaytables", renewed=True, stdout=self.stderr)

    def say_if_behind(self) -> None:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stderr.write("The database is not up to date: stop, and run `manage.py migrate` or serve --migrate.")

    def announce(self, host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        self.stdout.write(f"Parlor is at http://{shown}:{port}/")
        self.stdout.write("To become its admin, in another terminal: .venv/bin/python manage.py createadmin NAME")
        if host not in LOOPBACK and "ALLOWED_HOSTS" not in os.environ:
            self.stdout.write("Set ALLOWED_HOSTS to the names under which others reach it, or they are refused.")
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()


def apart(work: Callable[[], None]) -> None:
    """Does the work in a child process, with what it loads: migrations would leave 25 MB in a server for ever.

    Raises CommandError where it failed; why, the child has said. A process told to stop meanwhile ends the child.
    """

    def stopped(*_signal: object) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    def worked() -> None:
        try:
            work()
        except CommandError as error:
            raise SystemExit(f"{error}") from None

    connection.close()
    child = multiprocessing.get_context("fork").Process(target=worked, daemon=True)
    child.start()
    before = signal.signal(signal.SIGTERM, stopped)
    try:
        child.join()
    finally:
        signal.signal(signal.SIGTERM, before)
    if child.exitcode:
        raise CommandError("The site was not started.")


def server_class() -> Any:
    """Daphne's, or uvicorn's where PARLOR_SERVER asks for it. Imported late: Twisted installs its event loop then."""
    if settings.SERVER == "daphne":
        from parlor.site.server import SiteServer

        return SiteServer
    if settings.SERVER != "uvicorn":
        raise CommandError(f"PARLOR_SERVER can be daphne or uvicorn, not {settings.SERVER!r}.")
    try:
        from parlor.site.uvicorn_server import UvicornSite
    except ImportError as error:
        raise CommandError(f"PARLOR_SERVER=uvicorn needs the extra parlor[uvicorn] ({error}).") from None
    return UvicornSite


def application() -> Any:
    """The site."""
    from parlor.site.asgi import application as site

    return site


def refuse_taken(host: str, port: int) -> None:
    """Raises CommandError, before anything is changed, where the address cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            advice = f"Stop what runs there, or choose another: PORT={port + 1} make run"
            raise CommandError(f"Port {port} on {host} is not to be had ({error.strerror}). {advice}") from None


def leave_if_condemned() -> None:
    """Ends a process that has given itself up, past the thread that is stuck in it."""
    if lifecycle.condemned:
        sys.stderr.write(f"Parlor ends: {lifecycle.condemned}\n")
        sys.stderr.write("Start it again, unless systemd or compose does that by itself.\n")
        sys.stderr.flush()
        os._exit(lifecycle.GAVE_UP)


def leave_even_if_a_thread_hangs() -> None:
    """The interpreter waits for its threads at exit; one that never ends must not keep the process."""

    def leave() -> None:
        sys.stderr.write("A thread did not end; leaving without it.\n")
        sys.stderr.flush()
        os._exit(1)

    timer = threading.Timer(STUCK_SECONDS, leave)
    timer.daemon = True
    timer.start()
