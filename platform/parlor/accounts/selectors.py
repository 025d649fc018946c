"""What is read about people: who is whose friend, who has asked whom, and who blocks whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from django.db import connection
from django.db.models import Q, QuerySet

from parlor.accounts.models import Block, Friendship, User

Relation = Literal["", "you", "friend", "asked", "asks", "blocked"]
"""What somebody is to me: nothing, myself, a friend, asked by me, asking me, or blocked by me."""


def person_called(name: str) -> User | None:
    """The person of this name, in whatever case; nobody whose account is closed."""
    name = name.replace("\0", "")  # what no column could hold
    return User.objects.filter(username__iexact=name, is_active=True).first()


def friend_ids(user: User) -> set[int]:
    """The friends' numbers."""
    pairs = Friendship.objects.filter(Q(asker=user) | Q(asked=user)).exclude(accepted_at=None)
    return {asker + asked - user.pk for asker, asked in pairs.values_list("asker_id", "asked_id")}


def friends(user: User) -> list[User]:
    """The friends, by name."""
    return _people(friend_ids(user))


def are_friends(one: User, other: User | None) -> bool:
    """Whether both have agreed to be friends."""
    if other is None or one.pk == other.pk:
        return False
    both = Q(asker=one, asked=other) | Q(asker=other, asked=one)
    return Friendship.objects.filter(both).exclude(accepted_at=None).exists()


def asking(user: User) -> list[User]:
    """Those who ask for this person's friendship, the latest first; nobody whom the person has blocked."""
    waiting = Friendship.objects.filter(asked=user, accepted_at=None).exclude(asker__in=blocked_ids(user))
    return [row.asker for row in waiting.select_related("asker").order_by("-asked_at") if row.asker.is_active]


def asked(user: User) -> list[User]:
    """Those whose friendship this person has asked for, the latest first."""
    waiting = Friendship.objects.filter(asker=user, accepted_at=None).select_related("asked")
    return [row.asked for row in waiting.order_by("-asked_at") if row.asked.is_active]


def blocked_ids(user: User) -> set[int]:
    """Those whom this person has blocked."""
    return set(Block.objects.filter(by=user).values_list("whom_id", flat=True))


def blocked(user: User) -> list[User]:
    """Those whom this person has blocked, by name."""
    return _people(blocked_ids(user))


def apart_ids(user: User) -> set[int]:
    """Those with whom this person does not sit at one table, whoever of the two has blocked."""
    with connection.cursor() as cursor:  # asked of each who sits down; the ORM would take longer than the database
        cursor.execute("SELECT by_id + whom_id FROM accounts_block WHERE by_id = %s OR whom_id = %s", [user.pk] * 2)
        return {both - user.pk for (both,) in cursor.fetchall()}


def relations(user: User, others: Iterable[User]) -> dict[int, Relation]:
    """What each of the others is to this person, by number."""
    wanted = {other.pk for other in others}
    found: dict[int, Relation] = dict.fromkeys(wanted, "")
    rows = Friendship.objects.filter(Q(asker=user, asked__in=wanted) | Q(asked=user, asker__in=wanted))
    for asker, asked_, at in rows.values_list("asker_id", "asked_id", "accepted_at"):
        found[asker + asked_ - user.pk] = "friend" if at else "asked" if asker == user.pk else "asks"
    for number in wanted & blocked_ids(user):
        found[number] = "blocked"
    if user.pk in wanted:
        found[user.pk] = "you"
    return found


def relation(user: User, other: User) -> Relation:
    """What the other is to this person."""
    return relations(user, [other])[other.pk]


def _people(numbers: Iterable[int]) -> list[User]:
    found: QuerySet[User] = User.objects.filter(pk__in=list(numbers), is_active=True)
    return list(found.order_by("username"))
