"""What the studio opens: failing games of the kit, players' reports at their step, faults, and set-ups that failed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.no_thanks.game import NoThanks
from parlor.catalog import registry
from parlor.engine.deal import Deal, write
from parlor.engine.record import BadRecord, read
from parlor.engine.testing import Fault, check_game
from parlor.studio import keeping
from parlor.studio.bench import Bench
from parlor.studio.models import Kept

SEED = "0b" * 32


def opened(client: Client, content: bytes, **more: Any) -> str:
    return client.post("/studio/open/", {"record": content.decode(), **more}, follow=True).content.decode()


def test_a_failing_game_of_the_kit_opens_where_it_failed(client: Client, db: None, tmp_path: Path) -> None:
    class Greedy(NoThanks):
        def check(self, p: Any) -> None:
            if sum(len(cards) for cards in p.taken) > 4:
                raise AssertionError("a fifth card was taken")

    with pytest.raises(Fault):
        check_game(Greedy(), seeds=1, seats=3, folder=tmp_path)
    file = next(tmp_path.glob("*.json"))
    told = json.loads(file.read_text())
    page = opened(client, file.read_bytes())
    assert f"Step {told['version']} of {told['version']}" in page and told["version"] > 3
    assert "a fifth card was taken" in page and "What went wrong" in page
    said = told["next"][0]["move"]["kind"] + "("
    assert ("Try that move" in page) == (said in told["fault"]["text"]), (
        "a move is offered if it is the one that failed"
    )
    bench = Kept.objects.get().pk
    assert "What went wrong" in client.get(f"/studio/{bench}/panel/").content.decode(), "it is kept with the bench"


def test_a_report_opens_at_its_step_with_the_later_ones(client: Client, db: None) -> None:
    bench = Bench.new("no-thanks", 3, {}, SEED)
    bench.let_play("random", 7)
    content = client.get(f"/studio/{keeping.begin(bench, None)}/game.json").content
    assert "Step 4 of 7" in opened(client, content, at="4")


def test_a_fault_opens_before_the_move_that_failed_and_the_move_can_be_tried(client: Client, db: None) -> None:
    bench = Bench.new("no-thanks", 3, {}, SEED)
    bench.let_play("random", 5)
    record = bench.record()
    seat = int(bench.driver.acting[0])
    record.fault = {"version": 5, "seat": seat, "move": {"kind": "Take"}, "error": "ZeroDivisionError: by zero"}
    record.rows = record.rows[:5]
    page = opened(client, keeping.write(record))
    assert "Step 5 of 5" in page and "ZeroDivisionError: by zero" in page and "Try that move" in page
    pk = Kept.objects.get().pk
    sent = {"do": "move", "seat": str(seat), "move": '{"kind": "Take"}'}
    panel = client.post(f"/studio/{pk}/act/", sent, headers={"HX-Request": "true"}).content.decode()
    assert "Step 6 of 6" in panel and "Go to step 5" in panel


def test_a_set_up_that_fails_is_told_with_its_line_and_can_be_tried_again(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(NoThanks):
        def setup(self, ctx: Any) -> Any:
            raise KeyError("no deck")

    whole = registry.all_games()
    monkeypatch.setattr(registry, "_installed", lambda: whole | {"no-thanks": Broken()})
    file = write(Deal(game="no-thanks", seats=4, seed=SEED, options={"rounds": 4}, fault={"error": "KeyError"}))
    page = opened(client, file)
    assert "The set-up raised KeyError" in page and "test_files.py, line" in page
    assert "<option selected>4</option>" in page and f'value="{SEED}"' in page
    assert '<option value="4" selected' in page, "the form holds what the file tells"
    monkeypatch.setattr(registry, "_installed", lambda: whole)
    assert "Step 0 of 0" in opened(client, file), "mended, it opens"


def test_a_bad_deal_is_refused_with_a_sentence(client: Client, db: None) -> None:
    for content in (
        b'{"format": "parlor-deal", "number": 2, "game": "x", "seats": 2, "seed": "' + SEED.encode() + b'"}',
        b'{"format": "parlor-deal", "game": "x", "seats": 2, "seed": "0b"}',
        b'{"format": "parlor-deal", "seats": "two"}',
        b'{"format": "parlor-deal", "game": "no-thanks", "seats": 99, "seed": "' + SEED.encode() + b'"}',
    ):
        page = opened(client, content)
        assert "message-error" in page or "messages" in page
        assert not Kept.objects.exists()
    with pytest.raises(BadRecord):
        read(write(Deal(game="no-thanks", seats=3, seed=SEED)))
