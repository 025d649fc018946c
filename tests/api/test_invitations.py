"""Invitations and tables among friends by program."""

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from parlor.tables.models import Table


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


def test_inviting_and_accepting(waiting: str, ann: APIClient, ben: APIClient) -> None:
    asked = ann.post(f"/api/tables/{waiting}/invite/", {"username": "ben"}, format="json")
    assert asked.status_code == 200
    number = asked.json()["id"]
    assert asked.json() == {"id": number, "table": waiting, "to": "Ben", "state": "asked"}
    (mine,) = ben.get("/api/me/invitations/").json()
    assert (mine["id"], mine["by"], mine["table"], mine["game"]) == (number, "Ann", waiting, "no-thanks")
    taken = ben.post(f"/api/invitations/{number}/accept/")
    assert taken.status_code == 200 and taken.json()["seat"] == 1
    assert ben.get("/api/me/invitations/").json() == []
    assert ben.post(f"/api/invitations/{number}/decline/").status_code == 409


def test_declining_and_refusals(waiting: str, ann: APIClient, ben: APIClient, nobody: APIClient) -> None:
    address = f"/api/tables/{waiting}/invite/"
    number = ann.post(address, {"username": "Ben"}, format="json").json()["id"]
    assert ben.post(f"/api/invitations/{number}/decline/").json()["state"] == "declined"
    again = ann.post(address, {"username": "Ben"}, format="json")
    assert (again.status_code, again.json()) == (400, {"detail": "Ben has declined.", "field": "username"})
    assert ben.post(address, {"username": "Ann"}, format="json").status_code == 403
    assert nobody.post(address, {"username": "Ann"}, format="json").status_code == 401
    assert ann.post(address, {}, format="json").status_code == 400
    assert ann.post("/api/tables/2222222222/invite/", {"username": "Ben"}, format="json").status_code == 404
    assert nobody.get("/api/me/invitations/").status_code == 401


def test_a_table_among_friends(waiting: str, ann: APIClient, ben: APIClient, nobody: APIClient) -> None:
    Table.objects.filter(pk=waiting).update(visibility="friends")
    address = f"/api/tables/{waiting}/"
    assert (nobody.get(address).status_code, ben.get(address).status_code) == (401, 403)
    refused = ben.post(f"{address}join/")
    assert (refused.status_code, refused.json()["detail"]) == (403, "This table is for friends of the host.")
    ann.post("/api/people/Ben/friend/")
    ben.post("/api/people/Ann/friend/")
    assert ben.get(address).json()["visibility"] == "friends"
    assert ben.post(f"{address}join/").json()["seat"] == 1


def test_blocked_people_do_not_sit_down(waiting: str, ann: APIClient, ben: APIClient) -> None:
    ben.post("/api/people/Ann/block/")
    refused = ben.post(f"/api/tables/{waiting}/join/")
    assert (refused.status_code, refused.json()["detail"]) == (403, "There is no seat for you at this table.")
