"""When people play: their daily hours and holidays, in which alone the time for a turn-by-turn move runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import date, time, timedelta, tzinfo
from typing import ClassVar, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

NARROWEST = timedelta(hours=6)
HOLIDAYS_EACH_YEAR = 35
"""Days of holiday that may begin in one calendar year, so that nobody's clock stands still for ever."""


class PlayingHours(models.Model):
    """From when to when a person plays each day, on the person's own clock. Equal times: all day."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="hours")
    opens = models.TimeField(_("I play from"), default=time())
    closes = models.TimeField(_("until"), default=time())

    def __str__(self) -> str:
        return f"{self.opens:%H:%M}-{self.closes:%H:%M}"

    def clean(self) -> None:
        """Refuses hours in which nobody could answer in time."""
        if None in (self.opens, self.closes):
            return  # the fields say so
        width = timedelta(minutes=(_minutes(self.closes) - _minutes(self.opens)) % (24 * 60))
        if timedelta() < width < NARROWEST:
            raise ValidationError({"closes": _("Your daily hours must be at least 6 hours long.")})


class Holiday(models.Model):
    """Days on which a person does not play, the last one among them."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holidays")
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))

    class Meta:
        ordering: ClassVar = ["first"]

    def __str__(self) -> str:
        return f"{self.first} - {self.last}"

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    def clean(self) -> None:
        """Refuses days in the wrong order, twice the same, and more than there are in a year."""
        if None in (self.first, self.last):
            return  # the fields say so
        if self.last < self.first:
            raise ValidationError({"last": _("The last day is before the first.")})
        others = Holiday.objects.filter(user_id=self.user_id).exclude(pk=self.pk)
        if others.filter(first__lte=self.last, last__gte=self.first).exists():
            raise ValidationError(_("You have a holiday on some of these days already."))
        taken = sum(other.days for other in others.filter(first__year=self.first.year))
        if taken + self.days > HOLIDAYS_EACH_YEAR:
            raise ValidationError(
                _("You can take {n} days of holiday a year; {left} are left.").format(
                    n=HOLIDAYS_EACH_YEAR, left=max(0, HOLIDAYS_EACH_YEAR - taken)
                )
            )


class PersonsHours(NamedTuple):
    """A person's hours with what they are counted in: zone, from, until, and (first, last) days of holidays."""

    zone: tzinfo
    opens: time
    closes: time
    holidays: tuple[tuple[date, date], ...]


def hours_of(users: Collection[int]) -> dict[int, PersonsHours]:
    """When these people play, by id; who has said nothing plays at any time. In the site's zone without one's own."""
    from parlor.accounts.models import Preferences

    zones = dict(Preferences.objects.filter(user_id__in=users).values_list("user_id", "time_zone"))
    windows = {
        user: (opens, closes)
        for user, opens, closes in PlayingHours.objects.filter(user_id__in=users).values_list(
            "user_id", "opens", "closes"
        )
    }
    holidays: dict[int, list[tuple[date, date]]] = {}
    for user, first, last in Holiday.objects.filter(user_id__in=users).values_list("user_id", "first", "last"):
        holidays.setdefault(user, []).append((first, last))
    return {
        user: PersonsHours(
            _zone(zones.get(user, "")), *windows.get(user, (time(), time())), tuple(holidays.get(user, ()))
        )
        for user in users
    }


Listener = Callable[[int, PersonsHours], None]
_listeners: list[Listener] = []


def on_change(listener: Listener) -> None:
    """Calls `listener(user, before)` after each change of somebody's hours, holidays or time zone."""
    if listener not in _listeners:
        _listeners.append(listener)


@contextmanager
def changing(user: int) -> Iterator[None]:
    """Around a change of somebody's hours, holidays or time zone: afterwards whoever listens hears what was before."""
    before = hours_of([user])[user]
    yield
    for listener in _listeners:
        listener(user, before)


def _zone(name: str) -> tzinfo:
    from parlor.accounts.preferences import time_zones

    return ZoneInfo(name if name in time_zones() else settings.TIME_ZONE)


def _minutes(moment: time) -> int:
    return moment.hour * 60 + moment.minute
