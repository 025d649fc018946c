"""Notes to oneself at a table: kept, changed, thrown away; and in nobody else's bytes."""

from __future__ import annotations

import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.tables.exporting import record_of
from parlor.tables.models import Note, Table
from parlor.tables.notes import MAX_NOTE
from tests.play.conftest import Start
from tests.play.test_replay import signed_in

SECRET = "Bob has seven chips <b>"
SHOWN = "Bob has seven chips &lt;b&gt;"


@pytest.fixture
def table(start: Start) -> Table:
    return start(visibility="open")


def put(client: Client, table: Table, text: str) -> int:
    return client.put(f"/api/tables/{table.pk}/note/", {"text": text}, content_type="application/json").status_code


def test_a_note_is_kept_changed_and_thrown_away(table: Table, people: list[User]) -> None:
    ann = signed_in(people[0])
    assert ann.get(f"/api/tables/{table.pk}/note/").json() == {"text": ""}
    assert put(ann, table, " one\n two ") == put(ann, table, SECRET) == 200
    assert ann.get(f"/api/tables/{table.pk}/note/").json() == {"text": SECRET}
    assert SHOWN in ann.get(f"/tables/{table.pk}/").content.decode()
    assert put(ann, table, "x" * (MAX_NOTE + 1)) == 400
    assert Note.objects.get().text == SECRET
    assert put(ann, table, " ") == 200
    assert not Note.objects.exists()


def test_without_scripts_it_is_a_form(table: Table, people: list[User]) -> None:
    ann = signed_in(people[0])
    answer = ann.post(f"/tables/{table.pk}/note/", {"text": "a\r\nb"}, follow=True)
    assert answer.redirect_chain == [(f"/tables/{table.pk}/", 302)]
    assert "Your notes are saved." in answer.content.decode()
    assert Note.objects.get().text == "a\nb"
    assert "at most 2000" in ann.post(f"/tables/{table.pk}/note/", {"text": "x" * 2001}, follow=True).content.decode()
    assert Client().post(f"/tables/{table.pk}/note/", {"text": "x"}).status_code == 302
    assert Note.objects.get().text == "a\nb"


def test_nobody_else_is_ever_sent_it(table: Table, people: list[User]) -> None:
    assert put(signed_in(people[0]), table, SECRET) == 200
    for other in (people[1], people[3], None):  # who plays, who watches, a stranger
        client = signed_in(other)
        for address in (
            "tables/{}/",
            "api/tables/{}/",
            "api/tables/{}/note/",
            "api/tables/{}/log/",
            "tables/{}/replay/",
        ):
            said = client.get("/" + address.format(table.pk)).content.decode()
            assert "seven chips" not in said, (other, address)
    assert "seven chips" not in repr(record_of(table))
    assert Client().get(f"/api/tables/{table.pk}/note/").status_code == 401


def test_who_may_not_watch_may_not_note(start: Start, people: list[User]) -> None:
    table = start()
    Table.objects.filter(pk=table.pk).update(visibility="friends")
    dan = signed_in(people[3])
    assert put(dan, table, "x") == 403
    assert dan.post(f"/tables/{table.pk}/note/", {"text": "x"}).status_code == 403
    assert put(dan, Table(pk="nowhere"), "x") == dan.post("/tables/nowhere/note/").status_code == 404
    assert not Note.objects.exists()
