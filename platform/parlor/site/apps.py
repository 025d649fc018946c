"""The site app's registration."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "parlor.site"
    label = "site"
    default_auto_field = "django.db.models.BigAutoField"
