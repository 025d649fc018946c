"""The game's registration as a Django app."""

from django.apps import AppConfig


class GaiaConfig(AppConfig):
    name = "games.gaia"
    label = "gaia"
    verbose_name = "Gaia"
