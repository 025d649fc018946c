"""What a command returns whose answer has to wait for a commit: its thread goes on with other tables meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple

Told = Callable[[Exception | None], None]
"""Is called with None, or with what went wrong."""

Done = Callable[[Any, BaseException | None], None]
"""Is told what a command has answered, or what it has raised. On any thread, which must not be held up."""


def settle(future: Future[Any], result: Any, error: BaseException | None) -> None:
    """Tells a future what came of it."""
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


class Later(NamedTuple):
    """`store` begins to store and tells how that went; `then` is called when it is done, before the `answer` is given.

    `version` is the table's once it is stored: what the others are told where nobody waited for the answer so long.
    """

    store: Callable[[Told], None]
    then: Callable[[], None]
    answer: Any
    version: int
