"""The play app's registration."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "parlor.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The rooms hear what happens at tables, and live as long as the server."""
        from parlor import lifecycle
        from parlor.accounts import standing
        from parlor.play.rooms import rooms
        from parlor.tables.events import foresee, listen

        listen(rooms.hear)
        foresee(rooms.foresee)
        standing.on_ban(rooms.expel)
        lifecycle.on_start(rooms.start)
        lifecycle.on_stop(rooms.stop)
