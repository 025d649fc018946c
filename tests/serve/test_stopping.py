"""What a stopping server does for those who are connected, and for the apps' own hooks."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from parlor import lifecycle
from parlor.site import server
from tests.support.live import LiveSite
from tests.support.services import wait_until


@pytest.fixture
def held_site(tmp_path: Path) -> Iterator[LiveSite]:
    """A server whose application holds requests and sockets: `/?1` is answered after a second."""
    site = LiveSite(tmp_path, {"DJANGO_SETTINGS_MODULE": "parlor.site.settings"}, command=("-m", "tests.serve.held"))
    yield site.start()
    site.kill()


@pytest.fixture
def patient_site(tmp_path: Path) -> Iterator[LiveSite]:
    """As `held_site`, but it would wait ten minutes for a request in flight."""
    environment = {"DJANGO_SETTINGS_MODULE": "parlor.site.settings", "REQUEST_SECONDS": "600"}
    site = LiveSite(tmp_path, environment, command=("-m", "tests.serve.held"))
    yield site.start()
    site.kill()


@pytest.fixture(autouse=True)
def _no_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "_start_hooks", [])
    monkeypatch.setattr(lifecycle, "_stop_hooks", [])


def test_hooks_run_in_order_and_end_in_the_opposite_one() -> None:
    happened: list[str] = []

    @lifecycle.on_start
    async def open_the_door(loop: asyncio.AbstractEventLoop) -> None:
        assert loop is asyncio.get_running_loop()
        happened.append("door open")

    @lifecycle.on_start
    async def light_the_lamps(loop: asyncio.AbstractEventLoop) -> None:
        happened.append("lamps lit")

    @lifecycle.on_stop
    async def close_the_door() -> None:
        happened.append("door closed")

    @lifecycle.on_stop
    async def put_out_the_lamps() -> None:
        happened.append("lamps out")

    async def evening() -> None:
        await lifecycle.start(asyncio.get_running_loop())
        await lifecycle.stop(1)

    asyncio.run(evening())
    assert happened == ["door open", "lamps lit", "lamps out", "door closed"]


def test_a_hook_that_fails_or_hangs_does_not_keep_the_others_from_theirs(caplog: pytest.LogCaptureFixture) -> None:
    happened: list[str] = []

    @lifecycle.on_stop
    async def last() -> None:
        happened.append("last")

    @lifecycle.on_stop
    async def hangs() -> None:
        await asyncio.sleep(60)

    @lifecycle.on_stop
    async def fails() -> None:
        raise ValueError("lost key")

    asyncio.run(lifecycle.stop(0.2))  # one that waits for the hanging hook would be cut off as well, a minute later
    assert happened == ["last"]
    assert "hangs did not end" in caplog.text
    assert "lost key" in caplog.text


def test_a_request_in_flight_is_answered_and_sockets_are_told_to_come_back(held_site: LiveSite) -> None:
    answers: list[httpx.Response] = []
    request = threading.Thread(target=lambda: answers.append(httpx.get(f"{held_site.url}/?1", timeout=30)))
    with connect(f"{held_site.websocket}/") as socket:
        request.start()
        wait_until(lambda: "request in flight" in held_site.output, "the request did not arrive")
        assert held_site.stop() == 0
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    request.join()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert "Traceback" not in held_site.output
    assert [(answer.status_code, answer.text) for answer in answers] == [(200, "done")]
    assert "stop hook ran" in held_site.output


def test_one_that_shall_end_while_it_starts_takes_no_sockets_of_others(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA, settings.HAND_OVER = tmp_path, True
    monkeypatch.setattr(server, "spare_the_collector", lambda: None)

    async def application(scope: object, receive: object, send: object) -> None: ...

    site = server.SiteServer(application, "127.0.0.1", 0, lambda host, port: None)
    site.listening_addresses = [("127.0.0.1", 1)]

    async def scene() -> None:
        @lifecycle.on_start
        async def is_asked_to_end(loop: asyncio.AbstractEventLoop) -> None:
            site.stopping = asyncio.create_task(asyncio.sleep(0))

        await site._start()
        assert site.stopping is not None
        await site.stopping

    asyncio.run(scene())
    assert site.neighbours is None and not list(tmp_path.iterdir())


def endless_request(site: LiveSite) -> threading.Thread:
    """A request that the site has begun to work on and never answers."""

    def ask() -> None:
        with pytest.raises(httpx.HTTPError):
            httpx.get(f"{site.url}/?600", timeout=60)

    request = threading.Thread(target=ask)
    request.start()
    wait_until(lambda: "request in flight" in site.output, "the request did not arrive")
    return request


def test_a_request_that_never_ends_is_cut_off(held_site: LiveSite) -> None:
    request = endless_request(held_site)
    assert held_site.stop() == 0, "well before the ten minutes that the request would take"
    request.join()


def test_a_second_signal_ends_it_at_once(patient_site: LiveSite) -> None:
    request = endless_request(patient_site)
    patient_site.send(15)
    wait_until(lambda: "stop hook ran" in patient_site.output, "the hooks did not run")
    patient_site.stop()  # fails after seconds: the first signal alone would wait for minutes
    request.join()


def test_an_application_may_send_its_sockets_away_itself(held_site: LiveSite) -> None:
    with connect(f"{held_site.websocket}/") as socket:
        socket.send("go")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
