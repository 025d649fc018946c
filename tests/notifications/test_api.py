"""Notices for programs."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from parlor.accounts.models import User
from tests.notifications.conftest import Start

NOTICES = "/api/me/notices/"


@pytest.fixture
def api(people: list[User]) -> APIClient:
    client = APIClient()
    client.force_authenticate(people[0])
    return client


def test_a_program_reads_and_marks(api: APIClient, start: Start) -> None:
    assert APIClient().get(NOTICES).status_code in (401, 403)
    table = start()
    (line,) = api.get(NOTICES).json()
    assert (line["kind"], line["table"], line["read"]) == ("turn", table.pk, False)
    assert api.post(NOTICES + "read/", {"ids": [line["id"]]}, "json").json() == {"read": 1}
    assert api.get(NOTICES).json()[0]["read"]


def test_a_program_chooses(api: APIClient) -> None:
    now = api.get(NOTICES + "preferences/").json()
    assert now["choices"]["turn"] == {"page": True, "mail": True, "push": True, "hook": True}
    wanted = now | {"choices": {"turn": {"mail": False}}, "quiet_from": "22:00"}
    kept = api.put(NOTICES + "preferences/", wanted, "json").json()
    assert not kept["choices"]["turn"]["mail"] and kept["choices"]["turn"]["page"] and kept["quiet_from"] == "22:00:00"
    assert api.put(NOTICES + "preferences/", now | {"choices": {"turn": {"pigeon": True}}}, "json").status_code in (
        400,
        422,
    )
