"""Opening a table, sitting down, starting, and what each person sees of it."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from parlor.tables.models import Table


def test_a_table_is_private_and_its_host_sits_down(ann: APIClient) -> None:
    answer = ann.post("/api/tables/", {"game": "no-thanks", "seats": 4}, format="json")
    assert answer.status_code == 201
    table = answer.json()
    assert answer["Location"].endswith(f"/api/tables/{table['id']}/")
    assert (table["status"], table["visibility"], table["pace"]) == ("waiting", "private", "none")
    assert (table["version"], table["view"], table["choices"], table["result"]) == (0, None, [], None)
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "", "", ""]
    assert table["seats"][0] | {"you": True, "free": False} == table["seats"][0]
    assert table["seats"][3] == {
        "number": 3, "id": "seat-3", "name": "", "free": True, "bot": None, "left": False, "away": False, "you": False,
        "acting": False, "shared": False,
    }  # fmt: skip
    assert table["options"] == {"chips": "hidden", "variant": "standard", "rounds": 1}


@pytest.mark.parametrize("rounds", [4, "4"])
def test_options_are_taken_as_text_or_typed(ann: APIClient, rounds: Any) -> None:
    options = {"rounds": rounds, "chips": "open"}
    table = ann.post("/api/tables/", {"game": "no-thanks", "seats": "5", "options": options}, format="json").json()
    assert table["options"] == {"chips": "open", "variant": "standard", "rounds": 4}
    assert len(table["seats"]) == 5


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "go-fish"}, "game"), ({"game": None}, "game"), ({"game": "x" * 100}, "game"),
        ({"seats": 2}, "seats"), ({"seats": 8}, "seats"), ({"seats": 10**30}, "seats"), ({"seats": "many"}, "seats"),
        ({"seats": [3]}, "seats"), ({"seats": -1}, "seats"), ({"seats": 3.5}, "seats"),
        ({"options": {"chips": "purple"}}, "options"), ({"options": {"colour": "red"}}, "options"),
        ({"options": [1]}, "options"), ({"options": {"chips": ["open"]}}, "options.chips"),
        ({"options": {"rounds": 4.0}}, "options.rounds"), ({"options": {"rounds": True}}, "options"),
        ({"options": {"chips": None}}, "options.chips"),
        ({"pace": "frantic"}, "pace"), ({"visibility": "secret"}, "visibility"),
    ],
)  # fmt: skip
def test_what_could_never_start_is_refused(ann: APIClient, change: dict[str, Any], field: str) -> None:
    answer = ann.post("/api/tables/", {"game": "no-thanks", "seats": 3} | change, format="json")
    assert answer.status_code == 400
    assert answer.json()["field"] == field and answer.json()["detail"]
    assert not Table.objects.exists()


def test_tables_are_opened_by_somebody(nobody: APIClient) -> None:
    answer = nobody.post("/api/tables/", {"game": "no-thanks", "seats": 3}, format="json")
    assert answer.status_code == 401 and answer.json()["detail"]


def test_joining_takes_the_first_free_seat_once(waiting: str, ben: APIClient) -> None:
    for _again in range(2):
        answer = ben.post(f"/api/tables/{waiting}/join/")
        assert answer.status_code == 200
        assert answer.json()["seat"] == 1
        assert [seat["name"] for seat in answer.json()["seats"]] == ["Ann", "Ben", ""]


def test_a_full_table_takes_nobody_more(
    waiting: str, ann: APIClient, ben: APIClient, cleo: APIClient, dora: APIClient
) -> None:
    ben.post(f"/api/tables/{waiting}/join/")
    cleo.post(f"/api/tables/{waiting}/join/")
    answer = dora.post(f"/api/tables/{waiting}/join/")
    assert answer.status_code == 409 and answer.json() == {"detail": "All seats are taken."}
    assert ann.post(f"/api/tables/{waiting}/add-bot/").status_code == 409


def test_a_game_that_runs_takes_nobody_more(running: str, dora: APIClient) -> None:
    answer = dora.post(f"/api/tables/{running}/join/")
    assert answer.status_code == 409 and answer.json() == {"detail": "The game has begun already."}


def test_leaving_frees_the_seat_and_hands_the_table_on(waiting: str, ann: APIClient, ben: APIClient) -> None:
    ben.post(f"/api/tables/{waiting}/join/")
    answer = ann.post(f"/api/tables/{waiting}/leave/")
    assert answer.status_code == 200
    assert answer.json()["host"] == "Ben" and answer.json()["seat"] is None
    assert ann.post(f"/api/tables/{waiting}/leave/").status_code == 403
    closed = ben.post(f"/api/tables/{waiting}/leave/").json()
    assert (closed["status"], closed["reason"]) == ("finished", "closed")
    assert ben.post(f"/api/tables/{waiting}/join/").json() == {"detail": "This table is over."}
    assert ben.get("/api/me/tables/").json() == []


def test_only_the_host_starts_and_only_a_full_table(waiting: str, ann: APIClient, ben: APIClient) -> None:
    ben.post(f"/api/tables/{waiting}/join/")
    assert ben.post(f"/api/tables/{waiting}/start/").status_code == 403
    answer = ann.post(f"/api/tables/{waiting}/start/")
    assert answer.status_code == 409 and "still free" in answer.json()["detail"]
    assert ann.get(f"/api/tables/{waiting}/").json()["status"] == "waiting"


def test_bots_take_seats_and_play(waiting: str, ann: APIClient) -> None:
    assert ann.post(f"/api/tables/{waiting}/add-bot/").json()["seats"][1]["bot"] == "steady"
    answer = ann.post(f"/api/tables/{waiting}/add-bot/", {"bot": "random"}, format="json")
    assert answer.json()["seats"][2] | {"bot": "random", "free": False} == answer.json()["seats"][2]
    table = ann.post(f"/api/tables/{waiting}/start/").json()
    assert table["status"] == "running" and len(table["commitment"]) == 64 and table["seed"] is None


def test_who_adds_which_bots(waiting: str, ann: APIClient, dora: APIClient) -> None:
    assert dora.post(f"/api/tables/{waiting}/add-bot/").status_code == 403
    answer = ann.post(f"/api/tables/{waiting}/add-bot/", {"bot": "deep-blue"}, format="json")
    assert answer.status_code == 400 and answer.json()["field"] == "bot"


def test_each_sees_the_own_chips_and_choices_alone(
    running: str, ann: APIClient, ben: APIClient, cleo: APIClient, dora: APIClient
) -> None:
    tables = [client.get(f"/api/tables/{running}/").json() for client in (ann, ben, cleo, dora)]
    for seat, table in enumerate(tables[:3]):
        assert table["seat"] == seat
        assert table["view"]["chips"] == [11 if n == seat else None for n in range(3)]
        assert table["choices"] == ([{"kind": "Take"}, {"kind": "Refuse"}] if table["mine"] else [])
        assert table["seats"][seat]["you"] is True
    spectator = tables[3]
    assert (spectator["seat"], spectator["view"]["chips"], spectator["choices"]) == (None, [None] * 3, [])
    assert spectator["view"]["deck"] == 23 and spectator["view"]["removed"] is None
    assert [table["acting"] for table in tables] == [tables[0]["acting"]] * 4
    assert sum(table["mine"] for table in tables) == 1


def test_strangers_without_a_name_see_open_tables_only(waiting: str, ann: APIClient, nobody: APIClient) -> None:
    answer = nobody.get(f"/api/tables/{waiting}/")
    assert answer.status_code == 401 and answer.json() == {"detail": "Sign in to see this table."}
    assert nobody.get(f"/api/tables/{waiting}/log/").status_code == 401
    Table.objects.filter(pk=waiting).update(visibility="open")
    assert nobody.get(f"/api/tables/{waiting}/").status_code == 200
    assert nobody.get(f"/api/tables/{waiting}/log/").json() == {"version": 0, "entries": [], "struck": []}


@pytest.mark.parametrize("what", ["", "log/"])
def test_reading_an_unknown_table(ann: APIClient, what: str) -> None:
    for unknown in ("2222222222", "x" * 300, "-"):
        answer = ann.get(f"/api/tables/{unknown}/{what}")
        assert answer.status_code == 404 and answer.json() == {"detail": "There is no such table."}


@pytest.mark.parametrize("what", ["join", "leave", "start", "add-bot", "moves", "preview", "undo", "concede"])
def test_acting_at_an_unknown_table(ann: APIClient, nobody: APIClient, what: str) -> None:
    body = {"id": "a", "version": 0, "move": {"kind": "Take"}}
    answer = ann.post(f"/api/tables/2222222222/{what}/", body, format="json")
    assert answer.status_code == 404 and answer.json() == {"detail": "There is no such table."}
    answer = nobody.post(f"/api/tables/2222222222/{what}/", body, format="json")
    assert answer.status_code == 401 and answer.json()["detail"]
    assert ann.get(f"/api/tables/2222222222/{what}/").status_code == 405


def test_addresses_that_are_none(ann: APIClient) -> None:
    for address in ("/api/", "/api/nowhere/", "/api/tables", "/api/games/%00/", "/api/tables/a/b/c/"):
        answer = ann.get(address)
        assert answer.status_code == 404 and answer.json() == {"detail": "There is nothing at this address."}


def test_a_table_is_read_as_the_database_has_it(running: str, ann: APIClient) -> None:
    """Another process made a move: this one has an older game in memory and must not show it."""
    from parlor.tables import live
    from parlor.tables.play import move

    turn = ann.get(f"/api/tables/{running}/").json()["acting"][0]
    mine, live.tables = live.tables, live.Tables()  # what another process has
    try:
        from parlor.tables import play

        play.tables = live.tables
        user = Table.objects.get(pk=running).seats.get(number=turn).user_id
        assert move(running, user, "x", 0, {"kind": "Refuse"}).result(20).version == 1
    finally:
        live.tables = play.tables = mine
    table = ann.get(f"/api/tables/{running}/").json()
    assert (table["version"], table["view"]["pot"]) == (1, 1)
    assert ann.get(f"/api/tables/{running}/log/").json()["version"] == 1
