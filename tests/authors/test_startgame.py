"""`manage.py startgame`: what it writes works at once, in the checkout and as a distribution of its own."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from parlor.catalog.management.commands import startgame
from parlor.catalog.starting.naming import LONGEST, BadName, Name, refuse_taken
from parlor.catalog.starting.rendering import VARIANTS, distribution_files, game_files
from tests.authors.checkout import CACHE, Checkout

NAMES = {"blank": "ab", "cards": "go_fish", "grid": "x" * LONGEST}
"""Short, usual and as long as may be: lines must fit with any of them."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout with one new game of each kind."""
    made = Checkout(tmp_path_factory.mktemp("checkout") / "parlor", "no_thanks")
    for variant, name in NAMES.items():
        made.manage("startgame", name, "--from", variant)
    return made


def test_new_games_pass_lint(checkout: Checkout) -> None:
    checkout.lint("games")


def test_new_games_pass_the_type_checker(checkout: Checkout) -> None:
    checkout.types("games")


def test_new_games_pass_their_own_tests(checkout: Checkout) -> None:
    said = checkout.tests(*(f"games/{name}" for name in NAMES.values()))
    assert re.search(r"\b2\d passed", said), said


@pytest.mark.parametrize("name", ["go_fish"])
def test_the_site_finds_new_games_without_any_setting(checkout: Checkout, name: str) -> None:
    said = checkout.manage("playgames", name, "--games", "3", "--json")
    told = json.loads(said.splitlines()[-1])
    assert (told["game"], told["finished"]) == (name.replace("_", "-"), 3)


def test_nothing_of_the_pattern_is_left(checkout: Checkout) -> None:
    for name in NAMES.values():
        for path in (checkout.games / name).rglob("*"):
            assert "starting" not in str(path.relative_to(checkout.root))
            if path.suffix in {".py", ".html", ".css"}:
                assert "starting" not in path.read_text().lower(), path


def test_what_to_do_next_is_said(checkout: Checkout) -> None:
    said = checkout.manage("startgame", "hop", "--from", "cards")
    assert "Hop is ready in games/hop, and it works already." in said
    assert "games/hop/static/hop/board.css" in said
    assert ".venv/bin/python manage.py checkgame hop" in said
    assert "http://127.0.0.1:8000/games/hop/" in said
    for step in re.findall(r"games/hop/\S+", said):
        assert (checkout.root / step.rstrip(",;")).exists(), step


def test_a_game_that_is_there_is_not_written_over(checkout: Checkout) -> None:
    rules = checkout.games / "go_fish" / "rules.py"
    before = rules.read_text()
    said = checkout.manage("startgame", "go_fish", code=1)
    assert "There is a game of that name already: Go Fish (games.go_fish.game)" in said
    (checkout.games / "half_done").mkdir()
    (checkout.games / "half_done" / "notes.txt").write_text("mine")
    assert "games/half_done is there already. Nothing was written." in checkout.manage("startgame", "half_done", code=1)
    assert [path.name for path in (checkout.games / "half_done").iterdir()] == ["notes.txt"]
    assert rules.read_text() == before


# -- a distribution of its own ------------------------------------------------------------------------------------------


def test_distributions_pass_their_own_lint(checkout: Checkout) -> None:
    for variant in VARIANTS:
        for name in ("ant", "zebra"):  # imports that sort before and after `parlor`
            startgame.write(checkout.root / "own" / f"{variant}-{name}", distribution_files(variant, Name(name)))
    checkout.lint("own")


@pytest.mark.long
def test_a_distribution_passes_types_and_tests(checkout: Checkout) -> None:
    said = checkout.manage("startgame", "otter", "--from", "cards", "--package")
    assert "Otter is ready in parlor-otter" in said and "1. Install it:" in said
    folder = checkout.root / "parlor-otter"
    there = {"PYTHONPATH": f"{folder}:{checkout.root / 'platform'}"}
    assert "passed" in checkout.run(
        "-m", "pytest", "-q", "-m", "not long", "--rootdir", str(folder), str(folder), **there
    )
    config = str(folder / "pyproject.toml")
    checkout.run("-m", "mypy", "--config-file", config, "--cache-dir", str(CACHE), MYPYPATH=str(folder))


def test_a_distribution_names_its_entry_point() -> None:
    files = distribution_files("blank", Name("go_fish"))
    assert '[project.entry-points."parlor.games"]\ngo-fish = "go_fish"\n' in files["pyproject.toml"]
    assert "go_fish/static/go_fish/board.css" in files
    assert "starting" not in "".join(files.values()).lower()


# -- names --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Go Fish!", "such as go_fish"),
        ("go-fish", "such as go_fish"),
        ("7wonders", "such as wonders"),
        ("go__fish", "such as go_fish"),
        ("_", "beginning with a letter."),
        ("", "beginning with a letter."),
        ("été", "beginning with a letter"),
        ("class", "a word of Python itself"),
        ("match", "a word of Python itself"),
        ("random", "a module of Python's standard library"),
        ("x" * (LONGEST + 1), "too long"),
    ],
)
def test_names_that_cannot_be(name: str, said: str) -> None:
    with pytest.raises(BadName, match=re.escape(said)):
        Name(name)


@pytest.mark.parametrize(
    ("name", "alone", "said"),
    [
        ("no_thanks", False, "There is a game of that name already: No Thanks!"),
        ("tables", False, "A part of the site is called tables"),
        ("tests", False, "a folder of Parlor"),
        ("django", True, "A package django is installed here already"),
    ],
)
def test_names_that_are_taken(name: str, alone: bool, said: str) -> None:
    with pytest.raises(BadName, match=re.escape(said)):
        refuse_taken(Name(name), alone=alone)


def test_the_forms_of_a_name() -> None:
    name = Name("go_fish_2")
    assert (name.package, name.slug, name.title, name.kind) == ("go_fish_2", "go-fish-2", "Go Fish 2", "GoFish2")
    refuse_taken(name, alone=True)


def test_the_command_says_what_is_wrong_with_a_name() -> None:
    with pytest.raises(CommandError, match="a word of Python itself"):
        call_command("startgame", "class", stdout=StringIO())


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        startgame.write(tmp_path / "file" / "game", game_files("blank", Name("ab")))
