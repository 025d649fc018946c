"""Daphne in this process, with a start and an end that the apps take part in."""

from parlor.site.loops import quick_loop
from parlor.site.sparing import left_out

with quick_loop(), left_out("OpenSSL"):  # what serves https stands in front
    from daphne.server import Server, twisted_loop  # before anything else of Twisted

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet import defer, reactor
from twisted.python.failure import Failure

from parlor import lifecycle
from parlor.site.collecting import spare_the_collector
from parlor.site.handing_over import take_over
from parlor.site.neighbours import Neighbours
from parlor.site.pressure import relieved
from parlor.site.wire import DirectSocket, Wire

WebSocketFactory.protocol = DirectSocket
logger = logging.getLogger(__name__)

HOOK_SECONDS = 8.0  # for what the apps do on stopping
REQUEST_SECONDS = 3.0  # for requests in flight
FAREWELL_SECONDS = 1.0  # for clients to answer the closing of their sockets
RESTARTING = 1012  # websocket close code: come back soon

Application = Callable[..., Awaitable[None]]


class SiteServer(Server):  # type: ignore[misc]  # daphne ships no types
    """Serves until SIGINT or SIGTERM: then refuses new work, ends what runs, says farewell, and returns.

    `failure` is set where the server could not start. A second signal ends everything at once.
    """

    def __init__(self, application: Application, host: str, port: int, announce: Callable[[str, int], None]) -> None:
        super().__init__(
            self._unless_stopping(application),
            endpoints=build_endpoint_description_strings(host=host, port=port),
            signal_handlers=False,
            verbosity=0,
            ready_callable=self._ready,
            server_name="Parlor",
        )
        self.announce = announce
        self.ports: list[Any] = []
        self.stopping: asyncio.Task[None] | None = None
        self.failure: str | None = None
        self.neighbours: Neighbours | None = None

    # Starting

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.ports.append(port)

    def listen_error(self, failure: Failure) -> None:
        self.failure = failure.getErrorMessage()
        self.stop()

    def _ready(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            twisted_loop.add_signal_handler(number, self._signalled)
        lifecycle.on_give_up(lambda: twisted_loop.call_soon_threadsafe(self._signalled))
        reactor.callWhenRunning(lambda: twisted_loop.create_task(self._start()))

    async def _start(self) -> None:
        try:
            await lifecycle.start(twisted_loop)
        except Exception as error:
            logger.exception("The server could not start.")
            self.failure = f"{type(error).__name__}: {error}"
            self._signalled()
            return
        spare_the_collector()
        if settings.HAND_OVER and self.stopping is None:
            try:
                self.neighbours = Neighbours(settings.DATA / "servers", partial(take_over, self))
            except OSError as error:
                logger.warning("Tables will be split over the servers of this machine: %s", error)
        self.announce(*self.listening_addresses[0])

    # Stopping

    def _signalled(self) -> None:
        if self.stopping is None:
            self.stopping = twisted_loop.create_task(self._wind_down())
        else:
            self.stop()

    async def _wind_down(self) -> None:
        try:
            if self.neighbours is not None:
                self.neighbours.close()
            for port in self.ports:
                port.stopListening()
            await lifecycle.stop(HOOK_SECONDS)
            await self._wait_for(self._requests, REQUEST_SECONDS)
            for socket in self._sockets():
                _ask_to_come_back(socket)
            await self._wait_for(self._sockets, FAREWELL_SECONDS)
        except Exception:
            logger.exception("The server did not wind down as it should.")
        finally:
            self.stop()

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """As daphne's, but waits for slow readers, and lets an application close with 1012, which Autobahn forbids."""
        if message.get("type") == "websocket.close" and message.get("code") == RESTARTING:
            _ask_to_come_back(protocol)
        else:
            await super().handle_reply(protocol, message)
            if message.get("type") == "websocket.send":
                await relieved(protocol)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """As daphne's; sockets get a short way to their application as well."""
        if isinstance(protocol, DirectSocket):
            scope["extensions"] = {**scope.get("extensions", {}), "parlor.wire": Wire(protocol, self)}
        return super().create_application(protocol, scope)

    def _unless_stopping(self, application: Application) -> Application:
        async def guarded(scope: Any, receive: Any, send: Any) -> None:
            if self.stopping is None:
                await application(scope, receive, send)
            elif scope["type"] == "http":
                headers = [(b"connection", b"close"), (b"retry-after", b"2"), (b"content-type", b"text/plain")]
                await send({"type": "http.response.start", "status": 503, "headers": headers})
                await send({"type": "http.response.body", "body": b"The site is restarting. Please try again.\n"})
            else:
                await send({"type": "websocket.close", "code": RESTARTING})

        return guarded

    def _open(self) -> list[tuple[Any, dict[str, Any]]]:
        return [(protocol, details) for protocol, details in self.connections.items() if "disconnected" not in details]

    def _sockets(self) -> list[Any]:
        return [protocol for protocol, _details in self._open() if isinstance(protocol, WebSocketProtocol)]

    def _requests(self) -> list[Any]:
        running = [
            (protocol, details.get("application_instance"))
            for protocol, details in self._open()
            if not isinstance(protocol, WebSocketProtocol)
        ]
        return [protocol for protocol, task in running if task and not task.done()]

    async def _wait_for(self, pending: Callable[[], list[Any]], seconds: float) -> None:
        deadline = twisted_loop.time() + seconds
        while pending() and twisted_loop.time() < deadline:  # noqa: ASYNC110  # daphne keeps no event to wait for
            await asyncio.sleep(0.02)

    def kill_all_applications(self) -> Any:
        """As daphne's, which stumbles over connections whose application has already been reaped."""
        tasks = [details.get("application_instance") for details in self.connections.values()]
        running = [task for task in tasks if task and not task.done()]
        for task in running:
            task.cancel()
        ended = defer.Deferred.fromFuture(asyncio.ensure_future(asyncio.gather(*running, return_exceptions=True)))
        return ended.addErrback(lambda failure: None)


def _ask_to_come_back(socket: Any) -> None:
    """Closes an open socket with 1012; one whose handshake is still going on is turned away."""
    if socket.state == socket.STATE_OPEN:
        socket.sendCloseFrame(code=RESTARTING)
    elif socket.state == socket.STATE_CONNECTING and hasattr(socket, "handshake_deferred"):
        socket.serverReject()
