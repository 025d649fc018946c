"""Ratings: which tables count and for whom, once each; what shows at the table, and where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from parlor.accounts.models import Preferences, User
from parlor.tables import clock, hot_seat, live, play, ratings, service
from parlor.tables.models import Rating, Seat, Table
from parlor.tables.ratings import Strength, rated
from tests.tables.conftest import started

STOP = {"kind": "Stop"}


@pytest.fixture
def ended() -> Callable[..., Table]:
    """A table of these people at which the last of them has given up, and so the others have won."""

    def end(people: list[User], **more: Any) -> Table:
        table = started("no-thanks", people, bots=["random"] * (3 - len(people)), **more)
        for n in range(2):  # then one is left, and has won
            play.concede(table.id, people[-1 - n].pk, f"c{n}", n).result(20)
        return Table.objects.get(pk=table.pk)

    return end


def points(table: Table) -> list[tuple[int | None, int | None]]:
    return [(seat.rating_before, seat.rating_after) for seat in Seat.objects.filter(table=table)]


def test_the_better_gain_what_the_worse_lose() -> None:
    (best,), (middle,), (worst,) = rated([[Strength()], [Strength()], [Strength()]], [1, 2, 3])
    assert best.mu > middle.mu > worst.mu and best.mu > 25 > worst.mu
    assert best.sigma < Strength().sigma, "more is known now"
    (one,), (other,) = rated([[Strength()], [Strength()]], [1, 1])
    assert one == other, "a tie tells nothing of either"


def test_a_team_gains_together() -> None:
    winners, losers = rated([[Strength(), Strength(30, 5)], [Strength(), Strength()]], [1, 2])
    assert all(after.mu > before for after, before in zip(winners, (25, 30), strict=True))
    assert all(after.mu < 25 for after in losers)


def test_a_finished_table_counts_once(ended: Callable[..., Table], ann: User, bob: User, cleo: User) -> None:
    table = ended([ann, bob, cleo])
    assert table.rated is None
    clock.work()
    first = points(table)
    assert first[0][1] > first[1][1] > first[2][1], "who left first is last"  # type: ignore[operator]
    assert [before for before, _after in first] == [1500] * 3
    assert not ratings.rate(table.pk)
    clock.work()
    assert points(table) == first
    row = Rating.objects.get(user=ann)
    assert (row.game, row.played, row.points, row.settled) == ("no-thanks", 1, first[0][1], False)


@pytest.mark.parametrize("why", ["training", "guest", "alone", "device", "abandoned"])
def test_what_does_not_count(ended: Callable[..., Table], why: str, ann: User, bob: User, cleo: User) -> None:
    if why == "guest":
        User.objects.exclude(pk=ann.pk).update(is_guest=True)
        table = ended([ann, bob, cleo])
    elif why == "alone":
        table = started("no-thanks", [ann], bots=["random", "random"])
        result = [{"seat": n, "place": n + 1} for n in range(3)]
        Table.objects.filter(pk=table.pk).update(status="finished", reason="played", result=result)
    elif why == "training":
        table = ended([ann, bob, cleo], training=True)
    elif why == "device":
        table = service.create(ann, game="no-thanks", seats=3)
        hot_seat.add_player(table.id, ann, "Tom")
        service.join(table.id, bob)
        service.start(table.id, ann)
        for n in range(3):
            play.concede(table.id, (bob if n == 0 else ann).pk, f"c{n}", n).result(20)
    else:
        table = started("no-thanks", [ann, bob, cleo])
        Table.objects.filter(pk=table.pk).update(status="finished", reason="abandoned")
    assert ratings.rate_finished() == 0
    assert Table.objects.get(pk=table.pk).rated is False
    assert points(table) == [(None, None)] * 3 and not Rating.objects.exists()


def test_a_bot_at_the_table_is_as_if_it_were_not_there(ended: Callable[..., Table], ann: User, bob: User) -> None:
    table = ended([ann, bob])
    assert ratings.rate_finished() == 1
    first, second, third = points(table)
    assert first[1] > 1500 > second[1] and third == (None, None)  # type: ignore[operator]


def test_it_shows_at_the_table_and_on_the_page_of_the_person(
    ended: Callable[..., Table], ann: User, bob: User, cleo: User, client: Client
) -> None:
    table = ended([ann, bob, cleo])
    clock.work()
    assert set(live.tables.ask(table.id, lambda running: dict(running.ratings)).result(20)) == {0, 1, 2}
    client.force_login(bob)
    gained = points(table)[0][1]
    assert f"{gained} " in client.get(f"/tables/{table.id}/").content.decode()
    profile = client.get("/people/ann/").content.decode()
    assert str(gained) in profile and "first guess" in profile
    assert client.get("/api/people/ann/").json()["ratings"] == [{"game": "no-thanks", "points": gained, "played": 1}]
    Preferences.objects.create(user=bob, ratings=False)
    assert str(gained) not in client.get("/people/ann/").content.decode()
    assert 'data-ratings="off"' in client.get(f"/tables/{table.id}/").content.decode()
