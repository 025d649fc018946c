"""The rows of notifications: what has happened, of what people are told, what still has to leave, and where to."""

from __future__ import annotations

import secrets
from datetime import time
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from parlor.notifications.kinds import DEFAULTS, Kind, Way
from parlor.tables.models import Table


def new_secret() -> str:
    """What makes an address that nobody guesses (190 bits)."""
    return secrets.token_urlsafe(24)


class News(models.Model):
    """Something has happened at a table that its people may have to be told; written in the same transaction.

    `waiting_on` are the seats, by commas, that the game waits for from `version` on; null where that has not changed.
    Deleted once it has been seen to. There are few, and most steps write one: no index but that of its number.
    """

    table_id = models.CharField(max_length=16)
    version = models.PositiveIntegerField()
    waiting_on = models.CharField(max_length=100, null=True)  # noqa: DJ001 - nobody is not the same as unchanged

    def __str__(self) -> str:
        return f"{self.table_id} {self.version}"


class Told(models.Model):
    """Up to where the news of a table has been seen to; `claimed_until` while a worker is at it.

    `waiting` has for each seat that the game waits for since which version it does.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="+")
    waiting = models.JSONField(default=dict)
    status = models.CharField(max_length=10, blank=True, default="")
    asked = models.JSONField(default=list)
    chat = models.PositiveBigIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.table_id} {self.status}"


class Notice(models.Model):
    """Somebody is to be told something, of a table or (without one) by the house. Of one occasion there is one row.

    `read_at` is when its person saw it, or had the table before their eyes; `over_at` when it held no longer, as a
    turn that was taken. `facts` are what its line says: names and numbers, nothing of the game's position.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("person"))
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="+", verbose_name=_("table"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    occasion = models.CharField(_("occasion"), max_length=60)
    facts = models.JSONField(default=dict)
    on_page = models.BooleanField(default=True)
    made_at = models.DateTimeField(_("made"))
    changed_at = models.DateTimeField(auto_now=True)
    read_at = models.DateTimeField(_("read"), null=True)
    over_at = models.DateTimeField(_("over"), null=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "table", "kind", "occasion"], name="one_notice_an_occasion"),
            models.UniqueConstraint(
                fields=["user", "kind", "occasion"], condition=Q(table__isnull=True), name="one_word_an_occasion"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-made_at"]),
            models.Index(fields=["user", "changed_at"]),
            models.Index(fields=["made_at"]),
            models.Index(
                fields=["table", "kind"], name="notice_open", condition=Q(over_at__isnull=True, read_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.table_id} {self.occasion}"


class NoticeSettings(models.Model):
    """How a person wants to be told. `choices` has for each kind the ways that differ from the usual ones.

    Between `quiet_from` and `quiet_until`, on the person's own clock, nothing leaves the page; equal times: never.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    choices = models.JSONField(default=dict)
    quiet_from = models.TimeField(_("quiet from"), default=time())
    quiet_until = models.TimeField(_("until"), default=time())
    daily = models.BooleanField(_("one mail a day instead of single ones"), default=False)
    daily_at = models.TimeField(_("at"), default=time(8))
    mail_stopped_at = models.DateTimeField(null=True)
    feed = models.CharField(max_length=40, unique=True, default=new_secret)

    def __str__(self) -> str:
        return f"notices of {self.user_id}"

    def wants(self, kind: Kind, way: Way) -> bool:
        """Whether the person wants to be told so."""
        if way == Way.MAIL and self.mail_stopped_at is not None:
            return False
        return bool(self.choices.get(kind, {}).get(way, way in DEFAULTS[kind]))

    def choose(self, kind: Kind, way: Way, wanted: bool) -> None:
        """Keeps what the person wants; what is as usual follows the usual."""
        own = self.choices.setdefault(str(kind), {})
        if wanted == (way in DEFAULTS[kind]):
            own.pop(str(way), None)
        else:
            own[str(way)] = wanted


class PushSubscription(models.Model):
    """A browser that takes pushes for its person, with the keys that it gave."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    label = models.CharField(max_length=80, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.label or self.endpoint[:40]


class Webhook(models.Model):
    """An address at a chat service, or anything that takes JSON, that a person has given.

    `flavour` is one of those that `delivery.webhook` knows.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    flavour = models.CharField(max_length=10)
    url = models.URLField(max_length=1000)
    secret = models.CharField(max_length=250, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "url"], name="one_webhook_an_address")]

    def __str__(self) -> str:
        return f"{self.flavour} {self.user_id}"


class Delivery(models.Model):
    """A notice that is to leave by one way to one address: the outbox.

    `due_at` is when a worker has to look at it; null once it is done. A worker that takes it gives it a `message`, the
    same for all that leave together, and the message keeps that name when it is sent again. `tries` counts how often
    that failed, `unsure` how often a worker took it and never said what became of it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not needed any more")
        FAILED = "failed", _("given up")

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries", verbose_name=_("notice"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("person"))
    way = models.CharField(_("way"), max_length=4, choices=Way.choices)
    push = models.ForeignKey(PushSubscription, models.SET_NULL, null=True, related_name="+")
    hook = models.ForeignKey(Webhook, models.SET_NULL, null=True, related_name="+")
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField(_("due"), null=True)
    message = models.CharField(max_length=32, blank=True, default="", db_index=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    unsure = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")
    done_at = models.DateTimeField(_("done"), null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notice"], condition=Q(way=Way.MAIL), name="one_mail_a_notice"),
            models.UniqueConstraint(fields=["notice", "push"], name="one_push_a_browser"),
            models.UniqueConstraint(fields=["notice", "hook"], name="one_post_a_webhook"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="delivery_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["user", "state"]),
        ]

    def __str__(self) -> str:
        return f"{self.way} {self.notice_id} {self.state}"


class Here(models.Model):
    """Somebody has a page open and before their eyes, until `until`; `process` is the server process that knows."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    table_id = models.CharField(max_length=16)
    process = models.CharField(max_length=16)
    until = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "table_id", "process"], name="one_mark_a_table"),
        ]
        indexes: ClassVar = [models.Index(fields=["until"]), models.Index(fields=["table_id"])]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"
