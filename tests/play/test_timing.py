"""Clocks and the banner, as pages and sockets show them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from parlor.accounts.models import User
from parlor.play.messages import Clock
from parlor.play.pictures import Around, Picture, Viewer, table_message
from parlor.play.timing import spoken
from parlor.tables import absence, votes
from parlor.tables.live import tables
from parlor.tables.models import Seat, Table
from tests.play.conftest import Start


def message(table: Table, seat: int | None) -> Any:
    return tables.ask(
        table.pk, lambda running: table_message(Picture(running, seat), Viewer(seat, True, "en"), Around())
    ).result(20)


@pytest.mark.parametrize(
    ("ms", "said"),
    [(-5, "0:00"), (59_999, "0:59"), (65_000, "1:05"), (3_600_000, "1 h 0 min"), (97_200_000, "1 d 3 h")],
)
def test_times_are_said_as_people_say_them(ms: int, said: str) -> None:
    assert spoken(ms) == said


def test_everybody_is_told_all_clocks_and_the_page_says_them(start: Start) -> None:
    table = start(pace="normal")
    for seat in (0, 1, None):
        told = message(table, seat)
        assert isinstance(told.clock, Clock)
        assert [one.running for one in told.clock.seats] == [True, False, False]
        assert 'data-clock="1" data-keep>5:00</span>' in told.html


def test_without_a_clock_the_page_has_none(start: Start) -> None:
    told = message(start(), 0)
    assert told.clock is None and "data-clock=" not in told.html and 'data-vote="pause"' not in told.html


def test_a_question_is_put_to_those_who_have_not_answered(start: Start, people: list[User]) -> None:
    table = start(pace="normal")
    assert 'data-vote="pause"' in message(table, 0).html, "in the menu"
    votes.vote(table.pk, people[0], "pause", agree=True).result(20)
    asked, asker, watcher = (message(table, seat).html for seat in (1, 0, None))
    assert "ann asks for a pause." in asked and 'data-agree="no">No</button>' in asked
    assert "Not yet agreed: bob, cleo." in asker and ">Agree</button>" not in asker
    assert "ann asks for a pause." in watcher and "data-vote" not in watcher


def test_a_pause_is_shown_and_nobody_is_asked_to_move(start: Start, people: list[User]) -> None:
    table = start(pace="normal")
    for person in people[:3]:
        votes.vote(table.pk, person, "pause", agree=True).result(20)
    told = message(table, 0)
    assert told.clock.paused and told.choices == [] and 'data-mine="false"' in told.html
    assert ">Go on</button>" in told.html


def test_who_was_late_is_told_and_comes_back(start: Start, people: list[User]) -> None:
    table = start("misbehaving", seats=2, pace="normal")
    tables.ask(table.pk, lambda running: absence.replace(running, [0], timezone.now())).result(20)
    told = message(table, 0)
    assert ">I am back</button>" in told.html and told.choices == [] and told.seats[0].away
    assert ">I am back</button>" not in message(table, 1).html
    absence.back(table.pk, people[0]).result(20)
    assert message(table, 0).seats[0].away is False


def test_the_others_are_asked_about_who_does_not_answer(start: Start) -> None:
    table = start(pace="fast", absence="vote")
    Seat.objects.filter(table=table, number=0).update(due_at=timezone.now() - timedelta(seconds=70), remind_at=None)
    tables.forget(table.pk)
    told = message(table, 1)
    assert "Time is out for ann." in told.html and ">A bot plays on</button>" in told.html
    assert 'data-vote="replace"' not in message(table, 0).html
    assert message(table, 0).clock.seats[0].bank < 0


def test_without_a_clock_they_are_asked_after_a_day(start: Start, people: list[User]) -> None:
    table = start()
    tables.ask(table.pk, lambda running: None).result(20)
    assert 'data-vote="replace"' not in message(table, 1).html
    Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - timedelta(hours=25))
    tables.forget(table.pk)
    told = message(table, 1).html
    assert "The game has waited for ann for more than a day. All others decide." in told
    assert ">A bot plays on</button>" in told and 'data-vote="replace"' not in message(table, 0).html
    for person in people[1:3]:
        votes.vote(table.pk, person, "replace", agree=True).result(20)
    assert "The others let a bot play for you." in message(table, 0).html


def test_a_game_without_a_winner_is_shown_as_over(start: Start, people: list[User]) -> None:
    table = start(pace="fast")
    for person in people[:3]:
        votes.vote(table.pk, person, "abandon", agree=True).result(20)
    told = message(table, 0)
    assert (told.status, told.reason, told.clock) == ("finished", "abandoned", None)
    assert "The players voted to end the game." in told.html and "data-vote" not in told.html
