"""What a command returns whose answer has to wait for a commit: its thread goes on with other tables meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple


class Later(NamedTuple):
    """`then` is called when `stored` is done, before the `answer` is given; if that raises, the answer is its error.

    `version` is the table's once it is stored: what the others are told where nobody waited for the answer so long.
    """

    stored: Future[None]
    then: Callable[[], None]
    answer: Any
    version: int
