"""All code in games/README.md runs, and does what the page says."""

from __future__ import annotations

import importlib
import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from django.core.management import get_commands, load_command_class
from jinja2 import Environment

from parlor.catalog.starting.naming import Name
from parlor.catalog.starting.rendering import VARIANTS, distribution_files
from parlor.engine import Game
from parlor.engine.testing import KINDS, check_game
from parlor.play.boards import environment
from tests.authors import readme
from tests.authors.checkout import CACHE, ROOT, Checkout

REVEAL = "        ctx.reveal()  # the answer tells the asker something, so the question cannot be taken back\n"
PYTHON = ".venv/bin/python"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout in which somebody has followed the tutorial."""
    made = Checkout(tmp_path_factory.mktemp("readme") / "parlor")
    made.manage("startgame", "fishing")
    readme.write(readme.tutorial(), made.root)
    return made


# -- the tutorial -------------------------------------------------------------------------------------------------------


def test_the_tutorial_replaces_files_that_startgame_wrote_and_adds_a_bot(checkout: Checkout) -> None:
    assert len(readme.tutorial()) == 8
    for path in readme.tutorial():
        assert (
            path == "games/fishing/bot.py"
            or (checkout.games / "fishing" / path.removeprefix("games/fishing/")).exists()
        )


def test_the_tutorials_game_passes_lint_and_types(checkout: Checkout) -> None:
    checkout.lint("games")
    checkout.types("games")


def test_the_tutorials_game_passes_its_own_tests(checkout: Checkout) -> None:
    assert "2 passed" in checkout.tests("games/fishing/tests/test_rules.py")


def test_the_tutorials_commands_say_what_it_promises(checkout: Checkout) -> None:
    said = {}
    for line in readme.commands():
        words = shlex.split(line)
        of_fishing = words[:2] == [PYTHON, "manage.py"] and words[3:4] == ["fishing"] and words[2] != "startgame"
        if of_fishing and (words[2] != "checkgame" or words[4:] == ["--seeds", "1"]):
            said[line] = checkout.manage(*words[2:])
    assert len(said) == 4, list(said)
    checked, played, drawn, compared = said.values()
    assert "No faults found." in checked
    assert "20 of 20 games finished" in played
    assert "    Turn --> Tidy: Ask\n" in drawn
    assert json.loads(compared.splitlines()[-1])["finished"] == 100


@pytest.mark.parametrize(
    ("line", "without", "said"),
    [
        (REVEAL, "", "undo: Turn: Ask shows seat"),
        ("                p.shown = fish\n", "", "log: Turn: Ask by seat"),
    ],
)
def test_the_kit_says_what_the_tutorial_quotes(checkout: Checkout, line: str, without: str, said: str) -> None:
    rules = checkout.games / "fishing" / "rules.py"
    whole = rules.read_text()
    assert line in whole
    rules.write_text(whole.replace(line, without))
    try:
        told = checkout.manage("checkgame", "fishing", "--seats", "3", code=1)
    finally:
        rules.write_text(whole)
    assert said in told
    quoted = [
        " ".join(quote.replace("> ", "").split())
        for quote in re.findall(r"(?:^> .*\n)+", readme.PAGE.read_text(), re.MULTILINE)
    ]
    [quote] = [quote for quote in quoted if quote.startswith(said.partition(" seat")[0])]
    remedy = quote.rpartition("; ")[2] if ";" in quote else quote
    assert remedy in " ".join(told.split())


def test_a_log_line_that_tells_its_own_player_something_can_be_meant(checkout: Checkout) -> None:
    rules = checkout.games / "fishing" / "rules.py"
    whole = rules.read_text()
    rules.write_text(whole.replace(REVEAL, ""))
    try:
        told = checkout.manage("checkgame", "fishing", "--seats", "2", code=1)
    finally:
        rules.write_text(whole)
    assert "log: Turn: Ask by seat" in told
    assert "where the move is meant to tell its own player, say ctx.reveal() in apply" in told


# -- the cookbook -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recipes as a package that can be imported, here and in the kit's other process."""
    folder = tmp_path_factory.mktemp("kitchen")
    files = {f"kitchen/{name}.py": code for name, code in readme.recipes().items()}
    readme.write({**files, "kitchen/__init__.py": "", "kitchen_reference.py": readme.reference()}, folder)
    return folder


def cooked(kitchen: Path, name: str, patch: pytest.MonkeyPatch) -> ModuleType:
    """The module, imported from there."""
    patch.syspath_prepend(str(kitchen))
    patch.setenv("PYTHONPATH", str(kitchen))
    return importlib.import_module(name)


@pytest.mark.parametrize("name", readme.recipes())
def test_each_recipe_is_a_game_that_passes_the_kit(kitchen: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = cooked(kitchen, f"kitchen.{name}", monkeypatch)
    [game] = [
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Game) and kind is not Game
    ]
    report = check_game(game(), seeds=1)
    assert report.unseen_phases == report.unseen_kinds == []


def test_recipes_pass_lint(kitchen: Path) -> None:
    """Order and layout of the imports apart, which are put there by this test."""
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*ruff, "--ignore", "I001", "kitchen"], cwd=kitchen, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_recipes_and_reference_pass_the_type_checker(kitchen: Path) -> None:
    config = kitchen / "mypy.ini"
    config.write_text(f"[mypy]\nstrict = True\nexplicit_package_bases = True\ncache_dir = {CACHE}\n")
    mypy = [sys.executable, "-m", "mypy", "--config-file", str(config), "kitchen", "kitchen_reference.py"]
    done = subprocess.run(mypy, cwd=kitchen, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_recipes_begin_as_the_page_says() -> None:
    assert readme.BEGINNING in [block.code for block in readme.blocks()]
    asked = {"hidden_hands", "drafting", "simultaneous", "grid", "auction", "teams", "rounds", "undo", "options"}
    assert asked <= set(readme.recipes())


# -- the reference ------------------------------------------------------------------------------------------------------


def test_the_reference_runs(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert readme.reference().count("assert") > 10
    module = cooked(kitchen, "kitchen_reference", monkeypatch)
    from parlor.engine import Options, Seat
    from parlor.engine.layout import Layout

    desk = module.Desk(purses=[module.Purse(1, 2), module.Purse(3, 4)], deck=["card-1"], hats=["a", "b"])
    view = Layout(module.Desk, module.Desk, frozenset(), 2, lambda seat: (seat,)).view(desk, 0)
    assert [view.purses[0].coins, view.purses[1].coins, view.deck, view.hats] == [1, None, 1, [None, "b"]]
    assert module.OutIsOut().leave(desk, Seat(1), None) is not None and desk.purses[1].medals == 0
    assert dict(Options({"deck": "short"})) == {"deck": "short"}


def test_the_greedy_bot_of_the_reference_plays(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlor.engine.testing import play_game, seed_of

    module = cooked(kitchen, "kitchen_reference", monkeypatch)
    game = cooked(kitchen, "kitchen.rounds", monkeypatch).Rounds()
    assert play_game(game, 2, {}, seed_of("greedy"), [module.greedy, module.greedy]).finished


def test_snippets_of_boards_are_drawn() -> None:
    jinja: Environment = environment()
    seats = [SimpleNamespace(number=n, name=f"P{n}", acting=n == 0, you=n == 1) for n in range(2)]
    found = [block.code for block in readme.blocks() if block.about == "snippet"]
    assert found
    for code in found:
        source = '{%- import "board/pieces.html" as pieces -%}' + code
        html = jinja.from_string(source).render(seats=seats, names=lambda thing: f"the {thing}")
        for thing in ("card-1", "back-1", "deck", "card-2", "card-4", "points", "die-1", "map", "cell-1_0", "area-1"):
            assert f'id="{thing}"' in html, thing
        assert "the card-3" in html and "style=" not in html


def test_commands_are_there_and_take_these_options() -> None:
    known = get_commands()
    tried = 0
    for line in readme.commands():
        words = shlex.split(line)
        if words[:2] != [PYTHON, "manage.py"]:
            assert words[0] in {"make", "uv", "DEBUG=1"} or words[0].startswith(".venv/bin/"), line
            continue
        command = load_command_class(known[words[2]], words[2])
        command.create_parser("manage.py", words[2]).parse_args(words[3:])
        tried += 1
    assert tried >= 8


def test_every_name_of_the_engine_that_the_page_uses_is_there() -> None:
    from parlor import engine

    text = readme.PAGE.read_text()
    for name in re.findall(r"`([A-Z]\w+)[\[(]", text):
        assert hasattr(engine, name) or name == "Pay", name
    for mark in ("Public", "Hidden", "Counted", "Owner", "Hand", "Team", "Others"):
        assert f"`{mark}[" in text
    assert {"undo", "log"} <= set(KINDS)


def test_the_three_beginnings_are_told() -> None:
    text = readme.PAGE.read_text()
    for variant in VARIANTS:
        assert variant == "blank" or f"--from {variant}" in text


def test_the_entry_point_is_the_one_that_startgame_writes() -> None:
    [block] = [block for block in readme.blocks() if block.language == "toml"]
    packed = tomllib.loads(distribution_files("cards", Name("hearts"))["pyproject.toml"])
    told = tomllib.loads(block.code)["project"]["entry-points"]
    assert told == packed["project"]["entry-points"]


def test_links_within_the_page_lead_somewhere() -> None:
    text = readme.PAGE.read_text()
    heads = {
        re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-")
        for head in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(#([^)]+)\)", text):
        assert target in heads, target
