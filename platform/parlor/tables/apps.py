"""The tables app's registration."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "parlor.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Bots listen to tables, the clock runs with the server, and clocks follow their people's hours."""
        from parlor.accounts import hours
        from parlor.catalog import installed_sets
        from parlor.tables import absence, bots, clock, data_in_use, stuck
        from parlor.tables.watch import watch

        bots.listen_to_tables()
        clock.register()
        watch.on_stuck = stuck.give_up
        hours.on_change(absence.follow_hours)
        installed_sets.on_erasing(installed_sets.InUse(data_in_use.open_tables, data_in_use.needed))
