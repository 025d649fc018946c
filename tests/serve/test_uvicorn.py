"""The site under uvicorn: it starts, plays, and sends everybody away to come back when it stops."""

from __future__ import annotations

import asyncio

import pytest

from parlor.play import messages
from tests.play.players import Player, open_table, play_until
from tests.support.live import StartSite


@pytest.mark.long
def test_the_site_starts_plays_and_stops_under_uvicorn(start_site: StartSite) -> None:
    site = start_site(PARLOR_SERVER="uvicorn", BOT_PAUSE="0")
    table, clients = open_table(site, 2, bots=1)
    second, others = open_table(site, 3)

    async def scene() -> None:
        players = [Player(site, table, client) for client in clients]
        waiting = Player(site, second, others[0])
        await waiting.until(lambda one: one.have >= 0)
        await play_until(players)
        for player in players:
            await player.until(lambda one: one.status == "finished")
        code = await asyncio.get_running_loop().run_in_executor(None, site.stop)
        assert code == 0
        await waiting.until(lambda one: bool(one.codes))
        assert waiting.codes[0] == messages.RESTARTING

    asyncio.run(scene())
    assert "Traceback" not in site.output


def test_another_server_is_refused(settings: object) -> None:
    from django.core.management.base import CommandError

    from parlor.site.management.commands.serve import server_class

    settings.SERVER = "apache"  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="daphne or uvicorn"):
        server_class()
