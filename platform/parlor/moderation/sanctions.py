"""What moderators do about people: warn, mute, ban, and lift it again. Raises ModerationError, a sentence.

How things stand is on the account (`accounts.standing`), where every page and socket reads it; here is what was done,
by whom, and why.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.accounts import standing
from parlor.accounts.models import User
from parlor.accounts.preferences import in_language_of
from parlor.moderation.errors import ModerationError
from parlor.moderation.notices import Kind, give_notice

REASON_MAX = 200


class Measure(models.TextChoices):
    """What was done."""

    WARNING = "warning", gettext_lazy("warned")
    MUTE = "mute", gettext_lazy("muted")
    BAN = "ban", gettext_lazy("banned")
    LIFT = "lift", gettext_lazy("lifted")


class Sanction(models.Model):
    """One measure. It stays when it is over: the next moderator wants to know."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions")
    measure = models.CharField(gettext_lazy("what"), max_length=10, choices=Measure.choices)
    reason = models.CharField(gettext_lazy("why"), max_length=REASON_MAX)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(gettext_lazy("when"), auto_now_add=True)
    until = models.DateTimeField(gettext_lazy("until"), null=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.get_measure_display()}: {self.reason}"

    @property
    def for_good(self) -> bool:
        """Whether it has no end."""
        return self.until is not None and self.until.year >= standing.FOREVER.year


def warn(*, by: User, person: User, reason: str) -> Sanction:
    """The person reads the warning on their next page."""
    _allowed(by, person)
    with transaction.atomic():
        give_notice(person, Kind.WARNING, reason)
        return _keep(by, person, Measure.WARNING, reason)


def mute(*, by: User, person: User, until: datetime | None, reason: str) -> Sanction:
    """Nobody hears the person in any chat until then; without an end, for good."""
    _allowed(by, person)
    end = _end(until)
    with transaction.atomic():
        standing.mute(person, end)
        with in_language_of(person):
            text = _("You are muted {until}. {reason}").format(until=_told(end), reason=reason)
        give_notice(person, Kind.MUTED, text)
        return _keep(by, person, Measure.MUTE, reason, end)


def ban(*, by: User, person: User, until: datetime | None, reason: str) -> Sanction:
    """The person is kept out until then; without an end, for good. What they have open is closed."""
    _allowed(by, person)
    end = _end(until)
    with transaction.atomic():
        standing.ban(person, end, reason)
        with in_language_of(person):
            text = _("You were banned {until}. {reason}").format(until=_told(end), reason=reason)
        give_notice(person, Kind.BANNED, text)
        return _keep(by, person, Measure.BAN, reason, end)


def lift(*, by: User, person: User, reason: str) -> Sanction:
    """Ends a ban and a mute before their time."""
    if not person.is_banned and not person.is_muted:
        raise ModerationError(_("{name} is neither banned nor muted.").format(name=person.username))
    with transaction.atomic():
        standing.lift_ban(person)
        standing.mute(person, None)
        with in_language_of(person):
            text = _("You may take part again. {reason}").format(reason=reason)
        give_notice(person, Kind.LIFTED, text)
        return _keep(by, person, Measure.LIFT, reason)


def _allowed(by: User, person: User) -> None:
    if by.pk == person.pk:
        raise ModerationError(_("That is you."))
    if person.is_superuser or (person.is_staff and not by.has_perm("moderation.appoint")):
        raise ModerationError(
            _("{name} looks after this site; only an owner can do that.").format(name=person.username)
        )


def _end(until: datetime | None) -> datetime:
    if until is not None and until <= timezone.now():
        raise ModerationError(_("The end has to lie ahead."))
    return until or standing.FOREVER


def _told(end: datetime) -> str:
    if end.year >= standing.FOREVER.year:
        return _("for good")
    return _("until {when}").format(when=date_format(timezone.localtime(end), "DATETIME_FORMAT"))


def _keep(by: User, person: User, measure: Measure, reason: str, until: datetime | None = None) -> Sanction:
    return Sanction.objects.create(by=by, person=person, measure=measure, reason=reason[:REASON_MAX], until=until)
