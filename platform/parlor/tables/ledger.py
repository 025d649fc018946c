"""Which rules run in this process right now, in memory that it shares with its warden.

A process whose games' code is stuck in C and keeps the interpreter to itself can neither stop it nor say so: all of
its threads stand still. The warden (`parlor.site.warden`) is a process of its own that sees that the pulse written
here has stopped, and finds here at whose table that was. Only the standard library is imported: the warden is small.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
import threading
from typing import NamedTuple

HEAD = struct.Struct("<Q")
"""The pulse: a number that grows."""

SLOT = struct.Struct("<Q16s104s")
"""The thread's number in the system (0: the slot is free), the table's id, and what runs, as text."""

SLOTS = 64


class Entry(NamedTuple):
    """What runs on a thread."""

    thread: int
    table: str
    label: str


class Ledger:
    """Made by the server, which hands `file` to its warden."""

    def __init__(self, file: int | None = None) -> None:
        size = HEAD.size + SLOTS * SLOT.size
        self.file = _memory(size) if file is None else file
        self._map = mmap.mmap(self.file, size)
        self._free = list(range(SLOTS)) if file is None else []

    # The server's side

    def beat(self) -> None:
        """Says that this process's threads can run."""
        HEAD.pack_into(self._map, 0, self.pulse + 1)

    def begin(self, table: str, label: str) -> int | None:
        """Notes what begins on this thread. Returns the slot for `end`; None when there is no more room."""
        try:
            slot = self._free.pop()
        except IndexError:
            return None
        values = threading.get_native_id(), table.encode()[:16], label.encode()[:104]
        SLOT.pack_into(self._map, HEAD.size + slot * SLOT.size, *values)
        return slot

    def end(self, slot: int) -> None:
        """It has ended."""
        HEAD.pack_into(self._map, HEAD.size + slot * SLOT.size, 0)
        self._free.append(slot)

    # The warden's side

    @property
    def pulse(self) -> int:
        """Changes while the process is alive."""
        return int(HEAD.unpack_from(self._map, 0)[0])

    @property
    def entries(self) -> list[Entry]:
        """All that runs."""
        found = (SLOT.unpack_from(self._map, HEAD.size + n * SLOT.size) for n in range(SLOTS))
        return [
            Entry(thread, table.rstrip(b"\0").decode(errors="replace"), label.rstrip(b"\0").decode(errors="replace"))
            for thread, table, label in found
            if thread
        ]


def _memory(size: int) -> int:
    """An open file without a name; written once, so that no full disk can take its room away later."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("parlor-ledger")
    else:
        with tempfile.TemporaryFile() as named:
            file = os.dup(named.fileno())
    os.write(file, bytes(size))
    return file
