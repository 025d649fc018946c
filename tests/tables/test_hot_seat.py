"""Several people at one device: who is seated, whose seat the device shows, and what counts for whom."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.engine import Chance
from parlor.tables import chat, hot_seat, live, play, rematch, selectors, service, votes
from parlor.tables.models import Table
from parlor.tables.play import Accepted, Denied
from parlor.tables.service import TableError
from tests.tables.conftest import DECK

TAKE, REFUSE = {"kind": "Take"}, {"kind": "Refuse"}


def opened(ann: User, *others: str, seats: int = 3, game: str = "no-thanks", **more: Any) -> Table:
    table = service.create(ann, game=game, seats=seats, **more)
    for name in others:
        hot_seat.add_player(table.id, ann, name)
    return table


@pytest.fixture
def shared(ann: User, bob: User) -> Table:
    """No Thanks!: ann and tom at one device, then bob at his own; 20 is on offer and ann to move."""
    table = opened(ann, "Tom")
    service.join(table.id, bob)
    return service.start(table.id, ann, chance=Chance.scripted(**{"deck 1": [DECK], "first": [0]}))


def shown(table: Table, user: User) -> int | None:
    return live.tables.ask(table.id, lambda running: running.seat_of(user.pk)).result(20)


def move(table: Table, user: User, raw: dict[str, str], client_id: str, version: int) -> Accepted | Denied:
    return play.move(table.id, user.pk, client_id, version, raw).result(20)


def test_whoever_is_asked_has_the_device(shared: Table, ann: User, bob: User) -> None:
    assert [seat.name for seat in shared.seats.all()] == ["ann", "Tom", "bob"]
    assert shown(shared, ann) == 0
    assert move(shared, ann, REFUSE, "a", 0) == Accepted(1)
    assert shown(shared, ann) == 1, "the game waits for Tom"
    assert move(shared, ann, REFUSE, "b", 1) == Accepted(2)
    assert shown(shared, ann) == 1, "nobody here is asked: it stays with who acted last"
    assert shown(shared, bob) == 2
    chips = live.tables.ask(shared.id, lambda running: list(running.driver.position.chips)).result(20)
    assert chips == [10, 10, 11]


def test_a_move_sent_again_after_the_device_was_passed_on_counts_once(shared: Table, ann: User) -> None:
    assert move(shared, ann, REFUSE, "a", 0) == Accepted(1)
    assert move(shared, ann, REFUSE, "a", 0) == Accepted(1)
    refused = move(shared, ann, REFUSE, "late", 0)
    assert isinstance(refused, Denied) and refused.reason == "stale", "it was meant for ann's turn, not for Tom's"


def test_taking_back_is_for_whoever_moved_last_at_the_device(shared: Table, ann: User, bob: User) -> None:
    move(shared, ann, REFUSE, "a", 0)
    assert play.undo(shared.id, ann.pk, "u", 1).result(20) == Accepted(2)
    assert shown(shared, ann) == 0
    move(shared, ann, REFUSE, "c", 2)
    move(shared, ann, REFUSE, "d", 3)
    move(shared, bob, REFUSE, "e", 4)
    refused = play.undo(shared.id, ann.pk, "f", 5).result(20)
    assert isinstance(refused, Denied), "bob has acted since"


def test_it_survives_a_restart(shared: Table, ann: User, another_process: Any) -> None:
    move(shared, ann, REFUSE, "a", 0)
    another_process()
    assert shown(shared, ann) == 1


def test_sealed_choices_are_asked_one_after_the_other(ann: User) -> None:
    table = opened(ann, "Tom", seats=2, game="auction")
    service.start(table.id, ann)
    bid = {"kind": "Bid", "coins": 2}
    assert shown(table, ann) == 0
    assert play.move(table.id, ann.pk, "a", 0, bid).result(20) == Accepted(0)
    assert shown(table, ann) == 1
    assert play.move(table.id, ann.pk, "b", 0, {"kind": "Bid", "coins": 1}).result(20) == Accepted(1)


def test_such_a_game_is_for_training(ann: User) -> None:
    assert opened(ann, "Tom").training is False, "the row as it was opened"
    assert Table.objects.get().training is True


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "What is the player called"), ("x" * 21, "at most 20"), ("ANN", "called ANN already"), ("a\u202eb", "shown")],
)
def test_a_name_is_short_visible_and_not_taken(ann: User, name: str, why: str) -> None:
    table = opened(ann)
    with pytest.raises(TableError, match=why):
        hot_seat.add_player(table.id, ann, name)
    assert [seat.name for seat in table.seats.all()] == ["ann", "", ""]


def test_only_without_a_clock_and_only_who_sits_there(ann: User, bob: User) -> None:
    with pytest.raises(TableError, match="without a clock"):
        hot_seat.add_player(opened(ann, pace="fast").id, ann, "Tom")
    table = opened(ann)
    with pytest.raises(TableError, match="do not sit"):
        hot_seat.add_player(table.id, bob, "Tom")


def test_seats_are_freed_again(ann: User, bob: User) -> None:
    table = opened(ann, "Tom")
    service.join(table.id, bob)
    with pytest.raises(TableError, match="Nobody at your device"):
        hot_seat.remove_player(table.id, bob, 1)
    with pytest.raises(TableError, match="Nobody at your device"):
        hot_seat.remove_player(table.id, ann, 0)
    hot_seat.remove_player(table.id, ann, 1)
    assert [seat.name for seat in table.seats.all()] == ["ann", "", "bob"]
    hot_seat.add_player(table.id, ann, "Tom")
    service.leave(table.id, ann)
    assert [seat.name for seat in table.seats.all()] == ["", "", "bob"], "who plays at ann's device goes with her"


def test_the_table_counts_once_and_the_host_speaks_for_himself(shared: Table, ann: User) -> None:
    assert selectors.turns(ann) == 1
    assert chat.say(shared.id, ann, "hello").seat == 0
    assert len(selectors.my_tables(ann)) == 1


def test_a_device_has_one_vote(shared: Table, ann: User, bob: User) -> None:
    votes.vote(shared.id, ann, votes.ABANDON, agree=True).result(20)
    assert Table.objects.get(pk=shared.pk).status == "running"
    votes.vote(shared.id, bob, votes.ABANDON, agree=True).result(20)
    assert Table.objects.get(pk=shared.pk).reason == "abandoned"


def test_who_gives_up_leaves_the_device_to_the_others(shared: Table, ann: User) -> None:
    assert isinstance(play.concede(shared.id, ann.pk, "g", 0).result(20), Accepted)
    assert shown(shared, ann) == 1
    play.concede(shared.id, ann.pk, "h", 1).result(20)
    assert shown(shared, ann) is None


def test_they_play_again_one_seat_on(ann: User) -> None:
    table = opened(ann, "Tom", "Eva")
    service.start(table.id, ann)
    votes.vote(table.id, ann, votes.ABANDON, agree=True).result(20)
    again = rematch.play_again(table.id, ann)
    assert [(seat.name, seat.shared) for seat in again.seats.all()] == [("Tom", True), ("Eva", True), ("ann", False)]
    assert again.status == "running", "nobody is waited for"


def test_drawn_seats_keep_their_people(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.SystemRandom.shuffle", lambda self, seats: seats.reverse())
    table = opened(ann, "Tom", "Eva", seating="random")
    table = service.start(table.id, ann)
    assert [(seat.name, seat.shared) for seat in table.seats.all()] == [("Eva", True), ("Tom", True), ("ann", False)]
