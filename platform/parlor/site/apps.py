"""The site app's registration."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "parlor.site"
    label = "site"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What this process counts is read when somebody asks, and its warden begins with the server."""
        from parlor import lifecycle
        from parlor.site import warden
        from parlor.site.operators import measure

        measure()
        lifecycle.on_start(warden.begin)
