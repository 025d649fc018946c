"""Guests: one press to play, and an account later that keeps what they had."""

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from parlor.accounts import services
from parlor.accounts.models import User
from parlor.accounts.services import create_account, create_guest

pytestmark = pytest.mark.django_db

FORM = {"username": "Gus", "email": "gus@example.org", "password1": "seven-of-clubs"}


def guest(client: Client, **data: str) -> User:
    client.post("/accounts/guest/", data)
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_one_press_makes_a_guest_who_is_signed_in(client: Client) -> None:
    person = guest(client)
    assert re.fullmatch(r"Guest-[a-z2-9]{4}", person.username)
    assert person.is_guest
    assert not person.has_usable_password()


def test_a_guest_comes_back_to_the_page_they_were_on(client: Client) -> None:
    assert client.post("/accounts/guest/", {"next": "/accounts/"})["Location"] == "/accounts/"
    assert Client().post("/accounts/guest/", {"next": "https://evil.example/"})["Location"] == "/"


def test_looking_at_the_address_makes_nobody(client: Client) -> None:
    assert client.get("/accounts/guest/").status_code == 405
    assert not User.objects.exists()


def test_who_is_signed_in_stays_who_they_are(client: Client) -> None:
    first = guest(client)
    assert guest(client) == first


def test_a_guest_name_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["Guest-aaaa", "Guest-AAAA", "Guest-bbbb"])
    monkeypatch.setattr(services, "guest_name", lambda: next(names))
    assert [create_guest().username, create_guest().username] == ["Guest-aaaa", "Guest-bbbb"]


def test_a_guest_becomes_an_account_and_stays_the_same_person(client: Client) -> None:
    person = guest(client)
    answer = client.post("/accounts/keep/", {**FORM, "next": "/accounts/"})
    assert answer["Location"] == "/accounts/"
    kept = User.objects.get()
    assert (kept.pk, kept.username, kept.is_guest) == (person.pk, "Gus", False)
    assert client.get("/accounts/").status_code == 200, "still signed in"
    assert mail.outbox[0].to == ["gus@example.org"]
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "gus", "password": FORM["password1"]})
    assert elsewhere.session["_auth_user_id"] == str(person.pk)


@pytest.mark.parametrize(
    "wrong",
    [{"username": "ann"}, {"username": "admin"}, {"email": "no mail"}, {"password1": "password"}, {"password1": ""}],
)
def test_keeping_refuses_what_signing_up_refuses(client: Client, wrong: dict[str, str]) -> None:
    create_account(username="Ann", email="ann@example.org", password="seven-of-clubs")
    person = guest(client)
    answer = client.post("/accounts/keep/", {**FORM, **wrong})
    assert answer.status_code == 200
    assert b'class="errors"' in answer.content
    person.refresh_from_db()
    assert person.is_guest


def test_a_name_taken_between_check_and_save_is_refused_in_words(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_account(username="Gus", email="other@example.org", password="seven-of-clubs")
    monkeypatch.setattr("parlor.accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
    person = guest(client)
    answer = client.post("/accounts/keep/", FORM)
    assert b"Somebody here has that name" in answer.content
    person.refresh_from_db()
    assert person.is_guest
    assert person.username.encode() in answer.content


def test_who_has_an_account_has_nothing_to_keep(client: Client) -> None:
    client.force_login(create_account(username="Ann", email="ann@example.org", password="seven-of-clubs"))
    assert client.post("/accounts/keep/", FORM)["Location"] == "/accounts/"
    assert User.objects.get().username == "Ann"


@pytest.mark.parametrize("address", ["signup/", "email/", "password/change/", "password/set/"])
def test_what_needs_an_account_sends_guests_to_keep(client: Client, address: str) -> None:
    guest(client)
    assert client.get(f"/accounts/{address}")["Location"] == "/accounts/keep/"


def test_a_guest_may_sign_in_to_an_account(client: Client) -> None:
    account = create_account(username="Ann", email="ann@example.org", password="seven-of-clubs")
    guest(client)
    assert client.get("/accounts/login/").status_code == 200
    client.post("/accounts/login/", {"login": "ann", "password": "seven-of-clubs"})
    assert client.session["_auth_user_id"] == str(account.pk)


def test_one_address_cannot_make_guests_without_end(client: Client, settings: Settings) -> None:
    cache.clear()
    settings.THROTTLED, settings.LIMITS = True, {"guests": "2/h/ip"}
    assert [Client().post("/accounts/guest/").status_code for _press in range(3)] == [302, 302, 429]
