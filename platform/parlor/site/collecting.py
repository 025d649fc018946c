"""Python's collector of garbage in a server."""

import gc


def spare_the_collector() -> None:
    """What is loaded by now stays: the collector need not look through it again and again, nor look so often.

    Rooms, requests and what libraries keep of them leave cycles of up to a whole table's size, which only a full look
    finds: with one for every 20 small ones, the garbage of some hundred tables waits for it at most. Such a look takes
    about 0.1 s at 200 tables.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 4)
