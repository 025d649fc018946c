"""The site under uvicorn instead of daphne (PARLOR_SERVER=uvicorn), which moves about twice as much; from the extra
`parlor[uvicorn]`. It starts and stops the apps' own work as `server` does it with daphne."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import uvicorn

from parlor import lifecycle
from parlor.site.collecting import spare_the_collector

logger = logging.getLogger(__name__)

HOOK_SECONDS = 8.0  # for what the apps do on stopping
REQUEST_SECONDS = 3  # for requests in flight, and for clients to answer the closing of their sockets
MESSAGE_BYTES = 1 << 20

Application = Callable[..., Awaitable[None]]


class UvicornSite(uvicorn.Server):
    """Serves until SIGINT or SIGTERM: then refuses new work, ends what runs, says farewell, and returns.

    `failure` is set where the server could not start. A second signal ends everything at once.
    """

    def __init__(self, application: Application, host: str, port: int, announce: Callable[[str, int], None]) -> None:
        super().__init__(
            uvicorn.Config(
                application,
                host=host,
                port=port,
                lifespan="off",
                ws="websockets-sansio",
                ws_max_size=MESSAGE_BYTES,
                ws_per_message_deflate=False,
                ws_ping_interval=20,
                ws_ping_timeout=30,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=REQUEST_SECONDS,
            )
        )
        self.announce = announce
        self.failure: str | None = None

    def run(self, sockets: Any = None) -> None:
        """Returns when the site has stopped, whatever the signal."""
        with suppress(KeyboardInterrupt, SystemExit):
            super().run(sockets)
        if not self.started and self.failure is None:
            self.failure = "The server could not start."

    def handle_exit(self, sig: int, frame: Any) -> None:
        """A second signal of any kind ends everything at once."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def startup(self, sockets: Any = None) -> None:
        """Listens, then begins what runs beside."""
        loop = asyncio.get_running_loop()
        lifecycle.on_give_up(lambda: loop.call_soon_threadsafe(self.handle_exit, signal.SIGTERM, None))
        await super().startup(sockets)
        if self.should_exit or not self.servers:
            return
        try:
            await lifecycle.start(loop)
        except Exception as error:
            logger.exception("The server could not start.")
            self.failure = f"{type(error).__name__}: {error}"
            self.should_exit = True
            return
        spare_the_collector()
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        self.announce(host, port)

    async def shutdown(self, sockets: Any = None) -> None:
        """Stops listening first, so that nothing new comes while the apps end."""
        for server in self.servers:
            server.close()
        stopping = asyncio.ensure_future(lifecycle.stop(HOOK_SECONDS))
        while not stopping.done() and not self.force_exit:
            await asyncio.wait([stopping], timeout=0.1)
        await super().shutdown(sockets)
