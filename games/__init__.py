"""The games in this repository: one package each, found by their `apps.py`."""
