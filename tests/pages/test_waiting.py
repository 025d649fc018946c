"""The waiting room: who sees what, who may do what, and how refusals are said."""

from typing import Any

import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.tables import service
from parlor.tables.models import Table
from tests.pages.conftest import Browser
from tests.support.pages import forms, sound


def said(answer: Any) -> list[str]:
    """The messages on the page that a press led to."""
    return [str(message) for message in answer.context["messages"]]


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def test_the_host_sees_the_link_the_options_and_what_is_missing(browser: Browser, ann: User, waiting: Table) -> None:
    page = sound(browser(ann).get(waiting.get_absolute_url()))
    assert f'value="http://testserver/tables/{waiting.id}/"' in page and "data-copy" in page
    assert "Four rounds" in page and "Hidden" in page and "Only people with the link" in page
    assert "2 seats are still free" in page and "disabled" in page
    assert set(forms(page)) >= {f"/tables/{waiting.id}/{what}/" for what in ("add-bot", "start", "leave")}
    assert 'data-seat="0"' in page and 'data-status="waiting"' in page


def test_somebody_else_sees_it_before_sitting_down(browser: Browser, ben: User, waiting: Table) -> None:
    page = sound(browser(ben).get(waiting.get_absolute_url()))
    posts = [address for address in forms(page) if address.startswith("/tables/")]
    assert posts == [f"/tables/{waiting.id}/join/"]
    assert "Four rounds" in page and "Ann" in page


def test_all_that_is_settled_is_read_before_one_joins(browser: Browser, client: Client, ann: User, ben: User) -> None:
    new = "/games/no-thanks/new/"
    asked = {"seats": "3", "pace": "2d", "absence": "vote", "begins": "full", "seating": "random", "training": "on"}
    answer = browser(ann).post(new, asked)
    table = Table.objects.get()
    assert answer["Location"] == table.get_absolute_url()
    settled = ("2 days for each move", "The others decide", "By itself, when all", "At random", "counts for nothing")
    for visitor in (browser(ben), client):
        page = sound(visitor.get(table.get_absolute_url()))
        assert all(term in page for term in settled)
    assert "this table closes by itself" in sound(browser(ben).get(table.get_absolute_url()))
    assert all(f'name="{name}"' in sound(browser(ann).get(new)) for name in asked)


def test_strangers_are_invited_and_come_back(client: Client, waiting: Table) -> None:
    address = waiting.get_absolute_url()
    page = sound(client.get(address))
    assert "You are invited to a game of No Thanks!" in page and "Four rounds" in page
    assert "Ann" not in page and "data-socket" not in page, "who sits there is not told to strangers"
    assert f"/accounts/login/?next={address}" in page
    answer = client.post("/accounts/guest/", {"next": address})
    assert answer["Location"] == address
    assert f"{address}join/" in forms(sound(client.get(address)))


def test_strangers_see_an_open_table(client: Client, open_table: Table) -> None:
    page = sound(client.get(open_table.get_absolute_url()))
    assert "Ann" in page and "Play as a guest" in page and "data-socket" in page


@pytest.mark.parametrize("what", ["join", "leave", "start", "add-bot", "remove-bot"])
def test_strangers_are_asked_who_they_are(client: Client, waiting: Table, what: str) -> None:
    answer = client.post(f"/tables/{waiting.id}/{what}/")
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next=/tables/{waiting.id}/"
    assert names(waiting) == ["Ann", "", ""]


@pytest.mark.parametrize("what", ["join", "leave", "start", "add-bot", "remove-bot"])
def test_each_deed_is_a_press_at_a_table_that_is_there(browser: Browser, ann: User, waiting: Table, what: str) -> None:
    visitor = browser(ann)
    assert visitor.get(f"/tables/{waiting.id}/{what}/").status_code == 405
    assert visitor.post(f"/tables/2222222222/{what}/").status_code == 404
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(ann)
    assert forged.post(f"/tables/{waiting.id}/{what}/").status_code == 403
    assert names(waiting) == ["Ann", "", ""]


def test_joining_and_leaving(browser: Browser, ben: User, guest: User, waiting: Table) -> None:
    address = waiting.get_absolute_url()
    page = sound(browser(ben).post(f"{address}join/", follow=True))
    assert names(waiting) == ["Ann", "Ben", ""]
    assert "Ann begins the game when all are there." in page and "Leave the table" in page
    browser(guest).post(f"{address}join/")
    assert names(waiting) == ["Ann", "Ben", guest.username]
    answer = browser(ben).post(f"{address}leave/")
    assert answer["Location"] == address
    assert names(waiting) == ["Ann", "", guest.username]


def test_refusals_are_said_on_the_page(browser: Browser, ann: User, ben: User, guest: User, waiting: Table) -> None:
    address = waiting.get_absolute_url()
    visitor = browser(ben)
    assert said(visitor.post(f"{address}leave/", follow=True)) == ["You do not sit at this table."]
    assert said(visitor.post(f"{address}add-bot/", follow=True)) == ["You do not sit at this table."]
    assert said(visitor.post(f"{address}start/", follow=True)) == ["Only the host starts the game."]
    host = browser(ann)
    assert said(host.post(f"{address}start/", follow=True)) == ["2 seats are still free. Wait, or add bots."]
    assert said(host.post(f"{address}add-bot/", {"bot": "deep-blue"}, follow=True))[0].startswith("Bots for No Thanks!")
    assert said(host.post(f"{address}remove-bot/", {"seat": "²"}, follow=True)) == ["No bot sits there."]
    assert names(waiting) == ["Ann", "", ""]
    for _seat in range(2):
        host.post(f"{address}add-bot/")
    assert said(visitor.post(f"{address}join/", follow=True)) == ["All seats are taken."]
    assert "All seats are taken." in sound(visitor.get(address))


def test_bots_come_and_go(browser: Browser, ann: User, waiting: Table) -> None:
    address = waiting.get_absolute_url()
    host = browser(ann)
    host.post(f"{address}add-bot/")
    page = sound(host.post(f"{address}add-bot/", follow=True))
    assert names(waiting) == ["Ann", "Ada", "Basil"]
    assert "Remove Ada" in page and "Ready when you are" in page and "disabled" not in page
    host.post(f"{address}remove-bot/", {"seat": "1"})
    assert names(waiting) == ["Ann", "", "Basil"]


def test_the_host_begins_and_everybody_is_at_the_table(browser: Browser, ann: User, ben: User, waiting: Table) -> None:
    address = waiting.get_absolute_url()
    service.join(waiting.id, ben)
    service.add_bot(waiting.id, ann)
    answer = browser(ann).post(f"{address}start/")
    assert answer["Location"] == address
    for seat, user in enumerate((ann, ben)):
        page = sound(browser(user).get(address))
        assert f'data-seat="{seat}"' in page and 'data-status="running"' in page


def test_the_last_one_closes_the_table(browser: Browser, ann: User, waiting: Table) -> None:
    visitor = browser(ann)
    page = sound(visitor.get(waiting.get_absolute_url()))
    assert "Close the table" in page
    answer = visitor.post(f"{waiting.get_absolute_url()}leave/")
    assert answer["Location"] == "/"
    waiting.refresh_from_db()
    assert (waiting.status, waiting.reason) == ("finished", "closed")


def test_the_room_alone_tells_what_changed(
    browser: Browser, ann: User, ben: User, client: Client, waiting: Table
) -> None:
    room = f"{waiting.get_absolute_url()}room/"
    visitor = browser(ann)
    first = visitor.get(room)
    assert first.status_code == 200 and b"<html" not in first.content
    seen = first.content.decode().partition("?seen=")[2].partition('"')[0]
    assert visitor.get(room, {"seen": seen}).status_code == 204
    service.join(waiting.id, ben)
    assert b"Ben" in visitor.get(room, {"seen": seen}).content
    assert client.get(room).status_code == 302, "strangers do not see who sits at a private table"
    service.add_bot(waiting.id, ann)
    service.start(waiting.id, ann)
    begun = visitor.get(room, {"seen": seen})
    assert (begun.status_code, begun["HX-Refresh"]) == (204, "true")


def test_a_game_that_cannot_be_set_up(
    browser: Browser, ann: User, ben: User, waiting: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.no_thanks.game import GAME

    def fail(self: object, ctx: object) -> None:
        raise KeyError("no such card")

    monkeypatch.setattr(type(GAME), "setup", fail)
    for _seat in range(2):
        service.add_bot(waiting.id, ann)
    answer = browser(ann).post(f"{waiting.get_absolute_url()}start/", follow=True)
    assert said(answer) == ["The game stumbled when it was set up. The admin has been told."]
    waiting.refresh_from_db()
    assert waiting.status == "waiting"
    assert said(browser(ben).post("/games/no-thanks/practice/", follow=True)) == said(answer)
    assert not Table.objects.filter(host=ben, status="waiting").exists(), "no half table is left"
