"""How many seats a game may begin with, and who sits where when it does."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from django.db import transaction

from parlor.catalog.registry import AnyGame, options_of
from parlor.engine import Options, Refused, settle
from parlor.tables.models import Seat, Table


def settle_some(game: AnyGame, options: Mapping[str, object], fewest: int, seats: int) -> Options:
    """The options as they can be with one of these numbers of seats. Raises Refused where they can with none."""
    refused: Refused | None = None
    for number in range(seats, fewest - 1, -1):
        try:
            return settle(options_of(game), options, number)
        except Refused as error:
            refused = refused or error
    assert refused is not None
    raise refused


def fewest(table: Table, seats: Sequence[Seat]) -> int:
    """With how many taken seats of these, which are the table's, the game may begin."""
    return table.seats_from or len(seats)


def unready(table: Table, seats: Sequence[Seat]) -> list[str]:
    """Who still has to say that they are ready, where that is asked for."""
    if not table.ready_check:
        return []
    return [seat.name for seat in seats if seat.user_id is not None and not seat.ready and not seat.shared]


def close_ranks(table: Table) -> None:
    """Takes the free seats away; who sits behind them moves up."""
    with transaction.atomic():
        table.seats.filter(user=None, bot="").delete()
        for number, seat in enumerate(table.seats.all()):
            if seat.number != number:
                table.seats.filter(pk=seat.pk).update(number=number)


def draw(table: Table) -> None:
    """Who sits at the table changes seats at random."""
    seats = list(table.seats.all())
    drawn = [(seat.user_id, seat.shared, seat.bot, seat.name) for seat in seats]
    secrets.SystemRandom().shuffle(drawn)
    table.seats.update(user=None)
    for seat, (user, shared, bot, name) in zip(seats, drawn, strict=True):
        table.seats.filter(pk=seat.pk).update(user=user, shared=shared, bot=bot, name=name)
