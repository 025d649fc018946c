"""Brings a table from the database into memory: the nearest snapshot, and the steps made since."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext_noop

from parlor.catalog.registry import NoData, get_game, load_data, options_of
from parlor.engine import Driver, Entry, Game, Line, RulesError, Seat, floor_of, settle
from parlor.engine import load as load_snapshot
from parlor.engine.setting_back import SETTING
from parlor.tables.clocks import Clocks
from parlor.tables.models import Choice, Move, Snapshot, Status, Table, Vote
from parlor.tables.models import Seat as SeatRow
from parlor.tables.seat_clocks import hand_rows, load_clocks
from parlor.tables.units import HandRow
from parlor.tables.watch import watch

_lines: msgspec.json.Decoder[list[Line]] = msgspec.json.Decoder(list[Line])


LOAD_SECONDS = 15.0


class Missing(Exception):
    """There is no such table, or its game has not begun."""


RENEWED = gettext_noop("The rules of this game have been renewed. It goes on when the site has looked it through.")


class Frozen(Exception):
    """The game rests, as its rules have changed or its data set is gone; the text says so."""


class _Kind(msgspec.Struct):
    do: str
    seat: int | None = None
    frame: int | None = None
    to: int | None = None


class Running:
    """A game in memory: driver, who sits where, the whole log, and the ids of moves already counted.

    `ratings` are the points of people before and after the finished game, where it has been rated.
    `sharing` are the people at whose device others play, too, in the seats `shared`.

    `dirty` while its memory may be ahead of the database. For the seats in `away` a bot plays until their person is
    back, for `stand_ins` one makes the next move only; `over` says why a game ended that was not played out.
    `quiet_since` is when the last step was made or somebody came back. `stored_waiting` is for whom the table waits in
    the database at which version and arrangement, where that is known: not while sealed choices may change it.
    """

    def __init__(self, table: Table, game: Game[Any, Any], driver: Driver) -> None:
        self.table = table.id
        self.slug = table.game
        self.game = game
        self.data: dict[str, str] = table.data
        self.driver = driver
        self.people: dict[int, int] = {}
        self.sharing: set[int] = set()
        self.shared: set[int] = set()
        self.ratings: dict[int, tuple[int, int]] = {}
        self.bots: dict[int, str] = {}
        self.names: dict[int, str] = {}
        self.left: set[int] = set()
        self.again: str | None = table.again_id
        self.away: set[int] = set()
        self.stand_ins: set[int] = set()
        self.over = ""
        self.note = table.note
        self.absence = table.absence
        self.training = table.training
        self.quiet_since = table.changed_at
        self.paused_at: datetime | None = None
        self.changes = table.changes
        self.clocks: Clocks | None = None
        self.stored_hands: dict[int, HandRow] = {}
        self.stored_waiting: tuple[int, int, list[int]] | None = None
        self.votes: dict[str, dict[int, bool]] = {}
        self.stored_votes: dict[str, dict[int, bool]] = {}
        self.entries: list[Entry] = []
        self.counted: dict[tuple[int | None, str], int] = {}
        self.choice_ids: dict[tuple[int, int], str] = {}  # of sealed choices that wait, by frame and seat
        self.dirty = False
        self.told: list[Callable[[], None]] = []  # to be called when the command has been answered
        self.snapshot_at = 0

    def seat_of(self, user: int | None) -> Seat | None:
        """Where the person sits; None for a spectator and for a seat that was left.

        Of several seats at one device it is the one that the game waits for, else the one that acted last.
        """
        if user is None:
            return None
        own = [seat for seat in self.seats_of(user) if seat not in self.left]
        if len(own) < 2:
            return own[0] if own else None
        asked = [seat for seat in own if seat in self.waiting_on]
        if asked:
            return asked[0]
        last = next((entry.seat for entry in reversed(self.entries) if entry.seat is not None), None)
        return Seat(last) if last in own else own[0]

    def seats_of(self, user: int) -> list[Seat]:
        """Where the person sits, or sat until leaving, and the seats that others play at the person's device."""
        return [Seat(n) for n, person in self.people.items() if person == user]

    def shares(self, user: int | None) -> bool:
        """Whether several seats are played at the person's device."""
        return user is not None and user in self.sharing

    def undo_seat(self, seat: int) -> int:
        """Whose move is taken back by who sits here: at a device with several seats, that of who moved last there."""
        history = self.driver.history
        shared = bool(history) and self.shares(self.people.get(seat))
        return history[-1].seat if shared and self.people.get(history[-1].seat) == self.people[seat] else seat

    @property
    def first_bot(self) -> str:
        """The game's bot that plays for people."""
        return next(iter(self.game.bots))

    def pause(self, since: datetime | None) -> None:
        """Stops all clocks, or (None) lets them go on, with the next arrangement."""
        self.paused_at = since
        if self.clocks is not None:
            self.clocks.paused = since is not None

    def plays_by_itself(self, seat: int) -> bool:
        """Whether a bot makes this seat's next move."""
        return seat in self.bots or seat in self.stand_ins

    @property
    def bot_acts(self) -> bool:
        """Whether a bot makes one of the next moves."""
        if not (self.bots or self.stand_ins):
            return False
        return any(map(self.plays_by_itself, self.driver.acting))

    @property
    def waiting_on(self) -> list[int]:
        """The seats whose people the game waits for."""
        return [] if self.over else [int(seat) for seat in self.driver.acting if seat not in self.bots]

    @property
    def questions(self) -> tuple[dict[int, int], set[int]]:
        """For the clocks: the number of the question before each person, and which people have not answered it."""
        if self.over:
            return {}, set()
        asked = ((seat, self.driver.decision(seat)) for seat in self.people if seat not in self.bots)
        return {seat: decision.frame.n for seat, decision in asked if decision is not None}, set(self.waiting_on)


def load(table_id: str) -> Running:
    """The running or finished game of the table. Raises Missing where there is none, RulesError if replay differs."""
    try:
        table = Table.objects.get(pk=table_id)
    except Table.DoesNotExist:
        raise Missing(table_id) from None
    if table.status == Status.WAITING or not table.started_at:
        raise Missing(table_id)
    if table.frozen:
        raise Frozen(table.frozen)
    game = get_game(table.game)
    if table.rules != game.rules and table.status == Status.RUNNING:
        raise Frozen(RENEWED)
    try:
        data = load_data(game, table.data)
    except NoData as why:
        raise Frozen(str(why)) from None
    snapshot = _snapshot_for(table)
    seats = list(table.seats.all())
    options = settle(options_of(game, table.data), table.options, len(seats))
    rows = list(Move.objects.filter(table=table).order_by("version"))
    with watch.limit(LOAD_SECONDS, f"{table.game} {table_id}, loaded", table_id):
        driver = load_snapshot(game, len(seats), options, bytes(table.seed), data, bytes(snapshot.state))
        for row in rows:
            if row.version > snapshot.version:
                driver.replay(driver.codec.unrow(bytes(row.payload)))
                if driver.version != row.version:
                    raise RulesError(f"table {table_id} cannot be replayed: step {row.version} became {driver.version}")
    running = Running(table, game, driver)
    running.snapshot_at = snapshot.version
    for row in rows:
        if row.client_id is not None:
            running.counted[row.seat, row.client_id] = row.version
    count_choices(running, rows)
    running.entries = entries_of(rows)
    seat_people(running, seats)
    load_choices(running)
    running.paused_at = table.paused_at
    if table.status == Status.FINISHED and not driver.finished:
        running.over = table.reason
    running.clocks = load_clocks(table, seats, paused=table.paused_at is not None)
    if running.clocks is not None:
        for number, question in running.questions[0].items():
            running.clocks.hands[number].question = question
        running.stored_hands = hand_rows(running.clocks)
    if table.changes:
        for kind, number, agree in Vote.objects.filter(table=table).values_list("kind", "seat", "agree"):
            running.votes.setdefault(kind, {})[number] = agree
            running.stored_votes.setdefault(kind, {})[number] = agree
    return running


def seat_people(running: Running, seats: Iterable[SeatRow]) -> None:
    """Says who sits where."""
    for row in seats:
        if row.shared and row.user_id is not None:
            running.sharing.add(row.user_id)
            running.shared.add(row.number)
        running.names[row.number] = row.name
        if row.user_id is not None:
            running.people[row.number] = row.user_id
        if row.rating_before is not None and row.rating_after is not None:
            running.ratings[row.number] = row.rating_before, row.rating_after
        if row.bot:
            running.bots[row.number] = row.bot
        if row.left:
            running.left.add(row.number)
        if row.away:
            running.away.add(row.number)


def _snapshot_for(table: Table) -> Snapshot:
    """The latest snapshot from which every move that may still be taken back is replayed."""
    latest = Snapshot.objects.filter(table=table).order_by("-version").first()
    if latest is None:
        raise Missing(table.id)
    floor = floor_of(bytes(latest.state))
    if floor >= latest.version:
        return latest
    return Snapshot.objects.filter(table=table, version__lte=floor).order_by("-version").first() or latest


def entries_of(rows: Iterable[Move]) -> list[Entry]:
    """The whole log as these rows, in order and from the first on, tell it."""
    entries: list[Entry] = []
    standing: list[int] = []
    for row in rows:
        kind = msgspec.json.decode(bytes(row.payload), type=_Kind)
        entries.append(Entry(row.version, row.seat, _lines.decode(bytes(row.lines))))
        if kind.do == "undo" and standing:
            entries[standing.pop()].struck = True
        elif kind.do == "move":
            standing.append(len(entries) - 1)
        elif kind.to is not None:
            for entry in entries[kind.to + 1 : -1]:
                entry.struck = True
        if kind.do in SETTING:
            standing.clear()
    return entries


def load_choices(running: Running) -> None:
    """Reads the sealed choices that wait, also those that another process took."""
    driver = running.driver
    driver.pending.clear()
    running.choice_ids.clear()
    asked = {decision.frame.n for decision in map(driver.decision, range(driver.seats)) if decision is not None}
    for choice in Choice.objects.filter(table_id=running.table, frame__in=asked):
        move = driver.codec.move(msgspec.json.decode(bytes(choice.payload)))
        driver.pending.setdefault(choice.frame, {})[choice.seat] = move
        running.choice_ids[choice.frame, choice.seat] = choice.client_id
    driver.sift_choices()


def count_choices(running: Running, rows: Iterable[Move]) -> None:
    """Remembers which sealed choices have become part of a step, so that one sent again counts once."""
    kinds = ((row.version, msgspec.json.decode(bytes(row.payload), type=_Kind)) for row in rows)
    versions = {kind.frame: version for version, kind in kinds if kind.do == "sealed"}
    if versions:
        for choice in Choice.objects.filter(table_id=running.table, frame__in=list(versions)):
            running.counted[choice.seat, choice.client_id] = versions[choice.frame]
