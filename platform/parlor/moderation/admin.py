"""Everything that the console shows; Django finds this module."""

from django.contrib import admin
from rest_framework.authtoken.models import TokenProxy

from parlor.moderation.console import faults, games, history, people, reports, tables, upkeep

admin.site.unregister(TokenProxy)  # whoever reads somebody's key can act in their name

__all__ = ["faults", "games", "history", "people", "reports", "tables", "upkeep"]
