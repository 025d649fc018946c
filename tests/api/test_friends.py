"""Other people by program: found, befriended, blocked."""

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


def test_people_are_found_and_shown(ann: APIClient, ben: APIClient, nobody: APIClient) -> None:
    found = ann.get("/api/people/?q=BE")
    assert found.json() == [{"username": "Ben", "is_guest": False, "relation": None, "url": "/people/Ben/"}]
    shown = nobody.get("/api/people/ben/").json()
    assert (shown["username"], shown["finished"], shown["games"], shown["friends"]) == ("Ben", 0, 0, None)
    assert ann.get("/api/people/Ann/").json()["relation"] == "you"
    assert nobody.get("/api/people/?q=be").status_code == 401
    refused = ann.get("/api/people/?q=b")
    assert (refused.status_code, refused.json()["field"]) == (400, "q")
    assert ann.get("/api/people/nobody/").status_code == 404


def test_friendship(ann: APIClient, ben: APIClient) -> None:
    def mine(client: APIClient) -> dict[str, Any]:
        return {
            name: [one["username"] for one in people] for name, people in client.get("/api/me/friends/").json().items()
        }

    assert ann.post("/api/people/Ben/friend/").json()["relation"] == "asked"
    assert mine(ben) == {"friends": [], "asks": ["Ann"], "asked": [], "blocked": []}
    accepted = ben.post("/api/people/Ann/friend/").json()
    assert (accepted["relation"], accepted["friends"]) == ("friend", 1)
    assert mine(ann) == {"friends": ["Ben"], "asks": [], "asked": [], "blocked": []}
    assert ann.post("/api/people/Ben/unfriend/").json()["relation"] is None
    refused = ann.post("/api/people/Ann/friend/")
    assert (refused.status_code, refused.json()["detail"]) == (409, "That is you.")


def test_blocks(ann: APIClient, ben: APIClient) -> None:
    assert ann.post("/api/people/Ben/block/").json()["relation"] == "blocked"
    assert ben.post("/api/people/Ann/friend/").json()["relation"] == "asked"
    assert ann.get("/api/me/friends/").json()["asks"] == []
    assert ann.post("/api/people/Ben/friend/").status_code == 409
    assert ann.post("/api/people/Ben/unblock/").json()["relation"] is None


@pytest.mark.parametrize("act", ["friend", "unfriend", "block", "unblock"])
def test_who_is_nobody_does_nothing(nobody: APIClient, ann: APIClient, act: str) -> None:
    assert nobody.post(f"/api/people/Ann/{act}/").status_code == 401
    assert ann.post(f"/api/people/nobody/{act}/").status_code == 404
    assert ann.get(f"/api/people/Ann/{act}/").status_code == 405
