"""Programs that keep a view up to date by `changed` and `entries` have the view that the table shows anew."""

from __future__ import annotations

from typing import Any

import pytest

from parlor.accounts.models import User
from parlor.engine import Chance
from parlor.play.messages import Table, Update, read_reply, write
from parlor.play.updating import _difference
from tests.play.conftest import Start
from tests.play.players import changed
from tests.play.visitors import Visitor, play


@pytest.mark.parametrize(
    ("old", "new", "entries"),
    [
        ([1, 2, 3], [1, 5, 3], {"f": {1: 5}}),
        ([1, 2, 3], [1, 2, 3, 4], {"f": {3: 4}}),
        ([1, 2], [3, 2, 4, 5], None),  # most are new
        ([1, 2, 3], [1, 2], None),  # some are gone
        ([], [1], None),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"f": {"b": 3}}),
        ({"a": 1}, {"a": 1, "b": 2}, {"f": {"b": 2}}),
        ({"a": 1, "b": 2}, {"a": 1}, None),
        ([[1, 2], [3, 4]], [[1, 2], [3, 4, 5]], {"f.1": {2: 5}}),
        ([[1, 2], [3, 4], 5, 6], [[1, 2], [3, 4, 5], 7, 6], {"f.1": {2: 5}, "f": {2: 7}}),
        ([[1, 2], [3, 4]], [[1, 2], [7]], {"f": {1: [7]}}),
        ({"a": [1, 2], "b": 1}, {"a": [1, 2, 3], "b": 1}, {"f.a": {2: 3}}),
        ({"a.b": [1, 2], "b": 1}, {"a.b": [1, 2, 3], "b": 1}, {"f": {"a.b": [1, 2, 3]}}),
        ([1], {"a": 1}, None),
        (3, 4, None),
        ("abc", "abd", None),
    ],
)
def test_entries_are_told_where_few_are_new_and_none_is_gone(old: Any, new: Any, entries: Any) -> None:
    found = _difference({"f": (old, new)})
    assert found == (({"f": new}, {}) if entries is None else ({}, entries))
    step = read_reply(write(Update(1, changed=found.changed, entries=found.entries)))
    assert isinstance(step, Update)
    assert changed({"f": old}, step) == {"f": new}


@pytest.mark.parametrize("game", ["no-thanks", "gaia", "collect"])
def test_a_view_kept_by_steps_is_the_view(start: Start, people: list[User], game: str) -> None:
    table = start(game, chance=Chance(b"\x06" * 32), visibility="open")

    async def scene() -> int:
        everybody = [Visitor(table.pk, user) for user in people]  # the last one watches
        shown = [await visitor.until(Table) for visitor in everybody]
        views: list[Any] = [table.view for table in shown]
        choices, acting = [table.choices for table in shown], [seat.number for seat in shown[0].seats if seat.acting]
        choose, told = Chance(b"\x07" * 32)("moves"), 0
        for version in range(25):
            mover = acting[0]
            offer = choices[mover][choose.below(len(choices[mover]))]
            made = offer.get("example", offer)
            everybody[mover].tell(type="move", id=f"m{version}", version=version, move=made)
            for n, visitor in enumerate(everybody):
                step = await visitor.at(version + 1)
                assert isinstance(step, Update)
                views[n], choices[n], acting = changed(views[n], step), step.choices, step.acting
                told += len(step.entries)
            if step.status == "finished":
                break
        for view, user in zip(views, people, strict=True):
            assert (await Visitor(table.pk, user).until(Table)).view == view
        return told

    assert play(scene) > 10
