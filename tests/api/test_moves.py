"""Moving, looking ahead, taking back and conceding by program: what is accepted, and how what is not is refused."""

from typing import Any

import pytest
from rest_framework.test import APIClient

TAKE, REFUSE = {"kind": "Take"}, {"kind": "Refuse"}


class Players:
    """Three clients at one table, asked in turn."""

    def __init__(self, table: str, clients: list[APIClient]) -> None:
        self.table = f"/api/tables/{table}/"
        self.clients = clients

    def state(self, seat: int = 0) -> dict[str, Any]:
        answer = self.clients[seat].get(self.table)
        assert answer.status_code == 200
        return answer.json()

    @property
    def turn(self) -> int:
        return self.state()["acting"][0]

    def post(self, what: str, seat: int | None = None, **body: Any) -> Any:
        client = self.clients[self.turn if seat is None else seat]
        return client.post(f"{self.table}{what}/", body, format="json")


@pytest.fixture
def players(running: str, ann: APIClient, ben: APIClient, cleo: APIClient) -> Players:
    return Players(running, [ann, ben, cleo])


def test_a_move_counts_once_however_often_it_is_sent(players: Players) -> None:
    turn = players.turn
    for _again in range(3):
        answer = players.post("moves", turn, id="m1", version=0, move=REFUSE)
        assert (answer.status_code, answer.json()) == (200, {"version": 1})
    state = players.state(turn)
    assert (state["version"], state["view"]["pot"], state["view"]["chips"][turn]) == (1, 1, 10)


def test_out_of_turn(players: Players) -> None:
    answer = players.post("moves", (players.turn + 1) % 3, id="m1", version=0, move=TAKE)
    assert answer.status_code == 422
    assert answer.json() == {"reason": "turn", "detail": "It is not your turn."}


@pytest.mark.parametrize(
    "move", [{"kind": "Pass"}, {}, {"kind": 7}, {"kind": "Take", "card": "card-3"}, {"kind": "T" * 500}]
)
def test_what_the_rules_do_not_know(players: Players, move: dict[str, Any]) -> None:
    answer = players.post("moves", id="m1", version=0, move=move)
    assert answer.status_code == 422
    assert answer.json()["reason"] == "illegal" and answer.json()["detail"]
    assert players.state()["version"] == 0


def test_a_stale_move_is_answered_with_the_state(players: Players) -> None:
    first = players.turn
    players.post("moves", first, id="m1", version=0, move=TAKE)  # the same seat is asked again, about another card
    answer = players.post("moves", first, id="m2", version=0, move=TAKE)
    assert answer.status_code == 409
    body = answer.json()
    assert body["reason"] == "stale" and body["detail"] and body["version"] == 1
    assert body["state"] == players.state(first)


def test_a_version_that_is_not_there_yet(players: Players) -> None:
    assert players.post("moves", id="m1", version=7, move=TAKE).status_code == 409


def test_others_moves_do_not_make_ones_own_stale(players: Players) -> None:
    first = players.turn
    for n in range(3):
        players.post("moves", id=f"m{n}", version=n, move=REFUSE)
    assert players.turn == first
    players.post("moves", id="m3", version=3, move=REFUSE)
    assert players.state()["version"] == 4


def test_strangers(players: Players, dora: APIClient, nobody: APIClient) -> None:
    body = {"id": "m1", "version": 0, "move": TAKE}
    for what in ("moves", "undo", "concede", "preview"):
        answer = dora.post(f"{players.table}{what}/", body, format="json")
        assert answer.status_code == 403
        assert answer.json() == {"reason": "stranger", "detail": "You do not play at this table."}
        assert nobody.post(f"{players.table}{what}/", body, format="json").status_code == 401


def test_before_it_begins(waiting: str, ann: APIClient, dora: APIClient) -> None:
    body = {"id": "m1", "version": 0, "move": TAKE}
    for what in ("moves", "undo", "concede", "preview"):
        answer = ann.post(f"/api/tables/{waiting}/{what}/", body, format="json")
        assert answer.status_code == 422 and answer.json()["reason"] == "closed"
        assert dora.post(f"/api/tables/{waiting}/{what}/", body, format="json").status_code == 403


def test_looking_ahead_changes_nothing(players: Players) -> None:
    turn = players.turn
    answer = players.post("preview", turn, version=0, move=REFUSE)
    assert answer.status_code == 200
    body = answer.json()
    name = ["Ann", "Ben", "Cleo"][turn]
    assert body["lines"] == [f"{name} pays a chip"] and body["open"] is False
    assert body["changed"] == {"pot": 1, "chips": [10 if n == turn else None for n in range(3)]}
    assert players.state()["version"] == body["version"] == 0
    taking = players.post("preview", turn, version=0, move=TAKE).json()
    assert taking["open"] is True and "card" not in taking["changed"]
    assert players.post("preview", turn, version=0, move={"kind": "Pass"}).json()["reason"] == "illegal"
    assert players.post("preview", (turn + 1) % 3, version=0, move=TAKE).status_code == 422
    assert players.post("preview", turn, version=9, move=TAKE).status_code == 409


def test_taking_back(players: Players) -> None:
    turn = players.turn
    players.post("moves", turn, id="m1", version=0, move=REFUSE)
    assert players.state(turn)["undo"] is True
    assert players.post("undo", (turn + 1) % 3, id="u1", version=1).status_code == 422
    answer = players.post("undo", turn, id="u1", version=1)
    assert (answer.status_code, answer.json()) == (200, {"version": 2})
    assert players.post("undo", turn, id="u1", version=1).json() == {"version": 2}, "sent twice"
    state = players.state(turn)
    assert (state["version"], state["view"]["pot"], state["acting"], state["undo"]) == (2, 0, [turn], False)
    again = players.post("undo", turn, id="u2", version=2)
    assert again.status_code == 422 and again.json()["reason"] == "illegal"
    assert players.post("undo", turn, id="u3", version=0).status_code == 409
    log = players.clients[0].get(players.table + "log/").json()
    assert log["struck"] == [1] and log["version"] == 2
    assert [(entry["version"], entry["struck"]) for entry in log["entries"]] == [(0, False), (1, True), (2, False)]


def test_the_log_since_a_version(players: Players) -> None:
    first = players.turn
    players.post("moves", first, id="m1", version=0, move=REFUSE)
    log = players.clients[0].get(players.table + "log/?since=0").json()
    name = ["Ann", "Ben", "Cleo"][first]
    assert log["entries"] == [{"version": 1, "seat": first, "struck": False, "lines": [f"{name} pays a chip"]}]
    for wrong in ("x", "-7", "9" * 40):
        assert players.clients[0].get(players.table + f"log/?since={wrong}").status_code == 400


def test_conceding_lets_a_bot_play_on_until_one_is_left(players: Players) -> None:
    answer = players.post("concede", 0, id="c1", version=0)
    assert answer.status_code == 200
    state = players.state(1)
    assert state["status"] == "running" and state["seats"][0]["left"] and state["seats"][0]["bot"] == "steady"
    assert players.state(0)["seat"] is None
    assert players.post("concede", 0, id="c1", version=0).json() == answer.json(), "sent twice"
    assert players.post("concede", 0, id="c9", version=0).status_code == 403
    answer = players.post("concede", 1, id="c2", version=0)
    assert answer.status_code == 200
    over = players.state(2)
    assert (over["status"], over["reason"], over["acting"], over["choices"]) == ("finished", "conceded", [], [])
    assert {place["name"]: place["place"] for place in over["result"]} == {"Cleo": 1, "Ben": 2, "Ann": 3}
    late = players.post("moves", 2, id="m9", version=over["version"], move=TAKE)
    assert (late.status_code, late.json()["reason"]) == (422, "closed")


@pytest.mark.parametrize(
    "change",
    [
        {"id": None}, {"id": ""}, {"id": "x" * 65}, {"id": {}}, {"id": []}, {"id": True},
        {"version": None}, {"version": -1}, {"version": "one"}, {"version": 10**40}, {"version": 1.5}, {"version": {}},
        {"move": None}, {"move": "Take"}, {"move": []}, {"move": 7},
    ],
)  # fmt: skip
def test_malformed_bodies_name_the_field(players: Players, change: dict[str, Any]) -> None:
    answer = players.post("moves", **({"id": "m1", "version": 0, "move": TAKE} | change))
    assert answer.status_code == 400
    assert answer.json()["field"] == next(iter(change)) and answer.json()["detail"]
    assert players.state()["version"] == 0
