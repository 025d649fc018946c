"""What is in the box of Starting Blank: its numbers, with where they come from."""

HEAP = 21
"""Stones at the start (our choice)."""

MOST = 3
"""How many stones a player may take at once (our choice)."""
