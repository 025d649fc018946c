"""What people do about each other: ask for friendship, answer, end it, and block. Raises PeopleError, a sentence.

Nobody learns that they are blocked: to them a request looks as if it waited, and only its answer never comes.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.accounts.limits import TooOften, sentence, wait_for
from parlor.accounts.models import Block, Friendship, User

REQUESTS_WAITING = 50
PREFIX_MIN = 2
FOUND = 20


class PeopleError(Exception):
    """What was asked for cannot be; the text is a sentence."""


class Often(PeopleError, TooOften):
    """It was asked for too often."""

    def __init__(self, text: str, wait: int) -> None:
        super().__init__(text)
        self.wait = wait


def between(one: User, other: User) -> Q:
    """The friendship of these two, whoever asked."""
    return Q(asker=one, asked=other) | Q(asker=other, asked=one)


def ask(*, by: User, whom: User) -> Friendship:
    """Asks for friendship, or accepts if the other has asked already; done twice, it changes nothing more."""
    if by.pk == whom.pk:
        raise PeopleError(_("That is you."))
    if blocked_by(by, whom):
        raise PeopleError(_("You have blocked {name}. Take that back first.").format(name=whom.username))
    known = Friendship.objects.filter(between(by, whom)).first()
    if known is not None:
        if known.asked_id == by.pk:
            accept(by=by, whom=whom)
            known.refresh_from_db()
        return known
    waiting = Friendship.objects.filter(asker=by, accepted_at=None).count()
    if waiting >= REQUESTS_WAITING:
        raise Often(_("You have asked many people. Wait for their answers first."), 3600)
    _not_too_often("friendships", by)
    try:
        with transaction.atomic():
            return Friendship.objects.create(asker=by, asked=whom)
    except IntegrityError:  # both asked in this moment
        accept(by=by, whom=whom)
        return Friendship.objects.get(between(by, whom))


def accept(*, by: User, whom: User) -> None:
    """Accepts the friendship that the other has asked for."""
    if blocked_by(by, whom):
        raise PeopleError(_("You have blocked {name}. Take that back first.").format(name=whom.username))
    waiting = Friendship.objects.filter(asker=whom, asked=by)
    if not waiting.filter(accepted_at=None).update(accepted_at=timezone.now()) and not waiting.exists():
        raise PeopleError(_("{name} does not ask for your friendship.").format(name=whom.username))


def part(*, by: User, whom: User) -> None:
    """Declines or withdraws a request, or ends the friendship, whichever there is; the other is told nothing."""
    Friendship.objects.filter(between(by, whom)).delete()


def block(*, by: User, whom: User) -> None:
    """From now on the two do not meet. Ends their friendship."""
    if by.pk == whom.pk:
        raise PeopleError(_("That is you."))
    with transaction.atomic():
        Block.objects.get_or_create(by=by, whom=whom)
        part(by=by, whom=whom)


def unblock(*, by: User, whom: User) -> None:
    """The two may meet again. What was asked for meanwhile is forgotten."""
    with transaction.atomic():
        Block.objects.filter(by=by, whom=whom).delete()
        Friendship.objects.filter(asker=whom, asked=by, accepted_at=None).delete()


def blocked_by(by: User, whom: User) -> bool:
    """Whether the first has blocked the second."""
    return Block.objects.filter(by=by, whom=whom).exists()


def search(*, by: User, prefix: str) -> list[User]:
    """People with accounts whose name begins so, in whatever case. Raises PeopleError for a short prefix, and Often."""
    prefix = prefix.replace("\0", "").strip()
    if len(prefix) < PREFIX_MIN:
        raise PeopleError(_("Give at least {n} letters of the name.").format(n=PREFIX_MIN))
    _not_too_often("searches", by)
    found = User.objects.filter(username__istartswith=prefix, is_active=True, is_guest=False).exclude(pk=by.pk)
    return list(found.order_by("username")[:FOUND])


def _not_too_often(what: str, by: User) -> None:
    """Counts one more time. Raises Often."""
    wait = wait_for(what, user=by.pk)
    if wait:
        raise Often(sentence(wait), wait)
