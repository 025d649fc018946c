"""What has to happen when a server process starts and stops: apps register it here, `serve` runs it.

Daphne knows no ASGI lifespan, so work beside the requests (the clock, the listener on the channel
layer) begins in an `on_start` hook, and what must not be cut off (commits, sockets that want a
farewell) ends in an `on_stop` hook. Any layer may import this module: it imports none of them.

A process in which something is wrong that only a new one mends says so with `condemn`, from which moment it is
unhealthy, and ends itself with `give_up`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

logger = logging.getLogger(__name__)

StartHook = Callable[[asyncio.AbstractEventLoop], Awaitable[None]]
StopHook = Callable[[], Awaitable[None]]

_start_hooks: list[StartHook] = []
_stop_hooks: list[StopHook] = []

GAVE_UP = 70
"""The exit code of a process that ended itself; whoever started it should start it again."""

condemned = ""
"""Why this process is about to end itself, as a sentence; empty while it is not."""

_ender: Callable[[], object] | None = None


def condemn(why: str) -> None:
    """From now on this process is unhealthy, for this reason. On any thread."""
    global condemned  # noqa: PLW0603 - one life a process
    condemned = condemned or why
    logger.critical("This process has to end: %s", why)


def on_give_up(ender: Callable[[], object]) -> None:
    """Says how this process ends itself: `ender()`, called on any thread, winds it down as a signal would."""
    global _ender  # noqa: PLW0603 - one life a process
    _ender = ender


def give_up() -> None:
    """Winds the condemned process down. On any thread; does nothing where nobody said how."""
    if _ender is not None:
        _ender()


def on_start(hook: StartHook) -> StartHook:
    """Registers `async def hook(loop)`, run once when the server listens. Usable as a decorator."""
    if hook not in _start_hooks:
        _start_hooks.append(hook)
    return hook


def on_stop(hook: StopHook) -> StopHook:
    """Registers `async def hook()`, run once when the server has stopped listening, last registered first."""
    if hook not in _stop_hooks:
        _stop_hooks.append(hook)
    return hook


async def start(loop: asyncio.AbstractEventLoop) -> None:
    """Runs the start hooks in order; what one raises ends the start."""
    for hook in _start_hooks:
        await hook(loop)


async def stop(seconds: float) -> None:
    """Runs the stop hooks within `seconds` in all; one that fails or hangs does not keep the others from theirs."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    for hook in reversed(_stop_hooks):
        try:
            await asyncio.wait_for(hook(), max(0.1, deadline - loop.time()))
        except TimeoutError:
            logger.error("%s.%s did not end in time.", hook.__module__, hook.__qualname__)
        except Exception:
            logger.exception("%s.%s failed while the server stopped.", hook.__module__, hook.__qualname__)
