"""The studio's registration."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StudioConfig(AppConfig):
    name = "parlor.studio"
    label = "studio"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The group of authors is there after each migration."""
        post_migrate.connect(_make_group, sender=self)


def _make_group(using: str, **_more: Any) -> None:
    from django.contrib.auth.models import Group

    from parlor.studio.access import AUTHORS

    Group.objects.using(using).get_or_create(name=AUTHORS)
