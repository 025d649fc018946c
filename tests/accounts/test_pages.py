"""Every page of the accounts: it renders, under the strict policy, with nothing inline."""

import re

import pytest
from django.test import Client

from parlor.accounts.services import create_account, create_guest

pytestmark = pytest.mark.django_db

FOR_ALL = [
    "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-set-password/", "/accounts/password/reset/key/done/", "/accounts/inactive/",
    "/accounts/confirm-email/", "/accounts/confirm-email/no-such-key/", "/nowhere/",
]  # fmt: skip
FOR_PEOPLE = [
    "/accounts/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/logout/",
    "/accounts/reauthenticate/",
]
FOR_GUESTS = ["/accounts/", "/accounts/keep/", "/accounts/login/", "/accounts/logout/"]
INLINE = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle\s*=|\son[a-z]+\s*=|javascript:", re.IGNORECASE)


def check(client: Client, address: str) -> None:
    answer = client.get(address, follow=True)
    assert answer.status_code == (404 if address == "/nowhere/" else 200)
    page = answer.content.decode()
    assert not INLINE.search(page)
    assert "page-account" in page or address == "/nowhere/", "one of our own pages, not the library's"
    policy = answer["Content-Security-Policy"]
    for part in (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ):
        assert part in policy
    assert "unsafe" not in policy
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", FOR_ALL)
def test_pages_for_everybody(client: Client, address: str) -> None:
    check(client, address)


@pytest.mark.parametrize("address", FOR_PEOPLE)
def test_pages_for_people_with_accounts(client: Client, address: str) -> None:
    create_account(username="Ann", email="ann@example.org", password="seven-of-clubs")
    client.post("/accounts/login/", {"login": "ann", "password": "seven-of-clubs"})
    check(client, address)


@pytest.mark.parametrize("address", FOR_GUESTS)
def test_pages_for_guests(client: Client, address: str) -> None:
    client.force_login(create_guest())
    check(client, address)


def test_a_form_from_an_old_page_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "ann"})
    assert answer.status_code == 403
    assert b"Please send that again" in answer.content
