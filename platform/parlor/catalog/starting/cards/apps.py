"""The game's registration as a Django app."""

from django.apps import AppConfig


class StartingCardsConfig(AppConfig):
    name = "parlor.catalog.starting.cards"
    label = "starting_cards"
    verbose_name = "Starting Cards"
