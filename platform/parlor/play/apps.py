"""The play app's registration."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "parlor.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"
