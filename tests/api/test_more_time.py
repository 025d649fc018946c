"""Giving others time, by program and as the page shows it."""

from __future__ import annotations

from rest_framework.test import APIClient

from tests.api.test_agreements import paced

__all__ = ["paced"]


def test_others_give_time_and_all_are_told(paced: str, ann: APIClient, ben: APIClient, cleo: APIClient) -> None:
    state = ann.get(paced).json()
    [waited] = state["acting"]
    people = [ann, ben, cleo]
    own, giver = people[waited], people[waited - 1]
    body = {"seat": f"seat-{waited}"}
    assert own.post(f"{paced}more-time/", body, format="json").status_code == 409
    for n in range(3):
        answer = giver.post(f"{paced}more-time/", body, format="json")
        assert answer.status_code == 200, answer.json()
        bank = answer.json()["clock"]["seats"][waited]["bank"]
        assert abs(bank - 120_000 - (n + 1) * 60_000) < 5_000
    refused = giver.post(f"{paced}more-time/", body, format="json")
    assert refused.status_code == 409 and "3 times" in refused.json()["detail"]


def test_who_may_not(paced: str, ann: APIClient, dora: APIClient, nobody: APIClient) -> None:
    assert dora.post(f"{paced}more-time/", {"seat": "seat-0"}, format="json").status_code == 403
    assert nobody.post(f"{paced}more-time/", {"seat": "seat-0"}, format="json").status_code == 401
    for body in ({}, {"seat": "0"}, {"seat": 1}, {"seat": "seat-x"}):
        assert ann.post(f"{paced}more-time/", body, format="json").status_code == 400
    assert ann.post(f"{paced}more-time/", {"seat": "seat-77"}, format="json").status_code == 409
