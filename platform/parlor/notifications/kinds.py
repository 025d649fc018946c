"""Of what people are told, by which ways, and what holds for who has chosen nothing."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from parlor.tables.pace import TEMPI


class Kind(models.TextChoices):
    """Of what somebody is told."""

    TURN = "turn", _("It is my turn")
    TIME = "time", _("My time runs out soon")
    INVITED = "invited", _("Somebody invites me")
    STARTED = "started", _("A game of mine has begun")
    ENDED = "ended", _("A game of mine is over")
    CHAT = "chat", _("Somebody writes while I am away")
    ASKS = "asks", _("The others ask me something")
    HOUSE = "house", _("Word from those who look after this site")


class Way(models.TextChoices):
    """By which way somebody is told."""

    PAGE = "page", _("On the page")
    MAIL = "mail", _("Mail")
    PUSH = "push", _("Push")
    HOOK = "hook", _("Chat service")


DEFAULTS: dict[Kind, frozenset[Way]] = {
    Kind.TURN: frozenset(Way),
    Kind.TIME: frozenset(Way),
    Kind.INVITED: frozenset({Way.PAGE, Way.MAIL, Way.PUSH}),
    Kind.STARTED: frozenset(Way),
    Kind.ENDED: frozenset({Way.PAGE, Way.MAIL, Way.HOOK}),
    Kind.CHAT: frozenset({Way.PAGE}),
    Kind.ASKS: frozenset({Way.PAGE, Way.PUSH, Way.HOOK}),
    Kind.HOUSE: frozenset({Way.PAGE, Way.MAIL, Way.PUSH}),
}
"""What is told by which way to who has not said otherwise: mail only for what cannot wait to be found."""

PASSING = frozenset({Kind.TURN, Kind.TIME, Kind.INVITED, Kind.ASKS})
"""Kinds that are worth nothing any more once their person has done what they are about."""

_QUICK = timedelta(seconds=20)
_SLOW = timedelta(minutes=3)
_NONE = timedelta()


def grace(kind: Kind, pace: str) -> timedelta:
    """How long a notice waits before it leaves the page: somebody who looks meanwhile need not be told.

    Seconds in real time, minutes turn by turn and without a clock. What is urgent waits for nothing.
    """
    if kind == Kind.TIME:
        return _NONE
    usual = _QUICK if pace in TEMPI and not TEMPI[pace].by_turns else _SLOW
    return usual * float(settings.NOTICE_GRACE)
