"""Rules stuck in C cannot be stopped: their table rests, their process ends and says so, and is none the worse again."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from parlor.lifecycle import GAVE_UP
from parlor.play.messages import Accepted, Refused
from tests.faults.conftest import Hurt
from tests.faults.test_games import FINE, do, faults, others_at, settled, trouble
from tests.play.players import Player
from tests.support.services import wait_until

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("what", "code", "said"),
    [
        ("sleep", GAVE_UP, "is stuck in code that cannot be stopped"),
        ("regex", -9, "is stuck in code that keeps all else from running"),
    ],
)
def test_stuck_in_c(hurt_site: Hurt, what: str, code: int, said: str) -> None:
    """`sleep` leaves the interpreter to others, so the process winds down; `regex` does not, so its warden ends it."""
    site = hurt_site(FAULT_PATIENCE="1")
    table, clients = trouble(site)

    async def scene() -> None:
        guilty = Player(site, table, clients[0])
        await settled(guilty)
        async with others_at(site) as others:
            await others.play()
            health: list[int] = []
            with httpx.Client(base_url=site.url, timeout=30) as operator:

                def ended() -> bool:
                    try:
                        health.append(operator.get("/healthz").status_code)
                    except httpx.HTTPError:
                        health.append(0)
                    return site.process is not None and site.process.poll() is not None

                assert not await asyncio.to_thread(ended)
                asked = asyncio.ensure_future(guilty.ask("bad", type="move", move=do(what)))
                await asyncio.to_thread(wait_until, ended, "the process did not end", 90)
            assert site.process is not None
            assert site.process.returncode == code
            assert health[0] == 200 and health[-1] != 200
            assert site.says(said), site.output
            assert site.says("Start it again, unless systemd or compose does that by itself."), site.output
            if what == "sleep":
                assert 1012 in [player.codes[0] for player in others.players], "they were asked to come back"

            await asyncio.to_thread(site.start)  # with --migrate, which looks at tables that rest
            await asyncio.wait([asked])
            await guilty.until(lambda one: "bad" in one.answers)  # it came back, asked again, and got an answer
            answer = guilty.answers["bad"]
            assert asked.exception() is None or isinstance(asked.exception(), TimeoutError)
            assert isinstance(answer, Refused) and answer.reason == "closed", answer
            assert "got stuck" in answer.detail
            await others.play(4)
            assert site.process.poll() is None
            await guilty.until(lambda one: one.status == "stopped")

        assert [(at, sort) for at, sort, _error in faults(site)] == [(table, "stopped")]
        assert "1 same" in await asyncio.to_thread(site.manage, "replaytables", table), "an admin lets it go on"
        await guilty.leave()
        again = Player(site, table, clients[0])
        await again.until(lambda one: one.status == "running")
        assert isinstance(await again.ask("good", type="move", move=FINE), Accepted)
        await again.leave()

    asyncio.run(scene())
