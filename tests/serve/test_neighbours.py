"""Connections handed from one server to another: which one is the home, and what becomes of it when that is gone."""

from __future__ import annotations

import asyncio
import errno
import resource
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlor.site import neighbours
from parlor.site.neighbours import MOST, Neighbours
from tests.support.services import until

Scene = Callable[[Path], Awaitable[None]]


class Server(Neighbours):
    """One that keeps what it is given."""

    def __init__(self, folder: Path) -> None:
        self.given: list[tuple[str, bytes]] = []
        super().__init__(folder, self._keep)

    def _keep(self, number: int, data: bytes) -> None:
        with socket.socket(fileno=number) as connection:
            self.given.append((connection.recv(100, socket.MSG_PEEK | socket.MSG_DONTWAIT).decode(), data))


@contextmanager
def client(said: str) -> Iterator[int]:
    """The server's end of a connection on which this was said."""
    here, there = socket.socketpair()
    with here, there:
        here.sendall(said.encode())
        yield there.fileno()


def key_for(servers: list[Server], home: Server) -> str:
    """A key that all of them think at home there."""
    for n in range(1000):
        homes = {server.home(f"k{n}") for server in servers}
        if homes == {home.name}:
            return f"k{n}"
    raise AssertionError("no such key")


def files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def run(scene: Scene, folder: Path) -> None:
    asyncio.run(scene(folder / "servers"))  # type: ignore[arg-type]


def test_a_connection_is_handed_to_the_home_with_what_was_read_from_it(tmp_path: Path) -> None:
    async def scene(folder: Path) -> None:
        first, second = servers = [Server(folder), Server(folder)]
        assert {first.home(f"k{n}") for n in range(50)} == {first.name, second.name}, "both have their part"
        with client("and this is to come") as number:
            assert first.hand(key_for(servers, second), number, b"this was read")
            assert not first.hand(key_for(servers, first), number, b"its own")
            assert not first.hand(key_for(servers, second), number, b"x" * (MOST + 1))
            await until(lambda: second.given)
        assert second.given == [("and this is to come", b"this was read")] and not first.given
        first.close()
        second.close()
        assert files(folder) == []

    run(scene, tmp_path)


def test_a_server_that_was_killed_is_forgotten_and_another_takes_its_part(tmp_path: Path) -> None:
    async def scene(folder: Path) -> None:
        first, second, third = servers = [Server(folder) for _n in range(3)]
        key = key_for(servers, third)
        with client("x") as number:
            assert first.hand(key, number, b"before")
            await until(lambda: third.given)
            for mine in (third._door, *third._guests):  # as when it is killed: its file stays
                asyncio.get_running_loop().remove_reader(mine.fileno())
                mine.close()
            handed = first.hand(key, number, b"after")
        assert third.name not in files(folder)
        assert handed == (second.home(key) == second.name)
        if handed:
            await until(lambda: second.given)
        first.close()
        second.close()

    run(scene, tmp_path)


def test_a_server_that_has_ended_is_asked_no_more_and_one_that_comes_is(tmp_path: Path) -> None:
    async def scene(folder: Path) -> None:
        first, second = servers = [Server(folder), Server(folder)]
        key = key_for(servers, second)
        with client("x") as number:
            assert first.hand(key, number, b"1")
            await until(lambda: second.given)
            second.close()
            assert not first.hand(key, number, b"2")
            third = Server(folder)
            assert first.hand(key_for([first, third], third), number, b"3")
            await until(lambda: third.given)
        first.close()
        assert not first.hand(key, -1, b"4"), "who has closed gives nothing"
        third.close()

    run(scene, tmp_path)


def test_a_server_that_does_not_read_is_left_alone(tmp_path: Path) -> None:
    async def scene(folder: Path) -> None:
        first, second = servers = [Server(folder), Server(folder)]
        key = key_for(servers, second)
        with client("x") as number:
            handed = 0
            while first.hand(key, number, b"x" * 10_000):  # nothing is read while this does not wait
                handed += 1
                assert handed < 10_000
            await until(lambda: len(second.given) == handed)
        first.close()
        second.close()

    run(scene, tmp_path)


def test_what_does_not_belong_in_the_folder_is_no_home(tmp_path: Path) -> None:
    async def scene(folder: Path) -> None:
        server = Server(folder)
        (folder / "lost+found").mkdir()
        key = next(f"k{n}" for n in range(1000) if server.home(f"k{n}") == "lost+found")
        with client("x") as number:
            assert not server.hand(key, number, b"stays")
        server.close()

    run(scene, tmp_path)


def test_while_no_more_files_can_be_open_others_stay_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(folder: Path) -> None:
        first, second = servers = [Server(folder), Server(folder)]
        key = key_for(servers, second)

        def full(_folder: int) -> list[str]:
            raise OSError(errno.EMFILE, "Too many open files")

        with client("x") as number, monkeypatch.context() as patch:
            patch.setattr(neighbours.os, "listdir", full)
            first._changed = -1
            assert first.hand(key, number, b"goes")
            await until(lambda: second.given)
        first.close()
        second.close()

    run(scene, tmp_path)


def test_who_may_open_no_more_files_does_not_ask_without_end(tmp_path: Path) -> None:
    class Busy(Server):
        asked = 0

        def _welcome(self) -> None:
            self.asked += 1
            super()._welcome()

    async def scene(folder: Path) -> None:
        first, second = servers = [Server(folder), Busy(folder)]
        with client("x") as number:
            assert first.hand(key_for(servers, second), number, b"waits")
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
            try:
                for _round in range(50):  # of the loop
                    await asyncio.sleep(0)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert second.asked == 1 and not second.given
            await until(lambda: second.given)
        first.close()
        second.close()

    run(scene, tmp_path)


def test_a_folder_may_lie_deep_and_is_for_this_user_alone(tmp_path: Path) -> None:
    async def scene(folder: Path) -> None:
        Server(folder).close()

    deep = tmp_path / ("deep" * 40)
    run(scene, deep)
    assert (deep / "servers").stat().st_mode & 0o777 == 0o700


def test_without_such_sockets_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> socket.socket:
        raise OSError("no such sockets here")

    monkeypatch.setattr(neighbours, "_unix_socket", none)

    async def scene(folder: Path) -> None:
        with pytest.raises(OSError, match="no such sockets"):
            Server(folder)

    run(scene, tmp_path)
