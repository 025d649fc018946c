"""Who does not answer holds up nobody: every game, with one seat that is never there, ends under every policy."""

from __future__ import annotations

import secrets
import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from parlor.accounts.models import User
from parlor.catalog import registry
from parlor.engine import Chance, pick
from parlor.tables import absence, clock, live, play
from parlor.tables import bots as bots_module
from parlor.tables.loading import Running
from parlor.tables.models import Move, Seat, Table
from parlor.tables.pace import TEMPI
from parlor.tables.service import TableError
from tests.support.services import wait_until
from tests.tables.conftest import started

TAKE, REFUSE = {"kind": "Take"}, {"kind": "Refuse"}
FAST = TEMPI["fast"]


@pytest.fixture(autouse=True)
def _worker(monkeypatch: pytest.MonkeyPatch, _own_memory: None) -> None:
    monkeypatch.setattr(clock, "bots", bots_module.bots)


def late(table: Table, seconds: float = 5) -> None:
    """The time of whoever is asked was out so many seconds ago, and the worker has looked."""
    out = timezone.now() - timedelta(seconds=seconds)
    Seat.objects.filter(table=table, due_at__isnull=False).update(due_at=out, remind_at=None)
    live.tables.forget(table.id)
    Table.objects.filter(pk=table.pk).update(due_at=out)
    assert clock.work() == 1
    live.tables.ask(table.id, lambda running: None).result(20)


def version(table: Table) -> int:
    return Table.objects.get(pk=table.pk).version


def asked(table: Table) -> Seat:
    return Seat.objects.get(table=table, waiting_on=True)


@pytest.fixture
def table(ann: User, bob: User, cleo: User, request: pytest.FixtureRequest) -> Table:
    return started("no-thanks", [ann, bob, cleo], pace="fast", absence=getattr(request, "param", "bot"))


def test_a_bot_takes_over_and_the_person_comes_back_with_one_press(table: Table) -> None:
    absent = asked(table)
    late(table)
    absent.refresh_from_db()
    assert (absent.bot, absent.away, absent.left) == ("steady", True, False)
    wait_until(lambda: version(table) >= 1, "the bot did not move")
    user = absent.user
    assert user is not None
    answer = play.move(table.id, user.pk, "m", version(table), TAKE).result(20)
    assert isinstance(answer, play.Denied) and "back" in answer.detail
    absence.back(table.id, user).result(20)
    absent.refresh_from_db()
    assert (absent.bot, absent.away) == ("", False)
    assert absent.bank_ms is not None and absent.bank_ms >= 60_000, "time to go on with"
    absence.back(table.id, user).result(20)


def test_only_who_plays_comes_back(table: Table) -> None:
    with pytest.raises(TableError):
        absence.back(table.id, User.objects.create_user("eve")).result(20)


@pytest.mark.parametrize("table", ["skip"], indirect=True)
def test_a_bot_makes_just_this_move(table: Table) -> None:
    absent = asked(table)
    late(table)
    wait_until(lambda: version(table) == 1, "no move was made")
    row = Move.objects.get(table=table, version=1)
    assert (row.seat, row.user_id) == (absent.number, None)
    absent.refresh_from_db()
    assert (absent.bot, absent.away) == ("", False)
    took = b"Take" in bytes(row.payload)  # whoever takes a card is asked about the next one
    assert (absent.due_at is not None) is took


@pytest.mark.parametrize("table", ["skip"], indirect=True)
def test_a_turn_that_may_be_passed_is_passed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.no_thanks import rules

    def skip(self: Any, p: Any, seat: Any) -> Any:
        return rules.Take()

    for phase in registry.get_game("no-thanks").phases:
        monkeypatch.setattr(phase, "skip", skip)
    monkeypatch.setattr(bots_module.bots._thinker, "ask", None)
    late(table)
    wait_until(lambda: version(table) == 1, "the turn was not passed")
    assert b"Take" in bytes(Move.objects.get(table=table, version=1).payload)


@pytest.mark.parametrize("table", ["vote"], indirect=True)
def test_the_others_have_time_to_decide_before_a_bot_goes_on(table: Table) -> None:
    absent = asked(table)
    for seconds in (5, FAST.grace.seconds + 5):
        late(table, seconds)
        absent.refresh_from_db()
        assert (absent.bot, version(table)) == ("", 0)
    assert absent.user_id is not None
    late(table, 2 * FAST.grace.seconds + 5)
    absent.refresh_from_db()
    assert absent.away
    wait_until(lambda: version(table) >= 1, "the bot did not move")


@pytest.mark.parametrize("table", ["vote"], indirect=True)
def test_a_late_answer_still_counts(table: Table) -> None:
    absent = asked(table)
    late(table, FAST.grace.seconds + 5)
    assert isinstance(play.move(table.id, absent.user_id, "m", 0, REFUSE).result(20), play.Accepted)
    absent.refresh_from_db()
    assert (absent.away, absent.due_at, absent.bank_ms) == (False, None, FAST.increment.seconds * 1000)


def test_when_nobody_is_there_the_bots_play_to_the_end(ann: User, bob: User) -> None:
    table = started("auction", [ann, bob], pace="1d")
    late(table)
    wait_until(lambda: Table.objects.get(pk=table.pk).status == "finished", "the game did not end")


GAMES = sorted({"auction", *registry.all_games()})


@pytest.mark.parametrize("policy", ["bot", "skip", "vote"])
@pytest.mark.parametrize("slug", GAMES)
def test_one_seat_that_never_answers(slug: str, policy: str, ann: User, bob: User, settings: Any) -> None:
    """The others are people too, who answer at once; the last seat's time is out whenever it is asked."""
    game = registry.get_game(slug)
    settings.BOT_PAUSE = 0
    people = [ann, bob, *(User.objects.create_user(f"more{n}") for n in range(2, game.seats[0]))]
    table = started(slug, people, pace="normal", absence=policy)
    absent = len(people) - 1
    chance = Chance(bytes(32))
    until = time.monotonic() + 240
    stuck = 0
    while Table.objects.get(pk=table.pk).status == "running":
        assert time.monotonic() < until and stuck < 200, "the table is stuck"

        def look(running: Running) -> tuple[int, list[int], dict[int, object], bool]:
            driver = running.driver
            mine = [seat for seat in driver.acting if seat != absent]
            moves = {seat: driver.codec.raw(pick(driver.legal(seat), chance("others"))) for seat in mine}
            return driver.version, mine, moves, absent in driver.acting and absent not in running.bots

        at, others, moves, waits = live.tables.ask(table.id, look).result(20)
        for seat in others:
            play.move(table.id, people[seat].pk, secrets.token_hex(8), at, moves[seat]).result(20)
        stuck += 1
        if not others and waits:
            late(table, 1000)
            wait_until(lambda at=at: version(table) > at or not _waits(table, absent), "nobody moved for the absent")  # type: ignore[misc]
        elif not others:
            time.sleep(0.01)
        if version(table) > at:
            stuck = 0
    assert Table.objects.get(pk=table.pk).reason == "played"


def _waits(table: Table, seat: int) -> bool:
    return live.tables.ask(
        table.id, lambda running: seat in running.driver.acting and seat not in running.bots
    ).result(20)  # fmt: skip
