"""Pages about people, without JavaScript: what is shown to whom, and the buttons."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from parlor.accounts.models import User
from parlor.accounts.selectors import relation
from parlor.tables.models import Table
from tests.pages.conftest import Browser
from tests.support.pages import forms, sound


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


def deeds(page: str, name: str) -> list[str]:
    start = f"/people/{name}/"
    return [address.removeprefix(start).strip("/") for address in forms(page) if address.startswith(start)]


def test_a_profile_says_who_somebody_is(
    client: Client, browser: Browser, running: Table, ann: User, ben: User, guest: User
) -> None:
    Table.objects.filter(pk=running.pk).update(status="finished")
    page = sound(client.get("/people/BEN/"))
    assert "<h1>Ben</h1>" in page and "Member since" in page and "<dt>Tables finished</dt><dd>1</dd>" in page
    assert "<dt>Games played</dt><dd>1</dd>" in page
    assert "<dt>Friends</dt>" not in page and not deeds(page, "Ben"), "strangers do nothing here"
    page = sound(client.get(f"/people/{guest.username}/"))
    assert '<span class="tag">guest</span>' in page and "Here since" in page
    assert "<dt>Friends</dt><dd>0</dd>" in sound(browser(ben).get("/people/Ben/"))
    assert deeds(sound(browser(ann).get("/people/Ben/")), "Ben") == ["ask", "block"]
    sound(client.get("/people/nobody/"), 404)
    sound(client.get("/people/%00/"), 404)


def test_becoming_friends_by_buttons(browser: Browser, ann: User, ben: User) -> None:
    here, there = browser(ann), browser(ben)
    page = sound(here.post("/people/ben/ask/", follow=True))
    assert "You have asked Ben." in page and deeds(page, "Ben") == ["withdraw", "block"]
    page = sound(there.get("/people/"))
    assert "They ask to be your friends" in page and deeds(page, "Ann") == ["accept", "decline"]
    answer = there.post("/people/Ann/accept/", {"next": "/people/"})
    assert answer["Location"] == "/people/"
    page = sound(here.get("/people/Ben/"))
    assert "<dt>Friends</dt><dd>1</dd>" in page and deeds(page, "Ben") == ["end", "block"]
    here.post("/people/Ben/end/")
    assert relation(ann, ben) == ""
    assert there.post("/people/Ann/ask/", {"next": "https://elsewhere.example/"})["Location"] == "/people/Ann/"


def test_blocking_by_buttons(browser: Browser, ann: User, ben: User) -> None:
    page = sound(browser(ann).post("/people/Ben/block/", follow=True))
    assert "You have blocked Ben." in page and deeds(page, "Ben") == ["unblock"]
    assert "Unblock" in sound(browser(ann).get("/people/"))
    before = sound(browser(ben).get("/people/Ann/"))
    assert deeds(before, "Ann") == ["ask", "block"] and "lock" not in before.partition("<h1>")[2].partition("</dl>")[0]
    page = sound(browser(ann).post("/people/Ben/ask/", follow=True))
    assert "You have blocked Ben. Take that back first." in page
    browser(ann).post("/people/Ben/unblock/")
    assert relation(ann, ben) == ""


def test_finding_people(browser: Browser, client: Client, ann: User, ben: User, settings: Any) -> None:
    visitor = browser(ann)
    page = sound(visitor.get("/people/?q=be"))
    assert 'href="/people/Ben/"' in page and deeds(page, "Ben") == ["ask"]
    assert "Nobody here has a name that begins with “xy”." in sound(visitor.get("/people/?q=xy"))
    assert "at least 2 letters" in sound(visitor.get("/people/?q=b"), 422)
    assert "at least 2 letters" in sound(visitor.get("/people/?q=b%00"), 422)
    assert client.get("/people/?q=be").status_code == 302
    settings.THROTTLED, settings.LIMITS = True, {"searches": "2/h/user"}
    for _n in range(2):
        visitor.get("/people/?q=be")
    assert "too often" in sound(visitor.get("/people/?q=be"), 429)


@pytest.mark.parametrize("act", ["ask", "accept", "decline", "withdraw", "end", "block", "unblock"])
def test_each_deed_is_a_press_by_somebody_about_somebody(browser: Browser, ann: User, ben: User, act: str) -> None:
    assert browser(ann).get(f"/people/Ben/{act}/").status_code == 405
    assert browser(ann).post(f"/people/nobody/{act}/").status_code == 404
    assert browser(ann).post("/people/Ben/marry/").status_code == 404
    assert Client().post(f"/people/Ben/{act}/").status_code == 302
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(ann)
    assert forged.post(f"/people/Ben/{act}/").status_code == 403
    assert relation(ann, ben) == ""
