"""Python's collector of garbage in a server."""

import gc


def spare_the_collector() -> None:
    """What is loaded by now stays: the collector need not look through it again and again, nor look so often.

    Closed sockets and requests leave cycles of a whole table's size, which only a full look finds: with one for every
    20 small ones, no more than the garbage of some hundred tables waits for it. It takes milliseconds, once in minutes.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 4)
