"""Who may ask what of every address of the site: what each gets is written in routes.txt, and nothing is missing there.

A line is a method, an address, and the statuses for somebody unknown, a guest, a stranger with an account, a player of
the table (who is a friend of the host) and the host, to whom everything belongs. 302 for somebody unknown is the way to
sign in. Under /admin/ nobody of them gets anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls import resolve as find_view

from parlor.accounts.models import User
from tests.safety.world import ACTORS, BODIES, World, rows
from tests.support.tables import settle_tables, tables_at_rest

__all__ = ["tables_at_rest"]

TABLE = Path(__file__).with_name("routes.txt")
REFUSED = {401, 403, 404, 405}
OUTSIDE = {"anonymous", "guest", "stranger"}
ANNS = ("table_id", "holiday_id", "invitation_id", "number", "bench")  # what belongs to Ann and her friends
METHODS = ("GET", "POST")
OTHERS = {
    ("PUT", "api/tables/<slug:table_id>/note/"),
    ("PUT", "api/me/notices/preferences/"),
    ("DELETE", "notifications/push/"),
}
UNSIGNED = {  # posts that need no sign against forgery, and why
    "api/accounts/",  # takes no session
    "api/token/",  # takes no session
    "notifications/stop/<str:token>/",  # the token in the address is the sign; mail programs post here
}


def routes(patterns: Any = None, prefix: str = "") -> Iterator[str]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield prefix + str(pattern.pattern)


def ours() -> list[str]:
    return sorted({route for route in routes() if not route.startswith("admin/")})


def expected() -> dict[tuple[str, str], tuple[int, ...]]:
    lines = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {(method, "" if route == "/" else route): tuple(map(int, statuses)) for method, route, *statuses in lines}


def test_every_address_has_its_line() -> None:
    assert {(method, route) for route in ours() for method in METHODS} | OTHERS == set(expected())


def headers_hold(answer: Any) -> None:
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer


def asked(client: Client, method: str, route: str, address: str) -> Any:
    if method == "GET":
        return client.get(address + ("?q=be" if route.endswith("people/") else ""))
    body = BODIES.get(route, {})
    if method == "POST" and not route.startswith("api/"):
        return client.post(address, body)
    return client.generic(method, address, json.dumps(body), "application/json")


@pytest.mark.long
@pytest.mark.parametrize("methods", [("GET",), ("POST",), ("PUT", "DELETE")])
def test_each_gets_what_is_theirs(tables_at_rest: None, settings: Any, methods: tuple[str, ...]) -> None:
    settings.STUDIO = "authors"
    cache.clear()
    world, wrong, known = World(), [], set()
    for (method, route), statuses in expected().items():
        if method not in methods:
            continue
        kind = tuple(re.findall(r"<[^>]+>", route)) if method == "GET" else route  # looking wears nothing out
        if "<" in route and (kind not in known or "room" in route):
            known.add(kind)
            world.renew(route)
        address = world.address(route)
        got = []
        for who in ACTORS:
            client = world.client(who)
            before = rows()
            answer = asked(client, method, route, address)
            headers_hold(answer)
            got.append(answer.status_code)
            to_sign_in = answer.status_code == 302 and "/login/" in answer["Location"]
            foreign = who in OUTSIDE and any(f"{thing}>" in route for thing in ANNS)
            if to_sign_in or foreign or answer.status_code in REFUSED:
                assert rows() == before, f"{who} is not meant to change anything: {method} {route}"
        if tuple(got) != statuses:
            wrong.append(f"{method} {route or '/'} {' '.join(map(str, got))}")
        if method == "POST":
            settle_tables()
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.long
def test_nothing_is_posted_without_a_sign_against_forgery(tables_at_rest: None, settings: Any) -> None:
    settings.STUDIO = "local"
    world, taken = World(), []
    for route in ours():
        if "<" in route:
            world.renew(route)
        address = world.address(route)
        client = world.client("owner", enforce_csrf_checks=True)
        before = rows()
        answer = asked(client, "POST", route, address)
        if answer.status_code != 403:
            taken.append(route)
            assert route in UNSIGNED or answer.status_code == 405, route
        assert rows() == before or route in UNSIGNED, route
    assert set(taken) >= UNSIGNED


@pytest.mark.long
def test_the_admins_pages_are_for_admins(tables_at_rest: None) -> None:
    world = World()
    admin = User.objects.create_superuser("Root-1", "root@example.org", "seven-of-clubs")
    world.users["admin"] = admin
    pages = 0
    for route in sorted({route for route in routes() if route.startswith("admin/")}):
        address = "/" + route.replace("<path:object_id>", str(admin.pk)).replace("<path:url>", "x").replace(
            "(?P<url>.*)$", "x"
        )
        if "<" in address or "(" in address:
            address = admin_address(address, world)
        for who in ACTORS:
            for method in METHODS:
                answer = asked(world.client(who), method, route, address)
                assert answer.status_code in (302, 403, 404, 405) or "/admin/login" in route, (who, method, address)
                headers_hold(answer)
        answer = world.client("admin").get(address)
        headers_hold(answer)
        assert answer.status_code < 500, address
        pages += answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            page = answer.content.decode()
            assert "<style" not in page and " style=" not in page and "javascript:" not in page, address
    assert pages > 20
    assert find_view("/admin/").url_name == "index"


def admin_address(address: str, world: World) -> str:
    table = world.table(start=True)
    return re.sub(
        r"<(?:\w+:)?(\w+)>",
        lambda found: {"app_label": "accounts"}.get(found[1], table.pk if "table" in found[1] else "1"),
        address,
    )
