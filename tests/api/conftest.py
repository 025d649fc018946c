"""People with tokens, and tables made through the API."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from parlor.accounts.services import create_account
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]


@pytest.fixture(autouse=True)
def _at_rest(tables_at_rest: None) -> None:
    """No table of another test is in memory, and nothing is counted yet."""
    cache.clear()


@pytest.fixture
def person() -> Callable[[str], APIClient]:
    """`person("Ann")`: a client that sends the token of a new account."""

    def make(name: str) -> APIClient:
        user = create_account(username=name, email=f"{name.lower()}@example.org", password="seven-of-clubs")
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=user).key}")
        return client

    return make


@pytest.fixture
def ann(person: Any) -> APIClient:
    return person("Ann")


@pytest.fixture
def ben(person: Any) -> APIClient:
    return person("Ben")


@pytest.fixture
def cleo(person: Any) -> APIClient:
    return person("Cleo")


@pytest.fixture
def dora(person: Any) -> APIClient:
    """Somebody who sits nowhere."""
    return person("Dora")


@pytest.fixture
def nobody() -> APIClient:
    return APIClient()


@pytest.fixture
def waiting(ann: APIClient) -> str:
    """The id of a private table for three where Ann alone sits."""
    answer = ann.post("/api/tables/", {"game": "no-thanks", "seats": 3}, format="json")
    assert answer.status_code == 201, answer.json()
    return answer.json()["id"]


@pytest.fixture
def running(waiting: str, ann: APIClient, ben: APIClient, cleo: APIClient) -> str:
    """The id of a table that Ann has begun, with Ben and Cleo."""
    for client in (ben, cleo):
        assert client.post(f"/api/tables/{waiting}/join/").status_code == 200
    assert ann.post(f"/api/tables/{waiting}/start/").status_code == 200
    return waiting
