"""The site app's registration."""

from django.apps import AppConfig

from parlor.site.sparing import left_out


class SiteConfig(AppConfig):
    name = "parlor.site"
    label = "site"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """What this process counts is read when somebody asks, and its warden begins with the server.

        The console leads to the studio, and what moderators tell people leaves by mail, too.
        """
        spare()

        from parlor import lifecycle
        from parlor.moderation import way_to_studio
        from parlor.site import warden, words_of_house
        from parlor.site.operators import measure
        from parlor.studio.access import may_enter
        from parlor.studio.opening import open_game

        measure()
        words_of_house.join()
        way_to_studio.lay(way_to_studio.Way(lambda request: may_enter(request.user), open_game))
        lifecycle.on_start(warden.begin)


def spare() -> None:
    """REST framework would load what it finds: HTTP for tests, a highlighter, PostgreSQL's fields with its driver."""
    with left_out("requests", "pygments", "django.contrib.postgres.fields"):
        import rest_framework.compat  # noqa: F401
