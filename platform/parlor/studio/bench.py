"""A game on the bench: its steps, the one that the author stands at, and what can be done from there.

A bench is a log of steps with a place in it. Going back keeps the later steps; a move made there takes their place.
All of it is an author's own game in an author's own process: nothing here is secret, and nobody waits for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from parlor.catalog.registry import AnyGame, NoData, data_digests, get_game, keeps, load_data, options_of
from parlor.engine import Chance, Driver, Entry, Move, Refused, Seat, settle
from parlor.engine import load as load_snapshot
from parlor.engine.deal import Deal
from parlor.engine.log import Line
from parlor.engine.record import Record, RecordedRow, RecordedSeat, recorded
from parlor.tables.loading import Running
from parlor.tables.models import Table
from parlor.tables.watch import watch

SECONDS = 10.0
STEPS_AT_ONCE = 2000


class BenchError(Exception):
    """What was asked of the bench cannot be; the text says why."""


class Bench:
    """One game. `at` is the step that it stands at, `steps` all there are; `trouble` why it stands before the last."""

    def __init__(self, record: Record, at: int | None = None) -> None:
        self.game: AnyGame = get_game(record.game)
        self.names = [seat.name or f"Seat {n + 1}" for n, seat in enumerate(record.seats)]
        self.seed = bytes.fromhex(record.seed)
        self.data = dict(record.data)
        self.options = settle(options_of(self.game, self.data), record.options, len(self.names))
        self.start = msgspec.json.encode(record.start)
        self.opening: list[Line] = record.opening
        self.steps: list[RecordedRow] = list(record.rows)
        self.fault: dict[str, Any] = record.fault or {}
        self.at = 0
        self.trouble = ""
        self.driver: Driver
        self.running: Running
        self.go(len(self.steps) if at is None else at)

    @classmethod
    def new(cls, slug: str, seats: int, options: Mapping[str, str | int | bool], seed: str = "") -> Bench:
        """A new game, dealt from this seed (64 hexadecimal digits) or a fresh one. Raises BenchError."""
        try:
            if seed and len(bytes.fromhex(seed)) != 32:
                raise ValueError
        except ValueError:
            raise BenchError("A seed is 64 hexadecimal digits.") from None
        return cls.dealt(Deal(game=slug, seats=seats, options=dict(options), seed=seed or secrets.token_hex(32)))

    @classmethod
    def dealt(cls, deal: Deal) -> Bench:
        """The game that a deal tells of. Raises BenchError for impossible settings, and what the set-up raises."""
        game, secret = get_game(deal.game), bytes.fromhex(deal.seed)
        try:
            options = settle(options_of(game, deal.data or None), deal.options, deal.seats)
            digests = dict(keeps(game, deal.data) if deal.data else data_digests(game, options))
            with watch.limit(SECONDS, f"studio: set-up of {game.slug}"):
                driver = Driver.start(game, deal.seats, options, chance=Chance(secret), data=load_data(game, digests))
        except (Refused, NoData) as why:
            raise BenchError(str(why)) from None
        opening, start = driver.log[0].lines, driver.dump()
        names = [f"Seat {n + 1}" for n in range(deal.seats)]
        record = _record(game, driver, digests, secret, names, start, opening, [], 0)
        record.rows = [RecordedRow(step, step.get("seat")) for step in deal.rows]
        if deal.fault:
            record.fault = deal.fault
        return cls(record)

    @property
    def seats(self) -> int:
        return len(self.names)

    def record(self) -> Record:
        """The game up to the step that it stands at, as a file that the kit, the studio and other sites read."""
        rows = self.steps[: self.at]
        return _record(
            self.game, self.driver, self.data, self.seed, self.names, self.start, self.opening, rows, self.at
        )

    def kept(self) -> Record:
        """As `record`, with the later steps too: what a bench is kept as."""
        return msgspec.structs.replace(self.record(), rows=self.steps, fault=self.fault or msgspec.UNSET)

    # Going through it

    def go(self, to: int) -> None:
        """Stands at this step, or as near before it as the rules still come."""
        to = max(0, min(to, len(self.steps)))
        driver = self._load()
        trouble = ""
        done = 0
        for number, step in enumerate(self.steps[:to], 1):
            try:
                with watch.limit(SECONDS, f"studio: {self.game.slug}"):
                    driver.replay(driver.codec.unrow(msgspec.json.encode(step.step)))
            except Exception as error:
                trouble = f"Step {number} cannot be made with these rules: {type(error).__name__}: {error}"
                break
            done = number
        self._take(driver, done, trouble)

    def _load(self) -> Driver:
        return load_snapshot(
            self.game, self.seats, self.options, self.seed, load_data(self.game, self.data), self.start
        )

    def _take(self, driver: Driver, at: int, trouble: str = "") -> None:
        self.driver, self.at, self.trouble = driver, at, trouble
        table = Table(id="studio", game=self.game.slug, options=dict(self.options))
        running = Running(table, self.game, driver)
        running.names = dict(enumerate(self.names))
        running.people = {seat: seat + 1 for seat in range(self.seats)}
        running.entries = [Entry(0, None, self.opening), *driver.log]
        self.running = running

    # Acting

    def play(self, seat: int, raw: object) -> None:
        """Makes the move for the seat. Raises Refused, or what the rules raise."""
        made = self.driver.codec.move(raw)
        with watch.limit(SECONDS, f"studio: {self.game.slug}"):
            row = self.driver.play(seat, made)
        if row is not None:
            self._stepped()

    def undo(self, seat: int) -> None:
        """Takes the seat's last move back, as a player does. Raises Refused."""
        self.driver.undo(seat)
        self._stepped()

    def concede(self, seat: int) -> None:
        """Gives up for the seat. Raises Refused."""
        with watch.limit(SECONDS, f"studio: {self.game.slug}"):
            self.driver.leave(seat)
        self._stepped()

    def _stepped(self) -> None:
        row = self.driver.rows[-1]
        step: dict[str, Any] = msgspec.json.decode(self.driver.codec.row(row))
        self.steps = [*self.steps[: self.at], RecordedRow(step, self.driver.log[-1].seat)]
        self.at += 1
        self.trouble = ""
        self.running.entries = [Entry(0, None, self.opening), *self.driver.log]

    def let_play(self, bot: str, steps: int, until: str = "") -> int:
        """Bots make up to so many moves for whoever must act, or until a phase of this name is on top. How many."""
        made = 0
        while made < min(steps, STEPS_AT_ONCE) and not self.driver.finished:
            if until and made and until in self.phases():
                break
            seat = self.driver.acting[0]
            self.play(int(seat), self.driver.codec.raw(self.thought(seat, bot)))
            made += 1
        return made

    def thought(self, seat: int, bot: str = "random") -> Move:
        """What a bot would do there."""
        driver, chance, asked = self.driver, Chance(secrets.token_bytes(32)), Seat(seat)
        with watch.limit(SECONDS, f"studio: bot {bot} of {self.game.slug}"):
            return self.game.bots[bot](
                driver.view(asked), asked, driver.legal(asked), chance, partial(driver.imagine, asked)
            )

    def phases(self) -> list[str]:
        """The names of the phases that ask somebody now."""
        asked = (self.driver.decision(seat) for seat in self.driver.acting)
        return sorted({type(decision.frame.phase).__name__ for decision in asked if decision is not None})

    def edit(self, position: str) -> None:
        """Puts this position (JSON) in the place of the present one; steps begin anew from it. Raises BenchError."""
        try:
            edited = msgspec.json.decode(position.encode(), type=self.game.position)
            with watch.limit(SECONDS, f"studio: check of {self.game.slug}"):
                self.game.check(edited)
        except msgspec.DecodeError as why:
            raise BenchError(f"That is no position of this game: {why}.") from None
        except Exception as why:
            raise BenchError(f"The game's own check refuses it: {why}") from None
        state = msgspec.json.decode(self.driver.dump())
        state |= {"position": msgspec.to_builtins(edited), "version": 0, "floor": 0}
        state["opened"] = {seat: [n, 0] for seat, (n, _opened) in state["opened"].items()}
        before = self.start, self.opening, self.steps
        self.start, self.opening, self.steps = msgspec.json.encode(state), [], []
        try:
            self.go(0)
            self.fault = {}
        except Exception as why:
            self.start, self.opening, self.steps = before
            self.go(self.at)
            raise BenchError(f"From there nobody can go on: {why}") from None


def _record(
    game: AnyGame,
    driver: Driver,
    data: dict[str, str],
    seed: bytes,
    names: Sequence[str],
    start: bytes,
    opening: list[Line],
    rows: list[RecordedRow],
    at: int,
) -> Record:
    told = [opening, *(entry.lines for entry in driver.log[-at:] if at)]
    return recorded(
        game,
        rules=game.rules,
        options=dict(driver.options),
        data=data,
        seats=[RecordedSeat(name) for name in names],
        seed=seed,
        start=start,
        opening=opening,
        rows=rows,
        told=(msgspec.json.encode(lines) for lines in told),
        digest=driver.digest(),
        status="finished" if driver.finished else "running",
        reason=driver.reason or "" if driver.finished else "",
    )
