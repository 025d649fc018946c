"""The game's registration as a Django app."""

from django.apps import AppConfig


class LowTideConfig(AppConfig):
    name = "low_tide"
    label = "low_tide"
    verbose_name = "Low Tide"
