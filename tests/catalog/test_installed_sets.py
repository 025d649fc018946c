"""Admins add data sets from files: by a command, replaced and switched without a restart, offered to new tables."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from games.letter_tycoon.game import GAME
from games.letter_tycoon.words.installing import KNOWN, WORDS
from parlor.accounts.models import User
from parlor.catalog.installed_sets import InstalledSet, SetContent, find_family, make_ready
from parlor.catalog.registry import data_digests, load_data, options_of
from parlor.catalog.settings_of_games import GameSetting
from parlor.catalog.showing import agreed
from parlor.engine import Unfit
from parlor.tables import service
from parlor.tables.forms import NewTableForm
from parlor.tables.service import TableError

pytestmark = pytest.mark.django_db


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """A file of four words, two of them fit for the game."""
    path = tmp_path / "own.txt"
    path.write_bytes(b"QAPIK a coin\r\nCAT\r\nqi\r\nit's\r\n")
    return path


def said(*given: Any) -> str:
    out = StringIO()
    call_command("installdata", *map(str, given), stdout=out)
    return out.getvalue()


def install(path: Path, *more: str) -> str:
    return said("letter-tycoon", "words", "own", path, *more)


def choices() -> list[object]:
    return [choice.value for choice in options_of(GAME)[0].choices]


def test_a_list_is_installed_and_offered_at_once(listed: Path) -> None:
    assert choices() == ["american", "british"]
    told = install(listed, "--label", "Our own", "--about", "For friends.")
    assert "     3        1\n" in told and "     5        1\n" in told and "     4        0\n" in told
    assert "Left out: 1 entry of fewer than 3 letters." in told
    assert "Left out: 1 entry with something else than the letters A to Z." in told
    row = InstalledSet.objects.get()
    assert f"Installed: own (Our own), 2 in all, on, digest {row.content_id}." in told
    assert choices() == ["american", "british", "own"]
    assert (options_of(GAME)[0].choices[-1].label, options_of(GAME)[0].choices[-1].help) == ("Our own", "For friends.")
    data = load_data(GAME, data_digests(GAME, {"dictionary": "own"}))
    assert "QAPIK" in data["own"] and "DOG" not in data["own"] and "DOG" in data["american"]


def test_it_is_offered_on_pages_and_by_the_api(listed: Path, client: Any) -> None:
    install(listed, "--label", "Our own")
    field = NewTableForm(game=GAME).fields["option-dictionary"]
    assert ("own", "Our own") in field.choices  # type: ignore[attr-defined]
    assert "Our own" in client.get("/games/letter-tycoon/").content.decode()
    options = APIClient().get("/api/games/letter-tycoon/").json()["options"]
    assert {"value": "own", "label": "Our own"}.items() <= options[0]["values"][-1].items()


def test_switched_off_it_is_offered_no_more(listed: Path) -> None:
    install(listed)
    ann = User.objects.create_user("ann")
    made = service.create(ann, game="letter-tycoon", seats=2, options={"dictionary": "OWN"})
    assert made.options["dictionary"] == "own"
    assert made.data["words/own"] == InstalledSet.objects.get().content_id
    assert "Changed: own (OWN), 2 in all, off" in said("letter-tycoon", "words", "own", "--off")
    assert choices() == ["american", "british"]
    with pytest.raises(TableError, match="dictionary can be american, british"):
        service.create(ann, game="letter-tycoon", seats=2, options={"dictionary": "own"})
    assert {"label": "Dictionary", "value": "OWN"} in agreed(GAME, made.options)
    said("letter-tycoon", "words", "own", "--on")
    assert choices() == ["american", "british", "own"]


def test_a_default_of_the_site_that_is_switched_off_gives_way_to_the_game_s(listed: Path) -> None:
    install(listed)
    GameSetting.objects.create(slug="letter-tycoon", defaults={"dictionary": "own"})
    ann = User.objects.create_user("ann")
    assert service.create(ann, game="letter-tycoon", seats=2).options["dictionary"] == "own"
    assert NewTableForm(game=GAME).fields["option-dictionary"].initial == "own"
    said("letter-tycoon", "words", "own", "--off")
    assert service.create(ann, game="letter-tycoon", seats=2).options["dictionary"] == "american"
    assert NewTableForm(game=GAME).fields["option-dictionary"].initial == "american"


def test_replaced_the_old_content_stays_for_who_has_it(listed: Path) -> None:
    install(listed)
    old = dict(data_digests(GAME, {"dictionary": "own"}))
    listed.write_text("dog\n")
    assert "Changed: own (OWN), 1 in all" in install(listed)
    assert SetContent.objects.count() == 2
    assert "DOG" in load_data(GAME, data_digests(GAME, {"dictionary": "own"}))["own"]
    assert "QAPIK" in load_data(GAME, old)["own"]
    install(listed)
    assert SetContent.objects.count() == 2, "the same content is stored once"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["letter-tycoon"], "Say the game, the sort and the name"),
        (["go-fish", "words", "own", "FILE"], "no game 'go-fish'"),
        (["letter-tycoon", "maps", "own", "FILE"], "Letter Tycoon has no data sets of the sort maps. There are: words."),
        (["no-thanks", "words", "own", "FILE"], "No Thanks! has no data sets of the sort words."),
        (["letter-tycoon", "words", "american", "FILE"], "american is a set of the game itself"),
        (["letter-tycoon", "words", "everyday", "FILE"], "everyday is a set of the game itself"),
        (["letter-tycoon", "words", "Own words", "FILE"], "Small letters, digits and hyphens"),
        (["letter-tycoon", "words", "own"], "There is no own yet"),
        (["letter-tycoon", "words", "own", "nowhere.txt"], "nowhere.txt cannot be read"),
        (["letter-tycoon", "words", "own", "FILE", "--expect", "twl"], "Nothing is known of twl. Known are: nwl2018, csw"),
        (["letter-tycoon", "words", "own", "FILE", "--expect", "nwl2018"], "not nwl2018: 3: 1 instead of 1082; 4: 0 inst"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_and_changes_nothing(given: list[str], why: str, listed: Path) -> None:
    with pytest.raises(CommandError, match=why.replace("(", r"\(")):
        said(*[str(listed) if word == "FILE" else word for word in given])
    assert not InstalledSet.objects.exists() and not SetContent.objects.exists()


def test_known_counts_are_recognized(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"3": 1, "5": 1, **{str(n): 0 for n in (4, *range(6, 13))}}
    assert set(KNOWN) == {"nwl2018", "csw2019", "enable"}
    monkeypatch.setattr("games.letter_tycoon.words.installing.KNOWN", {})
    family = type(WORDS)(WORDS.name, WORDS.label, WORDS.option, WORDS.parse, WORDS.prepare, {"tiny": counts})
    assert make_ready(family, b"cat\nqapik\n", "tiny").notes == ["The counts are those of tiny."]
    assert make_ready(family, b"cat\nqapik\n").notes == ["The counts are those of tiny."]
    assert make_ready(family, b"cat\ndog\n").notes == []


def test_a_file_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlor.catalog.installed_sets.FILE_MAX", 1 << 20)
    _game, family = find_family("letter_tycoon", "words")
    with pytest.raises(Unfit, match="larger than 1 megabytes"):
        make_ready(family, b"cat\n" * (1 << 19))


def test_all_sets_are_listed(listed: Path) -> None:
    install(listed, "--label", "Our own", "--off")
    told = said()
    assert "letter-tycoon words (Dictionaries; known lists: nwl2018, csw2019, enable)" in told
    assert f"  own  off  2  {InstalledSet.objects.get().content_id[:12]}  Our own" in told
