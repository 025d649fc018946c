#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    for source in (ROOT, ROOT / "platform"):
        if str(source) not in sys.path:
            sys.path.insert(0, str(source))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
