"""How often one person may do what others could be bothered by."""

from __future__ import annotations

from django.core.cache import cache


def too_often(what: str, person: int, *, most: int, seconds: int) -> bool:
    """Counts one more time; True when it was more than `most` times within `seconds` since the first of them."""
    key = f"often:{what}:{person}"
    cache.add(key, 0, timeout=seconds)
    try:
        return bool(cache.incr(key) > most)
    except ValueError:  # it expired in this moment
        return False
