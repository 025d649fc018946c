"""What pages and the API read about tables: whose they are, which are open, and who waits for whom."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from parlor.accounts.models import User
from parlor.accounts.selectors import apart_ids, friend_ids
from parlor.catalog.registry import all_games
from parlor.catalog.settings_of_games import games_for
from parlor.tables.models import Reason, Seat, Status, Table, Visibility

FINISHED_SHOWN = 12
OPEN_SHOWN = 30
MINE_SHOWN = 200

Visitor = AbstractBaseUser | AnonymousUser | None


def person(visitor: Visitor) -> User | None:
    """The person behind a request's user; None for who has not signed in."""
    return visitor if isinstance(visitor, User) and visitor.is_authenticated else None


def game_name(slug: str) -> str:
    """The name of a game, also when its package is gone."""
    game = all_games().get(slug)
    return game.name if game else slug


def turns(user: User, *, besides: str = "") -> int:
    """How many tables wait for the person, not counting the one `besides`."""
    waiting = Seat.objects.filter(user=user, waiting_on=True, left=False, table__status=Status.RUNNING)
    return waiting.exclude(table=besides).values("table").distinct().count()


def record(user: User) -> tuple[int, int]:
    """How many tables the person has played to their end, and of how many games."""
    at = Exists(Seat.objects.filter(table=OuterRef("pk"), user=user))
    played = Table.objects.filter(at, status=Status.FINISHED).exclude(started_at=None)
    return played.count(), played.values("game").distinct().count()


def waits_for(table: Table, user: User | None) -> bool:
    """Whether the game waits for this person."""
    return table.status == Status.RUNNING and any(
        seat.waiting_on and not seat.left and user is not None and seat.user_id == user.pk for seat in table.seats.all()
    )


def _listed() -> QuerySet[Table]:
    return Table.objects.select_related("host").prefetch_related("seats")


def my_tables(user: User) -> list[Table]:
    """The person's tables: those that wait for them, then running, waiting, and the latest finished ones."""
    own = _listed().filter(Exists(Seat.objects.filter(table=OuterRef("pk"), user=user, left=False)))
    alive = list(own.exclude(status=Status.FINISHED).order_by("-changed_at")[:MINE_SHOWN])
    alive.sort(key=lambda table: (not waits_for(table, user), table.status != Status.RUNNING))
    over = own.filter(status=Status.FINISHED).order_by("-changed_at")[:FINISHED_SHOWN]
    return [*alive, *over]


def open_tables(user: User | None, game: str = "", *, seats: int = 1, friends: bool = False) -> list[Table]:
    """Tables that the person may join and that have a free seat, the newest first.

    Those open to everybody and those of friends; not those where the person, or somebody kept apart, sits. Of one
    `game`, with so many free `seats`, and where `friends` sit, as far as that is wanted. Only of games that the person
    is shown.
    """
    free = Count("seats", filter=Q(seats__user=None, seats__bot=""))
    tables = _listed().annotate(free_seats=free).filter(status=Status.WAITING, free_seats__gte=max(1, seats))
    if user is None:
        tables = tables.filter(visibility=Visibility.OPEN)
    else:
        known = friend_ids(user)
        theirs = Q(visibility=Visibility.FRIENDS, host__in=known)
        away = {user.pk} | apart_ids(user)
        tables = tables.filter(Q(visibility=Visibility.OPEN) | theirs)
        tables = tables.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user__in=away)))
        if friends:
            tables = tables.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), user__in=known)))
    shown = set(games_for(user))
    tables = tables.filter(game__in=shown & {game} if game else shown)
    return list(tables.order_by("-created_at")[:OPEN_SHOWN])


def card(table: Table, user: User | None) -> dict[str, Any]:
    """The table as lists of pages show it; a free seat is None."""
    seats = list(table.seats.all())
    seated = user is not None and any(seat.user_id == user.pk for seat in seats)
    return {
        "url": table.get_absolute_url(),
        "game_name": game_name(table.game),
        "status": "stopped" if table.reason == Reason.STOPPED else table.status,
        "mine": waits_for(table, user),
        "training": table.training,
        "seats_from": table.seats_from,
        "host": table.host.username if table.host else "",
        "can_join": user is not None
        and not seated
        and table.status == Status.WAITING
        and any(seat.free for seat in seats),
        "seats": [
            None if seat.free else {"name": seat.name, "you": user is not None and seat.user_id == user.pk}
            for seat in seats
        ],
    }
