"""What a finished table tells: statistics, reason, digest and seed, and how it was dealt."""

from __future__ import annotations

import json
import re
from typing import Any

from django.test import Client

from parlor.accounts.models import User
from parlor.engine import Chance, commitment
from parlor.play.ending import ending_of
from parlor.tables.live import tables
from parlor.tables.models import Table
from parlor.tables.play import concede
from tests.play.conftest import Start
from tests.play.test_replay import play_some, signed_in
from tests.support.pages import sound


def finished(start: Start, people: list[User]) -> Table:
    table = start(chance=Chance(b""))
    play_some(table, people, 400)
    return table


def page_of(table: Table, client: Client) -> str:
    return sound(client.get(f"/tables/{table.pk}/"))


def test_the_finished_page_tells_statistics_with_bars_reason_and_seed(start: Start, people: list[User]) -> None:
    table = finished(start, people)
    page = page_of(table, signed_in(people[0]))
    counted = tables.ask(table.pk, lambda running: running.driver.statistics).result(20)
    body = page[page.index('class="statistics"') :]
    rows = re.findall(r'<tr><th scope="row">([^<]+)</th>(.*?)</tr>', body)
    assert len(rows) == len(counted)
    for (_label, cells), values in zip(rows, counted.values(), strict=True):
        assert [int(n) for n in re.findall(r"<b>(-?\d+)</b>", cells)] == values
        bars = [int(n) for n in re.findall(r'class="bar-part" width="(\d+)"', cells)]
        assert max(bars) == (100 if any(values) else 0)
        assert sorted(range(3), key=lambda n: bars[n]) == sorted(
            range(3), key=lambda n: abs(values[n]) * 100 // (max(values) or 1)
        )
    assert "Played to the end." in page
    assert bytes(table.seed).hex() in page and commitment(bytes(table.seed)) in page


def test_the_digest_is_told_from_the_start_and_the_seed_is_not(start: Start, people: list[User]) -> None:
    table = start()
    page = page_of(table, signed_in(people[0]))
    assert f'data-commitment="{commitment(bytes(table.seed))}"' in page
    assert bytes(table.seed).hex() not in page and 'id="statistics"' not in page


def test_a_conceded_game_says_so(start: Start, people: list[User]) -> None:
    table = start()
    concede(table.pk, people[0].pk, "a", 0).result(20)
    concede(table.pk, people[1].pk, "b", 1).result(20)
    assert "The game was conceded." in page_of(table, signed_in(people[2]))


def test_statistics_of_the_whole_table_and_empty_ones_are_told_too() -> None:
    class Statistic:
        def __init__(self, name: str, per_seat: bool) -> None:
            self.name, self.label, self.per_seat = name, name.title(), per_seat

    class Driver:
        statistics = {"rounds": [4], "none": [0, 0]}
        version = 9
        chance = Chance(b"\1")

        class game:
            statistics = (Statistic("rounds", False), Statistic("none", True))

    ending = ending_of(Driver, "timeout")  # type: ignore[arg-type]
    assert [(whole.label, whole.value) for whole in ending.wholes] == [("Rounds", 4)]
    assert [count.share for count in ending.rows[0].counts] == [0, 0]
    assert (ending.reason, ending.steps, ending.seed) == ("Time ran out.", 9, "01")


def dealt(client: Client, table: Table, status: int = 200) -> Any:
    answer = client.get(f"/tables/{table.pk}/shuffle.json")
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def test_draws_are_told_when_the_game_is_over_and_not_before(start: Start, people: list[User]) -> None:
    table = start(chance=Chance(b""))
    ann = signed_in(people[0])
    early = dealt(ann, table, 409)
    assert set(early) == {"detail"} and bytes(table.seed).hex() not in str(early)
    play_some(table, people, 400)
    told = dealt(ann, table)
    assert (told["algorithm"], told["same"]) == ("parlor-1", True)
    assert told["commitment"] == commitment(bytes.fromhex(told["seed"]))
    shuffled = next(draw for draw in told["draws"] if draw["kind"] == "shuffle")
    assert sorted(shuffled["of"]) == sorted(shuffled["outcome"]) and shuffled["n"] == 33
    dealt(Client(), table, 403)


def test_a_deal_given_by_hand_cannot_be_dealt_again(start: Start, people: list[User]) -> None:
    table = start()
    play_some(table, people, 400)
    told = dealt(signed_in(people[0]), table)
    assert (told["same"], told["draws"]) == (False, [])


def test_the_api_tells_statistics_of_a_finished_table(start: Start, people: list[User]) -> None:
    table = start(visibility="open")
    address = f"/api/tables/{table.pk}/"
    assert Client().get(address).json()["statistics"] is None
    play_some(table, people, 400)
    told = Client().get(address).json()["statistics"]
    assert told == tables.ask(table.pk, lambda running: running.driver.statistics).result(20)
    assert told and all(len(values) == 3 for values in told.values())


def test_a_game_that_was_not_played_out_tells_why_and_its_statistics(start: Start, people: list[User]) -> None:
    table = start()
    play_some(table, people, 6)
    Table.objects.filter(pk=table.pk).update(status="finished", reason="abandoned")
    tables.forget(table.pk)
    page = page_of(table, signed_in(people[0]))
    assert "The game is over" in page and "The players voted to end the game." in page
    assert 'class="standings"' not in page and 'class="statistics"' in page and bytes(table.seed).hex() in page
    replayed = signed_in(people[3]).get(f"/tables/{table.pk}/replay/3/?seat=0").json()
    assert "to move" in replayed["html"]
    assert "The game is over." in signed_in(people[3]).get(f"/tables/{table.pk}/replay/6/").json()["html"]
