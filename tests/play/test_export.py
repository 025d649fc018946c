"""Tables as files: out and in again, the same game; nothing of a running one for people."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from parlor.accounts.models import User
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.models import Table
from parlor.tables.play import concede, move, undo
from tests.play.conftest import Start
from tests.play.test_replay import play_some, signed_in, step
from tests.support.tables import settle_tables


def state(table: Table) -> Any:
    return tables.ask(
        table.pk,
        lambda running: (
            running.driver.version,
            running.driver.digest(),
            [e.lines for e in running.entries],
            [e.struck for e in running.entries],
        ),
    ).result(20)


def saved(table: Table, folder: Path) -> Path:
    file = folder / f"{table.pk}.json"
    call_command("exporttable", table.pk, output=str(file), stderr=StringIO())
    return file


def taken_in(file: Path) -> Table:
    out = StringIO()
    call_command("importtable", str(file), stdout=out)
    return Table.objects.get(pk=out.getvalue().strip().split("/")[-2])


def test_a_finished_game_goes_out_and_comes_in_the_same(start: Start, people: list[User], tmp_path: Path) -> None:
    table = start(options={"chips": "open"})
    play_some(table, people, 400)
    answer = signed_in(people[3]).get(f"/tables/{table.pk}/export.json")
    assert answer.status_code == 200 and "attachment" in answer["Content-Disposition"]
    raw = json.loads(answer.content)
    assert raw["seed"] == bytes(table.seed).hex() and raw["status"] == "finished" and raw["result"]
    assert [seat["name"] for seat in raw["seats"]] == ["ann", "bob", "cleo"]
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    again = taken_in(file)
    assert again.pk != table.pk and state(again) == state(table)
    before = Table.objects.get(pk=table.pk)
    for field in ("game", "options", "data", "status", "reason", "version", "result", "started_at", "created_at"):
        assert getattr(again, field) == getattr(before, field), field
    assert again.host is None and {seat.bot for seat in again.seats.all()} == {"imported"}
    for version in (0, 9, again.version):
        there, here = (step(signed_in(people[3]), one, version, "1") for one in (again, before))
        assert there["entry"] == here["entry"]
    assert signed_in(people[3]).get(f"/tables/{again.pk}/").status_code == 200
    second = json.loads(signed_in(people[3]).get(f"/tables/{again.pk}/export.json").content)
    assert second == raw


def test_nothing_of_a_running_game_is_exported_for_people(start: Start, people: list[User]) -> None:
    table = start(visibility="open")
    play_some(table, people, 4)
    for client in (signed_in(people[0]), signed_in(people[3]), Client()):
        answer = client.get(f"/tables/{table.pk}/export.json")
        assert answer.status_code == 409 and set(answer.json()) == {"detail"}
        assert bytes(table.seed).hex() not in str(answer.content)
    private = start()
    assert Client().get(f"/tables/{private.pk}/export.json").status_code == 403
    assert Client().get("/tables/nothere/export.json").status_code == 404


def test_a_running_game_with_moves_taken_back_and_somebody_gone_goes_on_with_bots(
    start: Start, people: list[User], tmp_path: Path
) -> None:
    table = start()
    move(table.pk, people[0].pk, "a", 0, {"kind": "Refuse"}).result(20)
    undo(table.pk, people[0].pk, "b", 1).result(20)
    move(table.pk, people[0].pk, "c", 2, {"kind": "Take"}).result(20)
    concede(table.pk, people[2].pk, "d", 3).result(20)
    settle_tables()
    at = state(table)
    again = taken_in(saved(table, tmp_path))
    assert again.status == "running" and state(again) == at
    seats = list(again.seats.all())
    assert [seat.name for seat in seats] == ["ann", "bob", "cleo"] and [seat.left for seat in seats] == [
        False,
        False,
        True,
    ]
    assert again.due_at is not None  # a worker finds it
    tell(TableEvent("moved", again.pk, again.version))
    settle_tables()
    assert Table.objects.get(pk=again.pk).status == "finished"


def test_a_game_ended_by_vote_stays_so(start: Start, people: list[User], tmp_path: Path) -> None:
    table = start()
    play_some(table, people, 6)
    Table.objects.filter(pk=table.pk).update(status="finished", reason="abandoned")
    again = taken_in(saved(table, tmp_path))
    assert (again.status, again.reason, again.result) == ("finished", "abandoned", None)


def test_sealed_choices_come_through(start: Start, people: list[User], tmp_path: Path) -> None:
    from tests.tables.games import GAME

    table = start(GAME.slug, seats=GAME.seats[0])
    play_any(table, people, 6)
    again = taken_in(saved(table, tmp_path))
    assert state(again) == state(table) and again.version > 0


def play_any(table: Table, people: list[User], moves: int) -> None:
    for n in range(moves):

        def look(running: Any) -> Any:
            driver = running.driver
            if driver.finished:
                return None
            seat = driver.acting[0]
            return driver.version, seat, driver.codec.raw(driver.legal(seat)[0])

        found = tables.ask(table.pk, look).result(20)
        if found is None:
            return
        version, seat, made = found
        move(table.pk, people[seat].pk, f"x{n}", version, made).result(20)


def test_commands_say_what_is_wrong(start: Start, people: list[User], tmp_path: Path) -> None:
    table = start()
    play_some(table, people, 8)
    file = saved(table, tmp_path)
    raw = json.loads(file.read_text())

    def refused(why: str, **fields: Any) -> None:
        bad = tmp_path / "bad.json"
        bad.write_text(json.dumps({**raw, **fields}))
        count = Table.objects.count()
        with pytest.raises(CommandError, match=why):
            call_command("importtable", str(bad))
        assert Table.objects.count() == count

    refused("no game 'chess'", game="chess")
    refused("not a game of Parlor", format="x")
    refused("game comes out differently", digest="0" * 64)
    refused("log comes out differently", rows=raw["rows"][:-1])
    refused("is no time", started="yesterday")
    refused('"reason"', status="finished", reason="bored")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("importtable", str(tmp_path / "missing.json"))
    with pytest.raises(CommandError, match="no table"):
        call_command("exporttable", "nothere")
    from parlor.tables import service

    waiting = service.create(people[0], game="no-thanks", seats=3)
    with pytest.raises(CommandError, match="not begun"):
        call_command("exporttable", waiting.pk)
    out, said = StringIO(), StringIO()
    call_command("exporttable", table.pk, stdout=out)
    assert json.loads(out.getvalue()) == raw
    call_command("exporttable", table.pk, output=str(file), stderr=said)
    assert "holds its seed" in said.getvalue()
