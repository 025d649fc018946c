"""Playing again: one new table however often it is asked for, one seat on, with the bots, and told on the old page."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.play.messages import Table as Whole
from parlor.tables import service
from parlor.tables.models import Invitation, Status, Table
from parlor.tables.play import concede
from parlor.tables.rematch import play_again
from tests.play.conftest import Start
from tests.play.test_replay import signed_in
from tests.play.visitors import Visitor, play
from tests.support.pages import sound


@pytest.fixture
def over(start: Start, people: list[User]) -> Table:
    """Ann, bob and cleo have played; ann and bob have given up."""
    table = start(visibility="open", options={"chips": "open"})
    concede(table.pk, people[0].pk, "a", 0).result(20)
    concede(table.pk, people[1].pk, "b", 1).result(20)
    return Table.objects.get(pk=table.pk)


def sitting(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]


def test_seats_rotate_and_everything_agreed_stays(over: Table, people: list[User]) -> None:
    again = play_again(over.pk, people[1])
    assert sitting(again) == ["bob", "", ""]
    assert (again.game, again.options, again.host, again.status) == (over.game, over.options, people[1], "waiting")
    assert again.visibility == "private"
    assert bytes(again.seed) != bytes(over.seed)
    assert play_again(over.pk, people[0]) == again == play_again(over.pk, people[2])
    assert sitting(again) == ["bob", "cleo", "ann"]


def test_pressed_twice_it_is_the_same_table_and_seat(over: Table, people: list[User]) -> None:
    again = play_again(over.pk, people[0])
    assert play_again(over.pk, people[0]) == again
    assert sitting(again) == ["", "", "ann"]
    assert Table.objects.count() == 2


def test_pressed_by_all_in_one_moment_it_is_one_table(over: Table, people: list[User]) -> None:
    found: list[Any] = []

    def press(user: User) -> None:
        from django.db import connection

        try:
            found.append(play_again(over.pk, user).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=(user,)) for user in people[:3] for _n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6 and len(set(found)) == 1
    assert sorted(sitting(Table.objects.get(pk=found[0]))) == ["ann", "bob", "cleo"]


def test_the_others_are_invited_and_coming_accepts(over: Table, people: list[User]) -> None:
    again = play_again(over.pk, people[2])
    assert {invited.to.username for invited in again.invitations.all()} == {"ann", "bob"}
    play_again(over.pk, people[0])
    assert again.invitations.get(to=people[0]).state == Invitation.State.ACCEPTED


def test_a_place_taken_meanwhile_is_no_obstacle(over: Table, people: list[User]) -> None:
    again = play_again(over.pk, people[0])
    service.join(again.pk, people[3])
    service.join(again.pk, people[2])
    assert sitting(again) == ["dan", "cleo", "ann"]
    assert play_again(over.pk, people[1]) == again
    assert sitting(again) == ["dan", "cleo", "ann"]


def test_bots_sit_down_again_and_alone_with_them_one_begins_at_once(people: list[User]) -> None:
    table = service.create(people[0], game="no-thanks", seats=3)
    service.add_bot(table.pk, people[0])
    service.add_bot(table.pk, people[0], "random")
    service.start(table.pk, people[0])
    concede(table.pk, people[0].pk, "a", 0).result(20)
    from tests.support.tables import settle_tables

    settle_tables()
    old = Table.objects.get(pk=table.pk)
    assert old.status == Status.FINISHED
    again = play_again(old.pk, people[0])
    bots = {seat.name: seat.bot for seat in old.seats.all() if seat.user_id is None}
    seats = list(again.seats.all())
    assert [seat.name for seat in seats] == [old.seats.get(number=n).name for n in (1, 2, 0)]
    assert {seat.name: seat.bot for seat in seats if seat.user_id is None} == bots
    assert again.status == Status.RUNNING


def test_a_new_table_that_was_closed_is_opened_anew(over: Table, people: list[User]) -> None:
    first = play_again(over.pk, people[0])
    service.leave(first.pk, people[0])
    second = play_again(over.pk, people[1])
    assert second != first and Table.objects.get(pk=over.pk).again == second


def test_strangers_and_running_tables_are_refused(over: Table, people: list[User], start: Start) -> None:
    with pytest.raises(service.TableError, match="not played"):
        play_again(over.pk, people[3])
    with pytest.raises(service.TableError, match="not over"):
        play_again(start().pk, people[0])
    assert Table.objects.get(pk=over.pk).again is None
    answer = Client().post(f"/tables/{over.pk}/again/")
    assert answer.status_code == 302 and "login" in answer["Location"]


def test_one_press_on_the_page_leads_to_the_new_table(over: Table, people: list[User]) -> None:
    ann, stranger = signed_in(people[0]), signed_in(people[3])
    page = sound(ann.get(f"/tables/{over.pk}/"))
    assert f'action="/tables/{over.pk}/again/"' in page and "data-played" in page
    assert 'again-form" method' not in sound(stranger.get(f"/tables/{over.pk}/"))
    answer = ann.post(f"/tables/{over.pk}/again/")
    again = Table.objects.get(pk=over.pk).again
    assert again is not None and answer["Location"] == f"/tables/{again.pk}/"
    assert "Take your place" in sound(signed_in(people[1]).get(f"/tables/{over.pk}/"))
    refused = stranger.post(f"/tables/{over.pk}/again/", follow=True)
    assert "You have not played at this table." in refused.content.decode()


def test_the_finished_page_of_the_others_tells_it_live(over: Table, people: list[User]) -> None:
    import asyncio

    async def scene() -> None:
        bob = Visitor(over.pk, people[1], page=True)
        first = await bob.until(Whole)
        assert "Take your place" not in str(first.html)
        again = await asyncio.to_thread(play_again, over.pk, people[0])
        later = await bob.until(Whole, lambda message: "Take your place" in str(message.html))
        assert f"/tables/{again.pk}/" in str(later.html)

    play(scene)
