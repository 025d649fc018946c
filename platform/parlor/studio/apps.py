"""The studio's registration."""

from django.apps import AppConfig


class StudioConfig(AppConfig):
    name = "parlor.studio"
    label = "studio"
    default_auto_field = "django.db.models.BigAutoField"
