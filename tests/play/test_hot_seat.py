"""Several people at one device: its socket shows the one who is asked, and no other's secrets to the rest."""

from __future__ import annotations

import pytest

from parlor.accounts.models import User
from parlor.engine import Chance
from parlor.play.messages import Accepted, Presence
from parlor.play.messages import Table as Whole
from parlor.tables import hot_seat, service
from parlor.tables.models import Table
from tests.play.conftest import CARDS
from tests.play.visitors import Visitor, play


@pytest.fixture
def shared(people: list[User]) -> Table:
    """No Thanks!: ann and Tom at one device, then bob; ann moves first."""
    table = service.create(people[0], game="no-thanks", seats=3)
    hot_seat.add_player(table.pk, people[0], "Tom")
    service.join(table.pk, people[1])
    return service.start(table.pk, people[0], chance=Chance.scripted(**{"deck 1": [CARDS], "first": [0]}))


def test_with_each_step_the_device_gets_the_table_of_who_is_asked(shared: Table, people: list[User]) -> None:
    async def scene() -> None:
        device, other = Visitor(shared.pk, people[0]), Visitor(shared.pk, people[1])
        await other.at(0)
        whole = await device.until(Whole)
        assert (whole.seat, whole.view["chips"]) == (0, [11, None, None])
        device.tell(type="move", id="a", version=0, move={"kind": "Refuse"})
        whole = await device.until(Whole)
        assert (whole.version, whole.seat, whole.view["chips"]) == (1, 1, [None, 11, None])
        assert isinstance(await device.move("Refuse", 1, "b"), Accepted)
        await other.at(1)
        await other.at(2)
        assert isinstance(await other.move("Refuse", 2, "c"), Accepted)
        whole = await device.until(Whole, lambda whole: whole.version == 3)
        assert (whole.seat, whole.view["chips"]) == (0, [10, None, None])

    play(scene)


def test_pages_are_told_to_cover_what_the_next_one_may_not_see(shared: Table, people: list[User]) -> None:
    async def scene() -> None:
        for user, covered in ((people[0], True), (people[1], False)):
            visitor = Visitor(shared.pk, user, page=True)
            whole = await visitor.until(Whole)
            assert isinstance(whole.html, str) and ('data-secret="true"' in whole.html) is covered

    play(scene)


def test_all_who_sit_at_the_device_are_here(shared: Table, people: list[User]) -> None:
    async def scene() -> None:
        other = Visitor(shared.pk, people[1])
        await other.at(0)
        Visitor(shared.pk, people[0])
        await other.until(Presence, lambda presence: presence.seats == [0, 1, 2])

    play(scene)
