"""The link by which mails stop: it signs nobody in, and one press is enough (RFC 8058)."""

from __future__ import annotations

from datetime import datetime

from django.core import signing

from parlor.accounts.models import User
from parlor.notifications.models import NoticeSettings

_signer = signing.Signer(salt="parlor.notices.stop")


def token_for(user: int) -> str:
    """What the link of this person's mails ends with. It never expires: old mails must be stoppable, too."""
    return _signer.sign(str(user))


def person_of(token: str) -> User | None:
    """Whose mails the token stops; None for a token that we did not make."""
    try:
        return User.objects.filter(pk=int(_signer.unsign(token))).first()
    except (signing.BadSignature, ValueError):
        return None


def stop_mail(user: User, now: datetime | None) -> None:
    """From now on no notice goes to the person by mail; None: they may come again."""
    wishes, _made = NoticeSettings.objects.get_or_create(user=user)
    NoticeSettings.objects.filter(pk=wishes.pk).update(mail_stopped_at=now)
