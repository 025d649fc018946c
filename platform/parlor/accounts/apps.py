"""The accounts app's registration."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "parlor.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
