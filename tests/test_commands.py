"""The commands for authors: checkgame, playgames, graphgame, and the registry that they use."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.no_thanks.game import GAME
from parlor.catalog import registry
from parlor.catalog.management.commands import checkgame, graphgame, playgames
from parlor.engine.testing import replay_file
from tests.engine.faulty.reference import Reference
from tests.engine.faulty.rules import GoldFromNowhere
from tests.engine.faulty.wordy import Wordy


def said(*command: Any, **options: Any) -> str:
    out = StringIO()
    call_command(*command, stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize("name", ["no-thanks", "no_thanks", "games.no_thanks"])
def test_a_game_is_found_by_slug_and_by_package(name: str) -> None:
    assert registry.get_game(name) is GAME
    assert registry.all_games()["no-thanks"] is GAME


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    for command in ("checkgame", "playgames", "graphgame"):
        with pytest.raises(CommandError, match=r"no game 'chess'.*no-thanks"):
            call_command(command, "chess")


def test_where_a_game_keeps_its_files() -> None:
    assert (registry.package_path(GAME) / "game.py").is_file()
    assert registry.board_path(GAME) == registry.package_path(GAME) / "board.html"
    assert registry.board_path(Reference()) is None
    assert registry.help_path(Reference()) is None


def test_data_sets_are_read_once_and_have_a_digest() -> None:
    words = registry.load_data(Wordy())
    assert words["words"] == {"apple", "pear"}
    assert registry.load_data(Wordy()) is words
    assert len(registry.data_digests(Wordy())["words"]) == 64
    with pytest.raises(TypeError):
        words["words"] = ()  # type: ignore[index]


def test_games_by_bots_end_with_one_json_object() -> None:
    options = {"games": 6, "seed": "7", "seats": 4, "option": ["rounds=4", "chips=open"], "json": True}
    told = json.loads(said("playgames", "no-thanks", bots="steady,random", **options).splitlines()[-1])
    assert told["games"] == told["finished"] == 6
    assert told["moves"] > 6 * 4 * 24
    assert told["seconds"] >= 0
    assert told["wins"]["bots"]["steady"]["seats"] == 12
    again = json.loads(said("playgames", "no-thanks", bots="steady,random", **options).splitlines()[-1])
    assert {**again, "seconds": 0} == {**told, "seconds": 0}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"seats": 9}, "3 to 7 players"),
        ({"option": ["rounds=3"]}, "1, 4"),
        ({"option": ["colour=red"]}, "no option colour"),
        ({"option": ["rounds"]}, "key=value"),
        ({"bots": "genius"}, "steady"),
    ],
)
def test_impossible_settings_are_explained(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        call_command("playgames", "no-thanks", **options)


def test_games_that_fail_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Reference):
        bots = {"broken": lambda view, seat, legal, chance, imagine: legal.index("nothing")}

    monkeypatch.setattr(playgames, "get_game", lambda name: Broken())
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit):
        call_command("playgames", "broken", games=2, json=True, stdout=out, stderr=err)
    assert json.loads(out.getvalue().splitlines()[-1])["finished"] == 0
    assert "Game 1 (3 seats): ValueError" in err.getvalue()


def test_the_machine_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = said("graphgame", "no-thanks", games=5)
    assert drawn.startswith("stateDiagram-v2\n")
    assert "    [*] --> Deal\n" in drawn
    assert "    Offer --> Offer: " in drawn
    assert "    Count --> [*]" in drawn
    monkeypatch.setattr(graphgame, "get_game", lambda name: Reference())
    drawn = said("graphgame", "reference", games=10)
    assert 'state "Discard (parallel)" as Discard' in drawn
    assert 'state "Auction (sealed)" as Auction' in drawn
    assert "    Discard --> Auction: Put\n" in drawn
    assert "    Auction --> Turn: all have chosen\n" in drawn
    assert "not reached" not in drawn


def test_a_sound_game_is_reported() -> None:
    told = said("checkgame", "no-thanks", seeds=1, seats=3, seconds=0.1)
    assert "No faults found." in told
    assert "undo restores" in told
    assert "left out for want of time" in told


def test_a_faulty_game_exits_with_fault_and_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkgame, "get_game", lambda name: GoldFromNowhere())
    with pytest.raises(CommandError, match="all gold is there") as broken:
        call_command("checkgame", "reference", seats=3, out=tmp_path)
    (path,) = tmp_path.iterdir()
    assert str(path) in str(broken.value)
    assert replay_file(path).version == json.loads(path.read_text())["version"]
