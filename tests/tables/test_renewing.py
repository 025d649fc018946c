"""Open tables after an update of their game: those that go on, those that rest, and those that an admin lets go on."""

import io
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from parlor.accounts.models import User
from parlor.engine import Context, End, Next, Seat
from parlor.tables import interventions, live, play, renewing, service, stuck
from parlor.tables.history import history
from parlor.tables.loading import Frozen
from parlor.tables.models import Move, Table
from tests.tables.conftest import started, state
from tests.tables.games import GAME, Bid, Bids, Tally


@pytest.fixture(autouse=True)
def _memory(monkeypatch: pytest.MonkeyPatch, _own_memory: None) -> None:
    for module in (interventions, renewing):
        monkeypatch.setattr(module, "tables", live.tables)
    history.forget()


@pytest.fixture
def table(ann: User, bob: User) -> Table:
    """An auction after one round, in which the bids were 1 and 2."""
    table = started("auction", [ann, bob])
    play.move(table.id, ann.pk, "a", 0, {"kind": "Bid", "coins": 1}).result(20)
    play.move(table.id, bob.pk, "b", 0, {"kind": "Bid", "coins": 2}).result(20)
    assert state(table)[0] == 1
    return Table.objects.get(pk=table.pk)


def replay(*arguments: str) -> tuple[str, int]:
    """What the command says, and its exit status; then all is forgotten, as in servers that hear of it."""
    said, status = io.StringIO(), 0
    try:
        call_command("replaytables", *arguments, stdout=said)
    except SystemExit as end:
        status = int(end.code or 0)
    return said.getvalue(), status


def renew(monkeypatch: pytest.MonkeyPatch, **changed: Callable[..., Any]) -> None:
    """An update of the auction, with another rules number; `changed` are methods of its phase."""
    monkeypatch.setattr(GAME, "rules", 2, raising=False)
    for name, method in changed.items():
        monkeypatch.setattr(Bids, name, method)


def doubled(self: Bids, p: Tally, moves: Mapping[Seat, Bid], ctx: Context) -> Next:
    for seat, bid in moves.items():
        p.scores[seat] += 2 * bid.coins
    p.rounds += 1
    ctx.log("Bids: {bids}", bids=[bid.coins for bid in moves.values()])
    return Bids(self.round + 1) if self.round < 3 else End()


def told_otherwise(self: Bids, p: Tally, moves: Mapping[Seat, Bid], ctx: Context) -> Next:
    for seat, bid in moves.items():
        p.scores[seat] += bid.coins
    p.rounds += 1
    ctx.log("They bid {bids}", bids=[bid.coins for bid in moves.values()])
    return Bids(self.round + 1) if self.round < 3 else End()


def stingy(self: Bids, p: Tally, moves: Mapping[Seat, Bid], ctx: Context) -> Next:
    if any(bid.coins > 1 for bid in moves.values()):
        raise ValueError("nobody has two coins")
    return Bids(self.round + 1)


def scores(table: Table) -> list[int]:
    return live.tables.ask(table.pk, lambda running: list(running.driver.position.scores)).result(20)


def test_a_table_rests_until_it_was_replayed_with_rules_of_another_number(
    table: Table, ann: User, monkeypatch: pytest.MonkeyPatch, another_process: Callable[[], live.Tables]
) -> None:
    renew(monkeypatch)
    monkeypatch.setattr(renewing, "tables", another_process())
    with pytest.raises(Frozen, match="renewed"):
        live.tables.ask(table.pk, lambda running: None).result(20)
    assert replay() == ("Tables: 1 same.\n", 0)
    table.refresh_from_db()
    assert (table.rules, table.frozen) == (2, "") and scores(table) == [1, 2]
    assert Move.objects.filter(table=table).count() == 2, "nothing is written where nothing differs"


def test_an_update_that_changes_nothing_at_the_table_is_quiet(table: Table) -> None:
    assert replay() == ("Tables: 1 same.\n", 0)
    assert replay("--renewed") == ("", 0)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"resolve": told_otherwise}, "differs at version 1: the log tells something else"),
        ({"resolve": stingy}, "cannot be replayed at version 1"),
    ],
)
def test_a_table_that_would_differ_is_named_and_rests(
    table: Table, ann: User, monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], why: str
) -> None:
    renew(monkeypatch, **changed)
    said, status = replay("--dry-run")
    assert f"{table.pk} (auction) {why}" in said and status == 0
    assert Table.objects.get(pk=table.pk).frozen == ""
    said, status = replay()
    assert "-> rests" in said and status == 1
    table.refresh_from_db()
    assert "renewed" in table.frozen and table.rules == 1 and table.due_at is None
    with pytest.raises(Frozen, match="rests"):
        play.move(table.pk, ann.pk, "late", 1, {"kind": "Bid", "coins": 1}).result(20)
    interventions.stop(table.pk, "It cannot go on.")
    assert Table.objects.get(pk=table.pk).frozen == ""


def test_a_position_that_differs_is_found_where_a_snapshot_tells(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    interventions.roll_back(table.pk, 1)  # writes a snapshot
    play.move(table.pk, table.host_id, "c", 2, {"kind": "Bid", "coins": 3}).result(20)
    monkeypatch.setattr("parlor.tables.storing.SNAPSHOT_EVERY", 1)
    other = table.seats.get(number=1).user_id
    play.move(table.pk, other, "d", 2, {"kind": "Bid", "coins": 0}).result(20)
    assert scores(table) == [3, 0]
    renew(monkeypatch, resolve=doubled)
    said, status = replay()
    assert "differs at version" in said and "the position is another" in said and status == 1


def test_an_accepted_update_goes_on_from_a_row_in_the_log(
    table: Table, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch, another_process: Callable[[], live.Tables]
) -> None:
    renew(monkeypatch, resolve=told_otherwise)
    replay()
    said, status = replay("--accept")
    assert "-> accepted" in said and status == 0
    table.refresh_from_db()
    assert (table.rules, table.frozen, table.version) == (2, "", 2)
    entry = live.tables.ask(table.pk, lambda running: running.entries[-1]).result(20)
    assert "renewed" in str(entry.lines[0].message)
    assert scores(table) == [1, 2]
    monkeypatch.setattr(renewing, "tables", another_process())
    assert scores(table) == [1, 2], "replay goes on from the row, not through what was before"
    play.move(table.pk, ann.pk, "c", 2, {"kind": "Bid", "coins": 1}).result(20)
    answer = play.move(table.pk, bob.pk, "d", 2, {"kind": "Bid", "coins": 1}).result(20)
    assert answer == play.Accepted(3) and scores(table) == [2, 3]
    assert replay() == ("Tables: 1 same.\n", 0)


def test_what_the_new_rules_cannot_take_up_rests_even_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    renew(monkeypatch, resolve=stingy)
    said, status = replay("--accept")
    assert "-> rests" in said and status == 1
    table.refresh_from_db()
    assert table.rules == 1 and table.frozen and table.version == 1


def test_an_update_that_is_taken_back_wakes_the_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as while_it_lasts:
        renew(while_it_lasts, resolve=told_otherwise)
        assert replay()[1] == 1
    assert replay() == ("Tables: 1 same.\n", 0)
    table.refresh_from_db()
    assert not table.frozen and scores(table) == [1, 2]


def test_tables_are_listed_and_rolled_back_from_a_terminal(table: Table) -> None:
    said = io.StringIO()
    call_command("listtables", "--game", "auction", "--person", "ann", stdout=said)
    assert said.getvalue().startswith(f"{table.pk}  auction rules 1  running  version 1  ann, bob")
    said = io.StringIO()
    call_command("listtables", "--resting", stdout=said)
    assert said.getvalue() == ""
    said = io.StringIO()
    call_command("rollbacktable", table.pk, "1", "--note", "slip", stdout=said)
    assert "version 2" in said.getvalue() and scores(table) == [0, 0]
    with pytest.raises(CommandError, match="0 moves"):
        call_command("rollbacktable", table.pk, "1")
    with pytest.raises(CommandError, match="no table"):
        call_command("rollbacktable", "nowhere", "1")


def test_a_table_that_got_stuck_before_its_game_began_waits_on(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = service.create(ann, game="auction", seats=2)
    service.join(waiting.pk, bob)
    assert stuck.stop_table(waiting.pk, "set-up")
    with pytest.raises(service.TableError, match="stuck"):
        service.start(waiting.pk, ann)
    assert replay("--renewed") == ("", 0), "the rules are those that got stuck"
    renew(monkeypatch)
    assert replay("--dry-run") == ("Tables: 1 same.\n", 0) and Table.objects.get().frozen
    assert replay(waiting.pk) == ("Tables: 1 same.\n", 0)
    waiting.refresh_from_db()
    assert (waiting.status, waiting.frozen, waiting.rules) == ("waiting", "", 2)
    assert waiting.due_at is not None and waiting.due_at > timezone.now(), "it does not close at once"
    assert service.expire(timezone.now()) == 0 and service.start(waiting.pk, ann).status == "running"


def test_new_rules_wake_it_by_themselves(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = service.create(ann, game="auction", seats=2)
    stuck.stop_table(waiting.pk, "set-up")
    renew(monkeypatch)
    assert replay("--renewed") == ("Tables: 1 same.\n", 0)
    assert Table.objects.get().frozen == ""
