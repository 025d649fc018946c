"""What admins did: one entry for each act, in the order in which they happened. Nobody edits them.

The model refuses to change or delete an entry, and the console offers neither. Whoever holds the database itself could:
there is no trigger against that. Where the admin's own account is deleted, the name stays.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, NoReturn

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils.translation import gettext_lazy as _

TEXT_MAX = 200


class Sealed(PermissionDenied):
    """An entry of the audit log cannot be changed or deleted."""

    def __init__(self) -> None:
        super().__init__("What is in the audit log stays as it is.")


class AuditEntries(models.QuerySet["AuditEntry"]):
    """Can be read and added to."""

    def update(self, **values: Any) -> NoReturn:
        raise Sealed

    def delete(self) -> NoReturn:
        raise Sealed

    def bulk_update(self, *_given: Any, **_more: Any) -> NoReturn:
        raise Sealed


class AuditEntry(models.Model):
    """One act of an admin: who, when, what, to what, and the particulars."""

    at = models.DateTimeField(_("when"), auto_now_add=True, db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False, verbose_name=_("admin")
    )
    by_name = models.CharField(_("admin"), max_length=40, editable=False)
    act = models.CharField(_("act"), max_length=40, editable=False, db_index=True)
    sort = models.CharField(_("of what sort"), max_length=40, editable=False)
    subject = models.CharField(_("number or id"), max_length=64, editable=False, db_index=True)
    name = models.CharField(_("to what"), max_length=TEXT_MAX, editable=False)
    detail = models.JSONField(_("particulars"), default=dict, editable=False)

    objects: ClassVar[Any] = AuditEntries.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("audit log")
        ordering: ClassVar = ["-id"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.by_name}: {self.act} {self.name}"

    def save(self, *given: Any, **more: Any) -> None:
        if not self._state.adding:
            raise Sealed
        super().save(*given, **more)

    def delete(self, *given: Any, **more: Any) -> NoReturn:
        raise Sealed


class Subject(NamedTuple):
    """What something was done to, where it may be gone since: sort, number or id, and name."""

    sort: str
    number: str
    name: str


def write_down(
    by: AbstractBaseUser | AnonymousUser | None, act: str, subject: models.Model | Subject | None = None, **detail: Any
) -> AuditEntry:
    """Adds an entry. `by` is None for what is done from a terminal; `detail` holds nothing secret."""
    if isinstance(subject, models.Model):
        subject = Subject(str(subject._meta.verbose_name), str(subject.pk), str(subject))
    sort, number, name = subject or ("", "", "")
    entry: AuditEntry = AuditEntry.objects.create(
        by_id=by.pk if by is not None else None,
        by_name=by.get_username()[:40] if by is not None else "manage.py",
        act=act,
        sort=sort[:40],
        subject=number[:64],
        name=name[:TEXT_MAX],
        detail=detail,
    )
    return entry
