"""Bodies that no well-meaning program sends: each is refused with a sentence, and none breaks anything."""

from typing import Any

import pytest
from rest_framework.test import APIClient

NESTED = b'{"a":' * 2000 + b"1" + b"}" * 2000
CALLS = [
    "/api/accounts/", "/api/token/", "/api/tables/", "/api/tables/{}/join/", "/api/tables/{}/leave/",
    "/api/tables/{}/start/", "/api/tables/{}/add-bot/", "/api/tables/{}/moves/", "/api/tables/{}/preview/",
    "/api/tables/{}/undo/", "/api/tables/{}/concede/",
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[]", 400), (b"7", 400), (b'"text"', 400), (b"null", 400), (b"{", 400), (b"\xff\xfe", 400), (b" ", 400),
        (b'{"id": NaN}', 400), (b'{"id": "a\\u0000b"}', 400), (b'{"a\\u0000": 1}', 400), (b'{"id": "\\ud800"}', 400),
        (b'{"version": ' + b"9" * 5000 + b"}", 400), (NESTED, 400), (b'{"a": ' + b"[" * 30 + b"]" * 30 + b"}", 400),
        (b'{"id": "' + b"x" * 1_000_000 + b'"}', 413),
    ],
)  # fmt: skip
def test_bodies(waiting: str, ann: APIClient, body: bytes, status: int) -> None:
    for call in CALLS:
        answer = ann.post(call.format(waiting), body, content_type="application/json")
        assert (call, answer.status_code) == (call, status)
        assert isinstance(answer.json()["detail"], str)


def test_a_list_is_called_what_it_is(waiting: str, ann: APIClient) -> None:
    for call in CALLS:
        answer = ann.post(call.format(waiting), [], format="json")
        assert answer.json() == {"detail": "The body must be a JSON object."}


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", "nonsense"])
def test_bodies_that_are_not_json(waiting: str, ann: APIClient, kind: str) -> None:
    for call in CALLS:
        answer = ann.post(call.format(waiting), b"game=no-thanks", content_type=kind)
        assert (call, answer.status_code) == (call, 415)
        assert isinstance(answer.json()["detail"], str)


def test_a_huge_form_from_a_browser(ann: APIClient) -> None:
    ann.credentials()
    from parlor.accounts.services import create_guest

    ann.handler.enforce_csrf_checks = True
    ann.force_login(create_guest())
    body: Any = b"game=" + b"x" * 3_000_000
    answer = ann.post("/api/tables/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (403, 413)
    assert isinstance(answer.json()["detail"], str)


def test_what_nobody_foresaw_is_told_without_details(
    ann: APIClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*given: object, **named: object) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("parlor.tables.service.create", fail)
    answer = ann.post("/api/tables/", {"game": "no-thanks", "seats": 3}, format="json")
    assert answer.status_code == 500
    assert answer.json() == {"detail": "Something went wrong here. The admin has been told."}
    assert "KeyError" in caplog.text
