"""Tables without a game in memory, as a socket shows them: those that wait, closed ones, and stopped ones."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from parlor.catalog.registry import get_game
from parlor.play.boards import BoardSeat, BoardTable, Scene, draw_live
from parlor.play.messages import SeatInfo, Table
from parlor.play.pictures import Viewer
from parlor.tables.models import Seat, Status
from parlor.tables.models import Table as Row

STOPPED = "stopped"


def rows_of(table_id: str) -> tuple[Row, list[Seat]]:
    """The table with its seats. Raises Row.DoesNotExist."""
    row = Row.objects.select_related("host").get(pk=table_id)
    return row, list(row.seats.all())


def is_played(row: Row) -> bool:
    """Whether the table has or had a game."""
    return row.status != Status.WAITING and row.started_at is not None


def seat_among(seats: list[Seat], user: int | None) -> int | None:
    """Where the person sits now; of several seats at one device the own one."""
    own = [seat for seat in seats if user is not None and seat.user_id == user and not seat.left]
    return min(own, key=lambda seat: seat.shared).number if own else None


def resting_table(row: Row, seats: list[Seat], viewer: Viewer) -> Table:
    """The whole message: a waiting or closed table, or a stopped one where there should be a game."""
    stopped = is_played(row)
    return Table(
        version=row.version,
        status=STOPPED if stopped else row.status,  # type: ignore[arg-type]
        seat=viewer.seat,
        seats=[SeatInfo(seat.number, seat.name, bool(seat.bot), seat.left, free=seat.free) for seat in seats],
        **({"html": draw_stopped(row, seats, viewer)} if stopped and viewer.page else {}),  # type: ignore[arg-type]
        **({"reason": row.reason} if row.reason else {}),  # type: ignore[arg-type]
    )


def draw_stopped(row: Row, seats: list[Seat], viewer: Viewer) -> str:
    """The element `#live` of a table whose game cannot be taken up: who plays, and that it is stopped."""
    game = get_game(row.game)
    with override(viewer.language):
        scene = Scene(
            table=BoardTable(row.id, STOPPED, row.version, row.game, game.name, row.host.username if row.host else ""),
            view=None,
            me=viewer.seat,
            seats=[BoardSeat(s.number, s.name, s.number == viewer.seat, False, bool(s.bot), False) for s in seats],
            acting=[],
            options={},
            names=str,
            prompt=_("This table is stopped."),
            mine=False,
            undo=False,
            undo_why="",
            result=None,
            reason=_(row.frozen) if row.frozen else "",
            spectators=0,
        )
        return draw_live(game, scene)
