"""Pages in German: by the browser's wish, by the choice at the foot of a page, and by what an account has chosen."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import override

from parlor.accounts.models import Preferences, User
from parlor.accounts.services import create_account, set_preferences
from parlor.catalog.registry import get_game
from parlor.tables import play, service
from parlor.tables.live import tables
from parlor.tables.models import Table
from parlor.tables.renewing import Replayed, rest
from tests.i18n.looking import english_in
from tests.play.conftest import Start
from tests.support.pages import sound
from tests.support.tables import settle_tables

LANGUAGE = "/accounts/language/"


@pytest.fixture
def browser(people: list[User]) -> Client:
    """Ann's browser, which asks for German."""
    client = Client(headers={"accept-language": "de"})
    client.force_login(people[0])
    return client


def lang(page: str) -> str:
    found = re.search(r'<html lang="(\w+)"', page)
    assert found
    return found[1]


def test_english_on_a_german_page_is_seen() -> None:
    assert english_in('<p>Your turn</p><b title="Take the card"></b><i>Ann</i><i>Heute</i>') == [
        "Your turn",
        "Take the card",
    ]
    assert english_in("<p>Ann wins</p>") == ["Ann wins"]


def test_the_home_page_is_in_the_browsers_language(people: list[User]) -> None:
    page = sound(Client(headers={"accept-language": "de-AT,de;q=0.9,en;q=0.5"}).get("/"))
    assert lang(page) == "de" and "Setz dich dazu." in page and "Als Gast spielen" in page
    assert english_in(page) == []
    found = re.search(r'data-texts="([^"]+)"', page)
    assert found and json.loads(unescape(found[1]))["done"] == "Fertig"
    page = sound(Client(headers={"accept-language": "fr,en;q=0.5"}).get("/"))
    assert lang(page) == "en" and "Pull up a chair." in page and "data-texts" not in page


def test_who_is_signed_out_chooses_at_the_foot_of_the_page(people: list[User]) -> None:
    client = Client(headers={"accept-language": "en"})
    page = sound(client.get("/games/?from=1"))
    assert f'action="{LANGUAGE}"' in page and 'name="next" value="/games/?from=1"' in page and "Deutsch" in page
    answer = client.post(LANGUAGE, {"language": "de", "next": "/games/?from=1"})
    assert answer["Location"] == "/games/?from=1"
    assert lang(sound(client.get("/games/"))) == "de"
    client.post(LANGUAGE, {"language": "en"})
    assert lang(sound(client.get("/games/"))) == "en"
    assert client.post(LANGUAGE, {"language": "xx"}).status_code == 422
    assert client.post(LANGUAGE, {"language": "de", "next": "https://elsewhere.example/"})["Location"] == "/"
    assert client.get(LANGUAGE).status_code == 405


def test_an_account_keeps_the_choice_on_every_device(browser: Client, people: list[User]) -> None:
    browser.post(LANGUAGE, {"language": "de"})
    assert Preferences.objects.get(user=people[0]).language == "de"
    elsewhere = Client(headers={"accept-language": "en"})
    elsewhere.force_login(people[0])
    assert lang(sound(elsewhere.get("/"))) == "de", "the account's choice comes before the browser's"
    elsewhere.cookies["django_language"] = "en"
    assert lang(sound(elsewhere.get("/"))) == "de"


def test_as_the_browser_says_forgets_the_cookie(browser: Client, people: list[User]) -> None:
    browser.post(LANGUAGE, {"language": "en"})
    assert lang(sound(browser.get("/"))) == "en"
    kept = {"theme": "system", "contrast": "system", "density": "comfortable", "language": "", "time_zone": ""}
    page = sound(browser.post("/accounts/preferences/", kept, follow=True))
    assert lang(page) == "de", "the browser asks for German"


def test_who_comes_by_german_pages_is_written_to_in_german(people: list[User]) -> None:
    client = Client(headers={"accept-language": "de"})
    client.post("/accounts/guest/")
    assert Preferences.objects.get(user__is_guest=True).language == "de"
    client = Client(headers={"accept-language": "de"})
    given = {"username": "Zoe", "email": "zoe@example.org", "password1": "seven-of-clubs"}
    assert client.post("/accounts/signup/", given).status_code == 302
    zoe = User.objects.get(username="Zoe")
    assert Preferences.objects.get(user=zoe).language == "de"
    assert mail.outbox[-1].subject == "[Parlor] Bestätige deine E-Mail-Adresse"
    assert "Zoe hat diese Adresse für ein Konto angegeben." in mail.outbox[-1].body
    english = Client(headers={"accept-language": "en"})
    english.post("/accounts/guest/")
    assert Preferences.objects.count() == 2, "the site's own language needs no note"


def test_a_new_password_is_offered_in_the_accounts_language(people: list[User]) -> None:
    ben = create_account(username="Ben", email="ben@example.org", password="seven-of-clubs")
    set_preferences(user=ben, language="de")
    Client(headers={"accept-language": "en"}).post("/accounts/password/reset/", {"email": ben.email})
    assert mail.outbox[-1].subject == "[Parlor] Wähle ein neues Passwort"


ADDRESSES = (
    "/", "/games/", "/games/collect/", "/games/gaia/", "/games/letter-tycoon/", "/games/no-thanks/",
    "/games/collect/new/", "/games/gaia/new/", "/games/letter-tycoon/new/", "/games/no-thanks/new/", "/people/",
    "/people/bob/", "/accounts/", "/accounts/preferences/", "/accounts/hours/", "/accounts/email/", "/notifications/",
    "/notifications/preferences/", "/report/?person=bob",
)  # fmt: skip


def test_no_page_is_half_in_english(browser: Client) -> None:
    for address in ADDRESSES:
        page = sound(browser.get(address))
        assert lang(page) == "de"
        assert english_in(page) == [], address


@pytest.mark.parametrize("game", ["collect", "gaia", "letter-tycoon", "no-thanks"])
def test_a_table_is_german_from_the_waiting_room_to_the_end(browser: Client, people: list[User], game: str) -> None:
    table = service.create(people[0], game=game, seats=3)
    address = f"/tables/{table.pk}/"
    assert english_in(sound(browser.get(address))) == []
    for person in people[1:3]:
        service.join(table.pk, person)
    service.start(table.pk, people[0])
    page = sound(browser.get(address))
    assert english_in(page) == [] and "Spiel aufgeben" in page
    for person in people[:2]:
        play.concede(table.pk, person.pk, "give up", 0).result(20)
    settle_tables()
    page = sound(browser.get(address))
    assert "Das Spiel ist vorbei" in page and "ann verlässt das Spiel" in sound(browser.get(f"{address}replay/"))
    for ended in (page, sound(browser.get(f"{address}replay/"))):
        assert english_in(ended) == []


def test_a_no_thanks_table_says_what_is_to_be_done(browser: Client, start: Start) -> None:
    table = start()
    page = sound(browser.get(f"/tables/{table.pk}/"))
    assert "Karte nehmen oder Chip zahlen?" in page and "Dein Zug" in page and "Im Angebot: 20" in page
    other = Client(headers={"accept-language": "en"})
    other.force_login(User.objects.get(username="bob"))
    assert "ann takes the card or pays a chip" in sound(other.get(f"/tables/{table.pk}/"))


def test_what_no_catalog_has_is_shown_in_english(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(get_game("collect"), "tagline", "A game without a catalog.")
    for address in ("/games/", "/games/collect/"):
        page = sound(browser.get(address))
        assert lang(page) == "de" and "A game without a catalog." in page


def test_the_administration_speaks_german_too(people: list[User]) -> None:
    admin = User.objects.create_superuser("root", "root@example.org", "seven-of-clubs")
    client = Client(headers={"accept-language": "de"})
    client.force_login(admin)
    page = client.get("/admin/").content.decode()
    assert "Auf einen Blick" in page and english_in(page) == []


def test_what_a_form_refuses_it_refuses_in_german(browser: Client) -> None:
    answer = browser.post("/accounts/hours/", {"what": "hours", "opens": "10:00", "closes": "11:00"})
    assert "mindestens 6 Stunden" in answer.content.decode()


def test_stored_sentences_are_read_in_the_readers_language(browser: Client, start: Start) -> None:
    table = start()
    with override("de"):
        rest(Replayed(table.pk, table.game, "differs", 1))
    assert Table.objects.get(pk=table.pk).frozen.startswith("The rules"), "kept in English whoever causes it"
    tables.forget(table.pk)
    page = sound(browser.get(f"/tables/{table.pk}/"))
    assert "Es ruht, bis ein Admin entscheidet." in page and english_in(page) == []


def test_the_schema_for_programs_is_in_one_language(people: list[User]) -> None:
    answers = [Client(headers={"accept-language": code}).get("/api/schema/").content for code in ("de", "en")]
    assert answers[0] == answers[1] and b"A bot plays on until they are back" in answers[0]
    assert lang(sound(Client(headers={"accept-language": "de"}).get("/api/docs/"))) == "de"
