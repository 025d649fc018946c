"""Tables for so many to so many players: what may begin, what becomes of free seats, and the options that then hold."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.engine import Choice, Option
from parlor.tables import live, rematch, service
from parlor.tables.models import Table
from parlor.tables.service import TableError
from tests.tables import games

LIMITED = Option("length", "Length", (Choice("short", "Short"), Choice("long", "Long", seats=(3, 4))), default="short")


def opened(host: User, **more: Any) -> Table:
    return service.create(host, **({"game": "no-thanks", "seats": 5, "seats_from": 3} | more))


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def test_the_host_begins_with_fewer_and_free_seats_go(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann)
    eve = User.objects.create_user("eve")
    for user in (bob, cleo, eve):
        service.join(table.id, user)
    service.leave(table.id, bob)
    table = service.start(table.id, ann)
    assert table.status == "running"
    assert names(table) == ["ann", "cleo", "eve"]
    assert [seat.number for seat in table.seats.all()] == [0, 1, 2]
    people = live.tables.ask(table.id, lambda running: (running.driver.seats, dict(running.people))).result(20)
    assert people == (3, {0: ann.pk, 1: cleo.pk, 2: eve.pk})


def test_with_too_few_it_does_not_begin(ann: User, bob: User) -> None:
    table = opened(ann)
    service.join(table.id, bob)
    with pytest.raises(TableError, match="needs 3 players"):
        service.start(table.id, ann)
    assert names(table) == ["ann", "bob", "", "", ""]


def test_seats_are_drawn_among_those_who_play(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.SystemRandom.shuffle", lambda self, seats: seats.reverse())
    table = opened(ann, seating="random")
    service.join(table.id, bob)
    service.add_bot(table.id, ann)
    assert names(service.start(table.id, ann)) == ["Ada", "bob", "ann"]


def test_by_itself_it_begins_only_when_full(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann, seats=4, begins="full")
    for user in (bob, cleo):
        service.join(table.id, user)
    assert Table.objects.get(pk=table.pk).status == "waiting"
    service.add_bot(table.id, ann)
    assert Table.objects.get(pk=table.pk).status == "running"
    assert table.seats.count() == 4


@pytest.mark.parametrize("fewest", [2, 6, 0, True, "3"])
def test_the_fewest_are_no_fewer_than_the_game_takes_and_no_more_than_the_seats(ann: User, fewest: Any) -> None:
    with pytest.raises(TableError, match="3 to 5 players") as refusal:
        opened(ann, seats_from=fewest)
    assert refusal.value.field == "seats_from"
    assert not Table.objects.exists()


def test_options_hold_for_the_number_that_begins(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games.Auction, "options", (LIMITED,))
    wanted = {"game": "auction", "options": {"length": "long"}}
    with pytest.raises(TableError, match="3 to 4 seats only"):
        opened(ann, seats=2, seats_from=None, **wanted)
    table = opened(ann, seats=4, seats_from=2, **wanted)
    service.join(table.id, bob)
    with pytest.raises(TableError, match="3 to 4 seats only"):
        service.start(table.id, ann)
    assert names(table) == ["ann", "bob", "", ""], "nothing has changed"
    service.add_bot(table.id, bob)
    assert service.start(table.id, ann).status == "running"
    assert table.seats.count() == 3


def test_the_host_begins_when_all_people_are_ready_and_bots_always_are(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann, seats=4, ready_check=True)
    service.join(table.id, bob)
    service.add_bot(table.id, bob)
    service.set_ready(table.id, ann, ready=True)
    with pytest.raises(TableError, match=r"Not all are ready yet: bob\."):
        service.start(table.id, ann)
    service.set_ready(table.id, bob, ready=True)
    service.join(table.id, cleo)
    with pytest.raises(TableError, match=r"ready yet: cleo\."):
        service.start(table.id, ann)
    service.leave(table.id, cleo)
    service.set_ready(table.id, bob, ready=False)
    with pytest.raises(TableError, match=r"ready yet: bob\."):
        service.start(table.id, ann)
    service.set_ready(table.id, bob, ready=True)
    assert service.start(table.id, ann).status == "running"


def test_who_comes_back_says_it_anew(ann: User, bob: User) -> None:
    table = opened(ann, ready_check=True)
    for _time in range(2):
        service.join(table.id, bob)
        assert [seat.ready for seat in table.seats.all()] == [False] * 5
        service.set_ready(table.id, bob, ready=True)
        assert [seat.ready for seat in table.seats.all()] == [False, True, False, False, False]
        service.leave(table.id, bob)


def test_by_itself_it_begins_when_the_last_is_ready(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann, seats=3, begins="full", ready_check=True)
    for user in (bob, cleo):
        service.join(table.id, user)
    for user in (bob, cleo, ann):
        assert Table.objects.get(pk=table.pk).status == "waiting"
        service.set_ready(table.id, user, ready=True)
    assert Table.objects.get(pk=table.pk).status == "running"


def test_readiness_is_for_who_sits_there_where_it_is_asked(ann: User, bob: User) -> None:
    with pytest.raises(TableError, match="do not sit") as refusal:
        service.set_ready(opened(ann, ready_check=True).id, bob, ready=True)
    assert refusal.value.forbidden
    with pytest.raises(TableError, match="nobody has to say"):
        service.set_ready(opened(ann).id, ann, ready=True)


def test_a_game_with_bots_is_played_again_without_another_press(ann: User) -> None:
    table = opened(ann, seats=3, ready_check=True)
    for _bot in range(2):
        service.add_bot(table.id, ann)
    service.set_ready(table.id, ann, ready=True)
    service.start(table.id, ann)
    Table.objects.filter(pk=table.pk).update(status="finished", reason="played")
    again = rematch.play_again(table.id, ann)
    assert (again.status, again.ready_check) == ("running", True)
