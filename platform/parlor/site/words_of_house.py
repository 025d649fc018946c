"""What moderators tell people leaves by the ways of all notices: the site joins the two."""

from __future__ import annotations

from parlor.moderation import notices
from parlor.notifications import house


def _tell(notice: notices.Notice) -> None:
    house.tell(notice.person_id, str(notice.pk), notice.text)


def _seen(notice: notices.Notice) -> None:
    house.seen(notice.person_id, str(notice.pk))


def join() -> None:
    """From now on."""
    notices.on_notice(_tell)
    notices.on_read(_seen)
