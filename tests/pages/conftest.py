"""Browsers without JavaScript: a stranger, a guest, and people with accounts."""

from collections.abc import Callable

import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.accounts.services import create_account, create_guest
from parlor.tables import service
from parlor.tables.models import Table
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]


@pytest.fixture(autouse=True)
def _at_rest(tables_at_rest: None) -> None:
    """No table of another test is in memory."""


Browser = Callable[[User], Client]


@pytest.fixture
def browser() -> Browser:
    """`browser(user)`: a client in which that person is signed in."""

    def make(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return make


@pytest.fixture
def ann() -> User:
    return create_account(username="Ann", email="ann@example.org", password="seven-of-clubs")


@pytest.fixture
def ben() -> User:
    return create_account(username="Ben", email="ben@example.org", password="seven-of-clubs")


@pytest.fixture
def guest() -> User:
    return create_guest()


@pytest.fixture
def waiting(ann: User) -> Table:
    """Ann's private table for three."""
    return service.create(ann, game="no-thanks", seats=3, options={"rounds": 4})


@pytest.fixture
def open_table(ann: User) -> Table:
    """Ann's table that everybody can find."""
    return service.create(ann, game="no-thanks", seats=3, visibility="open")


@pytest.fixture
def running(waiting: Table, ann: User, ben: User, guest: User) -> Table:
    """Ann, Ben and a guest are playing."""
    service.join(waiting.id, ben)
    service.join(waiting.id, guest)
    return service.start(waiting.id, ann)
