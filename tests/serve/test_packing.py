"""Texts leave packed where the browser takes that; as they are where it does not; parts and heads as before."""

from __future__ import annotations

import gzip

import httpx

from tests.support.live import LiveSite

PATH = "/static/parlor/js/table.js"


def raw(site: LiveSite, method: str = "GET", path: str = PATH, **headers: str) -> tuple[httpx.Response, bytes]:
    with httpx.Client(base_url=site.url) as client, client.stream(method, path, headers=headers) as answer:
        return answer, b"".join(answer.iter_raw())


def test_a_script_is_packed_for_those_who_take_it(shared_site: LiveSite) -> None:
    plain, whole = raw(shared_site, **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    for _again in range(2):
        packed, body = raw(shared_site, **{"Accept-Encoding": "gzip, br"})
        assert packed.headers["content-encoding"] == "gzip" and packed.headers["vary"] == "Accept-Encoding"
        assert int(packed.headers["content-length"]) == len(body) < len(whole) / 2
        assert gzip.decompress(body) == whole


def test_heads_and_parts_are_as_before(shared_site: LiveSite) -> None:
    head, body = raw(shared_site, "HEAD", **{"Accept-Encoding": "gzip"})
    assert (head.status_code, body) == (200, b"")
    part, body = raw(shared_site, Range="bytes=0-9", **{"Accept-Encoding": "gzip"})
    assert (part.status_code, len(body)) == (206, 10) and "content-encoding" not in part.headers


def test_pages_are_packed(shared_site: LiveSite) -> None:
    page, body = raw(shared_site, path="/", **{"Accept-Encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip" and b"<html" in gzip.decompress(body)
