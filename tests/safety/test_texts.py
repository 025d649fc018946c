"""What people write is shown as text, and keeps to its own line."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from parlor.accounts.models import User
from parlor.accounts.services import create_account
from parlor.accounts.texts import MARKS_MAX, fit_line, towers
from parlor.tables import chat, hot_seat, service
from parlor.tables.models import ChatLine
from tests.support.pages import sound
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]

SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Hello  there\n\tyou", "Hello there you"),
        (SCRIPT, SCRIPT),
        ("abc\u202egnp.exe", "abcgnp.exe"),
        ("\u2066a\u2069\u200f\u061c\ufeff", "a"),
        ("a\u0000b\u0007c\u001b[31m", "abc[31m"),
        ("\ue000seat-1\ue001Ann\ue002", "seat-1Ann"),
        ("Z" + "\u0351" * 40, "Z" + "\u0351" * MARKS_MAX),
        ("e\u0301", "é"),
        ("👩\u200d🚀 می\u200cخواهم", "👩\u200d🚀 می\u200cخواهم"),
        ("tiếng Việt, ไทยนี้, हिन्दी", "tiếng Việt, ไทยนี้, हिन्दी"),
        ("\u200d \u200c\u200d", ""),
        ("\u202e\u202d", ""),
    ],
)  # fmt: skip
def test_a_line_is_made_fit(given: str, shown: str) -> None:
    assert fit_line(given) == shown


@given(st.text())
def test_it_is_fit_after_once(text: str) -> None:
    line = fit_line(text)
    assert fit_line(line) == line and not towers(line) and "\n" not in line


@pytest.fixture
def ann(tables_at_rest: None) -> User:
    return create_account(username="Ann", email="ann@example.org", password="seven-of-clubs")


def test_chat_is_made_fit_and_never_markup(ann: User) -> None:
    table = service.create(ann, game="no-thanks", seats=3, visibility="open")
    chat.say(table.pk, ann, f"{SCRIPT}\u202e Z" + "\u0351" * 90 + "W" * 300)
    text = ChatLine.objects.get().text
    assert "\u202e" not in text and text.count("\u0351") == MARKS_MAX and SCRIPT in text
    with pytest.raises(service.TableError, match="Say something"):
        chat.say(table.pk, ann, "\u202e\u200b ")
    client = Client()
    client.force_login(ann)
    assert SCRIPT not in sound(client.get(f"/report/?table={table.pk}"))
    assert SCRIPT not in sound(client.get(f"/tables/{table.pk}/"))


@pytest.mark.parametrize("name", [SCRIPT, "A\u202eB", "Z" + "\u0351" * 9, "\u200b", "\ue000x\ue001", "W" * 21])
def test_names_at_one_device(ann: User, name: str) -> None:
    table = service.create(ann, game="no-thanks", seats=3)
    with pytest.raises(service.TableError):
        hot_seat.add_player(table.pk, ann, name)


def test_a_name_at_one_device_is_text(ann: User) -> None:
    table = service.create(ann, game="no-thanks", seats=3)
    for name in ("<b>Zoe</b>", "{seat} %s"):
        hot_seat.add_player(table.pk, ann, name)
    service.start(table.pk, ann)
    client = Client()
    client.force_login(ann)
    page = sound(client.get(f"/tables/{table.pk}/"))
    assert "<b>Zoe</b>" not in page and "&lt;b&gt;Zoe&lt;/b&gt;" in page


@pytest.mark.parametrize(
    "name", ["Ann<b>", "Аnn", "A\u0301nn", "An\u200bn", "admin", "Guest-abcd", "a" * 151, "an n", "ann\u202e"]
)
def test_names_of_accounts(ann: User, name: str) -> None:
    given = {"username": name, "email": "x@example.org", "password": "seven-of-clubs"}
    assert Client().post("/api/accounts/", given, "application/json").status_code == 400


def test_names_differ_by_more_than_case(ann: User) -> None:
    given: dict[str, Any] = {"username": "aNN", "email": "x@example.org", "password": "seven-of-clubs"}
    assert Client().post("/api/accounts/", given, "application/json").status_code == 400
