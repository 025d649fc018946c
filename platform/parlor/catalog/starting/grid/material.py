"""What is in the box of Starting Grid: its board, with where it comes from."""

from __future__ import annotations

from parlor.engine import Cell, cell

SIDE = 5
"""Columns and rows of the board (our choice)."""

CELLS: tuple[Cell, ...] = tuple(cell(x, y) for y in range(SIDE) for x in range(SIDE))
"""The squares, row by row, from cell-0_0 to cell-4_4."""
