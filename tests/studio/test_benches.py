"""The studio's benches: steps back and forth, bots, edited positions, files, and what stands in the panel."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.engine import Chance
from parlor.engine.record import read, replayed
from parlor.studio.bench import Bench
from parlor.studio.models import Kept
from tests.support.pages import sound

SEED = "0b" * 32


@pytest.fixture
def author(client: Client, db: None) -> Client:
    return client


@pytest.fixture
def bench(author: Client) -> str:
    """No Thanks! for three on a bench."""
    answer = author.post("/studio/new/", {"game": "no-thanks", "seats": "3", "seed": SEED})
    assert answer.status_code == 302
    return str(Kept.objects.get(name="").pk)


def act(author: Client, bench: str, **given: Any) -> str:
    answer = author.post(f"/studio/{bench}/act/", given, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def asked(panel: str) -> int:
    """The seat that is asked, by the form in the panel."""
    return int(
        panel.split('name="do" value="move"><input type="hidden" name="seat" value="')[1].split('"', maxsplit=1)[0]
    )


def test_a_seed_gives_the_same_game(author: Client, bench: str) -> None:
    author.post("/studio/new/", {"game": "no-thanks", "seats": "3", "seed": SEED})
    first, second = (read(bytes(row.content)) for row in Kept.objects.all())
    assert first.start == second.start
    assert SEED in sound(author.get(f"/studio/{bench}/"))


def test_steps_go_back_and_forth_and_a_move_takes_the_place_of_later_ones(author: Client, bench: str) -> None:
    panel = act(author, bench, do="bots", bot="random", steps="6")
    assert "Step 6 of 6" in panel
    panel = act(author, bench, do="go", to="2")
    assert "Step 2 of 6" in panel
    panel = act(author, bench, do="move", seat=str(asked(panel)), move='{"kind": "Take"}')
    assert "Step 3 of 3" in panel
    assert "Step 0 of 3" in act(author, bench, do="go", to="0")
    assert read(bytes(Kept.objects.get(pk=bench).content)).rows[2].step["move"] == {"kind": "Take"}


def test_bots_play_until_a_phase_and_to_the_end(author: Client, bench: str) -> None:
    author.post("/studio/new/", {"game": "gaia", "seats": "2"})
    gaia = Kept.objects.get(game="gaia").pk
    act(author, gaia, do="bots", bot="random", steps="50", until="Act")
    found = Bench(read(bytes(Kept.objects.get(pk=gaia).content)))
    assert found.phases() == ["Act"] and found.at < 50
    panel = act(author, bench, do="bots", bot="random", steps="2000")
    assert "the game is over" in panel


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"do": "move", "seat": "0", "move": '{"kind": "Bluff"}'}, "Bluff"),
        ({"do": "move", "seat": "0", "move": "{"}, "Expecting"),
        ({"do": "bots", "bot": "nobody"}, "no such bot"),
        ({"do": "edit", "position": '{"deck": 3}'}, "no position of this game"),
        ({"do": "dance"}, "nothing that a bench can do"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    author: Client, bench: str, given: dict[str, str], why: str
) -> None:
    before = read(bytes(Kept.objects.get(pk=bench).content))
    assert why in act(author, bench, **given)
    assert read(bytes(Kept.objects.get(pk=bench).content)) == before


def test_a_position_is_edited_and_played_on_from(author: Client, bench: str) -> None:
    act(author, bench, do="bots", bot="random", steps="4")
    found = Bench(read(bytes(Kept.objects.get(pk=bench).content)))
    position = msgspec.to_builtins(found.driver.position)
    first, second = position["chips"][0], position["chips"][1]
    position["chips"][0], position["chips"][1] = second, first
    panel = act(author, bench, do="edit", position=json.dumps(position))
    assert "Step 0 of 0" in panel
    panel = act(author, bench, do="move", seat=str(asked(panel)), move='{"kind": "Take"}')
    assert "Step 1 of 1" in panel
    position["chips"][0] += 5
    assert (
        "the game&#x27;s own check refuses it" in act(author, bench, do="edit", position=json.dumps(position)).lower()
    )


def test_the_panel_shows_the_position_and_what_a_seat_sees_instead(author: Client, bench: str) -> None:
    panel = author.get(f"/studio/{bench}/panel/?seat=1").content.decode()
    assert '<span class="tag">owner</span>' in panel and '<span class="tag">counted</span>' in panel
    assert '>[11, 11, 11]</code> <code class="studio-value studio-seen">[null, 11, null]</code>' in panel
    assert "Offer" in panel and "&quot;seat&quot;" in panel
    seen = panel.split("seen=")[1].split("&amp;")[0]
    assert author.get(f"/studio/{bench}/panel/?seat=1&seen={seen}").status_code == 204


def test_a_file_comes_back_as_the_same_game(author: Client, bench: str) -> None:
    act(author, bench, do="bots", bot="random", steps="9")
    content = author.get(f"/studio/{bench}/game.json").content
    found = Bench(read(content))
    driver = replayed(read(content), found.game, {}, {})
    assert driver.version == 9
    answer = author.post("/studio/open/", {"record": content.decode()}, follow=True)
    assert "Step 9 of 9" in answer.content.decode()


@pytest.mark.parametrize("content", ["", "{}", "[1", '{"format": "parlor-game", "number": 1}'])
def test_another_file_is_refused_with_a_sentence(author: Client, content: str) -> None:
    answer = author.post("/studio/open/", {"record": content}, follow=True)
    assert answer.status_code == 200 and "The file" in answer.content.decode()
    assert not Kept.objects.exists()


def test_a_step_is_put_aside_and_opened_again(author: Client, bench: str) -> None:
    act(author, bench, do="bots", bot="random", steps="5")
    act(author, bench, do="go", to="3")
    author.post(f"/studio/{bench}/keep/", {"name": "before the end"})
    kept = Kept.objects.get(name="before the end")
    assert "before the end" in sound(author.get("/studio/"))
    page = author.post("/studio/open/", {"kept": kept.pk}, follow=True).content.decode()
    assert "Step 3 of 3" in page
    author.post(f"/studio/{kept.pk}/delete/")
    assert not Kept.objects.filter(name="before the end").exists()


def test_a_seat_is_shown_as_its_player_has_it(author: Client, bench: str) -> None:
    page = author.get(f"/studio/{bench}/seat/1/").content.decode()
    assert f'data-socket="/ws/studio/{bench}/1/"' in page and 'data-seat="1"' in page
    answer = author.get(f"/studio/{bench}/seat/watch/")
    assert 'data-seat=""' in answer.content.decode()
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    assert (
        "script-src 'self'" in answer["Content-Security-Policy"] and "unsafe" not in answer["Content-Security-Policy"]
    )


@pytest.mark.parametrize(
    ("setting", "throttled", "who", "status"),
    [
        ("local", False, None, 200), ("local", True, "owner", 404), ("authors", False, None, 404),
        ("authors", True, "author", 200), ("authors", True, "owner", 200), ("authors", True, "player", 404),
        ("off", False, "owner", 404),
    ],
)  # fmt: skip
def test_who_may_enter(
    client: Client, db: None, settings: Any, setting: str, throttled: bool, who: str | None, status: int
) -> None:
    from django.contrib.auth.models import Group

    settings.STUDIO, settings.THROTTLED = setting, throttled
    if who:
        person = User.objects.create_user(who, is_superuser=who == "owner")
        if who == "author":
            person.groups.add(Group.objects.get(name="game authors"))
        client.force_login(person)
    assert client.get("/studio/").status_code == status
    made = client.post("/studio/new/", {"game": "no-thanks", "seats": "3"})
    assert made.status_code == (302 if status == 200 else 404)


def test_rules_that_differ_stop_at_the_step_that_they_refuse() -> None:
    found = Bench.new("no-thanks", 3, {}, SEED)
    found.let_play("random", 3)
    record = found.kept()
    record.rows[1].step["move"] = {"kind": "Refuse", "seat": 9}
    again = Bench(record)
    assert again.at == 1 and "Step 2 cannot be made" in again.trouble
    assert Chance(bytes.fromhex(SEED)).seed == again.seed
