"""The whole of deploy/ on loopback: nginx with TLS in front of two servers and two workers, PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import gzip
import re
import secrets
import socket
import ssl
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.deploy.rig import NAME, Rig
from tests.play.players import Player, complete, play_until
from tests.support.live import LiveSite
from tests.support.services import Postgres, Redis, wait_until

pytestmark = pytest.mark.long

TABLES = 20
PEOPLE = 3
GUESTS = 4  # an hour from one address: a table's people, and one
GAME_SECONDS = 240


@pytest.fixture(scope="module")
def rig(postgres_server: Postgres, redis_server: Redis) -> Iterator[Rig]:
    made = Rig(postgres_server.database(), redis_server.url, LIMIT_GUESTS=f"{GUESTS}/h/ip", METRICS_TOKEN="numbers")
    try:
        yield made.start()
    finally:
        made.stop()


@pytest.fixture(autouse=True)
def trusted(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets of these tests trust the test's certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(rig.nginx.certificate))


def opened(rig: Rig, n: int) -> tuple[str, list[httpx.Client]]:
    """A running table of three guests who come from one address, each table from another."""
    clients = [rig.nginx.guest(f"127.0.1.{n + 1}") for _n in range(PEOPLE)]
    made = clients[0].post("/api/tables/", json={"game": "no-thanks", "seats": PEOPLE, "visibility": "open"})
    assert made.status_code == 201, made.text
    table = made.json()["id"]
    for client in clients[1:]:
        assert client.post(f"/api/tables/{table}/join/").status_code == 200
    started = clients[0].post(f"/api/tables/{table}/start/")
    assert started.status_code == 200, started.text
    return table, clients


def score(cards: list[str], chips: int) -> int:
    """By the rules of No Thanks!: of each run of cards the lowest counts, less the chips."""
    values = {int(card.removeprefix("card-")) for card in cards}
    return sum(value for value in values if value - 1 not in values) - chips


def test_twenty_tables_are_played_to_the_end_across_the_workers(rig: Rig) -> None:
    site = cast(LiveSite, rig.nginx)
    tables = [opened(rig, n) for n in range(TABLES)]

    async def play() -> list[list[Player]]:
        companies = [[Player(site, table, client) for client in clients] for table, clients in tables]
        async with asyncio.timeout(GAME_SECONDS):
            await asyncio.gather(*(play_until(company) for company in companies))
        for company in companies:
            for player in company:
                await player.leave()
        return companies

    companies = asyncio.run(play())
    for (table, clients), company in zip(tables, companies, strict=True):
        for player in company:
            assert player.status == "finished"
            assert complete(player), player.versions
            assert player.codes in ([], [1000]), "no connection was lost"
        view = company[0].view
        assert len([card for cards in view["taken"] for card in cards]) == 24
        assert sum(view["chips"]) == 11 * PEOPLE
        said = clients[0].get(f"/api/tables/{table}/").json()
        assert said["status"] == "finished"
        places = {line["seat"]: line["score"] for line in said["result"]}
        wanted = {seat: score(view["taken"][seat], view["chips"][seat]) for seat in range(PEOPLE)}
        assert places == wanted
        assert said["version"] == company[0].have
    by_table = rig.nginx.workers_by_table()
    assert {len(by_table[table]) for table, _clients in tables} == {1}, "each table lived in one worker"
    assert len({next(iter(by_table[table])) for table, _clients in tables}) == 2, "both workers had some"
    errors = [line for line in rig.nginx.errors.read_text().splitlines() if "[error]" in line or "[crit]" in line]
    assert errors == []
    for server in rig.servers:
        assert "Traceback" not in server.output, server.output


def test_the_clocks_are_looked_after_by_the_workers(rig: Rig) -> None:
    """That the servers do not, with CLOCK_IN_SERVER=0, is tried in test_worker."""

    def beats() -> bool:
        answer = httpx.get(f"http://127.0.0.1:{rig.ports[0]}/healthz", headers={"Host": NAME}).json()
        return answer["clocks"] is True

    wait_until(beats, "nobody looked after the clocks")


def test_static_files_come_from_nginx_for_good_and_packed(rig: Rig) -> None:
    with rig.nginx.client() as client:
        page = client.get("/accounts/login/").text
        address = re.search(r'/static/v-[0-9a-f]{12}/[^"]+\.css', page)
        assert address is not None
        packed = client.get(address[0])
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.headers["Vary"] == "Accept-Encoding"
        plain = client.get(address[0], headers={"Accept-Encoding": "identity"})
        assert plain.text == packed.text
        for answer in (packed, plain):
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Content-Type"] == "text/css"
        assert client.get(address[0], headers={"If-None-Match": packed.headers["ETag"]}).status_code == 304
        old = client.get(re.sub("v-[0-9a-f]{12}", "v-000000000000", address[0]))
        assert (old.text, old.headers["Cache-Control"]) == (packed.text, "max-age=60, public")
        assert client.get("/static/../manage.py").status_code == 404
        assert client.get("/static/v-000000000000/../../../etc/passwd").status_code in (400, 404)
        by = rig.nginx.logged(lambda line: line["path"] == address[0], 3)
        assert [line["worker"] for line in by] == [""] * 3, "no worker was asked"
        html = client.get("/accounts/login/", headers={"Accept-Encoding": "gzip"})
        assert html.headers["Content-Encoding"] == "gzip"


def test_headers_names_and_plain_http(rig: Rig) -> None:
    with rig.nginx.client() as client:
        page = client.get("/accounts/login/", headers={"X-Request-ID": "made-up"})
        assert page.headers["Strict-Transport-Security"].startswith("max-age=31536000")
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert "nginx/" not in page.headers.get("Server", "")
        cookies = page.headers.get_list("set-cookie")
        assert cookies and all("Secure" in cookie for cookie in cookies)
        request_id = page.headers["X-Request-ID"]
        assert re.fullmatch(r"[0-9a-f]{32}", request_id), "not the one that the client made up"
        logged = rig.nginx.logged(lambda line: line["request_id"] == request_id)
        assert (logged[0]["path"], logged[0]["address"]) == ("/accounts/login/", "127.0.0.1")
        assert client.get("/metrics", headers={"Authorization": "Bearer numbers"}).status_code == 404
        assert client.get("/healthz").json() == {"status": "ok"}, "no particulars for strangers"
    plain = httpx.get(f"http://127.0.0.1:{rig.nginx.plain_port}/games/?a=b")
    assert (plain.status_code, plain.headers["Location"]) == (308, f"{rig.nginx.url}/games/?a=b")
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.get(f"https://127.0.0.1:{rig.nginx.port}/", verify=rig.nginx.context)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", rig.nginx.port)) as raw, pytest.raises((ssl.SSLError, OSError)):
        old.wrap_socket(raw)


def test_the_log_keeps_no_key_that_stands_in_an_address(rig: Rig) -> None:
    keys = ("/notifications/feed/", "/notifications/stop/", "/accounts/password/reset/key/", "/accounts/confirm-email/")
    with rig.nginx.client() as client:
        for path in keys:
            client.get(f"{path}k3y-of-somebody/?q=k3y")
        rig.nginx.logged(lambda line: line["path"] in [f"{path}..." for path in keys], len(keys))
    assert "k3y" not in rig.nginx.log.read_text()


def posted(client: httpx.Client, path: str, size: int) -> int:
    return client.post(path, content=b"x" * size, headers={"Content-Type": "application/octet-stream"}).status_code


def test_bodies_are_limited_by_where_they_go(rig: Rig) -> None:
    with rig.nginx.client() as client:
        for path, small, large in (
            ("/api/tables/", 60_000, 70_000),
            ("/accounts/login/", 200_000, 300_000),
            ("/admin/catalog/installedset/add/", 3 * 1024 * 1024, 3_400_000),
            ("/report/", 3 * 1024 * 1024, 3_400_000),
        ):
            assert posted(client, path, large) == 413, path
            assert posted(client, path, small) not in (413, 502, 503), path


def test_who_asks_too_often_is_told_by_the_address_that_is_really_theirs(rig: Rig) -> None:
    for n in range(GUESTS):
        rig.nginx.guest("127.0.2.1").close()
        assert n < GUESTS
    with rig.nginx.client("127.0.2.1") as client:
        client.get("/accounts/login/")
        forged = {"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
        data = {"csrfmiddlewaretoken": client.cookies["csrftoken"]}
        assert client.post("/accounts/guest/", data=data, headers=forged).status_code == 429
    rig.nginx.guest("127.0.2.2").close()


def test_a_flood_from_one_address_is_stopped_in_front_and_nobody_else_suffers(rig: Rig) -> None:
    async def flood() -> list[int]:
        transport = httpx.AsyncHTTPTransport(
            verify=rig.nginx.context, local_address="127.0.3.1", limits=httpx.Limits(max_connections=20)
        )
        async with httpx.AsyncClient(base_url=rig.nginx.url, transport=transport, timeout=60) as client:
            answers = await asyncio.gather(*(client.get("/accounts/login/") for _n in range(160)))
        return [answer.status_code for answer in answers]

    codes = asyncio.run(flood())
    assert set(codes) == {200, 429}
    assert 100 <= codes.count(200) <= 140
    with rig.nginx.client("127.0.3.2") as other:
        assert other.get("/accounts/login/").status_code == 200


def test_sockets_of_one_address_are_limited(rig: Rig) -> None:
    async def knock() -> list[int]:
        async def one() -> int:
            try:
                async with connect(
                    f"{rig.nginx.websocket}/ws/tables/nothing-here/",
                    origin=rig.nginx.url,  # type: ignore[arg-type]
                    local_addr=("127.0.4.1", 0),
                    open_timeout=60,
                ) as opened:
                    await opened.wait_closed()
                    return 101
            except InvalidStatus as refused:
                return refused.response.status_code

        return await asyncio.gather(*(one() for _n in range(200)))

    codes = asyncio.run(knock())
    assert 429 in codes
    assert codes.count(429) <= 50, "a burst of 150 is let in"


def test_while_the_door_is_closed_nobody_comes_in_and_a_page_says_why(rig: Rig) -> None:
    with rig.nginx.client() as client:
        rig.nginx.door.touch()
        try:
            closed: Any = client.get("/")
            assert (closed.status_code, closed.headers["Retry-After"]) == (503, "5")
            assert "A moment, please" in closed.text
            assert client.post("/api/tables/", json={}).status_code == 503
        finally:
            rig.nginx.door.unlink()
        assert client.get("/").status_code == 200


def test_a_worker_that_ends_leaves_its_tables_to_the_other(rig: Rig) -> None:
    first, second = rig.servers
    tables = [f"table-{n}" for n in range(12)]
    with rig.nginx.client() as client:

        def asked() -> dict[str, str]:
            mark = secrets.token_hex(4)
            for table in tables:
                assert client.get(f"/tables/{table}/{mark}/").status_code == 404
            lines = rig.nginx.logged(lambda line: mark in line["path"], len(tables))
            return {line["path"].split("/")[2]: line["worker"].split(", ")[-1] for line in lines}

        normal = asked()
        assert set(normal.values()) == {f"127.0.0.1:{port}" for port in rig.ports}
        assert first.stop() == 0
        assert set(asked().values()) == {f"127.0.0.1:{second.port}"}
        first.start(migrate=False)

        def as_before() -> bool:
            return asked() == normal

        wait_until(as_before, "the tables did not come back to the worker", seconds=30)


def test_packed_files_lie_beside_the_plain_ones(rig: Rig) -> None:
    packed = next(rig.static.rglob("*.css.gz"))
    assert gzip.decompress(packed.read_bytes()) == packed.with_suffix("").read_bytes()
