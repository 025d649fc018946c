"""The checker sees what it is there for: each thing that a site could do wrong is planted, and found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parlor.tables import play
from parlor.tables.models import Move, Table
from tests.faults.checker import check
from tests.tables import conftest as at_tables

pytestmark = pytest.mark.long

REFUSE = {"kind": "Refuse"}
_own_memory, ann, bob, cleo, dealt = (
    at_tables._own_memory, at_tables.ann, at_tables.bob, at_tables.cleo, at_tables.dealt,
)  # fmt: skip


@pytest.fixture
def told(dealt: Table, ann: Any, bob: Any) -> dict[str, Any]:
    """Two moves at one table, and what the players wrote down."""
    for person, client_id, version in ((ann, "one", 0), (bob, "two", 1)):
        assert isinstance(play.move(dealt.pk, person.pk, client_id, version, REFUSE).result(20), play.Accepted)
    return {
        "tried": [[dealt.pk, "one"], [dealt.pk, "two"]],
        "acknowledged": [[dealt.pk, "one", 0, 1], [dealt.pk, "two", 1, 2]],
        "contradicted": [],
        "seen": {dealt.pk: 2},
    }


def test_what_is_as_it_was_told_is_right(told: dict[str, Any]) -> None:
    found = check(told)
    assert found["wrong"] == []
    assert (found["steps"], found["tried"], found["acknowledged"]) == (2, 2, 2)
    assert (found["lost"], found["doubled"]) == (0, 0)


def lose_an_acknowledged_one(table: str, told: dict[str, Any]) -> None:
    told["tried"].append([table, "three"])
    told["acknowledged"].append([table, "three", 2, 3])


def count_one_twice(table: str, told: dict[str, Any]) -> None:
    Move.objects.filter(table=table, version=2).update(client_id="one")


def lose_the_last_step(table: str, told: dict[str, Any]) -> None:
    Move.objects.filter(table=table, version=2).delete()


def lose_a_step(table: str, told: dict[str, Any]) -> None:
    Move.objects.filter(table=table, version=1).delete()


def change_a_move(table: str, told: dict[str, Any]) -> None:
    row = Move.objects.get(table=table, version=2)
    Move.objects.filter(pk=row.pk).update(payload=bytes(row.payload).replace(b"Refuse", b"Take"))


def forget_what_was_shown(table: str, told: dict[str, Any]) -> None:
    told["seen"][table] = 3


def wait_for_somebody_else(table: str, told: dict[str, Any]) -> None:
    Table.objects.get(pk=table).seats.update(waiting_on=True)


@pytest.mark.parametrize(
    ("plant", "field", "sentence"),
    [
        (lose_an_acknowledged_one, "lost", "three was acknowledged as version 3 and is lost"),
        (count_one_twice, "doubled", "one counts more than once"),
        (lose_the_last_step, "lost", "its row says version 2, its log 1"),
        (lose_a_step, "lost", "its versions have gaps"),
        (change_a_move, "", "differs at 2"),
        (forget_what_was_shown, "", "somebody was shown version 3"),
        (wait_for_somebody_else, "", "it says that it waits for [0, 1, 2]"),
    ],
)
def test_what_is_wrong_is_found(
    told: dict[str, Any], plant: Callable[[str, dict[str, Any]], None], field: str, sentence: str
) -> None:
    plant(told["tried"][0][0], told)
    found = check(told)
    assert any(sentence in one for one in found["wrong"]), found["wrong"]
    assert not field or found[field] == 1
