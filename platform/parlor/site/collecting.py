"""Python's collector of garbage in a server."""

import gc


def spare_the_collector() -> None:
    """What is loaded by now stays: the collector need not look through it again and again, nor look so often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)
