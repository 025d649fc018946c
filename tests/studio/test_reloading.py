"""Rules saved while the site runs: they are taken up without losing the position; broken ones are told."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from parlor.catalog import registry
from parlor.studio import reloading
from parlor.studio.models import Kept

PACKAGE = "tally_of_the_studio"


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """A game of its own on the site; `written(old, new)` saves it with other words."""
    call_command("startgame", PACKAGE, "--from", "blank", "--directory", str(tmp_path), verbosity=0)
    folder = next(path.parent for path in tmp_path.rglob("game.py"))
    monkeypatch.syspath_prepend(str(folder.parent))
    game = importlib.import_module(f"{folder.name}.game").GAME
    installed = registry.all_games() | {game.slug: game}
    monkeypatch.setattr(registry, "_installed", lambda: installed)
    reloading.notice(game.slug)
    clock = [0]

    def write(old: str, new: str) -> None:
        files = [*folder.glob("*.py"), *folder.glob("*.html"), *folder.rglob("*.css")]
        hit = [path for path in files if old in path.read_text()]
        assert hit, old
        clock[0] += 5
        for path in hit:
            path.write_text(path.read_text().replace(old, new))
            later = path.stat().st_mtime + clock[0]
            os.utime(path, (later, later))

    yield write
    for name in [name for name in sys.modules if name.split(".")[0] == folder.name]:
        del sys.modules[name]


def act(client: Client, bench: str, **given: Any) -> str:
    return client.post(f"/studio/{bench}/act/", given, headers={"HX-Request": "true"}).content.decode()


def test_saved_rules_are_played_on_from_where_the_game_stood(
    client: Client, db: None, written: Callable[[str, str], None]
) -> None:
    slug = next(slug for slug, game in registry.all_games().items() if PACKAGE in registry.package_of(game))
    client.post("/studio/new/", {"game": slug, "seats": ""})
    bench = Kept.objects.get().pk
    act(client, bench, do="bots", bot="random", steps="2")
    before = registry.get_game(slug)
    written(f'name = "{before.name}"', 'name = "Saved Anew"')
    page = client.get(f"/studio/{bench}/panel/").content.decode()
    assert "Step 2 of 2" in page
    assert registry.get_game(slug).name == "Saved Anew"
    written('name = "Saved Anew"', "name = Saved Anew")
    page = client.get(f"/studio/{bench}/panel/").content.decode()
    assert "cannot be imported" in page and "SyntaxError" in page and "Step 2 of 2" in page
    assert registry.get_game(slug).name == "Saved Anew", "those from before run on"
    written("name = Saved Anew", 'name = "Mended"')
    page = client.get(f"/studio/{bench}/panel/").content.decode()
    assert "cannot be imported" not in page and registry.get_game(slug).name == "Mended"


def test_board_and_styles_are_shown_as_they_are_saved(
    client: Client, db: None, written: Callable[[str, str], None]
) -> None:
    slug = next(slug for slug, game in registry.all_games().items() if PACKAGE in registry.package_of(game))
    client.post("/studio/new/", {"game": slug, "seats": ""})
    bench = Kept.objects.get().pk

    def style() -> tuple[str, str]:
        page = client.get(f"/studio/{bench}/seat/0/").content.decode()
        address = page.split(f'href="/studio/{bench}/looks/')[1].split('"')[0]
        answer = client.get(f"/studio/{bench}/looks/{address}")
        assert answer["Content-Type"].startswith("text/css") and "no-store" in answer["Cache-Control"]
        return address, b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]

    panel = client.get(f"/studio/{bench}/panel/?looks=0")
    assert panel["HX-Trigger"] == "studio:looks"
    assert "saved anew" not in client.get(f"/studio/{bench}/seat/0/").content.decode()
    address, _styles = style()
    board = registry.board_path(registry.get_game(slug))
    assert board is not None
    first = board.read_text().splitlines()[-1]
    written(first, f"{first}\n<p>saved anew</p>")
    assert "saved anew" in client.get(f"/studio/{bench}/seat/0/").content.decode()
    written("{", "/* changed */{")
    again, styles = style()
    assert "/* changed */" in styles and again != address
    for path in ("../apps.py", "..%2Fapps.py", f"{PACKAGE}/none.css"):
        assert client.get(f"/studio/{bench}/looks/1/{path}").status_code in (400, 404)
