"""What those who look after the site tell one person: a notice without a table, which leaves by the person's ways."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from parlor.notifications import telling
from parlor.notifications.bells import bells
from parlor.notifications.kinds import Kind, Way
from parlor.notifications.models import Delivery, Notice
from parlor.notifications.people import people


def tell(user: int, occasion: str, text: str) -> None:
    """The person is told this once for each `occasion`; whoever has no account any more is told nothing."""
    person, now = people([user]).get(user), timezone.now()
    if person is None:
        return
    made = {"facts": {"text": text}, "on_page": person.wishes.wants(Kind.HOUSE, Way.PAGE), "made_at": now}
    with transaction.atomic():
        notice, new = Notice.objects.get_or_create(
            user_id=user, table=None, kind=Kind.HOUSE, occasion=occasion, defaults=made
        )
        if not new:
            return
        Delivery.objects.bulk_create(telling.deliveries(notice, person, "", now))
    bells.ring_soon([user])


def seen(user: int, occasion: str) -> None:
    """The person has read it elsewhere: what of it still waits to leave need not."""
    now = timezone.now()
    unread = Notice.objects.filter(user=user, kind=Kind.HOUSE, occasion=occasion, read_at=None)
    ids = list(unread.values_list("pk", flat=True))
    if ids:
        unread.update(read_at=now, changed_at=now)
        telling.drop(ids, now)
        bells.ring_soon([user])
