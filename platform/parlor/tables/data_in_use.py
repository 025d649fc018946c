"""Which installed data sets, such as dictionaries, open tables need: those that wait or run."""

from __future__ import annotations

from django.db.models import QuerySet

from parlor.tables.models import Status, Table


def _open() -> QuerySet[Table]:
    return Table.objects.exclude(status=Status.FINISHED)


def open_tables(game: str, family: str, name: str) -> list[str]:
    """The tables of the game that have begun, or will begin, with the set of this name."""
    found = _open().filter(game=game, data__has_key=f"{family}/{name}").order_by("created_at")
    return list(found.values_list("pk", flat=True))


def needed() -> set[str]:
    """The digests of all data sets of open tables."""
    return {digest for data in _open().values_list("data", flat=True) for digest in data.values()}
