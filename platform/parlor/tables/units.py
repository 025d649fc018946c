"""The hot path's SQL: what is written at a table as one unit, all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from parlor.tables.events import Written, wrote
from parlor.tables.statements import on_postgresql, run, stored, stored_now


class Conflict(Exception):
    """Another process was first: the table is not at the version that the step was made for."""


class Behind(Conflict):
    """Memory knows less than another process has stored, and nothing else is wrong with it."""


class HandRow(msgspec.Struct):
    """A seat's clock to store: what is left in milliseconds, and while it runs the moment when time is out."""

    seat: int
    bank_ms: int
    due_at: datetime | None
    remind_at: datetime | None


class SealedStep(msgspec.Struct):
    """What a sealed step was made of: for each seat the id of its choice, and the last choice, not stored before.

    The choices stay as rows, so that one sent again after the step still counts once.
    """

    frame: int
    choices: dict[int, str]
    seat: int | None = None
    payload: bytes = b""


class Step(msgspec.Struct):
    """One step to store: the move row, what changes in the table's row, and perhaps a snapshot.

    `changes` counts the arrangements that it was made after. `forget_choices`: no sealed choice counts after it.
    `same_waiting`: the table waits for the same people as before, as far as it is at `before` and `changes`.
    """

    table: str
    before: int
    after: int
    changes: int
    seat: int | None
    user: int | None
    client_id: str | None
    payload: bytes
    lines: bytes
    waiting_on: list[int]
    due_at: datetime | None = None
    snapshot: bytes | None = None
    finished: str | None = None
    result: bytes | None = None
    left: int | None = None
    left_bot: str = ""
    sealed: SealedStep | None = None
    hands: list[HandRow] = []
    forget_choices: bool = False
    same_waiting: bool = False


class SealedChoice(msgspec.Struct):
    """A sealed choice to store (payload None: to withdraw), while the table is at `version`.

    At a table with clocks it counts as an arrangement too (`changes` is not None).
    """

    table: str
    version: int
    frame: int
    seat: int
    client_id: str
    payload: bytes | None
    waiting_on: list[int] = []
    changes: int | None = None
    due_at: datetime | None = None
    hands: list[HandRow] = []


class Arrangement(msgspec.Struct):
    """What changes at a running table and is no step: who plays, clocks, pauses, votes, or an end without a result.

    `bots` names for some seats the bot that plays there while its person is away, "" for a person who is back.
    `votes` are all that stand then, by kind and seat; None: they are as they were. `returned`: somebody plays again.
    """

    table: str
    version: int
    changes: int
    due_at: datetime | None
    paused_at: datetime | None = None
    hands: list[HandRow] = []
    waiting_on: list[int] = []
    bots: dict[int, str] = {}
    votes: dict[str, dict[int, bool]] | None = None
    finished: str | None = None
    returned: bool = False


Unit = Step | SealedChoice | Arrangement


def write(units: Sequence[Unit]) -> list[Conflict | None]:
    """Writes the units in the current transaction. For each: None, or the conflict, and nothing of it is written."""
    written: list[Written] = []
    outcomes = _write_together(units, written) if on_postgresql() else [_write(unit, written) for unit in units]
    if written:
        wrote(*written)
    return outcomes


def _write(unit: Unit, written: list[Written]) -> Conflict | None:
    if isinstance(unit, Step):
        return _write_step(unit, written)
    if isinstance(unit, SealedChoice):
        return _write_choice(unit, written)
    return _write_arrangement(unit, written)


def _write_step(step: Step, written: list[Written]) -> Conflict | None:
    now = stored_now()
    done = run(
        "UPDATE tables_table SET version = %s, changed_at = %s, due_at = %s "
        "WHERE id = %s AND version = %s AND changes = %s AND status = 'running'",
        (step.after, now, stored(step.due_at), step.table, step.before, step.changes),
    )
    if done.rowcount != 1:
        return Conflict(step.table)
    run(
        "INSERT INTO tables_move (table_id, version, seat, user_id, client_id, payload, lines, at) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        (step.table, step.after, step.seat, step.user, step.client_id, step.payload, step.lines, now),
    )
    others = not step.same_waiting and _write_waiting(step.table, step.waiting_on)
    _write_rest(step, others, written)
    return None


def _write_together(units: Sequence[Unit], written: list[Written]) -> list[Conflict | None]:
    """The steps of all tables in one statement: each costs a way to the server and back.

    They are in the order of their tables, so that two processes with the same ones do not wait for each other.
    """
    steps = {unit.table: unit for unit in units if isinstance(unit, Step)}
    moved: dict[str, bool] = {}
    if steps:
        now = stored_now()
        rows = [
            (
                *(step.table, step.before, step.after, step.changes, stored(step.due_at)),
                *(step.seat, step.user, step.client_id, step.payload, step.lines),
                ",".join(map(str, step.waiting_on)),
            )
            for _table, step in sorted(steps.items())
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        moved = dict(run(POSTGRESQL_STEPS, [*columns, now, now]).fetchall())
    outcomes: list[Conflict | None] = []
    for unit in units:
        if steps.get(unit.table) is not unit:
            outcomes.append(_write(unit, written))
        elif unit.table not in moved:
            outcomes.append(Conflict(unit.table))
        else:
            assert isinstance(unit, Step)
            _write_rest(unit, moved[unit.table], written)
            outcomes.append(None)
    return outcomes


POSTGRESQL_STEPS = """
WITH given AS (
    SELECT * FROM unnest(
        %s::varchar[], %s::integer[], %s::integer[], %s::integer[], %s::timestamptz[],
        %s::integer[], %s::bigint[], %s::varchar[], %s::bytea[], %s::bytea[], %s::varchar[]
    ) AS given (table_id, before, after, changes, due_at, seat, user_id, client_id, payload, lines, waiting_on)
), moved AS (
    UPDATE tables_table SET version = given.after, changed_at = %s, due_at = given.due_at FROM given
    WHERE id = given.table_id AND version = given.before AND tables_table.changes = given.changes
        AND status = 'running'
    RETURNING given.*
), row AS (
    INSERT INTO tables_move (table_id, version, seat, user_id, client_id, payload, lines, at)
    SELECT table_id, after, seat, user_id, client_id, payload, lines, %s FROM moved
), others AS (
    UPDATE tables_seat SET waiting_on = NOT tables_seat.waiting_on FROM moved
    WHERE tables_seat.table_id = moved.table_id
        AND tables_seat.waiting_on <> (number = ANY(string_to_array(moved.waiting_on, ',')::integer[]))
    RETURNING moved.table_id
) SELECT table_id, EXISTS (SELECT 1 FROM others WHERE others.table_id = moved.table_id) FROM moved
"""
"""The statements of all steps in one. Returns the tables that moved, and whether they wait for others now."""


def _write_rest(step: Step, others: bool, written: list[Written]) -> None:
    """What only some steps write."""
    if step.hands:
        _write_hands(step.table, step.hands)
    if step.snapshot is not None:
        run(
            "INSERT INTO tables_snapshot (table_id, version, state) VALUES (%s, %s, %s)",
            [step.table, step.after, step.snapshot],
        )
    if step.forget_choices:
        run("DELETE FROM tables_choice WHERE table_id = %s", [step.table])
    if step.sealed is not None:
        _write_sealed(step.table, step.sealed)
    if step.left is not None:
        run(
            'UPDATE tables_seat SET bot = %s, "left" = %s WHERE table_id = %s AND number = %s',
            [step.left_bot, True, step.table, step.left],
        )
    if step.finished is not None:
        run(
            "UPDATE tables_table SET status = 'finished', reason = %s, result = %s WHERE id = %s",
            [step.finished, (step.result or b"null").decode(), step.table],
        )
        run(
            "DELETE FROM tables_snapshot "
            "WHERE table_id = %s AND version <> 0 AND version <> %s AND version %% 100 <> 0",
            [step.table, step.after],
        )
    if others or step.finished is not None:
        written.append(Written(step.table, step.after, step.waiting_on))


def _write_choice(choice: SealedChoice, written: list[Written]) -> Conflict | None:
    if choice.changes is None:
        done = run(
            "UPDATE tables_table SET version = version WHERE id = %s AND version = %s AND status = 'running'",
            [choice.table, choice.version],
        )
    else:
        done = run(
            "UPDATE tables_table SET changes = changes + 1, due_at = %s "
            "WHERE id = %s AND version = %s AND changes = %s AND status = 'running'",
            [stored(choice.due_at), choice.table, choice.version, choice.changes],
        )
    if done.rowcount != 1:
        return Conflict(choice.table)
    _write_hands(choice.table, choice.hands)
    _put_choice(choice.table, choice.frame, choice.seat, choice.client_id, choice.payload)
    if _write_waiting(choice.table, choice.waiting_on):
        written.append(Written(choice.table, choice.version, choice.waiting_on))
    return None


def _write_sealed(table: str, sealed: SealedStep) -> None:
    """Stores the last choice. Raises Conflict, so that nothing of the step is written, where another was changed."""
    found = run("SELECT seat, client_id FROM tables_choice WHERE table_id = %s AND frame = %s", [table, sealed.frame])
    there = dict(found.fetchall())
    if sealed.seat is not None:
        _put_choice(table, sealed.frame, sealed.seat, sealed.choices[sealed.seat], sealed.payload)
        there[sealed.seat] = sealed.choices[sealed.seat]
    if there != sealed.choices:
        raise Conflict(table)


def _put_choice(table: str, frame: int, seat: int, client_id: str, payload: bytes | None) -> None:
    run("DELETE FROM tables_choice WHERE table_id = %s AND frame = %s AND seat = %s", [table, frame, seat])
    if payload is not None:
        run(
            "INSERT INTO tables_choice (table_id, frame, seat, client_id, payload) VALUES (%s, %s, %s, %s, %s)",
            [table, frame, seat, client_id, payload],
        )


def _write_arrangement(made: Arrangement, written: list[Written]) -> Conflict | None:
    done = run(
        "UPDATE tables_table SET changes = changes + 1, due_at = %s, paused_at = %s "
        "WHERE id = %s AND version = %s AND changes = %s AND status = 'running'",
        [stored(made.due_at), stored(made.paused_at), made.table, made.version, made.changes],
    )
    if done.rowcount != 1:
        return Conflict(made.table)
    _write_waiting(made.table, made.waiting_on)
    _write_hands(made.table, made.hands)
    for seat, bot in made.bots.items():
        run(
            "UPDATE tables_seat SET bot = %s, away = %s WHERE table_id = %s AND number = %s",
            [bot, bool(bot), made.table, seat],
        )
    if made.votes is not None:
        run("DELETE FROM tables_vote WHERE table_id = %s", [made.table])
        for kind, said in made.votes.items():
            for seat, agree in said.items():
                run(
                    "INSERT INTO tables_vote (table_id, kind, seat, agree) VALUES (%s, %s, %s, %s)",
                    [made.table, kind, seat, agree],
                )
    if made.returned:
        run("UPDATE tables_table SET changed_at = %s WHERE id = %s", [stored_now(), made.table])
    if made.finished is not None:
        run(
            "UPDATE tables_table SET status = 'finished', reason = %s, changed_at = %s WHERE id = %s",
            [made.finished, stored_now(), made.table],
        )
        run("DELETE FROM tables_choice WHERE table_id = %s", [made.table])
    written.append(Written(made.table, made.version, made.waiting_on))
    return None


def _write_waiting(table: str, waiting_on: list[int]) -> bool:
    """Marks whom the table waits for, and returns whether that are others than before.

    Only the rows whose answer changes are touched, two with most moves.
    """
    marks = ", ".join(["%s"] * len(waiting_on)) or "NULL"
    done = run(
        "UPDATE tables_seat SET waiting_on = NOT waiting_on "  # noqa: S608 - only marks are put in
        f"WHERE table_id = %s AND waiting_on <> (COALESCE(number IN ({marks}), %s))",
        [table, *waiting_on, False],
    )
    return bool(done.rowcount)


def _write_hands(table: str, hands: list[HandRow]) -> None:
    for hand in hands:
        run(
            "UPDATE tables_seat SET bank_ms = %s, due_at = %s, remind_at = %s WHERE table_id = %s AND number = %s",
            [hand.bank_ms, stored(hand.due_at), stored(hand.remind_at), table, hand.seat],
        )
