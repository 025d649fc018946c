"""The catalog app's registration."""

from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "parlor.catalog"
    label = "catalog"
    default_auto_field = "django.db.models.BigAutoField"
