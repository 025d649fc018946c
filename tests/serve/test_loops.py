"""The server's event loop: uvloop's where there is one, and nobody else's is changed."""

import subprocess
import sys

import pytest

FOUND = """
import asyncio, sys
{before}
from parlor.site.server import twisted_loop
print(type(twisted_loop).__module__.partition(".")[0], type(asyncio.new_event_loop()).__module__.partition(".")[0])
"""


@pytest.mark.parametrize(
    ("before", "found"), [("", ["uvloop", "asyncio"]), ("sys.modules['uvloop'] = None", ["asyncio", "asyncio"])]
)
def test_the_server_has_the_quick_loop_where_there_is_one(before: str, found: list[str]) -> None:
    code = FOUND.format(before=before)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split() == found, done.stderr
