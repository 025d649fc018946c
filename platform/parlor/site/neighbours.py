"""The other servers of this site on the same machine, to whom connections can be handed over whole.

Each listens on a Unix socket in one folder of the site's data. A key, such as a table's id, has one home among those
that are there, the same whoever asks, until servers come or go.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
FULL_SECONDS = 0.5
"""After so long a server that may open no more files looks again who wants to come in."""
MOST = 1 << 16
"""The bytes that may go with a connection."""

Take = Callable[[int, bytes], None]
"""Takes over a connection, by the number of its file, and what has been read from it."""


class Neighbours:
    """This server's end. Belongs to the event loop. Raises OSError where the machine has no such sockets."""

    def __init__(self, folder: Path, take: Take) -> None:
        self.name = secrets.token_hex(8)
        self.take = take
        self._loop = asyncio.get_running_loop()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._changed = -1  # when the folder had changed, as far as `_names` knows
        self._looked = 0.0
        self._names = [self.name]
        self._ways: dict[str, socket.socket] = {}
        self._guests: set[socket.socket] = set()
        try:
            os.fchmod(self._folder, 0o700)  # who may connect may give us connections
            self._door = _unix_socket()
            draft = f".{self.name}"  # under its name only when it answers
            self._door.bind(self._path(draft))
            self._door.listen(128)
            os.rename(draft, self.name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except BaseException:
            os.close(self._folder)
            raise
        self._open_door()

    def close(self) -> None:
        """Takes and gives nothing any more."""
        if self._door.fileno() < 0:
            return
        self._forget_file(self.name)
        for mine in (self._door, *self._guests):
            self._loop.remove_reader(mine.fileno())
            mine.close()
        for way in self._ways.values():
            way.close()
        self._guests.clear()
        self._ways.clear()
        os.close(self._folder)

    # Giving

    def hand(self, key: str, number: int, data: bytes) -> bool:
        """Gives the connection, a file of this number, to the home of the key, with the data that was read from it.

        False where this server is the home itself, or cannot reach it: then nothing has happened.
        """
        if len(data) > MOST or self._door.fileno() < 0:
            return False
        for _try in range(len(self._known()) + 1):
            home = self.home(key)
            if home == self.name:
                return False
            try:
                way = self._ways.get(home) or self._way_to(home)
                socket.send_fds(way, [data], [number])
                return True
            except ConnectionRefusedError:  # it was killed, and left its file
                self._forget_file(home)
            except (ConnectionError, FileNotFoundError):  # it has ended since, or ends just now
                self._changed = -1
            except OSError as error:  # it does not read, say
                logger.debug("Nothing can be handed to %s: %r", home, error)
                return False
            if lost := self._ways.pop(home, None):
                lost.close()
        return False

    def home(self, key: str) -> str:
        """The name of the server where that belongs."""
        return max(self._known(), key=lambda name: blake2b(f"{name} {key}".encode(), digest_size=8).digest())

    def _known(self) -> list[str]:
        changed, now = os.fstat(self._folder).st_mtime_ns, self._loop.time()
        if changed != self._changed or now > self._looked + LOOK_SECONDS:  # that time is a coarse one
            self._changed, self._looked = changed, now
            with contextlib.suppress(OSError):  # no more files may be open, say: as before
                found = os.listdir(self._folder)  # noqa: PTH208 - a number
                self._names = [self.name, *(name for name in found if name != self.name and name[0] != ".")]
            for gone in self._ways.keys() - set(self._names):
                self._ways.pop(gone).close()
        return self._names

    def _way_to(self, name: str) -> socket.socket:
        way = _unix_socket()
        try:
            way.connect(self._path(name))
        except BaseException:
            way.close()
            raise
        self._ways[name] = way
        return way

    def _forget_file(self, name: str) -> None:
        with contextlib.suppress(OSError):  # it is gone, or not ours to remove
            os.unlink(name, dir_fd=self._folder)
        self._changed = -1

    def _path(self, name: str) -> str:
        """Short, as the path of a socket has to be, wherever the folder is."""
        return f"/proc/self/fd/{self._folder}/{name}"

    # Taking

    def _open_door(self) -> None:
        if self._door.fileno() >= 0:
            self._loop.add_reader(self._door.fileno(), self._welcome)

    def _welcome(self) -> None:
        try:
            guest, _address = self._door.accept()
        except BlockingIOError:
            return
        except OSError as error:  # asked again at once, it would say the same without end
            logger.warning("No neighbour can be let in: %s", error)
            self._loop.remove_reader(self._door.fileno())
            self._loop.call_later(FULL_SECONDS, self._open_door)
            return
        guest.setblocking(False)
        self._guests.add(guest)
        self._loop.add_reader(guest.fileno(), self._hear, guest)

    def _hear(self, guest: socket.socket) -> None:
        try:
            data, numbers, _flags, _address = socket.recv_fds(guest, MOST, 1, socket.MSG_CMSG_CLOEXEC)
        except BlockingIOError:
            return
        except OSError:
            data, numbers = b"", []
        if not data:
            self._loop.remove_reader(guest.fileno())
            self._guests.discard(guest)
            guest.close()
        for number in numbers:
            try:
                self.take(number, data)
            except Exception:
                logger.exception("A connection could not be taken over")


def _unix_socket() -> socket.socket:
    """One that keeps messages apart."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.setblocking(False)
    return made
