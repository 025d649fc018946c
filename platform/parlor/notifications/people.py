"""What has to be known of people to tell them something: wishes, addresses, hours, language, and where they look."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, tzinfo

import msgspec
from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone

from parlor.accounts.hours import hours_of
from parlor.accounts.models import Preferences, User
from parlor.accounts.preferences import language_of
from parlor.notifications.models import Here, NoticeSettings, PushSubscription, Webhook


class Person(msgspec.Struct):
    """Somebody who is to be told. `mail` is a confirmed address, or None."""

    user: User
    wishes: NoticeSettings
    zone: tzinfo
    language: str
    mail: str | None
    browsers: list[PushSubscription]
    hooks: list[Webhook]


def wishes_of(user: User) -> NoticeSettings:
    """What the person has chosen, or an unsaved row with what is usual."""
    return NoticeSettings.objects.filter(user=user).first() or NoticeSettings(user=user)


def people(ids: Collection[int]) -> dict[int, Person]:
    """Those among them who still have an account, by number; a handful of queries for all."""
    users = {user.pk: user for user in User.objects.filter(pk__in=ids, is_active=True)}
    wishes = {row.user_id: row for row in NoticeSettings.objects.filter(user__in=users)}
    chosen = {row.user_id: row for row in Preferences.objects.filter(user__in=users)}
    zones = {pk: hours.zone for pk, hours in hours_of(list(users)).items()}
    mails = dict(
        EmailAddress.objects.filter(user__in=users, verified=True).order_by("primary").values_list("user_id", "email")
    )
    found = {
        pk: Person(
            user,
            wishes.get(pk) or NoticeSettings(user=user),
            zones[pk],
            language_of(chosen.get(pk)) or settings.LANGUAGE_CODE,
            mails.get(pk),
            [],
            [],
        )
        for pk, user in users.items()
    }
    for browser in PushSubscription.objects.filter(user__in=users):
        found[browser.user_id].browsers.append(browser)
    for hook in Webhook.objects.filter(user__in=users):
        found[hook.user_id].hooks.append(hook)
    return found


def looking(tables: Collection[str], now: datetime | None = None) -> set[tuple[int, str]]:
    """Who has which of these tables before their eyes now, in any process of the site."""
    marks = Here.objects.filter(table_id__in=tables, until__gt=now or timezone.now())
    return set(marks.values_list("user_id", "table_id"))
