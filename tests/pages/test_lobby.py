"""The lobby's filters: what they leave, and that they stay in the address."""

import pytest
from django.core.cache import cache
from django.test import Client

from parlor.accounts import people
from parlor.accounts.models import User
from parlor.tables import service
from parlor.tables.lobby import Wanted
from parlor.tables.models import Table
from parlor.tables.selectors import open_tables
from tests.pages.conftest import Browser
from tests.support.pages import sound


@pytest.fixture
def tables(ann: User, ben: User, guest: User) -> dict[str, Table]:
    """Ann's table with one seat left, Ben's with three, and Ben's of another game; Ann is the guest's friend."""
    cache.clear()
    people.ask(by=ann, whom=guest)
    people.accept(by=guest, whom=ann)
    made = {
        "one": service.create(ann, game="no-thanks", seats=3, visibility="open"),
        "three": service.create(ben, game="no-thanks", seats=4, visibility="open"),
        "gaia": service.create(ben, game="gaia", seats=3, visibility="open"),
    }
    service.add_bot(made["one"].pk, ann)
    return made


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("", {"one", "three", "gaia"}),
        ("?game=no-thanks", {"one", "three"}),
        ("?seats=2", {"three", "gaia"}),
        ("?seats=3", {"three"}),
        ("?friends=on", {"one"}),
        ("?friends=on&game=gaia", set()),
        ("?game=chess&seats=99&friends=maybe", {"one", "three", "gaia"}),
        ("?seats=²", {"one", "three", "gaia"}),
    ],
)
def test_filters(browser: Browser, guest: User, tables: dict[str, Table], query: str, left: set[str]) -> None:
    page = sound(browser(guest).get(f"/{query}"))
    assert {name for name, table in tables.items() if table.pk in page} == left
    if not left:
        assert "No table with a free seat is like that right now." in page


def test_they_stay_in_the_address_that_asks_for_news(browser: Browser, guest: User, tables: dict[str, Table]) -> None:
    visitor = browser(guest)
    page = sound(visitor.get("/?seats=2&game=no-thanks&friends="))
    assert "&amp;game=no-thanks&amp;seats=2" in page or "&amp;game=no-thanks&seats=2" in page
    assert '<option value="2" selected>' in page and '<option value="no-thanks" selected>' in page
    seen = page.partition("/?seen=")[2].partition("&amp;")[0]
    asked = {"HX-Request": "true"}
    again = visitor.get("/", {"seen": seen, "seats": "2", "game": "no-thanks"}, headers=asked)
    assert again.status_code == 204
    assert tables["one"].pk in sound(visitor.get("/", {"seen": seen}, headers=asked))


def test_strangers_have_no_friends_to_filter_by(client: Client, tables: dict[str, Table]) -> None:
    page = sound(client.get("/?friends=on"))
    assert "filter-friends" not in page and tables["gaia"].pk in page


def test_wanted_is_read_as_it_is_written() -> None:
    for wanted in (Wanted(), Wanted("gaia", 3, True), Wanted(seats=2)):
        query = dict(part.split("=") for part in wanted.query.split("&") if part)
        assert Wanted.read(query) == wanted


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_as_many_queries_whatever_its_length(
    tables: dict[str, Table], ben: User, guest: User, count: int, django_assert_num_queries: object
) -> None:
    for _n in range(count):
        service.create(ben, game="no-thanks", seats=3, visibility="open")
    with django_assert_num_queries(5):  # type: ignore[operator]  # friends, blocks, shown games, tables, seats
        open_tables(guest)


def test_what_is_for_training_says_so(browser: Browser, ann: User, ben: User) -> None:
    serious = service.create(ann, game="no-thanks", seats=3, visibility="open")
    assert "for training" not in sound(browser(ben).get("/"))
    training = service.create(ann, game="no-thanks", seats=3, visibility="open", training=True)
    assert sound(browser(ben).get("/")).count("for training") == 1
    for table in (serious, training):
        for _seat in range(2):
            service.add_bot(table.id, ann)
        service.start(table.id, ann)
        page = sound(browser(ben).get(table.get_absolute_url()))
        assert ("counts for nothing" in page) is (table is training)
