"""Signing in and up: sessions, passwords, and nothing that tells who is here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from rest_framework.authtoken.models import Token

from parlor.accounts.models import User
from parlor.accounts.services import create_account
from tests.support.pages import sound

PASSWORD = "seven-of-clubs"
NEW = "eight-of-hearts"


@pytest.fixture(autouse=True)
def _uncounted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ann(db: None) -> User:
    return create_account(username="Ann", email="ann@example.org", password=PASSWORD)


def signed_in(name: str = "Ann", password: str = PASSWORD) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": password})
    assert "_auth_user_id" in client.session
    return client


# Sessions


def test_the_session_changes_when_somebody_signs_in(ann: User) -> None:
    client = Client()
    client.post("/accounts/guest/")
    before = client.cookies["sessionid"].value
    client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD})
    assert client.cookies["sessionid"].value != before
    other = Client()
    other.cookies["sessionid"] = before
    assert other.get("/accounts/").status_code == 302, "the guest's session is over"


def test_nobody_brings_a_session_along(ann: User) -> None:
    client = Client()
    client.cookies["sessionid"] = "chosen-by-somebody-else"
    client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD})
    assert client.cookies["sessionid"].value != "chosen-by-somebody-else"


def test_keeping_a_guest_changes_the_session(db: None) -> None:
    client = Client()
    client.post("/accounts/guest/")
    before = client.cookies["sessionid"].value
    client.post("/accounts/keep/", {"username": "Bea", "email": "bea@example.org", "password1": PASSWORD})
    assert client.cookies["sessionid"].value != before
    assert User.objects.get(username="Bea").check_password(PASSWORD)


def test_a_new_password_ends_other_sessions_and_tokens(ann: User) -> None:
    here, elsewhere = signed_in(), signed_in()
    token = Token.objects.create(user=ann)
    before = here.cookies["sessionid"].value
    sent = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert here.post("/accounts/password/change/", sent).status_code == 302
    assert here.cookies["sessionid"].value != before
    assert here.get("/accounts/").status_code == 200
    assert elsewhere.get("/accounts/").status_code == 302
    assert not Token.objects.filter(pk=token.pk).exists()
    assert Client(HTTP_AUTHORIZATION=f"Token {token.key}").get("/api/me/").status_code == 401


def test_a_password_set_by_mail_ends_them_too(ann: User) -> None:
    elsewhere, token = signed_in(), Token.objects.create(user=ann)
    client = Client()
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    link = re.search(r"/accounts/password/reset/key/\S+", mail.outbox[-1].body)
    assert link
    form = client.get(link[0], follow=True).redirect_chain[-1][0]
    assert client.post(form, {"password1": NEW, "password2": NEW}).status_code == 302
    assert elsewhere.get("/accounts/").status_code == 302
    assert not Token.objects.filter(pk=token.pk).exists()
    assert signed_in(password=NEW)
    assert "bad" in client.get(link[0], follow=True).content.decode().lower() or client.get(link[0]).status_code == 200
    assert client.post(link[0], {"password1": PASSWORD, "password2": PASSWORD}).status_code == 200, "a link works once"
    assert not User.objects.get(pk=ann.pk).check_password(PASSWORD)


def test_signing_out_ends_the_session(ann: User) -> None:
    client = signed_in()
    key = client.cookies["sessionid"].value
    client.post("/accounts/logout/")
    other = Client()
    other.cookies["sessionid"] = key
    assert other.get("/accounts/").status_code == 302


# Passwords


@pytest.mark.parametrize("password", ["short", "password", "1234567890123", "ann-example", "qwertyuiop"])
def test_weak_passwords_are_refused(db: None, password: str) -> None:
    given = {"username": "ann-example", "email": "ann@example.org"}
    answer = Client().post("/accounts/signup/", given | {"password1": password})
    assert answer.status_code == 200 and not User.objects.exists()
    answer = Client().post("/api/accounts/", given | {"password": password}, "application/json")
    assert answer.status_code == 400 and answer.json()["field"] == "password" and not User.objects.exists()


# Who is here


def page(answer: Any) -> str:
    """The page without what is new each time."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", sound(answer, answer.status_code))
    return re.sub(r"(ann|nobody)(@example\.org)?", "X", text, flags=re.IGNORECASE)


def test_signing_in_does_not_tell(ann: User) -> None:
    known, unknown = (Client().post("/accounts/login/", {"login": name, "password": "x"}) for name in ("Ann", "Nobody"))
    assert page(known) == page(unknown)
    asked = [
        Client().post("/api/token/", {"username": name, "password": "x"}, "application/json")
        for name in ("Ann", "Nobody")
    ]
    assert asked[0].content == asked[1].content and asked[0].status_code == asked[1].status_code == 401


def test_a_forgotten_password_does_not_tell(ann: User) -> None:
    known, unknown = (
        Client().post("/accounts/password/reset/", {"email": f"{name}@example.org"}) for name in ("ann", "nobody")
    )
    assert known.status_code == unknown.status_code == 302 and known["Location"] == unknown["Location"]
    assert page(Client().get(known["Location"])) == page(Client().get(unknown["Location"]))


def test_signing_up_does_not_tell_whose_address_it_is(ann: User) -> None:
    answers = []
    for n, address in enumerate(("ann@example.org", "nobody@example.org")):
        given = {"username": f"Person{n}", "email": address, "password1": PASSWORD}
        answers.append(Client().post("/accounts/signup/", given))
        given = {"username": f"Program{n}", "email": address, "password": PASSWORD}
        assert Client().post("/api/accounts/", given, "application/json").status_code == 201
    assert answers[0].status_code == answers[1].status_code and answers[0]["Location"] == answers[1]["Location"]


def test_nobody_is_found_by_their_address_or_as_a_guest(ann: User) -> None:
    bob = Client()
    bob.force_login(create_account(username="Bob", email="bob@example.org", password=PASSWORD))
    Client().post("/accounts/guest/")
    for sought in ("ann@example.org", "ann@", "example.org", "Guest", "%an", "_nn"):
        assert bob.get("/api/people/", {"q": sought}).json() == [], sought
    found = bob.get("/api/people/", {"q": "an"}).json()
    assert [line["username"] for line in found] == ["Ann"] and "email" not in found[0]
    for where in ("/api/people/Ann/", "/people/Ann/"):
        assert "example.org" not in bob.get(where).content.decode(), where
