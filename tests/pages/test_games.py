"""Pages of games: the list, what one is about, the form that opens a table, and playing at once."""

from typing import Any

import pytest
from django.test import Client

from games.no_thanks.game import GAME
from parlor.accounts.models import User
from parlor.tables import service
from parlor.tables.models import Seat, Table
from tests.pages.conftest import Browser
from tests.support.pages import forms, sound

NEW = "/games/no-thanks/new/"
PRACTICE = "/games/no-thanks/practice/"


def test_all_games(client: Client) -> None:
    page = sound(client.get("/games/"))
    assert "No Thanks!" in page and "3–7" in page and "15 min" in page


def test_a_game_with_its_rules_and_options(client: Client, open_table: Table) -> None:
    page = sound(client.get("/games/no-thanks/"))
    assert "A game by Thorsten Gimmler" in page and "AMIGO, 2004" in page
    assert "nt-card" in page and "There are 33 cards" in page, "the help page, drawn"
    assert "no_thanks/board.css" in page
    assert "Options of a table" in page and "Hidden" in page
    assert NEW in page and PRACTICE in forms(page)
    assert open_table.id in page


@pytest.mark.parametrize(
    "address", ["/games/go-fish/", "/games/go-fish/new/", "/games/games.no_thanks/", "/games/%00/"]
)
def test_games_that_are_not_there(browser: Browser, ann: User, address: str) -> None:
    sound(browser(ann).get(address), 404)


def test_who_opens_a_table_must_be_somebody(client: Client) -> None:
    answer = client.get(NEW)
    assert answer.status_code == 302 and answer["Location"] == f"/accounts/login/?next={NEW}"
    page = sound(client.get(answer["Location"]))
    assert f'name="next" value="{NEW}"' in page and "Play as a guest" in page


def test_the_form_is_made_from_what_the_game_declares(browser: Browser, guest: User) -> None:
    page = sound(browser(guest).get(NEW))
    for name in ("seats", "option-chips", "option-variant", "option-rounds", "visibility"):
        assert f'name="{name}"' in page
    for option in GAME.options:
        assert option.help in page
        assert all(choice.label in page and choice.help in page for choice in option.choices)
    assert "Only people with the link" in page


def test_a_table_is_opened(browser: Browser, ann: User) -> None:
    given = {
        "seats": "4",
        "option-chips": "open",
        "option-rounds": "4",
        "option-variant": "tactical",
        "visibility": "open",
    }
    answer = browser(ann).post(NEW, given)
    table = Table.objects.get()
    assert answer.status_code == 302 and answer["Location"] == f"/tables/{table.id}/"
    assert table.options == {"chips": "open", "variant": "tactical", "rounds": 4}
    assert (table.seats.count(), table.visibility, table.host) == (4, "open", ann)


def test_what_is_left_out_has_its_default(browser: Browser, ann: User) -> None:
    browser(ann).post(NEW, {})
    table = Table.objects.get()
    assert table.options == {"chips": "hidden", "variant": "standard", "rounds": 1}
    assert (table.seats.count(), table.visibility) == (3, "private")


@pytest.mark.parametrize(
    "change",
    [
        {"seats": "8"}, {"seats": "x"}, {"seats": "9" * 400}, {"option-chips": "purple"}, {"option-rounds": "2"},
        {"visibility": "secret"}, {"option-chips": "open\x00"},
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_and_nothing_is_opened(browser: Browser, ann: User, change: dict[str, Any]) -> None:
    page = sound(browser(ann).post(NEW, {"seats": "3"} | change), 422)
    assert 'class="errors"' in page
    assert not Table.objects.exists()


def test_a_condition_that_does_not_hold(browser: Browser, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from msgspec.structs import replace

    from games.no_thanks.rules import CHIPS_SHOWN, ROUNDS, VARIANT

    conditional = replace(ROUNDS, when=("variant", "tactical"))
    monkeypatch.setattr(type(GAME), "options", (CHIPS_SHOWN, VARIANT, conditional))
    visitor = browser(ann)
    assert "Only where Variant is Tactical." in sound(visitor.get(NEW))
    page = sound(visitor.post(NEW, {"option-rounds": "4"}), 422)
    assert "Option rounds needs variant to be tactical." in page
    assert not Table.objects.exists()
    assert visitor.post(NEW, {"option-rounds": "4", "option-variant": "tactical"}).status_code == 302


def test_too_many_waiting_tables(browser: Browser, ann: User) -> None:
    for _n in range(service.OPEN_TABLES_EACH):
        service.create(ann, game="no-thanks", seats=3)
    page = sound(browser(ann).post(NEW, {}), 422)
    assert "You have 20 tables waiting already." in page
    answer = browser(ann).post(PRACTICE, follow=True)
    assert "You have 20 tables waiting already." in sound(answer)


@pytest.mark.parametrize("signed_in", [True, False])
def test_playing_at_once_against_bots(client: Client, guest: User, signed_in: bool) -> None:
    if signed_in:
        client.force_login(guest)
    answer = client.post(PRACTICE)
    table = Table.objects.get()
    assert answer.status_code == 302 and answer["Location"] == f"/tables/{table.id}/"
    assert (table.status, table.visibility) == ("running", "private")
    seats = list(Seat.objects.filter(table=table))
    assert [bool(seat.bot) for seat in seats] == [False, True, True]
    assert seats[0].user is not None and seats[0].user.is_guest
    assert (seats[0].user == guest) == signed_in
    page = sound(client.get(answer["Location"]))
    assert 'data-seat="0"' in page


def test_playing_at_once_needs_a_press(client: Client) -> None:
    assert client.get(PRACTICE).status_code == 405
    assert Client(enforce_csrf_checks=True).post(PRACTICE).status_code == 403
    assert not Table.objects.exists()
