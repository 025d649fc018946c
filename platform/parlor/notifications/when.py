"""When something may leave the page: after its grace, not in a person's quiet hours, or once a day."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo

from parlor.notifications.kinds import Kind, Way, grace
from parlor.notifications.models import NoticeSettings


def due(settings: NoticeSettings, zone: tzinfo, kind: Kind, way: Way, pace: str, now: datetime) -> datetime:
    """When a notice of this kind, made now, is to leave by this way. `zone` is the person's.

    The one mail a day has its own hour, whether that is quiet or not; that time runs out cannot wait for it.
    """
    if way == Way.MAIL and settings.daily and kind != Kind.TIME:
        return next_time(settings.daily_at, zone, now)
    return after_quiet(settings, zone, now + grace(kind, pace))


def after_quiet(settings: NoticeSettings, zone: tzinfo, moment: datetime) -> datetime:
    """The moment, or the end of the person's quiet hours if it lies in them."""
    opens, closes = settings.quiet_from, settings.quiet_until
    clock = moment.astimezone(zone).time().replace(tzinfo=None)
    quiet = opens <= clock < closes if opens <= closes else clock >= opens or clock < closes
    return next_time(closes, zone, moment) if opens != closes and quiet else moment


def next_time(clock: time, zone: tzinfo, after: datetime) -> datetime:
    """The next moment, later than `after`, at which the wall clock of the zone says so."""
    day = after.astimezone(zone).date()
    moment = datetime.combine(day, clock, zone)
    if moment <= after:
        moment = datetime.combine(day + timedelta(days=1), clock, zone)
    return moment.astimezone(after.tzinfo)
