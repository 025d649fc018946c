"""The replay of a table: every version as its viewer saw it, and nothing else while the game runs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.engine import Chance, pick
from parlor.play import replay
from parlor.tables import history as past
from parlor.tables.live import tables
from parlor.tables.loading import Running
from parlor.tables.models import Table
from parlor.tables.play import Accepted, concede, move, undo
from tests.play.conftest import Start
from tests.play.test_secrecy import CHIPS, dealt_anew
from tests.support.pages import sound


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    past.history.forget()
    replay._steps._known.clear()


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def play_some(table: Table, people: list[User], moves: int, *, choose: Any = None) -> int:
    """Plays so many moves, or to the end. Returns the version."""
    choose = choose or Chance(b"\x01" * 32)("moves")

    def look(running: Running) -> tuple[int, int, Any]:
        driver = running.driver
        seat = None if driver.finished else driver.acting[0]
        made = None if seat is None else driver.codec.raw(pick(driver.legal(seat), choose))
        return driver.version, seat, made

    for _n in range(moves):
        version, seat, made = tables.ask(table.pk, look).result(20)
        if seat is None:
            return version
        assert isinstance(move(table.pk, people[seat].pk, f"m{version}", version, made).result(20), Accepted)
    return tables.ask(table.pk, look).result(20)[0]


def step(client: Client, table: Table, version: int, seat: str = "", status: int = 200) -> dict[str, Any]:
    answer = client.get(f"/tables/{table.pk}/replay/{version}/", {"seat": seat} if seat else {})
    assert answer.status_code == status, answer.content[:300]
    return answer.json()


def test_each_version_is_the_board_that_was_seen_then(start: Start, people: list[User]) -> None:
    table, boards = start(), {}
    ann = signed_in(people[0])

    def board(html: str) -> str:
        return html[html.index('<section id="board"') :]

    def look(running: Running) -> str:
        from parlor.play.pictures import Around, Picture

        return board(Picture(running, 0).live(Around()))

    boards[0] = tables.ask(table.pk, look).result(20)
    choose = Chance(b"\x05" * 32)("moves")
    for version in range(1, 31):
        play_some(table, people, 1, choose=choose)
        boards[version] = tables.ask(table.pk, look).result(20)
    for version in [*range(30, -1, -1), 7, 22, 3, 30]:
        shown = step(ann, table, version)
        assert board(shown["html"]) == boards[version], version
        assert (shown["version"], shown["seat"], shown["entry"]["version"]) == (version, "0", version)


def test_while_it_runs_nobody_looks_with_others_eyes(start: Start, people: list[User]) -> None:
    table = start(visibility="open")
    play_some(table, people, 5)
    for client, own in ((signed_in(people[1]), "1"), (signed_in(people[3]), "watch"), (signed_in(None), "watch")):
        assert step(client, table, 3)["seat"] == own
        assert step(client, table, 3, "watch")["seat"] == "watch"
        for other in {"0", "1", "2", "open", "9", "x"} - {own}:
            assert "html" not in step(client, table, 3, other, 403)
            assert client.get(f"/tables/{table.pk}/replay/", {"seat": other, "at": "3"}).status_code == 302
        step(client, table, 6, status=404)
        assert client.get(f"/tables/{table.pk}/replay/3/")["Cache-Control"] == "private, no-store"


def test_a_private_table_is_not_replayed_for_strangers_nor_one_that_has_not_begun(
    start: Start, people: list[User]
) -> None:
    from parlor.tables import service

    table = start()
    assert "html" not in step(signed_in(None), table, 0, status=403)
    assert signed_in(None).get(f"/tables/{table.pk}/replay/").status_code == 302
    waiting = service.create(people[0], game="no-thanks", seats=3)
    for address in (f"/tables/{waiting.pk}/replay/", f"/tables/{waiting.pk}/replay/0/", "/tables/nothere/replay/"):
        assert signed_in(people[0]).get(address).status_code == 404


def test_who_has_conceded_sees_only_what_everybody_sees(start: Start, people: list[User]) -> None:
    table = start()
    play_some(table, people, 4)
    concede(table.pk, people[1].pk, "c", 4).result(20)
    assert step(signed_in(people[1]), table, 2)["seat"] == "watch"
    step(signed_in(people[1]), table, 2, "1", 403)


def test_no_byte_of_a_running_replay_tells_what_its_viewer_cannot_see(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind each viewer's back everything unseen is dealt anew in the rebuilt past: all answers stay the same."""
    table = start(chance=Chance(b"\x07" * 32), visibility="open")
    last = play_some(table, people, 23)
    real, differed = past.Past.at, 0
    viewers: list[tuple[Client, int | None]] = [(signed_in(people[n]), n) for n in range(3)]
    viewers += [(signed_in(people[0]), None), (signed_in(people[3]), None), (signed_in(None), None)]
    for client, seat in viewers:
        eyes = "watch" if seat is None else str(seat)

        def answers(client: Client = client, eyes: str = eyes) -> list[bytes]:
            replay._steps._known.clear()
            addresses = [f"/tables/{table.pk}/replay/{v}/?seat={eyes}" for v in range(0, last + 1, 2)]
            addresses += [f"/tables/{table.pk}/replay/?at={v}&seat={eyes}" for v in (0, 11, last)]
            found = [client.get(address) for address in addresses]
            assert {answer.status_code for answer in found} == {200}
            return [re.sub(rb'csrfmiddlewaretoken" value="\w+"', b"", answer.content) for answer in found]

        truth = answers()
        for n in range(2):

            def at(self: Any, row: Table, version: int, n: int = n, seat: int | None = seat) -> Running:
                nonlocal differed
                running = real(self, row, version)
                before = running.driver.position
                if sum(before.chips[:2]) and before.deck:
                    running.driver = dealt_anew(running.driver, seat, n)
                differed += running.driver.position != before
                return running

            monkeypatch.setattr(past.Past, "at", at)
            assert answers() == truth, (seat, n)
            monkeypatch.setattr(past.Past, "at", real)
    assert differed > 100


def test_the_comparison_would_see_a_leak(start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "eyes_for", lambda table, seats, user, wanted: replay.Eyes(2))
    monkeypatch.setattr("parlor.play.looking_back.eyes_for", replay.eyes_for)
    with pytest.raises(AssertionError):
        test_no_byte_of_a_running_replay_tells_what_its_viewer_cannot_see(start, people, monkeypatch)


def test_no_answer_of_a_running_replay_holds_others_chips_hidden_cards_or_the_seed(
    start: Start, people: list[User]
) -> None:
    table = start(visibility="open")
    last = play_some(table, people, 25)
    public: list[set[str]] = []
    for version in range(last + 1):
        with_all = past.history.read(table_now(table), lambda p, v=version: p.at(table_now(table), v).driver.position)
        public.append({card for cards in with_all.taken for card in cards} | {with_all.card})
    checked = 0
    for client, seat in [(signed_in(people[n]), n) for n in range(3)] + [(signed_in(None), None)]:
        for version in range(last + 1):
            shown = step(client, table, version)
            text = str(shown)
            assert bytes(table.seed).hex() not in text
            assert set(re.findall(r"card-\d+", text)) <= public[version], version
            for found in CHIPS.finditer(shown["html"]):
                owner, chips = int(found[1] or found[3]), found[2] or found[4]
                assert owner == seat or chips.strip() == "?"
                checked += 1
    assert checked > 200


def table_now(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_after_the_end_everybody_may_look_from_everywhere(start: Start, people: list[User]) -> None:
    table = start()
    last = play_some(table, people, 400)
    visitor = signed_in(people[3])
    assert step(visitor, table, 4)["seat"] == "watch"
    seen = {seat: step(visitor, table, 4, seat)["html"] for seat in ("0", "1", "2", "watch", "open")}
    assert len(set(seen.values())) == 5

    def shown(html: str) -> list[str]:
        return [(found[2] or found[4]).strip() for found in CHIPS.finditer(html)]

    assert set(shown(seen["watch"])) == {"?"}
    assert "?" not in shown(seen["open"])
    assert "?" in shown(seen["1"])
    answer = visitor.get(f"/tables/{table.pk}/replay/4/?seat=1")
    assert answer["Cache-Control"] == "private, max-age=3600" and "Cookie" in answer["Vary"]
    assert "The game is over." in step(visitor, table, last)["html"]


def test_a_move_taken_back_is_told_and_struck(start: Start, people: list[User]) -> None:
    table = start()
    assert isinstance(move(table.pk, people[0].pk, "a", 0, {"kind": "Refuse"}).result(20), Accepted)
    assert isinstance(undo(table.pk, people[0].pk, "b", 1).result(20), Accepted)
    ann = signed_in(people[0])
    assert step(ann, table, 1)["entry"]["struck"]
    assert step(ann, table, 2)["entry"]["lines"] == ["ann takes the last move back"]
    now, before = step(ann, table, 2)["html"], step(ann, table, 0)["html"]
    assert now[now.index('id="board"') :] == before[before.index('id="board"') :]


def test_the_page_works_without_a_script(start: Start, people: list[User]) -> None:
    table = start()
    last = play_some(table, people, 6)
    client = signed_in(people[0])
    page = sound(client.get(f"/tables/{table.pk}/replay/"))
    assert 'data-at="0"' in page and 'href="?at=1&amp;seat=0"' in page and 'id="go-back" aria-disabled="true"' in page
    page = sound(client.get(f"/tables/{table.pk}/replay/", {"at": 3, "seat": "watch"}))
    for to in (0, 2, 4, last):
        assert f'href="?at={to}&amp;seat=watch"' in page, to
    page = sound(client.get(f"/tables/{table.pk}/replay/", {"at": "999999"}))
    assert f'data-at="{last}"' in page
    assert sound(client.get(f"/tables/{table.pk}/replay/", {"at": "-1٣"})).count('aria-current="step"') == 1


def test_a_turn_is_a_row_of_steps_of_one_seat() -> None:
    from parlor.play.messages import LogEntry

    seats = [None, 0, 0, 1, 2, 2, 2, None, None, 0]
    assert replay.turns([LogEntry(seat, [], n) for n, seat in enumerate(seats)]) == [0, 2, 3, 6, 7, 8, 9]


def test_a_past_that_the_rules_no_longer_give_is_said_to_be_lost(
    start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = start()
    play_some(table, people, 6)
    monkeypatch.setattr("parlor.engine.Driver.replay", lambda driver, row: 1 / 0)
    client = signed_in(people[0])
    step(client, table, 0)
    assert "rules have changed" in step(client, table, 3, status=410)["detail"]
    sound(client.get(f"/tables/{table.pk}/replay/", {"at": "3"}), 410)


def test_memory_is_bounded(start: Start, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "TABLES_KEPT", 1)
    monkeypatch.setattr(replay, "STEPS_KEPT", 3)
    for table in (start(), start()):
        play_some(table, people, 4)
        for version in range(5):
            step(signed_in(people[0]), table, version)
    assert len(past.history._pasts) == 1
    assert len(replay._steps._known) == 3
