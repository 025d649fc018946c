"""The tables app's registration."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "parlor.tables"
    label = "tables"
    default_auto_field = "django.db.models.BigAutoField"
