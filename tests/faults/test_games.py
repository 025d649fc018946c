"""Games that raise, never end, get stuck or return rubbish: it costs them, and nobody at another table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from parlor.play.messages import Accepted, Refused
from tests.faults.conftest import Hurt
from tests.play.players import Player, open_table
from tests.support.live import LiveSite
from tests.support.services import wait_until

pytestmark = pytest.mark.long

FAULTS = """
import json
from parlor.tables.faults import Fault
print(json.dumps(list(Fault.objects.exclude(sort="slow").values_list("table_id", "sort", "error").order_by("pk"))))
"""
FINE = {"kind": "Fine"}


def faults(site: LiveSite) -> list[list[str]]:
    """The stored faults: table, sort, error."""
    found: list[list[str]] = json.loads(site.manage("shell", "-v", "0", "-c", FAULTS).splitlines()[-1])
    return found


def do(what: str) -> dict[str, str]:
    return {"kind": "Do", "what": what}


def trouble(site: LiveSite, bot: dict[str, str] | None = None) -> tuple[str, list[httpx.Client]]:
    """A table for two, or for one against this bot."""
    if bot is None:
        return open_table(site, 2, game="trouble")
    host = site.guest()
    table = host.post("/api/tables/", json={"game": "trouble", "seats": 2, "visibility": "open"}).json()["id"]
    for call, body in (("add-bot", bot), ("start", {})):
        answer = host.post(f"/api/tables/{table}/{call}/", json=body)
        assert answer.status_code == 200, answer.text
    return table, [host]


async def settled(*players: Player) -> None:
    for player in players:
        await player.until(lambda one: one.status != "")


class Others:
    """People at a table of No Thanks! who notice nothing."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.at = 0

    async def play(self, moves: int = 3) -> None:
        """So many moves are made, each within seconds."""
        for n in range(moves):
            for player in self.players:
                await player.until(lambda one: one.have >= self.at)
            mover = next(player for player in self.players if player.choices)
            answer = await asyncio.wait_for(mover.choose(0 if n % 3 == 0 else -1), 30)
            assert isinstance(answer, Accepted), answer
            self.at = answer.version


@asynccontextmanager
async def others_at(site: LiveSite) -> AsyncIterator[Others]:
    table, clients = await asyncio.to_thread(open_table, site, 3)
    players = [Player(site, table, client) for client in clients]
    await settled(*players)
    yield Others(players)
    for player in players:
        await player.leave()


COSTS_THE_MOVE = ["raise", "loop", "number", "object", "type", "legal raises", "legal is rubbish"]


def test_a_fault_costs_the_move_and_is_written_down(hurt_site: Hurt) -> None:
    site = hurt_site(FAULT_PATIENCE="1")
    tables = {what: trouble(site) for what in COSTS_THE_MOVE}

    async def scene() -> None:
        async with others_at(site) as others:
            for what, (table, clients) in tables.items():
                first, second = (Player(site, table, client) for client in clients)
                await settled(first, second)
                asked = asyncio.ensure_future(first.ask("bad", type="move", move=do(what)))
                await others.play()
                answer = await asked
                assert isinstance(answer, Refused) and answer.reason == "fault", (what, answer)
                assert "stumbled" in answer.detail
                good = await first.ask("good", type="move", move=FINE)
                assert isinstance(good, Accepted) and good.version == 1, (what, good)
                await second.until(lambda one: one.have == 1)
                assert second.view["scores"] == [1, 0], what
                await first.leave()
                await second.leave()
            assert not any(player.codes for player in others.players)

    asyncio.run(scene())
    told = {table: (sort, error) for table, sort, error in faults(site)}
    assert set(told) == {table for table, _clients in tables.values()}
    assert told[tables["loop"][0]][0] == "stopped"
    assert "planted" in told[tables["raise"][0]][1]


def test_a_table_that_cannot_be_taken_up_rests(hurt_site: Hurt, tmp_path: Path) -> None:
    """Its rules compute without end beside the moves, so everybody who looked would start them again."""
    flag = tmp_path / "flag"
    site = hurt_site(FAULT_PATIENCE="1", FAULT_LOOP=str(flag))
    table, clients = trouble(site)

    async def scene() -> None:
        first = Player(site, table, clients[0])
        await settled(first)
        assert isinstance(await first.ask("good", type="move", move=FINE), Accepted)
        flag.touch()
        await asyncio.to_thread(site.kill)
        await asyncio.to_thread(site.start, migrate=False)
        await first.until(lambda one: one.status == "stopped")
        async with others_at(site) as others:
            answer = await first.ask("more", type="move", move=FINE)
            assert isinstance(answer, Refused) and answer.reason == "closed"
            assert answer.detail == "The game got stuck here, and this table is stopped. The admin has been told."
            await others.play()

    asyncio.run(scene())
    assert [(at, sort) for at, sort, _error in faults(site)] == [(table, "stopped")]
    flag.unlink()
    assert "1 same" in site.manage("replaytables", table), "mended, it goes on"
    assert clients[0].get(f"/api/tables/{table}/").json()["status"] == "running"


def test_a_view_that_fails_is_written_down_and_seen_by_nobody_else(hurt_site: Hurt) -> None:
    site = hurt_site()
    table, clients = trouble(site)

    async def scene() -> None:
        first = Player(site, table, clients[0])
        await settled(first)
        async with others_at(site) as others:
            assert isinstance(await first.ask("bad", type="move", move=do("view raises")), Accepted)
            await first.until(lambda one: one.status == "stopped")
            await others.play()
            assert not first.codes and not any(player.codes for player in others.players)

    asyncio.run(scene())
    assert {(at, error) for at, _sort, error in faults(site)} == {(table, "view: ZeroDivisionError: planted")}


def test_a_bot_that_thinks_for_ever_holds_up_nobody(hurt_site: Hurt) -> None:
    site = hurt_site(FAULT_PATIENCE="1")
    slow, slow_clients = trouble(site, {"bot": "endless"})
    quick, quick_clients = trouble(site, {"bot": "random"})

    async def scene() -> None:
        at_slow, at_quick = Player(site, slow, slow_clients[0]), Player(site, quick, quick_clients[0])
        await settled(at_slow, at_quick)
        for n in range(4):
            assert isinstance(await at_slow.ask(f"m{n}", type="move", move=FINE), Accepted)
            assert isinstance(await at_quick.ask(f"m{n}", type="move", move=FINE), Accepted)
            for player in (at_slow, at_quick):
                await player.until(lambda one, n=n: one.have == 2 * n + 2)  # type: ignore[misc]
        assert at_slow.view["scores"] == at_quick.view["scores"] == [4, 4]
        asked = sum("thought too long" in error for at, _sort, error in faults(site) if at == slow)
        assert asked == 3, "then it is asked no more"

    asyncio.run(scene())


def test_a_bot_ends_with_a_killed_server(hurt_site: Hurt) -> None:
    site = hurt_site(FAULT_PATIENCE="3")
    table, clients = trouble(site, {"bot": "endless"})

    async def scene() -> None:
        player = Player(site, table, clients[0])
        await settled(player)
        await player.ask("one", type="move", move=FINE)
        await player.leave()

    def thinkers() -> list[Path]:
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (folder / "environ").read_bytes() and b"thinker" in (folder / "cmdline").read_bytes():
                    found.append(folder)
        return found

    mark = f"PARLOR_DATA={site.data}".encode()
    asyncio.run(scene())
    wait_until(lambda: bool(thinkers()), "no bot thinks")
    site.kill()
    wait_until(lambda: not thinkers(), "the bot thinks on without its server")
