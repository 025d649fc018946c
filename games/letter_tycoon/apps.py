"""The game's registration as a Django app."""

from django.apps import AppConfig


class LetterTycoonConfig(AppConfig):
    name = "games.letter_tycoon"
    label = "letter_tycoon"
    verbose_name = "Letter Tycoon"
