"""Programs at tables that gather people: how many it takes, and who is ready."""

from typing import Any

import pytest
from rest_framework.test import APIClient


def post(client: APIClient, address: str, **body: Any) -> Any:
    return client.post(f"/api/tables/{address}", body, format="json")


def test_a_table_for_some_to_some(ann: APIClient, ben: APIClient, cleo: APIClient) -> None:
    answer = post(ann, "", game="no-thanks", seats=5, seats_from=3)
    assert answer.status_code == 201
    table = answer.json()
    assert (table["seats_from"], len(table["seats"])) == (3, 5)
    post(ben, f"{table['id']}/join/")
    refused = post(ann, f"{table['id']}/start/")
    assert (refused.status_code, refused.json()["detail"]) == (409, "The game needs 3 players. Wait, or add bots.")
    post(cleo, f"{table['id']}/join/")
    begun = post(ann, f"{table['id']}/start/").json()
    assert (begun["status"], begun["seats_from"]) == ("running", 3)
    assert [seat["name"] for seat in begun["seats"]] == ["Ann", "Ben", "Cleo"]


def test_otherwise_it_takes_all(waiting: str, ann: APIClient) -> None:
    assert ann.get(f"/api/tables/{waiting}/").json()["seats_from"] == 3


@pytest.mark.parametrize("fewest", [2, 6, "few", 10**30])
def test_what_makes_no_range_is_refused(ann: APIClient, fewest: Any) -> None:
    answer = post(ann, "", game="no-thanks", seats=5, seats_from=fewest)
    assert (answer.status_code, answer.json()["field"]) == (400, "seats_from")


def test_a_ready_check(ann: APIClient, ben: APIClient, dora: APIClient) -> None:
    table = post(ann, "", game="no-thanks", seats=3, ready_check=True).json()
    assert (table["ready_check"], table["ready"]) == (True, [])
    where = table["id"]
    post(ben, f"{where}/join/")
    post(ann, f"{where}/add-bot/")
    assert post(ann, f"{where}/ready/", ready=True).json()["ready"] == [0, 2]
    refused = post(ann, f"{where}/start/")
    assert (refused.status_code, refused.json()["detail"]) == (409, "Not all are ready yet: Ben.")
    assert post(ben, f"{where}/ready/", ready=True).json()["ready"] == [0, 1, 2]
    assert post(ben, f"{where}/ready/", ready=False).json()["ready"] == [0, 2]
    assert post(ben, f"{where}/ready/").json()["field"] == "ready"
    assert post(dora, f"{where}/ready/", ready=True).status_code == 403
    post(ben, f"{where}/ready/", ready=True)
    begun = post(ann, f"{where}/start/").json()
    assert (begun["status"], begun["ready"]) == ("running", [])
    assert post(ben, f"{where}/ready/", ready=True).status_code == 409


def test_without_one_nobody_says_it(waiting: str, ann: APIClient) -> None:
    table = ann.get(f"/api/tables/{waiting}/").json()
    assert (table["ready_check"], table["ready"]) == (False, [])
    assert post(ann, f"{waiting}/ready/", ready=True).status_code == 409
