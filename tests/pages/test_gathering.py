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


def test_a_ready_check(browser: Browser, ann: User, ben: User) -> None:
    host, other = browser(ann), browser(ben)
    assert 'name="ready_check"' in sound(host.get(NEW))
    host.post(NEW, {"seats": "3", "ready_check": "on"})
    table = Table.objects.get()
    address = table.get_absolute_url()
    page = sound(other.get(address))
    assert "Everybody says that they are ready" in page and f"{address}ready/" not in page
    service.join(table.id, ben)
    service.add_bot(table.id, ann)
    mark = host.get(address).context["mark"]
    page = sound(other.post(f"{address}ready/", {"ready": "yes"}, follow=True))
    assert "Not ready after all" in page and page.count(">ready</span>") == 1
    page = sound(host.get(address))
    assert host.get(address).context["mark"] != mark, "open pages are told"
    assert "Not all are ready yet: Ann." in page and "disabled" in page
    assert "ready after all" not in sound(other.post(f"{address}ready/", {"ready": "no"}, follow=True))
    for visitor in (other, host):
        visitor.post(f"{address}ready/")
    assert "disabled" not in sound(host.get(address))
    host.post(f"{address}start/")
    table.refresh_from_db()
    assert table.status == "running"


def test_no_such_press_where_it_is_not_asked(browser: Browser, ann: User, waiting: Table) -> None:
    visitor = browser(ann)
    assert f"{waiting.get_absolute_url()}ready/" not in sound(visitor.get(waiting.get_absolute_url()))
    answer = visitor.post(f"{waiting.get_absolute_url()}ready/", follow=True)
    assert "nobody has to say that they are ready" in sound(answer)
