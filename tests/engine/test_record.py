"""Games as files: read back the same, and everything else refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games.no_thanks.game import GAME
from parlor.engine import Chance, Driver, commitment, pick
from parlor.engine.record import BadRecord, Record, RecordedRow, RecordedSeat, lines_digest, read, replayed, write

SEED = bytes(range(32))


def record(moves: int = 40) -> Record:
    driver = Driver.start(GAME, 3, {"chips": "open"}, chance=Chance(SEED))
    start, choose = json.loads(driver.dump()), Chance(b"c")("moves")
    undone = False
    for _n in range(moves):
        if driver.finished:
            break
        seat = driver.acting[0]
        driver.play(seat, pick(driver.legal(seat), choose))
        if not undone and driver.why_no_undo(seat) is None:
            driver.undo(seat)
            undone = True
    return Record(
        format="parlor-game",
        number=1,
        game=GAME.slug,
        rules=GAME.rules,
        options=dict(driver.options),
        data={},
        seats=[RecordedSeat(name) for name in ("Ann", "Bob", "Cleo")],
        seed=SEED.hex(),
        commitment=commitment(SEED),
        start=start,
        opening=driver.log[0].lines,
        rows=[
            RecordedRow(json.loads(driver.codec.row(row)), entry.seat)
            for row, entry in zip(driver.rows, driver.log[1:], strict=True)
        ],
        lines=lines_digest(msgspec.json.encode(entry.lines) for entry in driver.log),
        digest=driver.digest(),
        status="finished" if driver.finished else "running",
    )


def again(content: bytes, **given: Any) -> Driver:
    return replayed(read(content), GAME, {}, given.get("digests", {}))


@pytest.mark.parametrize("moves", [0, 12, 400])
def test_what_was_written_is_the_same_game_when_read(moves: int) -> None:
    told = record(moves)
    driver = again(write(told))
    assert driver.digest() == told.digest and driver.version == len(told.rows)
    assert driver.finished == (moves == 400)
    assert write(read(write(told))) == write(told)


def changed(**fields: Any) -> bytes:
    raw = json.loads(write(record(12)))
    raw.update(fields)
    return json.dumps(raw).encode()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"{" * 5, "not JSON"),
        (b"[" * 100_000, "not"),
        (b"[]", "not a game of Parlor"),
        (b'{"format": "chess"}', "not a game of Parlor"),
        (b'{"format": "parlor-game", "number": 2}', "number 2 of the format"),
        (b'{"format": "parlor-game", "number": 1}', "malformed"),
        (changed(seats=[]), "no seats"),
        (changed(status="waiting"), "status"),
        (changed(seed="xyz"), "hexadecimal"),
        (changed(seed="00" * 32), "does not have the digest"),
        (changed(rows=[{"step": 3}]), r"malformed.*rows"),
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused_in_words(content: bytes, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        read(content)


def first_moves(kind: str) -> list[dict[str, Any]]:
    return [{"seat": 0, "step": {"do": "move", "seat": 0, "move": {"kind": kind}}}]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (changed(game="chess"), "not of no-thanks"),
        (changed(seats=[{"name": "Ann"}]), "is for 3 to 7 players"),
        (changed(options={"chips": "glued"}), "options in the file"),
        (changed(data={"words": "abc"}), "other data than here: words"),
        (changed(start={}), "start of the game cannot be read"),
        (changed(rows=first_moves("Castle")), "Step 1 cannot be made again"),
        (changed(rows=[{"seat": 0, "step": {"do": "cheat", "seat": 0}}]), "Step 1 cannot be made again"),
        (changed(rows=[]), "log comes out differently"),
        (changed(digest="0" * 64), "game comes out differently"),
        (changed(opening=[]), "log comes out differently"),
        (changed(rules=7, rows=first_moves("Castle")), "rules number 7; here they have number"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_again_is_refused_in_words(content: bytes, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        again(content)


def test_a_row_that_another_seat_made_is_no_row_of_this_game() -> None:
    raw = json.loads(write(record(12)))
    raw["rows"][3]["seat"] = 2 if raw["rows"][3]["seat"] != 2 else 1
    with pytest.raises(BadRecord, match="Step 4 is not what the file says"):
        again(json.dumps(raw).encode())
