"""Queries of the live side, on threads of their own: the event loop never waits for the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import close_old_connections

T = TypeVar("T")

_pool = ThreadPoolExecutor(4, thread_name_prefix="play-db")


async def in_database(function: Callable[..., T], *arguments: Any) -> T:
    """Runs a function that queries, and returns or raises what it does."""

    def run() -> T:
        close_old_connections()
        try:
            return function(*arguments)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_pool, run)
