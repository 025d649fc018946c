"""A game of No Thanks! from the first move to the result, by three programs, with nothing told that is hidden."""

import random
from typing import Any

from rest_framework.test import APIClient


def test_a_whole_game(running: str, ann: APIClient, ben: APIClient, cleo: APIClient, dora: APIClient) -> None:
    chance = random.Random(7)
    clients = [ann, ben, cleo]
    address = f"/api/tables/{running}/"
    chips = [11, 11, 11]
    version, state = 0, ann.get(address).json()
    assert state["view"]["deck"] == 23
    while state["status"] == "running":
        [turn] = state["acting"]
        mine = clients[turn].get(address).json()
        assert mine["view"]["chips"] == [chips[seat] if seat == turn else None for seat in range(3)]
        assert mine["seed"] is None and mine["result"] is None and mine["view"]["removed"] is None
        watched = dora.get(address).json()
        assert watched["view"]["chips"] == [None] * 3 and watched["choices"] == []
        move = chance.choice(mine["choices"])
        answer = clients[turn].post(
            address + "moves/", {"id": f"{version}", "version": mine["version"], "move": move}, format="json"
        )
        version += 1
        assert answer.json() == {"version": version}
        if move["kind"] == "Refuse":
            chips[turn] -= 1
        else:
            chips[turn] += mine["view"]["pot"]
        state = clients[(turn + 1) % 3].get(address).json()
        assert state["version"] == version
    assert_over(state, chips)
    assert [client.get(address).json()["view"] for client in (ann, dora)] == [state["view"]] * 2
    entries = ann.get(address + "log/").json()["entries"]
    assert [entry["version"] for entry in entries] == list(range(version + 1))
    assert ann.get("/api/me/tables/?turn=mine").json() == []
    assert ann.get("/api/me/tables/").json()[0]["status"] == "finished"


def assert_over(state: dict[str, Any], chips: list[int]) -> None:
    """The hidden is told now, and the result follows from it."""
    assert (state["reason"], state["choices"], state["acting"]) == ("played", [], [])
    view = state["view"]
    assert view["chips"] == chips and len(view["removed"]) == 9 and len(state["seed"]) == 64
    for place in state["result"]:
        numbers = {int(card.removeprefix("card-")) for card in view["taken"][place["seat"]]}
        points = sum(n for n in numbers if n - 1 not in numbers)
        assert place["score"] == points - chips[place["seat"]]
        assert place["details"] == {"Cards": points, "Chips": -chips[place["seat"]]}
    best = min(place["score"] for place in state["result"])
    assert all((place["place"] == 1) == (place["score"] == best) for place in state["result"])
    assert sum(state["statistics"]["cards"]) == 24
