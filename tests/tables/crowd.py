"""A crowd at 13 tables: 52 people in two processes' memories choose, change their minds and vote, all at once.

`python -m tests.tables.crowd` prints what came of it as one line of JSON. It uses the database that DATABASE_URL
names, which must be empty, else one of its own on SQLite.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

TABLES, SEATS, ROUNDS = 13, 4, 3
PATIENCE = 60.0
CLOCKED = 2
"""Every so many tables has a clock, and so can be paused."""


class Crowd:
    """The two memories, what has been told of the tables, and the counts."""

    def __init__(self) -> None:
        from parlor.tables import live, play, storing, votes
        from parlor.tables.writer import Writer

        crowd = self
        self.there = threading.local()
        """Which process the thread is in: `memory` for a client, `writer` for an actor at work."""

        class Memory(live.Tables):
            def __init__(self) -> None:
                super().__init__()
                self.writer = Writer()

            def put(self, table: str, command: Any, done: Any) -> None:
                def at_home(running: Any) -> Any:
                    crowd.there.writer = self.writer
                    return command(running)

                super().put(table, at_home, done)

        class Route:
            def ask(self, table: str, command: Any) -> Future[Any]:
                return crowd.there.memory.ask(table, command)

            def put(self, table: str, command: Any, done: Any) -> None:
                crowd.there.memory.put(table, command, done)

            def submit(self, unit: Any, told: Any) -> None:
                crowd.there.writer.submit(unit, told)

        self.memories = [Memory(), Memory()]
        play.tables = votes.tables = Route()  # type: ignore[assignment,attr-defined]
        storing.writer = Route()  # type: ignore[assignment,attr-defined]
        self.news = threading.Condition()
        self.versions: dict[str, int] = {}
        self.counts = dict.fromkeys(("sent", "accepted", "stale", "busy", "votes", "paused", "unsteady"), 0)
        self.errors: list[str] = []

    def hear(self, event: Any) -> None:
        """What one process commits, all hear."""
        with self.news:
            if event.kind == "moved":
                self.versions[event.table] = max(event.subject, self.versions.get(event.table, 0))
            self.news.notify_all()

    def count(self, what: str) -> None:
        with self.news:
            self.counts[what] += 1


class Guest(threading.Thread):
    """One person. `last` has for each round the id and the coins of the choice that was accepted last."""

    def __init__(self, crowd: Crowd, table: Any, seat: int, user: Any, chance: random.Random) -> None:
        super().__init__(name=f"{table.pk}-{seat}")
        self.crowd, self.table, self.seat, self.user, self.chance = crowd, table, seat, user, chance
        self.home = seat % 2
        self.last: dict[int, tuple[str, int]] = {}
        self.abandons = False
        self.n = 0

    def run(self) -> None:
        try:
            for round_ in range(ROUNDS):
                self._play(round_)
        except BaseException as error:
            self.crowd.errors.append(f"{self.name}: {error!r}")
            with self.crowd.news:
                self.crowd.news.notify_all()

    def _play(self, round_: int) -> None:
        if self.chance.random() < 0.8:
            self._vote("pause", True)
        if self.seat < 2 and self.chance.random() < 0.6:  # never all four: the game goes on
            self.abandons = self._vote("abandon", True) or self.abandons
        for _again in range(self.chance.randrange(3)):
            self._choose(round_)
            if self.chance.random() < 0.4:
                self._withdraw(round_)
        if self.chance.random() < 0.3:
            time.sleep(self.chance.random() / 20)
        self._choose(round_)
        while round_ not in self.last and not self._over(round_):
            self._choose(round_)
        self._wait(round_)

    def _over(self, round_: int) -> bool:
        return self.crowd.versions.get(self.table.pk, 0) > round_ or bool(self.crowd.errors)

    def _wait(self, round_: int) -> None:
        deadline = time.monotonic() + PATIENCE
        with self.crowd.news:
            while not self._over(round_):
                if not self.crowd.news.wait(deadline - time.monotonic()):
                    raise TimeoutError(f"round {round_} does not end; mine is {self.last.get(round_)}")

    def _choose(self, round_: int) -> None:
        from parlor.tables.play import move

        self.n += 1
        name, coins = f"m{self.n}", self.chance.randrange(4)
        bid = {"kind": "Bid", "coins": coins}
        if self._twice(lambda: move(self.table.pk, self.user.pk, name, round_, bid)) is not None:
            self.last[round_] = (name, coins)

    def _withdraw(self, round_: int) -> None:
        from parlor.tables.play import withdraw

        self.n += 1
        name = f"w{self.n}"
        if self._twice(lambda: withdraw(self.table.pk, self.user.pk, name)) == round_:
            self.last.pop(round_, None)  # else all were in before

    def _twice(self, send: Any) -> int | None:
        """Sends it twice, sometimes again through the other process. The version, where one of them was accepted."""
        from parlor.tables.play import Accepted

        self.crowd.there.memory = self.crowd.memories[self.home]
        answers = [send()]
        if self.chance.random() < 0.3:  # as after a lost connection
            answers[0].exception(PATIENCE)
            self.crowd.there.memory = self.crowd.memories[1 - self.home]
        answers.append(send())
        heard = [self._heard(answer, send) for answer in answers]
        for one in heard:
            self.crowd.count("sent")
            if isinstance(one, Accepted):
                self.crowd.count("accepted")
            elif one.reason == "stale":
                self.crowd.count("stale")
            elif "paused" in one.detail:
                self.crowd.count("paused")
                self._vote("resume", True)
            elif one.reason not in ("turn", "closed"):
                raise AssertionError(one)
        versions = [one.version for one in heard if isinstance(one, Accepted)]
        if isinstance(heard[0], Accepted) and not isinstance(heard[1], Accepted) and heard[1].reason == "stale":
            self.crowd.count("unsteady")
        return versions[0] if versions else None

    def _heard(self, answer: Future[Any], send: Any) -> Any:
        """The answer; where the site was too busy to give one, it is sent again as it was."""
        from parlor.tables.units import Conflict

        while True:
            try:
                return answer.result(PATIENCE)
            except Conflict:
                self.crowd.count("busy")
                answer = send()

    def _vote(self, kind: str, agree: bool) -> bool:
        from parlor.tables.service import TableError
        from parlor.tables.votes import vote

        self.crowd.there.memory = self.crowd.memories[self.home]
        self.crowd.count("votes")

        def send() -> Future[None]:
            return vote(self.table.pk, self.user, kind, agree=agree)

        try:
            self._heard(send(), send)
        except TableError:
            return False
        return True


def open_tables() -> list[tuple[Any, list[Any]]]:
    from parlor.accounts.models import User
    from parlor.tables import service

    opened = []
    for n in range(TABLES):
        people = [User.objects.create_user(f"guest-{n}-{seat}") for seat in range(SEATS)]
        pace = "normal" if n % CLOCKED else "none"
        table = service.create(people[0], game="auction", seats=SEATS, pace=pace)
        for person in people[1:]:
            service.join(table.pk, person)
        opened.append((service.start(table.pk, people[0]), people))
    return opened


def audit(crowd: Crowd, guests: list[Guest]) -> dict[str, int]:
    """Compares what the rows hold with what each guest was told."""
    from parlor.tables.models import Choice, Move, Table, Vote

    lost = doubled = steps = 0
    for table in Table.objects.all():
        here = [guest for guest in guests if guest.table.pk == table.pk]
        rows = [row for row in Move.objects.filter(table=table).order_by("version") if row.version]
        steps += len(rows)
        scores = [0] * SEATS
        frames = set()
        for row in rows:
            step = json.loads(bytes(row.payload))
            assert step["do"] == "sealed", step
            doubled += step["frame"] in frames
            frames.add(step["frame"])
            ids = dict(Choice.objects.filter(table=table, frame=step["frame"]).values_list("seat", "client_id"))
            for guest in here:
                coins = step["moves"][str(guest.seat)]["coins"]
                scores[guest.seat] += coins
                lost += guest.last.get(row.version - 1) != (ids[guest.seat], coins)
        result = {standing["seat"]: standing["score"] for standing in table.result or []}
        doubled += sum(result.get(seat) != score for seat, score in enumerate(scores))
        lost += table.status != "finished" or len(rows) != ROUNDS
        voted = set(Vote.objects.filter(table=table, kind="abandon").values_list("seat", flat=True))
        lost += len(voted ^ {guest.seat for guest in here if guest.abandons})
    return {"steps": steps, "lost": lost, "doubled": doubled + crowd.counts.pop("unsteady")}


def main() -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from parlor.catalog import registry
    from parlor.tables import events
    from tests.tables.games import GAME

    call_command("migrate", verbosity=0)
    installed = registry.all_games() | {GAME.slug: GAME}
    registry._installed = lambda: installed  # type: ignore[assignment]
    opened = open_tables()
    crowd = Crowd()
    events._listeners[:] = [crowd.hear]
    chance = random.Random(int(os.environ.get("SEED", "7")))
    guests = [
        Guest(crowd, table, seat, user, random.Random(chance.random()))
        for table, people in opened
        for seat, user in enumerate(people)
    ]
    began = time.monotonic()
    for guest in guests:
        guest.start()
    for guest in guests:
        guest.join()
    seconds = round(time.monotonic() - began, 2)
    for memory in crowd.memories:
        memory.writer.rest()
    found = audit(crowd, guests)
    print(json.dumps({"tables": TABLES, "people": len(guests), **crowd.counts, **found, "seconds": seconds}))
    for error in crowd.errors:
        print(error, file=sys.stderr)
    return 1 if crowd.errors or found["lost"] or found["doubled"] else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="parlor-crowd-") as folder:
        os.environ["PARLOR_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "parlor.site.settings"
        sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "platform")]
        sys.exit(main())
