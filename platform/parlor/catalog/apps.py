"""The catalog app's registration."""

from django.apps import AppConfig


class CatalogConfig(AppConfig):
    name = "parlor.catalog"
    label = "catalog"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """From now on games find the data sets that admins have installed."""
        from parlor.catalog.installed_sets import Rows
        from parlor.engine.data import provide

        provide(Rows())
