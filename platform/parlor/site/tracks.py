"""The outermost layer of the site: each request and socket gets an id, is counted, and leaves one line in the log.

The id comes from a trusted proxy's `X-Request-ID`, or is made here, and goes back under that name. Lines and counts
name an address by its pattern (`/tables/<str:table_id>/`): some addresses are secrets. What the site is asked all the
time (files, checks of its health, moves by programs) is told at level DEBUG only, unless it went wrong.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from parlor import measures, tracing
from parlor.accounts.addresses import is_proxy
from parlor.tracing import Trace

logger = logging.getLogger("parlor.access")

HEADER = b"x-request-id"
FILES, UNKNOWN, HOME = "/static/", "unknown", "/"
MOVES = "/api/tables/<slug:table_id>/moves/"
QUIET = frozenset({"/healthz", "/metrics", FILES, MOVES, "/api/tables/<slug:table_id>/preview/"})
GONE = 499
"""The status, in the log and the counts, of a request whose client did not wait for the answer."""

MADE_UP = 3000
"""Stands, in the log and the counts, for all codes that are free for applications when the client has sent one."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

Application = Callable[..., Awaitable[None]]
Event = dict[str, Any]


class Tracks:
    """An ASGI application around that of the site."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        trace = tracing.begin(_given(scope))
        token = tracing.current.set(trace)
        try:
            if scope["type"] == "http":
                await self._request(trace, scope, receive, send)
            else:
                await self._socket(trace, scope, receive, send)
        finally:
            tracing.current.reset(token)

    async def _request(self, trace: Trace, scope: dict[str, Any], receive: Any, send: Any) -> None:
        began, status = time.perf_counter(), 500

        def answer(event: Event) -> Awaitable[None]:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
                headers = [(name, value) for name, value in event.get("headers", ()) if name.lower() != HEADER]
                event = {**event, "headers": [*headers, (HEADER, trace.id.encode())]}
            sent: Awaitable[None] = send(event)
            return sent

        try:
            await self.inner(scope, receive, answer)
        except asyncio.CancelledError:
            status = GONE
            raise
        finally:
            seconds = time.perf_counter() - began
            route = FILES if scope["path"].startswith(FILES) else trace.route or UNKNOWN
            measures.request(route, status, seconds)
            quiet = (route in QUIET and status < 500) or (route == HOME and status == 204)  # the lobby: no news
            level = logging.DEBUG if quiet else logging.INFO
            if logger.isEnabledFor(level):
                method = scope["method"] if scope["method"] in METHODS else "?"
                said = {"status": status, "seconds": round(seconds, 4)}
                logger.log(level, "%s %s", method, route, extra=said)

    async def _socket(self, trace: Trace, scope: dict[str, Any], receive: Any, send: Any) -> None:
        began, received, sent, code = time.perf_counter(), 0, 0, 0

        async def hear() -> Event:
            nonlocal received, code
            event: Event = await receive()
            if event["type"] == "websocket.receive":
                received += 1
            elif event["type"] == "websocket.disconnect":
                code = code or min(event.get("code") or 1006, MADE_UP)
            return event

        def tell(event: Event) -> Awaitable[None]:
            nonlocal sent, code
            if event["type"] == "websocket.send":
                sent += 1
            elif event["type"] == "websocket.close":
                code = event.get("code") or 1000
            done: Awaitable[None] = send(event)
            return done

        kind = scope["path"].strip("/").split("/")
        trace.route = f"/ws/{kind[1]}/" if len(kind) > 1 and kind[1] in ("tables", "notices", "studio") else UNKNOWN
        logger.debug("Socket %s opened", trace.route)
        try:
            await self.inner(scope, hear, tell)
        finally:
            code = code or 1006
            measures.closed(trace.route, code)
            wire = scope.get("extensions", {}).get("parlor.wire")  # what went the short way was counted there
            if wire is not None:
                received, sent = received + wire.received, sent + wire.sent
            said = {"code": code, "seconds": round(time.perf_counter() - began, 3), "received": received, "sent": sent}
            logger.info("Socket %s closed", trace.route, extra=said)


def _given(scope: dict[str, Any]) -> str | None:
    """The id that came with the request, where a proxy of ours has set it."""
    if not settings.TRUSTED_PROXIES or not is_proxy((scope.get("client") or ("",))[0] or ""):
        return None
    given = [value for name, value in scope.get("headers", ()) if name.lower() == HEADER]
    return given[0].decode("latin1") if len(given) == 1 else None


@sync_and_async_middleware
def trace_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Puts `request.id` there, and tells the trace what Django finds out: the address's pattern, who asks."""
    if asyncio.iscoroutinefunction(get_response):

        async def traced_async(request: HttpRequest) -> HttpResponseBase:
            with _traced(request):
                response: HttpResponseBase = await get_response(request)
                return response

        return traced_async

    def traced(request: HttpRequest) -> HttpResponseBase:
        with _traced(request):
            response: HttpResponseBase = get_response(request)
            return response

    return traced


@contextmanager
def _traced(request: HttpRequest) -> Iterator[None]:
    trace = tracing.current.get()
    token = None
    if trace is None:  # asked by no server of ours
        trace = tracing.begin()
        token = tracing.current.set(trace)
    request.id = trace.id  # type: ignore[attr-defined]  # the site's own addition
    try:
        yield
        _learn(trace, request)
    finally:
        if token is not None:
            tracing.current.reset(token)


def _learn(trace: Trace, request: HttpRequest) -> None:
    match = request.resolver_match
    if match is not None:
        trace.route = f"/{match.route.removeprefix('^')}"
        trace.table = str(match.kwargs.get("table_id", trace.table))
    if hasattr(request, "preferences"):  # else nobody has looked yet who it is, and it must not be looked up now
        trace.account = request.user.pk or trace.account
