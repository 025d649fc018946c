"""The game's registration as a Django app."""

from django.apps import AppConfig


class StartingBlankConfig(AppConfig):
    name = "parlor.catalog.starting.blank"
    label = "starting_blank"
    verbose_name = "Starting Blank"
