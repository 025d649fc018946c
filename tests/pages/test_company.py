"""Tables among friends and invitations on the pages, without JavaScript."""

import pytest
from django.core.cache import cache
from django.test import Client

from parlor.accounts import people
from parlor.accounts.models import User
from parlor.tables import invitations, service
from parlor.tables.models import Table
from tests.pages.conftest import Browser
from tests.support.pages import forms, sound


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


@pytest.fixture
def among_friends(ann: User) -> Table:
    return service.create(ann, game="no-thanks", seats=3, visibility="friends")


def befriend(one: User, other: User) -> None:
    people.ask(by=one, whom=other)
    people.accept(by=other, whom=one)


def test_a_table_among_friends_is_closed_to_others(
    client: Client, browser: Browser, ann: User, ben: User, among_friends: Table
) -> None:
    address = among_friends.get_absolute_url()
    page = sound(browser(ben).get(address), 403)
    assert "Only friends of Ann see this table" in page and "Take a seat" not in page
    assert browser(ben).get(f"{address}room/")["Location"] == address
    assert "You are invited" in sound(client.get(address))
    assert address not in sound(browser(ben).get("/"))
    befriend(ben, ann)
    assert "Take a seat" in sound(browser(ben).get(address))
    assert f"{address}join/" in forms(sound(browser(ben).get("/")))


def test_a_running_one_too(browser: Browser, client: Client, ann: User, ben: User, among_friends: Table) -> None:
    for _seat in range(2):
        service.add_bot(among_friends.pk, ann)
    service.start(among_friends.pk, ann)
    address = among_friends.get_absolute_url()
    for page in (address, f"{address}replay/"):
        assert "Only friends of Ann see this table" in sound(browser(ben).get(page), 403)
        assert client.get(page).status_code == 302
    befriend(ben, ann)
    assert 'data-status="running"' in sound(browser(ben).get(address))


def test_the_form_offers_it(browser: Browser, ann: User) -> None:
    assert "Friends of the host" in sound(browser(ann).get("/games/no-thanks/new/"))


def test_inviting_from_the_waiting_room(browser: Browser, ann: User, ben: User, waiting: Table) -> None:
    befriend(ann, ben)
    address = waiting.get_absolute_url()
    host = browser(ann)
    page = sound(host.get(address))
    assert '<option value="Ben">' in page and forms(page).count(f"{address}invite/") == 2
    page = sound(host.post(f"{address}invite/", {"username": "ben"}, follow=True))
    assert '<span class="tag">invited</span>' in page and '<option value="Ben">' not in page
    asked = invitations.my_invitations(ben)[0]
    assert f"/invitations/{asked.pk}/withdraw/" in forms(page)
    page = sound(browser(ben).get("/"))
    assert "<b>Ann</b> invites you to No Thanks! </p>" in page
    answer = browser(ben).post(f"/invitations/{asked.pk}/accept/")
    assert answer["Location"] == address
    assert '<span class="tag tag-strong">accepted</span>' in sound(host.get(address))
    assert "invites you" not in sound(browser(ben).get("/"))


def test_declining_and_withdrawing(browser: Browser, ann: User, ben: User, guest: User, waiting: Table) -> None:
    address = waiting.get_absolute_url()
    first = invitations.invite(table_id=waiting.pk, by=ann, username="Ben")
    assert browser(ben).post(f"/invitations/{first.pk}/decline/")["Location"] == "/"
    assert '<span class="tag tag-away">declined</span>' in sound(browser(ann).get(address))
    second = invitations.invite(table_id=waiting.pk, by=ann, username=guest.username)
    assert browser(ann).post(f"/invitations/{second.pk}/withdraw/")["Location"] == address
    page = sound(browser(guest).post(f"/invitations/{second.pk}/accept/", follow=True))
    assert "That invitation is settled already." in page
    assert [seat.name for seat in waiting.seats.all()] == ["Ann", "", ""]


def test_refusals_of_names_tell_nothing(browser: Browser, ann: User, ben: User, waiting: Table) -> None:
    people.block(by=ben, whom=ann)
    for name in ("Ben", "Nemo"):
        page = sound(browser(ann).post(f"{waiting.get_absolute_url()}invite/", {"username": name}, follow=True))
        assert f"There is nobody called {name} to invite." in page


def test_only_who_sits_there_invites(browser: Browser, ben: User, waiting: Table) -> None:
    address = waiting.get_absolute_url()
    assert f"{address}invite/" not in forms(sound(browser(ben).get(address)))
    assert "You do not sit at this table." in sound(
        browser(ben).post(f"{address}invite/", {"username": "x"}, follow=True)
    )


@pytest.mark.parametrize("act", ["accept", "decline", "withdraw"])
def test_answers_are_presses_of_the_invited(browser: Browser, ann: User, ben: User, waiting: Table, act: str) -> None:
    asked = invitations.invite(table_id=waiting.pk, by=ann, username="Ben")
    address = f"/invitations/{asked.pk}/{act}/"
    assert browser(ben).get(address).status_code == 405
    assert Client().post(address).status_code == 302
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(ben)
    assert forged.post(address).status_code == 403
    asked.refresh_from_db()
    assert asked.state == "asked"


def test_the_room_and_the_lobby_tell_of_it(browser: Browser, ann: User, ben: User, waiting: Table) -> None:
    def seen(page: str) -> str:
        return page.partition("seen=")[2].partition('"')[0]

    room = f"{waiting.get_absolute_url()}room/"
    host, friend = browser(ann), browser(ben)
    in_room, in_lobby = seen(sound(host.get(room))), seen(sound(friend.get("/")))
    asking = {"HX-Request": "true"}
    assert friend.get("/", {"seen": in_lobby}, headers=asking).status_code == 204
    invitations.invite(table_id=waiting.pk, by=ann, username="Ben")
    assert "invited" in sound(host.get(room, {"seen": in_room}))
    assert "invites you" in sound(friend.get("/", {"seen": in_lobby}, headers=asking))


def test_who_asks_for_friendship_shows_in_the_lobby(browser: Browser, ann: User, ben: User) -> None:
    people.ask(by=ben, whom=ann)
    page = sound(browser(ann).get("/"))
    assert "<b>Ben</b> asks to be your friend." in page and "/people/Ben/accept/" in forms(page)
