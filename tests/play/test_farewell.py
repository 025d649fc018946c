"""What a server that stops still says over its sockets."""

import asyncio

from parlor.accounts.models import User
from parlor.play import messages
from parlor.play.messages import Table
from parlor.play.rooms import rooms
from tests.play.conftest import Start
from tests.play.visitors import Visitor, play


def test_stopping_answers_first_and_then_asks_to_come_back(start: Start, people: list[User]) -> None:
    table = start()

    async def scene() -> None:
        ann, bob = Visitor(table.pk, people[0]), Visitor(table.pk, people[1])
        for one in (ann, bob):
            await one.until(Table)
        ann.tell(type="move", id="a", version=0, move={"kind": "Refuse"})
        await asyncio.sleep(0)
        await rooms.stop()
        assert await ann.closed() == messages.RESTARTING
        assert any('"accepted"' in frame for frame in ann.frames)
        assert await bob.closed() == messages.RESTARTING

    try:
        play(scene)
    finally:
        rooms.stopping = False
