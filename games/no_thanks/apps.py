"""The game's registration as a Django app."""

from django.apps import AppConfig


class NoThanksConfig(AppConfig):
    name = "games.no_thanks"
    label = "no_thanks"
    verbose_name = "No Thanks!"
