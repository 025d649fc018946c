"""The event loop of the server."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quick_loop() -> Iterator[None]:
    """A loop that is made inside is uvloop's, where that is installed (on all but Windows and PyPy).

    The same sockets take a tenth less of the whole site's processor time for a move, see `tests/bench/README.md`.
    """
    try:
        import uvloop
    except ImportError:
        yield
        return
    before = asyncio.get_event_loop_policy()
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    try:
        yield
    finally:
        asyncio.set_event_loop_policy(before)
