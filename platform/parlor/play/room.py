"""One table and the sockets of this process that watch it.

What a viewer sees is put together on the table's own thread, right behind the step that made it, once for all who see
the same. Then it goes to the event loop, which hands it to the sockets in the order of versions.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import Error as DatabaseError
from django.utils.translation import override

from parlor.catalog.registry import get_game
from parlor.play.edits import Page, page_of
from parlor.play.messages import Presence, write
from parlor.play.outbox import Outbox
from parlor.play.pictures import Around, Picture, Viewer, table_message
from parlor.play.resting import is_played, resting_table, rows_of, seat_among
from parlor.play.revisits import Entry
from parlor.play.talk import Talk
from parlor.play.threads import in_database
from parlor.play.updating import Known, News, known_of
from parlor.tables.chat import Told
from parlor.tables.events import TableEvent
from parlor.tables.faults import report
from parlor.tables.live import follow_to, tables
from parlor.tables.loading import Frozen, Missing, Running, load_choices
from parlor.tables.models import Table

if TYPE_CHECKING:
    from parlor.play.rooms import Rooms

logger = logging.getLogger(__name__)

BROKEN = 1011
COUNT_PAUSE = 0.05


class Client:
    """A socket as its room knows it."""

    def __init__(self, user: int | None, page: bool, language: str, outbox: Outbox) -> None:
        self.user = user
        self.page = page
        self.language = language
        self.outbox = outbox
        self.viewer: Viewer | None = None  # None until it has been shown the table
        self.version = -1  # the latest one sent
        self.edits = False  # it is a page that takes edits
        self.sum: int | None = None  # of the HTML that it has, if so
        self.asking = False  # the whole table is on its way
        self.unanswered = 0
        self.entry: Entry | None = None  # what let it in; None for strangers
        self.missed: list[Told] | None = []  # said before the history was read; None once that is sent

    @property
    def seated(self) -> bool:
        """Whether it has been shown the table from a seat."""
        return self.viewer is not None and self.viewer.seat is not None


class Shown(NamedTuple):
    """Whole tables, for each client its own; `sharing` has the seats of people at whose device others play, too."""

    version: int
    names: dict[int, str]
    texts: list[tuple[Client, Viewer, str, int | None]]  # the last is the sum of the HTML, for who takes edits
    changes: int = 0
    sharing: dict[int, frozenset[int]] = {}


class Stepped(NamedTuple):
    """The step to one version, for each viewer its own."""

    version: int
    texts: dict[Viewer, str]
    before: Mapping[Viewer, Page]  # the HTML that the edits are for, for who takes them, where there was one
    pages: dict[Viewer, Page]  # the HTML that they come to


class Room:
    """The clients at one table. Methods belong to the event loop, unless they say that they belong to the table's."""

    def __init__(self, rooms: Rooms, table: Table) -> None:
        self.rooms = rooms
        self.table = table.pk
        self.game = get_game(table.game)
        self.clients: list[Client] = []
        self.names: dict[int, str] = {}
        self.sharing: dict[int, frozenset[int]] = {}
        self.latest = 0  # the latest version known
        self.changes = 0  # the arrangements known
        self.waiting = True
        self.beat_at = 0.0
        self.around = Around(table.host.username if table.host else "")
        self.elsewhere: dict[str, tuple[float, frozenset[int], int]] = {}  # by process: until, seats, spectators
        self.talk = Talk(self)
        self._audience: frozenset[Viewer] = frozenset()
        self._stamp = 0  # grows when whole tables look different though the version is the same
        self._counting = False
        self._announced: tuple[frozenset[int], int] = (frozenset(), 0)
        self._tasks: set[asyncio.Task[None]] = set()
        # The table's thread alone uses these.
        self._before: Known | None = None  # what those have been shown who are sent steps
        self._wholes: dict[Viewer, tuple[int, int, str, int | None]] = {}
        self._pages: dict[Viewer, Page] = {}  # what those were sent last who take edits
        self._stepped = -1
        self.foreseen = -1  # the latest version of which there are pictures, for when it is stored

    # Clients

    def enter(self, client: Client) -> None:
        """Shows everything to the client, then every change."""
        self.clients.append(client)
        self.show([client])

    def leave(self, client: Client) -> None:
        """The client is gone."""
        if client in self.clients:
            self.clients.remove(client)
            self._settle_audience()

    def tell(self, text: str) -> None:
        """Sends the same to everybody who has been shown the table."""
        for client in self.clients:
            if client.viewer is not None:
                client.outbox.put(text)

    def _settle_audience(self) -> None:
        self._audience = frozenset(client.viewer for client in self.clients if client.viewer is not None)
        self._count_soon()

    # Whole tables

    def show(self, clients: Sequence[Client]) -> None:
        """Sends the whole table to these clients, each as its person sees it."""
        wanted = [client for client in clients if not client.asking]
        if wanted:
            for client in wanted:
                client.asking = True
            future = tables.ask(self.table, partial(self._wholes_for, wanted))
            future.add_done_callback(partial(self._hand_over, partial(self._show, wanted)))

    def show_all(self) -> None:
        """Sends the whole table to everybody: something changed that is no step."""
        self._stamp += 1
        for client in self.clients:
            client.asking = False
        self.show(self.clients)

    def _wholes_for(self, clients: list[Client], running: Running) -> Shown:
        """On the table's thread."""
        texts = []
        for client in clients:
            viewer = Viewer(running.seat_of(client.user), client.page, client.language, client.edits)
            try:
                texts.append((client, viewer, *self._whole(running, viewer)))
            except Exception as error:
                report(running, error, seat=viewer.seat, what="view")
                raise
        sharing = {user: frozenset(map(int, running.seats_of(user))) for user in running.sharing}
        return Shown(running.driver.version, dict(running.names), texts, running.changes, sharing)

    def _whole(self, running: Running, viewer: Viewer) -> tuple[str, int | None]:
        """On the table's thread: the message, and the sum of its HTML where that will be edited."""
        stamp = self._stamp
        version, stamped, text, total = self._wholes.get(viewer, (-1, -1, "", None))
        if (version, stamped) != (running.driver.version, stamp) or running.clocks is not None:  # they tell the time
            with override(viewer.language):
                picture = Picture(running, viewer.seat)
                message = table_message(picture, viewer, self.around)
            text, total = write(message), None
            if viewer.edits and isinstance(message.html, str):
                page = page_of(message.html)
                self._pages = {**self._pages, viewer: page}  # a step that is on its way has the one before
                total = page.sum
            self._wholes[viewer] = (picture.version, stamp, text, total)
            if self._before is None or self._before.version < picture.version:
                self._before = known_of(running.driver)
        return text, total

    def _show(self, wanted: list[Client], future: Future[Shown]) -> None:
        error = future.exception()
        if error is None:
            self.waiting = False
            self._hand_out(future.result())
        elif isinstance(error, Missing):
            self.do(self._show_resting(wanted))
        elif isinstance(error, Frozen):
            self.do(self._show_resting(wanted, stopped=True))
        else:
            logger.error("Table %s cannot be shown", self.table, exc_info=error)
            if isinstance(error, DatabaseError):
                self._give_up(wanted)
            else:
                self.do(self._show_resting(wanted, stopped=True))

    def _hand_out(self, shown: Shown) -> None:
        self.latest = max(self.latest, shown.version)
        self.names = shown.names or self.names
        self.changes = max(self.changes, shown.changes)
        self.sharing = shown.sharing
        for client, viewer, text, total in shown.texts:
            if client not in self.clients:
                continue
            first = client.viewer is None
            client.asking, client.viewer, client.version, client.sum = False, viewer, shown.version, total
            client.outbox.put(text)
            if first:
                client.outbox.put(write(self.presence))
                self.do(self.talk.tell_history(client))
        self._settle_audience()

    def _give_up(self, clients: list[Client]) -> None:
        for client in clients:
            client.outbox.close(BROKEN)

    async def _show_resting(self, wanted: list[Client], *, stopped: bool = False) -> None:
        """A table that waits for players, is closed, or whose game cannot be taken up."""
        try:
            row, seats = await in_database(rows_of, self.table)
        except Table.DoesNotExist:
            return self._give_up(wanted)
        if is_played(row) and not stopped:  # it has begun in this moment
            for client in wanted:
                client.asking = False
            return self.show(wanted)
        texts: list[tuple[Client, Viewer, str, int | None]] = []
        for client in wanted:
            viewer = Viewer(seat_among(seats, client.user), client.page, client.language, client.edits)
            texts.append((client, viewer, write(resting_table(row, seats, viewer)), None))
        return self._hand_out(Shown(row.version, {seat.number: seat.name for seat in seats}, texts))

    # Steps

    def step(self) -> None:
        """Sends the newest step to everybody. On any thread; best on the table's, right after the commit."""
        self._step(self._updates)

    def _step(self, updates: Callable[[Running], Stepped | None]) -> None:
        tables.put(self.table, updates, partial(self.rooms.soon, self._deliver))

    def _followed(self, event: TableEvent, running: Running) -> Stepped | None:
        """On the table's thread: the step that another process told of, made here too."""
        follow_to(self.table, event.subject, event.made, running)
        return self._updates(running)

    def foresee(self, running: Running) -> Callable[[], None] | None:
        """On the table's thread: makes the pictures of a step that is not stored yet; the result sends them.

        None where a view fails: that is seen to when the step is stored.
        """
        failed: list[Exception] = []
        self.foreseen = -1  # a step foreseen before may not have been stored
        stepped = self._pictures(running, lambda _viewer, error: failed.append(error))
        if failed:
            return None
        self.foreseen = stepped.version
        known = known_of(running.driver)

        def stored() -> None:
            self._stepped, self._before = stepped.version, known
            self._keep(stepped)
            self.rooms.soon(self._hand_round, stepped)

        return stored

    def _updates(self, running: Running) -> Stepped | None:
        """On the table's thread."""
        if running.driver.version <= self._stepped:
            return None

        def failed(viewer: Viewer, error: Exception) -> None:
            report(running, error, seat=viewer.seat, what="view")
            version = running.driver.version
            logger.error("Version %s of table %s cannot be shown to %s", version, self.table, viewer, exc_info=error)

        stepped = self._pictures(running, failed)
        self._stepped, self._before = stepped.version, known_of(running.driver)
        self._keep(stepped)
        return stepped

    def _keep(self, stepped: Stepped) -> None:
        """On the table's thread: of what is bulky, keeps no more than will be asked for."""
        self._pages = stepped.pages
        self._wholes.clear()

    def _pictures(self, running: Running, failed: Callable[[Viewer, Exception], None]) -> Stepped:
        news = News(running, self._before, self._pages)
        follows, around = news.follows, self.around
        texts: dict[Viewer, str] = {}
        for viewer in self._audience:
            if viewer.page or follows:
                try:
                    texts[viewer] = news.text(viewer, around)
                except Exception as error:
                    failed(viewer, error)
        return Stepped(running.driver.version, texts, self._pages, news.pages)

    def _deliver(self, stepped: Stepped | None, error: BaseException | None) -> None:
        if isinstance(error, Missing):  # before the set-up is stored, or after the table is gone
            return
        if error is not None:
            logger.error("A step of table %s cannot be shown", self.table, exc_info=error)
            self.show([client for client in self.clients if client.viewer is not None])
            return
        if stepped is not None:
            self._hand_round(stepped)

    def _hand_round(self, stepped: Stepped) -> None:
        self.latest = max(self.latest, stepped.version)
        behind = []
        for client in self.clients:
            if client.viewer is None or client.asking or client.version >= stepped.version:
                continue
            next_one = client.version == stepped.version - 1 and client.user not in self.sharing
            text = stepped.texts.get(client.viewer) if next_one else None  # with the step the device may go on
            if text is not None and client.edits:
                before = stepped.before.get(client.viewer)
                if before is not None and before.sum != client.sum:  # another tab has that page
                    text = None
                else:
                    client.sum = stepped.pages[client.viewer].sum
            if text is None:
                behind.append(client)
            else:
                client.version = stepped.version
                client.outbox.put(text)
        self.show(behind)

    # What happened

    def react(self, event: TableEvent) -> None:
        """Something happened here that is no step."""
        if event.kind == "chat":
            self.do(self.talk.tell_line(event.subject))
        else:
            self.show_all()

    def react_elsewhere(self, event: TableEvent) -> None:
        """Something happened in another process: memory is brought up to the database first."""
        if event.kind == "moved" and not self.waiting:
            self._step(partial(self._followed, event))
        elif event.kind == "choice":
            tables.ask(self.table, load_choices)
            self.show_all()
        elif event.kind == "chat":
            self.do(self.talk.tell_line(event.subject))
        else:
            tables.forget(self.table)
            self.show_all()

    # Presence

    @property
    def presence(self) -> Presence:
        """Who is here now, in all processes as far as known."""
        here, spectators = self._present()
        return Presence(sorted(here), spectators)

    def _present(self) -> tuple[frozenset[int], int]:
        here, spectators = self.local_presence()
        now = asyncio.get_running_loop().time()
        for process, (until, seats, others) in list(self.elsewhere.items()):
            if until < now:
                del self.elsewhere[process]
            else:
                here |= seats
                spectators += others
        return here, spectators

    @property
    def shown_elsewhere(self) -> bool:
        """Whether another process shows this table to anybody, as far as known."""
        now = asyncio.get_running_loop().time()
        return any(until > now for until, _seats, _others in self.elsewhere.values())

    def _count_soon(self) -> None:
        if not self._counting and self.rooms.loop is not None:
            self._counting = True
            self.rooms.loop.call_later(COUNT_PAUSE, self.count)

    def count(self) -> None:
        """Counts who is here and tells it when it has changed."""
        self._counting = False
        if self.rooms.room(self.table) is not self:  # given up meanwhile
            return
        told = self.around
        here, spectators = self._present()
        if (here, spectators) != (told.here, told.spectators):
            self.around = told._replace(here=here, spectators=spectators)
            self._stamp += 1
            self.tell(write(self.presence))
        if self.local_presence() != self._announced:
            self.announce()

    def local_presence(self) -> tuple[frozenset[int], int]:
        """The seats that are connected to this process, and how many others watch in it."""
        viewers = [(client.viewer.seat, client.user) for client in self.clients if client.viewer is not None]
        seats = frozenset(seat for seat, _user in viewers if seat is not None)
        seats = seats.union(*(self.sharing.get(user, ()) for seat, user in viewers if user and seat is not None))
        people = {user for seat, user in viewers if seat is None and user is not None}
        return seats, len(people) + sum(seat is None and user is None for seat, user in viewers)

    def announce(self) -> None:
        """Tells other processes who is here."""
        if self.rooms.hub is not None:
            self._announced = self.local_presence()
            self.rooms.hub.publish_presence(self.table, *self._announced, shown=bool(self.clients))

    # Helpers

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs the work beside; what fails is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("Something failed at table %s", self.table, exc_info=task.exception())

    def _hand_over(self, then: Callable[[Future[Any]], None], future: Future[Any]) -> None:
        """On whatever thread the answer came from."""
        self.rooms.soon(then, future)
