"""Pages of tables that gather people: how many it takes, and who is ready."""

from parlor.accounts.models import User
from parlor.tables import service
from parlor.tables.models import Table
from tests.pages.conftest import Browser
from tests.support.pages import sound

NEW = "/games/no-thanks/new/"


def test_a_table_for_some_to_some(browser: Browser, ann: User, ben: User, guest: User) -> None:
    host = browser(ann)
    assert "May begin with fewer, from" in sound(host.get(NEW))
    host.post(NEW, {"seats": "5", "seats_from": "3", "visibility": "open"})
    table = Table.objects.get()
    address = table.get_absolute_url()
    assert (table.seats_from, table.seats.count()) == (3, 5)
    assert "3 to 5 players" in sound(browser(ben).get("/"))
    assert "3 to 5" in sound(browser(ben).get(address))
    assert "The game can begin when 2 more are there." in sound(host.get(address))
    service.join(table.id, ben)
    service.join(table.id, guest)
    page = sound(host.get(address))
    assert "Free seats are taken away when the game begins." in page and "Ready when you are" in page
    host.post(f"{address}start/")
    table.refresh_from_db()
    assert (table.status, table.seats.count()) == ("running", 3)


def test_a_range_that_is_none_is_said_at_its_field(browser: Browser, ann: User) -> None:
    answer = browser(ann).post(NEW, {"seats": "3", "seats_from": "5"})
    assert answer.status_code == 422
    assert "The game can begin with 3 to 3 players at this table." in answer.content.decode()
    assert not Table.objects.exists()
