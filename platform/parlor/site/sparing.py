"""Leaves out of this process what libraries would load, should it be there, and this site never uses."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def left_out(*names: str) -> Iterator[None]:
    """What is imported inside finds none of these modules, as if they were not installed.

    A module that has been loaded stays; afterwards all can be imported as ever. Each costs every process megabytes.
    """
    missing = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(missing))  # type: ignore[arg-type]  # None is what makes `import` refuse
    try:
        yield
    finally:
        for name in missing:
            sys.modules.pop(name, None)
