"""A game in a distribution of its own: built, installed in a fresh environment, checked, and played by programs."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.authors.checkout import CACHE, ROOT
from tests.authors.fresh import EXAMPLE, Fresh, broken, build, run
from tests.support.live import LiveSite

GAME = """from typing import Any

from parlor.engine import Game, Phase, Position, Public


class Table(Position):
    hand: {mark}


class Turn(Phase[Table]): ...


class Careless(Game[Table, Any]):
    slug, name, seats = "{slug}", "Careless", (2, 2)
    position, phases, moves = Table, (Turn,), ()


GAME = Careless()
"""
BROKEN = {
    "shuffled_off": ("import a_module_that_nobody_has\n", "", "No module named 'a_module_that_nobody_has'"),
    "careless": (
        GAME.format(slug="careless", mark="list[str]"),
        "",
        "Table.hand does not say who sees it: write hand: Public[...]",
    ),
    "lost_way": ("", "lost_ways.game:GAME", "there is no module lost_ways;"),
    "low_tide_too": (
        GAME.format(slug="low-tide", mark="Public[int]"),
        "",
        "its slug 'low-tide' belongs to low_tide already",
    ),
}


class People(dict[str, httpx.Client]):
    """Programs with accounts on the site, by name."""

    def __init__(self, site: LiveSite, *names: str) -> None:
        for name in names:
            client = httpx.Client(base_url=site.url, timeout=30)
            secret = {"username": name, "password": "seven-of-clubs"}
            made = client.post("/api/accounts/", json={**secret, "email": f"{name}@example.org"})
            assert made.status_code == 201, made.text
            token = client.post("/api/token/", json=secret).json()["token"]
            client.headers["Authorization"] = f"Token {token}"
            self[name] = client


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """A fresh environment with the example, and with packages that are broken, each in its own way."""
    folder = tmp_path_factory.mktemp("package")
    made = Fresh(folder / "environment")
    made.install(build(EXAMPLE, folder / "example"))
    for name, (game, entry, _said) in BROKEN.items():
        made.install(broken(folder, name, game=game, entry=entry))
    return made


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {**os.environ, "PARLOR_DATA": str(tmp_path_factory.mktemp("package-data"))}


@pytest.fixture(scope="module")
def site(fresh: Fresh, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """The real site, run by the fresh environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", str(fresh.python))
        site = LiveSite(tmp_path_factory.mktemp("package-site"), {}).start()
        yield site
        site.stop()


def test_the_example_keeps_to_its_own_rules_of_style() -> None:
    for check in (["check"], ["format", "--check"]):
        run(sys.executable, "-m", "ruff", *check, "--no-cache", ".", cwd=EXAMPLE)
    there = {**os.environ, "MYPYPATH": str(EXAMPLE)}
    run(sys.executable, "-m", "mypy", "--cache-dir", str(CACHE), cwd=EXAMPLE, environment=there)


def test_the_wheel_holds_all_that_a_game_needs(tmp_path: Path) -> None:
    listed = run(sys.executable, "-m", "zipfile", "-l", str(build(EXAMPLE, tmp_path)))
    for name in ("board.html", "help.html", "shells.json", "static/low_tide/board.css", "static/low_tide/picture.svg"):
        assert f"low_tide/{name}" in listed
    assert "entry_points.txt" in listed


@pytest.mark.long
def test_its_own_tests_pass_where_it_is_installed(fresh: Fresh, tmp_path: Path) -> None:
    options = [
        "-q",
        "-m",
        "not long",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:django",
        "-c",
        str(EXAMPLE / "pyproject.toml"),
    ]
    said = run(
        str(fresh.python), "-m", "pytest", *options, "--rootdir", str(tmp_path), "--pyargs", "low_tide", cwd=tmp_path
    )
    assert re.search(r"\d passed", said), said


@pytest.mark.long
def test_checkgame_finds_no_faults(fresh: Fresh, environment: dict[str, str]) -> None:
    said = run(
        str(fresh.python), "manage.py", "checkgame", "low_tide", "--seeds", "1", cwd=ROOT, environment=environment
    )
    assert "No faults found." in said
    for name, (_game, entry, why) in BROKEN.items():
        package = entry.partition(".")[0] or name
        assert f"The game {package} is left out: " in said and why in said


@pytest.mark.long
@pytest.mark.parametrize("name", ["shuffled_off", "careless", "lost_ways"])
def test_checkgame_says_why_a_game_is_left_out(fresh: Fresh, environment: dict[str, str], name: str) -> None:
    with pytest.raises(AssertionError) as failed:
        run(str(fresh.python), "manage.py", "checkgame", name, cwd=ROOT, environment=environment)
    said = str(failed.value)
    assert f"CommandError: The game {name} is left out: " in said
    if name == "shuffled_off":
        assert 'shuffled_off/game.py", line 1' in said, "the traceback leads to the place"


@pytest.mark.long
def test_the_site_starts_without_what_is_broken(site: LiveSite) -> None:
    for name, (_game, entry, why) in BROKEN.items():
        package = entry.partition(".")[0] or name
        lines = [line for line in site.lines if f"The game {package} is left out" in line]
        assert len(lines) == 1 and why in lines[0]
    slugs = [game["slug"] for game in httpx.get(f"{site.url}/api/games/").json()]
    assert "low-tide" in slugs and "no-thanks" in slugs and "careless" not in slugs


@pytest.mark.long
def test_the_site_shows_the_game_with_its_own_files(site: LiveSite) -> None:
    page = httpx.get(f"{site.url}/games/low-tide/").text
    assert "Reach for the shells" in page
    picture = re.search(r'src="(/static/[^"]*low_tide/picture\.svg)"', page)
    assert picture and httpx.get(site.url + picture[1]).status_code == 200
    sheet = re.sub(r"picture\.svg$", "board.css", picture[1])
    assert ".board-low-tide" in httpx.get(site.url + sheet).text


@pytest.mark.long
def test_it_is_played_to_the_end_by_programs(site: LiveSite) -> None:
    people = People(site, "ann", "ben", "cleo")
    ann = people["ann"]
    opened = ann.post("/api/tables/", json={"game": "low-tide", "seats": 3, "options": {"ties": "sea"}})
    assert opened.status_code == 201, opened.text
    address = f"/api/tables/{opened.json()['id']}/"
    for name in ("ben", "cleo"):
        assert people[name].post(f"{address}join/").status_code == 200
    assert ann.post(f"{address}start/").status_code == 200
    for wave in range(7):
        for number, client in enumerate(people.values()):
            state: dict[str, Any] = client.get(address).json()
            assert len(state["choices"]) == 7 - wave and state["view"]["sea"] == 6 - wave
            move = {"kind": "Play", "card": f"card-{number}x{(wave + number) % 7 + 1}"}
            answer = client.post(f"{address}moves/", json={"id": f"{wave}", "version": state["version"], "move": move})
            assert answer.status_code == 200, answer.text
    state = ann.get(address).json()
    assert (state["status"], state["reason"]) == ("finished", "played")
    assert sum(state["view"]["points"]) == sum(place["score"] for place in state["result"]) == 28
    assert sum(state["statistics"]["waves"]) == 7
