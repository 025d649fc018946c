"""The registrations of the moderation app and of the admins' console, which is Django's admin in our dress."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db.models.signals import post_migrate


class ModerationConfig(AppConfig):
    default = True
    name = "parlor.moderation"
    label = "moderation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The roles are there after each migration, with what a new release lets them do."""
        post_migrate.connect(_settle_roles, sender=self)


class ConsoleConfig(admin_apps.AdminConfig):
    """Django's admin, with the site that writes down each act. It finds its parts in `moderation.admin`."""

    default = False
    default_site = "parlor.moderation.console.site.Console"


def _settle_roles(using: str, **_more: Any) -> None:
    from parlor.moderation.roles import settle_roles

    settle_roles(using)
