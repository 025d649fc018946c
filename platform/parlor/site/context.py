"""What every page knows about the house and about the person who looks."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from parlor.accounts.preferences import languages
from parlor.notifications.selectors import unread
from parlor.site.browser_texts import translated
from parlor.studio.access import may_enter
from parlor.tables.selectors import person, turns


def house(request: HttpRequest) -> dict[str, Any]:
    """`my_turns` is how many tables wait for the person, `my_notices` how many notices are unread.

    Both are counted only where a page shows them.

    `browser_texts` are the sentences of scripts, where they are not in English, as JSON.

    `preferences` are the person's; None for who has not signed in, whose browser then decides.
    """

    def count() -> int:
        user = person(getattr(request, "user", None))
        return turns(user) if user else 0

    def notices() -> int:
        user = person(getattr(request, "user", None))
        return unread(user.pk).count() if user else 0

    return {
        "source_url": settings.SOURCE_URL,
        "my_turns": SimpleLazyObject(count),
        "my_notices": SimpleLazyObject(notices),
        "browser_texts": SimpleLazyObject(translated),
        "languages": languages(),
        "preferences": getattr(request, "preferences", None),
        "may_use_studio": SimpleLazyObject(lambda: may_enter(getattr(request, "user", None))),
    }
