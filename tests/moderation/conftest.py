"""Admins of each role, players, and tables for the tests of moderation."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client

from parlor.accounts.models import User
from parlor.accounts.services import create_account, create_guest
from parlor.moderation.roles import GAME_ADMIN, MODERATOR, OWNER, settle_roles
from parlor.tables import service
from parlor.tables.history import history
from parlor.tables.models import Table
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]


@pytest.fixture(autouse=True)
def _at_rest(tables_at_rest: None) -> None:
    """No table of another test is in memory, nor how often somebody did something."""
    cache.clear()
    history.forget()


Browser = Callable[[User], Client]


@pytest.fixture
def browser() -> Browser:
    """`browser(user)`: a client in which that person is signed in."""

    def make(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return make


def admin(name: str, role: str) -> User:
    """Somebody who looks after the site in this role."""
    settle_roles()
    user = create_account(username=name, email=f"{name.lower()}@example.org", password="seven-of-clubs")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def owner() -> User:
    return admin("Olga", OWNER)


@pytest.fixture
def game_admin() -> User:
    return admin("Gero", GAME_ADMIN)


@pytest.fixture
def moderator() -> User:
    return admin("Mona", MODERATOR)


@pytest.fixture
def ann() -> User:
    return create_account(username="Ann", email="ann@example.org", password="seven-of-clubs")


@pytest.fixture
def ben() -> User:
    return create_account(username="Ben", email="ben@example.org", password="seven-of-clubs")


@pytest.fixture
def guest() -> User:
    return create_guest()


def play_at_table(*people: User, **more: object) -> Table:
    """A running table of No Thanks! with these people; the first is its host."""
    table = service.create(people[0], game="no-thanks", seats=3, visibility="open", **more)  # type: ignore[arg-type]
    for person in people[1:]:
        service.join(table.id, person)
    for _n in range(3 - len(people)):
        service.add_bot(table.id, people[0])
    return service.start(table.id, people[0])


@pytest.fixture
def running(ann: User, ben: User, guest: User) -> Table:
    return play_at_table(ann, ben, guest)
