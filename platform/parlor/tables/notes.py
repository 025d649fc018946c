"""Notes to oneself at a table: one small text for each person, which nobody else is ever sent."""

from __future__ import annotations

from django.utils.translation import gettext as _

from parlor.accounts.models import User
from parlor.tables.models import Note
from parlor.tables.service import TableError

MAX_NOTE = 2000


def note_of(table_id: str, user: User | None) -> str:
    """What this person has noted down here; empty for a stranger."""
    found = Note.objects.filter(table_id=table_id, user=user).values_list("text", flat=True) if user else []
    return next(iter(found), "")


def write_note(table_id: str, user: User, text: str) -> str:
    """Keeps the text in place of the last one, and returns it as it is kept. Raises TableError for a long one."""
    text = text.replace("\0", "").replace("\r\n", "\n")
    if len(text) > MAX_NOTE:
        raise TableError(_("A note has at most {n} characters.").format(n=MAX_NOTE))
    if text.strip():
        Note.objects.update_or_create(table_id=table_id, user=user, defaults={"text": text})
        return text
    Note.objects.filter(table_id=table_id, user=user).delete()
    return ""
