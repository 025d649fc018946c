"""What runs on a table's thread for somebody who waits for it speaks that person's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.utils.translation import get_language, override

from parlor.tables.loading import Running

Result = TypeVar("Result")


def spoken(command: Callable[[Running], Result]) -> Callable[[Running], Result]:
    """The command, with the texts that it makes in the language that is current here and now."""
    language = get_language()

    def speaking(running: Running) -> Result:
        with override(language):
            return command(running)

    return speaking
