"""`manage.py serve` without the limit on how much one socket may send: a table that is measured alone plays faster."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")

if __name__ == "__main__":
    from django.core.management import execute_from_command_line

    from parlor.play import limits

    limits.RATE = limits.BURST = 1e9
    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])
