"""Boards: a game's own template, the plain one for those without, and that a faulty one breaks nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parlor.play import boards
from parlor.play.pictures import Around, Picture
from parlor.tables.live import tables
from tests.play.conftest import Start

AROUND = Around("ann", frozenset({0}), 2)


def drawn(table: Any, seat: int | None = 0) -> str:
    return tables.ask(table.pk, lambda running: Picture(running, seat).live(AROUND)).result(30)


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`board("<p>…")` gives No Thanks! another board."""

    def write(text: str) -> None:
        path = tmp_path / "board.html"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setattr(boards, "board_path", lambda game: path)
        boards.environment.cache_clear()

    yield write
    boards.environment.cache_clear()


def test_the_games_own_board(start: Start) -> None:
    html = drawn(start())
    assert 'class="board board-no-thanks"' in html and 'id="card-20"' in html and "nt-current" in html
    assert "style=" not in html and "<script" not in html


def test_a_game_without_a_board_gets_the_plain_one(start: Start) -> None:
    html = drawn(start("auction", seats=2))
    assert 'class="plain"' in html and "Scores" in html


@pytest.mark.parametrize(
    "fault",
    ["{{ 1 / 0 }}", "{{ view.nothing }}", "{% if", "{% for a in range(99999999) %}{% endfor %}"],
    ids=["raises", "unknown", "syntax", "endless"],
)
def test_a_faulty_board_is_replaced_and_reported(
    start: Start, board: Any, fault: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "DRAW_SECONDS", 0.5 if "range" in fault else 20)
    table = start()
    board(fault)
    html = drawn(table)
    assert 'class="plain"' in html and 'id="turnbar"' in html
    assert "board of no-thanks failed" in caplog.text


def test_everything_is_escaped(start: Start, board: Any) -> None:
    table = start()
    board("{{ names('card-<i>') }}{{ seats[0].name }}{{ '<u>' }}")
    html = drawn(table)
    assert "<i>" not in html and "<u>" not in html and "&lt;u&gt;" in html


def test_watchers_get_no_buttons(start: Start) -> None:
    html = drawn(start(), None)
    assert 'data-act="concede"' not in html and 'data-mine="false"' in html
    assert "<span data-spectators>2</span>" in html
