"""The id of a request, from the proxy to the log, the answer, the page that apologizes, and a stored fault."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from asgiref.sync import async_to_sync
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from rest_framework.authtoken.models import Token

from parlor import tracing
from parlor.accounts.models import User
from parlor.catalog import registry
from parlor.site import views
from parlor.site.tracks import Tracks
from parlor.tables import play, service
from parlor.tables.faults import Fault
from parlor.tables.models import Table
from tests.support.tables import tables_at_rest
from tests.tables import games

__all__ = ["tables_at_rest"]
pytestmark = pytest.mark.django_db
MADE = re.compile(r"[0-9a-f]{16}")
GIVEN = "4f2b7c9d1e0a4f2b7c9d1e0a4f2b7c9d"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[Any]]:
    """Gives those of the access log so far."""
    return lambda: [line for line in caplog.records if line.name == "parlor.access"]


def ask(path: str, *, raising: bool = True, **headers: str) -> httpx.Response:
    """The answer of the whole site, as a server would ask it."""

    async def scene() -> httpx.Response:
        transport = httpx.ASGITransport(Tracks(ASGIHandler()), raise_app_exceptions=raising)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client:
            return await client.get(path)

    for signal in (request_started, request_finished):  # the connection is the test's
        signal.disconnect(close_old_connections)
    try:
        return async_to_sync(scene)()
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def test_an_id_is_made_and_sent_back_once() -> None:
    first, second = ask("/games/").headers, ask("/games/").headers
    assert MADE.fullmatch(first["x-request-id"]) and first["x-request-id"] != second["x-request-id"]
    assert tracing.request_id() == "", "it is over with the request"


@pytest.mark.parametrize(
    ("proxies", "of", "given", "taken"),
    [
        (1, "127.0.0.0/8", GIVEN, True),
        (0, "127.0.0.0/8", GIVEN, False),
        (1, "10.0.0.0/8", GIVEN, False),
        (1, "127.0.0.0/8", "short", False),
        (1, "127.0.0.0/8", "a" * 65, False),
        (1, "127.0.0.0/8", "id with spaces\t", False),
    ],
)
def test_an_id_is_taken_from_our_own_proxy_if_it_looks_like_one(
    proxies: int, of: str, given: str, taken: bool, settings: Any
) -> None:
    settings.TRUSTED_PROXIES, settings.PROXY_ADDRESSES = proxies, [of]
    back = ask("/healthz", **{"X-Request-ID": given}).headers["x-request-id"]
    assert (back == given) is taken and (taken or MADE.fullmatch(back))


def test_one_line_a_request_without_what_may_be_secret(lines: Callable[[], list[Any]]) -> None:
    answer = ask("/games/no-thanks/?token=not-for-the-log")
    ask("/nowhere/that/is-secret/")
    said = [(line.getMessage(), line.status) for line in lines()]
    assert said == [("GET /games/<slug:slug>/", 200), ("GET unknown", 404)]
    assert lines()[0].seconds > 0 and answer.status_code == 200


def test_a_line_says_whose_request_it_was_and_about_which_table(
    monkeypatch: pytest.MonkeyPatch, tables_at_rest: None
) -> None:
    ann = User.objects.create_user("ann")
    table = service.create(ann, game="no-thanks", seats=3)
    traces: list[tracing.Trace] = []
    begin = tracing.begin
    monkeypatch.setattr(tracing, "begin", lambda given=None: traces.append(begin(given)) or traces[-1])
    token = Token.objects.create(user=ann)
    assert ask(f"/api/tables/{table.pk}/", Authorization=f"Token {token.key}").status_code == 200
    assert (traces[0].account, traces[0].table) == (ann.pk, table.pk)
    assert traces[0].route == "/api/tables/<slug:table_id>/"


def test_what_is_asked_all_the_time_is_not_told(lines: Callable[[], list[Any]]) -> None:
    ask("/healthz")
    ask("/metrics")
    ask("/api/tables/k3nobody/moves/")
    assert lines() == []


def test_the_page_that_apologizes_has_the_id_that_the_log_knows(
    monkeypatch: pytest.MonkeyPatch, lines: Callable[[], list[Any]]
) -> None:
    def fail(*_anything: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(views, "show_all", fail)
    answer = ask("/", raising=False)
    number = answer.headers["x-request-id"]
    assert answer.status_code == 500 and f"<code>{number}</code>" in answer.text
    assert lines()[0].status == 500


def test_without_our_server_there_is_an_id_as_well() -> None:
    request = Client().get("/games/").wsgi_request
    assert MADE.fullmatch(request.id)  # type: ignore[attr-defined]


Socket = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


def visit(inner: Socket, *events: dict[str, Any]) -> None:
    """One socket at `/ws/tables/k3/` that says these."""

    async def scene() -> None:
        waiting = list(events)

        async def receive() -> dict[str, Any]:
            return waiting.pop(0)

        async def send(event: dict[str, Any]) -> None:
            pass

        await Tracks(inner)({"type": "websocket", "path": "/ws/tables/k3/", "headers": []}, receive, send)

    asyncio.run(scene())


def test_one_line_a_socket_when_it_closes(lines: Callable[[], list[Any]]) -> None:
    async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
        tracing.note(account=7, table="k3")
        while (event := await receive())["type"] != "websocket.disconnect":
            if event["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": event["text"]})
                await send({"type": "websocket.send", "text": event["text"]})

    said = {"type": "websocket.receive", "text": "move"}
    visit(echo, {"type": "websocket.connect"}, said, said, {"type": "websocket.disconnect", "code": 1001})
    [line] = lines()
    assert line.getMessage() == "Socket /ws/tables/ closed"
    assert (line.code, line.received, line.sent) == (1001, 2, 4)


def test_the_code_is_that_of_the_side_that_closed(lines: Callable[[], list[Any]]) -> None:
    async def refuse(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await send({"type": "websocket.close", "code": 4403})
        await receive()

    visit(refuse, {"type": "websocket.disconnect", "code": 1006})
    assert lines()[0].code == 4403


def test_codes_that_clients_make_up_are_one(lines: Callable[[], list[Any]]) -> None:
    async def listen(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()

    for code in (3456, 4403, 4999):
        visit(listen, {"type": "websocket.disconnect", "code": code})
    assert [line.code for line in lines()] == [3000, 3000, 3000]


def test_a_fault_knows_the_request_that_met_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tables_at_rest: None
) -> None:
    installed = registry.all_games() | {"misbehaving": games.MISBEHAVING}
    monkeypatch.setattr(registry, "_installed", lambda: installed)
    ann, bob = (User.objects.create_user(name) for name in ("ann", "bob"))
    table: Table = service.create(ann, game="misbehaving", seats=2)
    service.join(table.pk, bob)
    service.start(table.pk, ann)
    token = tracing.current.set(tracing.begin(GIVEN))
    said: list[str] = []

    def note(record: logging.LogRecord) -> str:
        said.append(f"{tracing.request_id()} {tracing.at_table.get()}")
        return ""

    monkeypatch.setattr(caplog.handler, "format", note)
    try:
        play.move(table.pk, ann.pk, "bad", 0, {"kind": "Raise"}).result(20)
    finally:
        tracing.current.reset(token)
    assert Fault.objects.get().request == GIVEN
    assert f"{GIVEN} {table.pk}" in said, "the line in the log, written on the table's thread, has it too"
