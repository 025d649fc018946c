"""The game's registration as a Django app."""

from django.apps import AppConfig


class StartingGridConfig(AppConfig):
    name = "parlor.catalog.starting.grid"
    label = "starting_grid"
    verbose_name = "Starting Grid"
