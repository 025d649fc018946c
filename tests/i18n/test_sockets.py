"""One table, two languages: everybody reads boards, prompts, log lines and refusals in their own, and names as they are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils.translation import get_language, override
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from parlor.accounts.models import User
from parlor.accounts.services import set_preferences
from parlor.play.messages import Previewed, Refused, Table, Update
from parlor.tables import interventions, service
from parlor.tables.live import tables
from parlor.tables.service import TableError
from parlor.tables.votes import PAUSE, vote
from tests.i18n.looking import english_in
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play

NAME = "Zoë & <Žan> {x}"


@pytest.fixture
def zoe(people: list[User]) -> User:
    """Who sits first and has a name full of signs."""
    people[0].username = NAME
    people[0].save()
    return people[0]


def lines(message: Table | Update) -> list[str]:
    return [line for entry in message.log for line in entry.lines]


def test_two_at_one_table_each_read_their_own_language(zoe: User, start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        german = Visitor(table.pk, zoe, page=True, language="de")
        english = Visitor(table.pk, people[1], page=True)
        shown, other = await german.until(Table), await english.until(Table)
        assert lines(shown) == [f"{NAME} beginnt"] and lines(other) == [f"{NAME} begins"]
        assert "Karte nehmen oder Chip zahlen?" in str(shown.html) and english_in(str(shown.html)) == []
        assert "takes the card or pays a chip" in str(other.html) and "nimmt" not in str(other.html)
        assert isinstance(shown.kinds, dict) and shown.kinds["Refuse"]["label"] == "Nein danke!"
        await german.move("Refuse", 0, "a")
        step, seen = await german.at(1), await english.at(1)
        assert lines(step) == [f"{NAME} zahlt einen Chip"] and lines(seen) == [f"{NAME} pays a chip"]
        assert step.log[0].html == [
            '<span class="ref" data-ref="seat-0">Zoë &amp; &lt;Žan&gt; {x}</span> zahlt einen Chip'
        ]
        assert english_in(str(step.html)) == []
        assert isinstance(seen.kinds, dict) and seen.kinds["Take"]["label"] == "Take the card"
        await english.move("Take", 1, "c")
        step, seen = await german.at(2), await english.at(2)
        assert lines(step) == ["bob nimmt die 20 und 1 Chip"] and lines(seen) == ["bob takes 20 and 1 chip"]

    play(scene)


def test_programs_and_spectators_too(start: Start, people: list[User]) -> None:
    table = start(visibility="open")

    async def scene() -> None:
        german, english = Visitor(table.pk, language="de"), Visitor(table.pk, language="en")
        page = Visitor(table.pk, language="de", page=True)
        assert lines(await german.until(Table)) == ["ann beginnt"]
        assert lines(await english.until(Table)) == ["ann begins"]
        assert "ann nimmt die Karte oder zahlt einen Chip" in str((await page.until(Table)).html)
        ann = Visitor(table.pk, people[0])
        await ann.until(Table)
        await ann.move("Refuse", 0, "a")
        assert lines(await german.at(1)) == ["ann zahlt einen Chip"]
        assert lines(await english.at(1)) == ["ann pays a chip"]

    play(scene)


def test_one_person_with_two_devices_in_two_languages(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        phone, laptop = Visitor(table.pk, people[0], language="de"), Visitor(table.pk, people[0], language="en")
        assert lines(await phone.until(Table)) == ["ann beginnt"]
        assert lines(await laptop.until(Table)) == ["ann begins"]
        await phone.move("Refuse", 0, "a")
        assert lines(await phone.at(1)) == ["ann zahlt einen Chip"]
        assert lines(await laptop.at(1)) == ["ann pays a chip"]
        phone.tell(type="sync")
        assert lines(await phone.until(Table)) == ["ann beginnt", "ann zahlt einen Chip"]

    play(scene)


def test_the_accounts_choice_comes_before_the_browsers(start: Start, people: list[User]) -> None:
    set_preferences(user=people[0], language="de")
    table = start()

    async def scene() -> None:
        assert lines(await Visitor(table.pk, people[0], language="en").until(Table)) == ["ann beginnt"]
        assert lines(await Visitor(table.pk, people[1], language="fr").until(Table)) == ["ann begins"]

    play(scene)


def test_refusals_previews_and_what_is_taken_back(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0], language="de"), Visitor(table.pk, people[1], language="de", page=True)
        await ann.until(Table)
        await bob.until(Table)
        refused = await bob.ask(type="move", id="x", version=0, move={"kind": "Take"})
        assert isinstance(refused, Refused) and refused.detail == "Du bist nicht am Zug."
        seen = await ann.ask(type="preview", id="p", version=0, move={"kind": "Refuse"})
        assert isinstance(seen, Previewed) and seen.lines == ["ann zahlt einen Chip"]
        await ann.move("Refuse", 0, "a")
        await ann.at(1)
        await ann.ask(type="undo", id="u", version=1)
        step = await ann.at(2)
        assert "ann nimmt den letzten Zug zurück" in lines(step)
        refused = await ann.ask(type="undo", id="v", version=2)
        assert isinstance(refused, Refused) and refused.detail.startswith("Es gibt nichts zurückzunehmen")
        refused = await bob.ask(type="chat", id="t", text=" ")
        assert isinstance(refused, Refused) and refused.detail == "Sag etwas."

    play(scene)


def test_gaia_tells_moves_and_places_in_german(people: list[User]) -> None:
    table = service.create(people[0], game="gaia", seats=2)
    service.join(table.pk, people[1])
    table = service.start(table.pk, people[0])

    async def scene() -> None:
        sat = {seat: Visitor(table.pk, people[seat], page=True, language=("de", "en")[seat]) for seat in (0, 1)}
        shown = {seat: await sat[seat].until(Table) for seat in sat}
        assert english_in(str(shown[0].html)) == []
        assert lines(shown[0])[0].endswith(" beginnt") and lines(shown[1])[0].endswith(" begins")
        actor = next(seat for seat in sat if shown[seat].choices)
        move = next(choice for choice in shown[actor].choices if choice["kind"] == "DrawBlind")
        await sat[actor].ask(type="move", id="a", version=0, move=move)
        said, seen = await sat[0].at(1), await sat[1].at(1)
        assert lines(said)[0].startswith(f"{people[actor].username} zieht vom "), lines(said)
        assert lines(seen)[0].startswith(f"{people[actor].username} draws from the "), lines(seen)
        assert english_in(str(said.html)) == []
        if actor == 0:
            assert isinstance(shown[0].names, dict) and shown[0].names[move["deck"]].endswith("stapel")

    play(scene)


def test_what_is_refused_on_the_tables_thread_is_refused_in_the_askers_language(
    start: Start, people: list[User]
) -> None:
    table = start()
    with override("de"), pytest.raises(TableError, match="hat keine Uhr, die man anhalten"):
        vote(table.pk, people[0], PAUSE, agree=True).result(20)
    with override("en"), pytest.raises(TableError, match="no clock that could be stopped"):
        vote(table.pk, people[0], PAUSE, agree=True).result(20)
    with override("de"), pytest.raises(TableError, match="Dort spielt kein Mensch"):
        interventions.put_bot(table.pk, 7)
    assert tables.ask(table.pk, lambda running: get_language()).result(20) == "en", "nothing of it stays behind"


def test_programs_read_log_lines_and_refusals_in_their_language(start: Start, people: list[User]) -> None:
    table = start()
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=people[1]).key}")

    def get(path: str, language: str) -> Any:
        return json.loads(client.get(f"/api/tables/{table.pk}/{path}", headers={"accept-language": language}).content)

    assert "ann beginnt" in json.dumps(get("log/", "de")) and "ann begins" in json.dumps(get("log/", "en"))
    move = {"id": "a", "version": 0, "move": {"kind": "Take"}}
    answer = client.post(f"/api/tables/{table.pk}/moves/", move, format="json", headers={"accept-language": "de"})
    assert answer.status_code == 422 and answer.json()["detail"] == "Du bist nicht am Zug."
    set_preferences(user=people[1], language="de")
    assert "ann beginnt" in json.dumps(get("log/", "en")), "the account's choice comes first"
