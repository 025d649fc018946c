"""Ratings: how strong somebody is in a game, from the places at finished tables; by OpenSkill's Plackett-Luce model.

A table counts when it has a result, is not for training, and at least two people with accounts sat there to the end
or left it. Bots and guests are left out, as if they had not been there: nobody gains by beating a bot, or a guest that
one plays oneself. Who left early ranks as the game says, which is last. The clock's worker rates each finished table
once, in one transaction; whoever does not want to see ratings switches them off for themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from openskill.models import PlackettLuce

from parlor.accounts.models import User
from parlor.tables.events import TableEvent, tell
from parlor.tables.live import tables
from parlor.tables.models import Seat, Status, Table
from parlor.tables.rating_rows import Rating, points

AT_ONCE = 50

_model = PlackettLuce()


class Strength(NamedTuple):
    """The guess about one person: middle and width."""

    mu: float = _model.mu
    sigma: float = _model.sigma


def rated(sides: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """The strengths after a game in which these sides (teams, or one person each) came in at these places."""
    given = [[_model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    found = _model.rate(given, ranks=[float(place) for place in places])
    return [[Strength(one.mu, one.sigma) for one in side] for side in found]


def rate_finished() -> int:
    """Looks at the finished tables that nobody has looked at yet. Returns how many of them counted."""
    found = Table.objects.filter(status=Status.FINISHED, rated=None).values_list("pk", flat=True)[:AT_ONCE]
    counted = 0
    for table in list(found):
        if rate(table):
            counted += 1
            tables.forget(table)
            tell(TableEvent("seats", table))
    return counted


def rate(table_id: str) -> bool:
    """Rates the finished table, if it counts and nobody has done so; whether it has counted now."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        if table.status != Status.FINISHED or table.rated is not None:
            return False
        sides = _sides(table)
        table.rated = len(sides) > 1
        table.save(update_fields=["rated"])
        if table.rated:
            _write(table.game, sides)
        return table.rated


class Side(NamedTuple):
    """Who came in together: one person, or a team."""

    place: int
    seats: list[Seat]


def _sides(table: Table) -> list[Side]:
    """Those who are rated, as they came in; empty for a table that does not count."""
    if table.training or not table.result:
        return []
    people = {seat.number: seat for seat in table.seats.select_related("user") if _counts(seat.user)}
    sides: dict[object, Side] = {}
    for standing in table.result:
        seat = people.get(standing["seat"])
        if seat is not None:
            team = standing.get("team")
            side = sides.setdefault(("seat", seat.number) if team is None else team, Side(standing["place"], []))
            side.seats.append(seat)
    return list(sides.values())


def _counts(user: User | None) -> bool:
    return user is not None and not user.is_guest


def _write(game: str, sides: Sequence[Side]) -> None:
    """Stores what each has gained or lost, at the seat too, where the result page reads it."""
    users = sorted(seat.user_id for side in sides for seat in side.seats if seat.user_id is not None)
    first = Strength()
    Rating.objects.bulk_create(
        [Rating(user_id=user, game=game, mu=first.mu, sigma=first.sigma) for user in users], ignore_conflicts=True
    )
    # by the same order everywhere, so that two tables rated at once wait for each other instead of both for ever
    held = Rating.objects.select_for_update().filter(user__in=users, game=game).order_by("user")
    rows: dict[int | None, Rating] = {row.user_id: row for row in held}
    before = [[Strength(rows[seat.user_id].mu, rows[seat.user_id].sigma) for seat in side.seats] for side in sides]
    after = rated(before, [side.place for side in sides])
    for side, were, are in zip(sides, before, after, strict=True):
        for seat, was, now in zip(side.seats, were, are, strict=True):
            Rating.objects.filter(pk=rows[seat.user_id].pk).update(mu=now.mu, sigma=now.sigma, played=F("played") + 1)
            Seat.objects.filter(pk=seat.pk).update(rating_before=points(was.mu), rating_after=points(now.mu))


def ratings_of(user: User) -> list[Rating]:
    """The person's ratings, the game played most first."""
    return list(Rating.objects.filter(user=user).order_by("-played", "game"))
