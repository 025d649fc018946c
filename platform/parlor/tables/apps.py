"""The tables app's registration."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "parlor.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Bots listen to tables, and the clock runs with the server."""
        from parlor.tables import bots, clock

        bots.listen_to_tables()
        clock.register()
