"""A game that does what it should not, when asked: installed only where a test puts it on the path."""

from django.apps import AppConfig


class TroubleConfig(AppConfig):
    name = "tests.faults.trouble"
    label = "trouble"
    verbose_name = "Trouble"
