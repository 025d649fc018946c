"""The game's registration as a Django app."""

from django.apps import AppConfig


class CollectConfig(AppConfig):
    name = "games.collect"
    label = "collect"
    verbose_name = "Collect - Animal Alliance"
