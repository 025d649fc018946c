"""Words of the house that were told twice; by itself, as a table with rows just deleted takes no constraint."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def keep_the_first(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    notices = apps.get_model("notifications", "Notice").objects.using(editor.connection.alias)
    seen, twice = set(), []
    for pk, *said in notices.filter(table=None).order_by("pk").values_list("pk", "user_id", "kind", "occasion"):
        if tuple(said) in seen:
            twice.append(pk)
        seen.add(tuple(said))
    for at in range(0, len(twice), 500):
        notices.filter(pk__in=twice[at : at + 500]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0003_house"),
    ]

    operations = [
        migrations.RunPython(keep_the_first, migrations.RunPython.noop, elidable=True),
    ]
