"""Before the game: opening, joining, leaving, bots, starting, and every refusal as a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.catalog import registry
from parlor.engine.deal import read
from parlor.tables import service
from parlor.tables.faults import Fault
from parlor.tables.models import Move, Snapshot, Table
from parlor.tables.service import TableError


def opened(host: User, **more: Any) -> Table:
    return service.create(host, **({"game": "no-thanks", "seats": 3} | more))


def test_a_new_table_is_private_and_its_host_sits_first(ann: User) -> None:
    table = opened(ann)
    assert (table.status, table.visibility, table.pace) == ("waiting", "private", "none")
    assert table.options == {"chips": "hidden", "variant": "standard", "rounds": 1}
    assert [seat.user_id for seat in table.seats.all()] == [ann.pk, None, None]


def test_options_may_be_text(ann: User) -> None:
    assert opened(ann, options={"rounds": "4", "chips": "OPEN"}).options["rounds"] == 4


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 2}, "seats"),
        ({"seats": 8}, "seats"),
        ({"seats": True}, "seats"),
        ({"options": {"rounds": 3}}, "options"),
        ({"options": {"colour": "red"}}, "options"),
        ({"pace": "hurry"}, "pace"),
        ({"visibility": "secret"}, "visibility"),
    ],
)
def test_what_can_never_start_is_refused(ann: User, change: dict[str, Any], field: str) -> None:
    with pytest.raises(TableError) as refusal:
        opened(ann, **change)
    assert refusal.value.field == field
    assert str(refusal.value).endswith(".")
    assert not Table.objects.exists()


def test_seats_fill_in_order_and_once(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann)
    assert service.join(table.id, bob) == 1
    assert service.join(table.id, bob) == 1
    assert service.add_bot(table.id, ann) == 2
    with pytest.raises(TableError, match="taken"):
        service.join(table.id, cleo)
    service.remove_bot(table.id, bob)
    assert service.join(table.id, cleo) == 2
    with pytest.raises(TableError, match="No bot"):
        service.remove_bot(table.id, ann)


def test_only_those_at_the_table_add_bots_and_only_the_games_own(ann: User, bob: User) -> None:
    table = opened(ann)
    with pytest.raises(TableError) as refusal:
        service.add_bot(table.id, bob)
    assert refusal.value.forbidden
    with pytest.raises(TableError, match="steady"):
        service.add_bot(table.id, ann, "hal")


def test_the_host_hands_the_table_on_and_the_last_one_closes_it(ann: User, bob: User) -> None:
    table = opened(ann)
    service.join(table.id, bob)
    service.leave(table.id, ann)
    table.refresh_from_db()
    assert table.host_id == bob.pk
    service.leave(table.id, bob)
    table.refresh_from_db()
    assert (table.status, table.reason) == ("finished", "closed")
    with pytest.raises(TableError, match="over"):
        service.join(table.id, ann)


def test_only_the_host_starts_a_full_table_and_once(ann: User, bob: User, cleo: User) -> None:
    table = opened(ann)
    service.join(table.id, bob)
    with pytest.raises(TableError, match="1 seats are still free"):
        service.start(table.id, ann)
    service.join(table.id, cleo)
    with pytest.raises(TableError) as refusal:
        service.start(table.id, bob)
    assert refusal.value.forbidden
    service.start(table.id, ann)
    with pytest.raises(TableError, match="begun"):
        service.start(table.id, ann)
    with pytest.raises(TableError, match="begun"):
        service.leave(table.id, bob)
    assert Move.objects.get().version == Snapshot.objects.get().version == 0
    assert sum(seat.waiting_on for seat in table.seats.all()) == 1


def test_nobody_hoards_tables(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "OPEN_TABLES_EACH", 2)
    opened(ann)
    opened(ann)
    with pytest.raises(TableError, match="waiting already"):
        opened(ann)


def test_a_set_up_that_fails_is_stored_with_a_seed_that_no_game_gets(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(ann, seats=3)
    service.join(table.id, bob)
    service.add_bot(table.id, ann)
    first = bytes(table.seed)
    with monkeypatch.context() as patch:
        patch.setattr(type(registry.get_game("no-thanks")), "setup", lambda *given: 1 / 0)
        with pytest.raises(service.Stumbled):
            service.start(table.id, ann)
    assert read(Fault.objects.get().content).seed == first.hex(), "it tells how it was to be dealt"
    begun = service.start(table.id, ann)
    assert begun.status == "running" and len(bytes(begun.seed)) == 32
    assert bytes(begun.seed) != first, "admins and authors have read that one"
