"""What the studio keeps: games on a bench, and positions that an author has given a name."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from parlor.tables.models import new_id


class Kept(models.Model):
    """A game on a bench as a file of a game (`engine.record`), and at which of its steps the author stands.

    With a `name` it is a position put aside, from which new benches begin.
    """

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.CharField(max_length=60, db_index=True)
    name = models.CharField(max_length=80, blank=True, default="")
    content = models.BinaryField()
    at = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name or f"bench {self.id}"
