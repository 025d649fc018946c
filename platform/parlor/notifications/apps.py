"""The notifications app's registration."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "parlor.notifications"
    label = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What happens at tables is written down with it; the worker and the bells live as long as the server."""
        from parlor import lifecycle
        from parlor.notifications import news, worker
        from parlor.notifications.bells import bells
        from parlor.tables import events

        events.record(news.write_down)
        events.listen(worker.hear)
        lifecycle.on_start(bells.start)
        lifecycle.on_stop(bells.stop)
        lifecycle.on_start(worker.start)
        lifecycle.on_stop(worker.stop)
