import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0002_company'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='again',
            field=models.OneToOneField(help_text='where its people play again', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='before', to='tables.table'),
        ),
    ]
