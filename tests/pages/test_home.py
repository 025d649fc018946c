"""The home page: what this is for strangers, and one's own tables first for everybody else."""

import re

from django.test import Client

from parlor.accounts.models import User
from parlor.tables import service
from parlor.tables.models import Seat, Table
from tests.pages.conftest import Browser
from tests.support.pages import forms, sound


def test_strangers_read_what_this_is(client: Client, open_table: Table) -> None:
    page = sound(client.get("/"))
    assert "<title>Parlor</title>" in page
    assert "Play as a guest" in page and "My tables" not in page
    assert open_table.get_absolute_url() in page, "open tables can be looked at"
    assert f"{open_table.get_absolute_url()}join/" not in forms(page)
    assert "/games/no-thanks/" in page
    assert "/games/no-thanks/practice/" in forms(page)


def test_guests_are_reminded_that_they_are_guests(browser: Browser, guest: User) -> None:
    page = sound(browser(guest).get("/"))
    assert "You play as a guest." in page and "No table yet" in page


def test_open_tables_can_be_joined_from_here(browser: Browser, ann: User, ben: User, open_table: Table) -> None:
    assert f"{open_table.get_absolute_url()}join/" in forms(sound(browser(ben).get("/")))
    page = sound(browser(ann).get("/"))
    assert f"{open_table.get_absolute_url()}join/" not in forms(page), "Ann sits there"
    assert "Nobody is waiting for players right now" in page


def test_private_tables_are_not_listed(client: Client, browser: Browser, ben: User, waiting: Table) -> None:
    for visitor in (client, browser(ben)):
        assert waiting.id not in sound(visitor.get("/"))


def test_full_tables_are_not_listed(browser: Browser, ann: User, ben: User, open_table: Table) -> None:
    service.add_bot(open_table.id, ann)
    service.add_bot(open_table.id, ann)
    assert open_table.id not in sound(browser(ben).get("/"))


def test_tables_that_wait_for_me_come_first(browser: Browser, running: Table, ann: User, ben: User) -> None:
    acting = Seat.objects.get(table=running, waiting_on=True).user
    assert acting is not None
    later = service.create(acting, game="no-thanks", seats=3)
    others = service.create(acting, game="no-thanks", seats=3)
    for _seat in range(2):
        service.add_bot(others.id, acting)
    Table.objects.filter(pk=others.pk).update(status="running")  # and it waits for a bot
    page = sound(browser(acting).get("/"))
    assert "<title>(1) Parlor</title>" in page
    assert re.search(r'class="badge">.*?1</span>', page, re.DOTALL)
    assert "your turn" in page
    assert page.index(running.id) < page.index(others.id) < page.index(later.id)
    other = next(user for user in (ann, ben) if user != acting)
    page = sound(browser(other).get("/"))
    assert "<title>Parlor</title>" in page and running.id in page and "your turn" not in page


def test_a_tables_page_counts_the_other_tables_in_its_title(browser: Browser, running: Table, ann: User) -> None:
    Seat.objects.filter(table=running).update(waiting_on=True)
    other = service.create(ann, game="no-thanks", seats=3)
    assert "<title>(1) No Thanks!" in sound(browser(ann).get(other.get_absolute_url()))
    assert "<title>No Thanks!" in sound(browser(ann).get(running.get_absolute_url())), "it marks its own turn"
    Seat.objects.filter(table=other, user=ann).update(waiting_on=True)
    Table.objects.filter(pk=other.pk).update(status="running")
    assert "<title>(1) No Thanks!" in sound(browser(ann).get(running.get_absolute_url()))


def test_closed_tables_are_gone(browser: Browser, ann: User, waiting: Table) -> None:
    service.leave(waiting.id, ann)
    assert waiting.id not in sound(browser(ann).get("/"))


def test_the_page_asks_for_news_of_tables(browser: Browser, ann: User, ben: User, waiting: Table) -> None:
    visitor = browser(ann)
    seen = sound(visitor.get("/")).partition("/?seen=")[2].partition('"')[0]
    assert seen
    asking = {"HX-Request": "true"}
    assert visitor.get("/", {"seen": seen}, headers=asking).status_code == 204
    service.join(waiting.id, ben)
    news = sound(visitor.get("/", {"seen": seen}, headers=asking))
    assert "Ben" in news and "<html" not in news and "<title>Parlor</title>" in news
    assert 'id="nav-tables" href="/#my-tables" hx-swap-oob="true"' in news
    assert "/games/no-thanks/" not in news
