"""Paces, clocks and what is agreed at a table, by program."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from parlor.tables.live import tables
from parlor.tables.models import Pace, Table


@pytest.fixture
def paced(ann: APIClient, ben: APIClient, cleo: APIClient) -> str:
    table = ann.post(
        "/api/tables/", {"game": "no-thanks", "seats": 3, "pace": "fast", "absence": "vote"}, format="json"
    )
    assert (table.json()["pace"], table.json()["absence"], table.json()["clock"]) == ("fast", "vote", None)
    address = f"/api/tables/{table.json()['id']}/"
    ben.post(f"{address}join/")
    cleo.post(f"{address}join/")
    assert ann.post(f"{address}start/").status_code == 200
    return address


def test_games_say_how_fast_they_can_be_played(ann: APIClient) -> None:
    paces = ann.get("/api/games/").json()[0]["paces"]
    assert [pace["value"] for pace in paces] == Pace.values
    assert {pace["value"] for pace in paces if pace["by_turns"]} == {"12h", "1d", "2d", "3d", "7d"}


def test_the_clock_is_told_by_the_servers_time(paced: str, ann: APIClient) -> None:
    state = ann.get(paced).json()
    clock = state["clock"]
    assert abs(clock["now"] - time.time() * 1000) < 5000 and not clock["paused"]
    [running] = [seat for seat in clock["seats"] if seat["running"]]
    assert [running["seat"]] == state["acting"]
    assert running["due"] - clock["now"] == pytest.approx(running["bank"], abs=1)
    assert 110_000 < running["bank"] <= 120_000 and not running["reminded"]
    assert [seat["bank"] for seat in clock["seats"] if not seat["running"]] == [120_000] * 2


def test_a_table_without_a_clock_has_none(running: str, ann: APIClient) -> None:
    assert ann.get(f"/api/tables/{running}/").json()["clock"] is None


def test_all_agree_to_a_pause_and_one_ends_it(paced: str, ann: APIClient, ben: APIClient, cleo: APIClient) -> None:
    for person, paused in ((ann, False), (ben, False), (cleo, True)):
        answer = person.post(f"{paced}vote/", {"kind": "pause", "agree": True}, format="json")
        assert answer.status_code == 200
        assert answer.json()["clock"]["paused"] is paused
    state = ann.get(paced).json()
    assert state["choices"] == [] and not any(seat["running"] for seat in state["clock"]["seats"])
    assert not ben.post(f"{paced}vote/", {"kind": "resume", "agree": True}, format="json").json()["clock"]["paused"]


def test_all_agree_to_end_the_game(paced: str, ann: APIClient, ben: APIClient, cleo: APIClient) -> None:
    for person in (ann, ben, cleo):
        state = person.post(f"{paced}vote/", {"kind": "abandon", "agree": True}, format="json").json()
    assert (state["status"], state["reason"], state["result"], state["clock"]) == ("finished", "abandoned", None, None)
    assert state["choices"] == [] and state["acting"] == []


def test_without_a_clock_a_bot_replaces_who_is_waited_for_a_day(
    running: str, ann: APIClient, ben: APIClient, cleo: APIClient
) -> None:
    address = f"/api/tables/{running}/"
    body = {"kind": "replace", "agree": True}
    refused = ann.post(f"{address}vote/", body, format="json")
    assert (refused.status_code, refused.json()["detail"]) == (409, "Nobody has kept the others waiting for a day.")
    Table.objects.filter(pk=running).update(changed_at=timezone.now() - timedelta(hours=25))
    tables.forget(running)
    [late] = ann.get(address).json()["acting"]
    others = [person for seat, person in enumerate((ann, ben, cleo)) if seat != late]
    assert others[0].post(f"{address}vote/", body, format="json").json()["seats"][late]["away"] is False
    assert others[1].post(f"{address}vote/", body, format="json").json()["seats"][late]["away"] is True


def test_votes_that_are_none(paced: str, waiting: str, ann: APIClient, dora: APIClient, nobody: APIClient) -> None:
    agree = {"kind": "pause", "agree": True}
    assert ann.post(f"{paced}vote/", {"kind": "dance", "agree": True}, format="json").status_code == 400
    assert ann.post(f"{paced}vote/", {"kind": "resume", "agree": True}, format="json").status_code == 409
    assert dora.post(f"{paced}vote/", agree, format="json").status_code == 403
    assert nobody.post(f"{paced}vote/", agree, format="json").status_code == 401
    assert ann.post(f"/api/tables/{waiting}/vote/", agree, format="json").status_code == 404


def test_who_is_there_is_back_already(paced: str, ann: APIClient, dora: APIClient) -> None:
    assert ann.post(f"{paced}back/").status_code == 200
    assert dora.post(f"{paced}back/").status_code == 403
