"""A table that began with a dictionary of the admin's keeps it: switched off, replaced, taken up again, exported."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import QuerySet

from games.letter_tycoon.game import GAME
from games.letter_tycoon.material import CARDS
from parlor.accounts.models import User
from parlor.catalog.installed_sets import InstalledSet, SetContent, find_family, install, make_ready
from parlor.engine import Chance
from parlor.engine.record import BadRecord, read, write
from parlor.tables import history, live, play, rematch, service
from parlor.tables.exporting import record_of, recreate
from parlor.tables.loading import Frozen
from parlor.tables.models import Table
from parlor.tables.service import TableError
from tests.support.live import StartSite
from tests.support.services import wait_until
from tests.tables.conftest import started, state

ANN = ["card-Q1", "card-A1", "card-P1", "card-I1", "card-K1", "card-O1", "card-T1"]
BOB = ["card-C1", "card-A2", "card-T2", "card-D1", "card-O2", "card-G1", "card-S1"]
POOL = ["card-E1", "card-E2", "card-R1"]
QAPIK = {"kind": "Spell", "cards": ["card-Q1", "card-A1", "card-P1", "card-I1", "card-K1"]}
OPTIONS = {"dictionary": "own", "challenge": "automatic"}


def put(words: str) -> InstalledSet:
    """The list `own`, new or with another content."""
    game, family = find_family("letter-tycoon", "words")
    row = InstalledSet.objects.filter(name="own").first() or InstalledSet(
        game=game.slug, family=family.name, name="own", label="Our own"
    )
    return install(row, make_ready(family, words.encode()))


def deal() -> Chance:
    """Ann begins and has QAPIK in hand, Bob CAT and DOGS."""
    first = [*ANN, *BOB, *POOL]
    return Chance.scripted(deck=[[*(card for card in CARDS if card not in first), *reversed(first)]], first=[0])


def made(table: Table, user: User, move: dict[str, Any]) -> Any:
    version = state(table)[0]
    return play.move(table.id, user.pk, f"m{version}-{user.pk}-{move['kind']}", version, move).result(20)


def money(table: Table) -> list[int]:
    return live.tables.ask(table.id, lambda running: list(running.driver.position.money)).result(20)


def test_it_plays_on_with_the_list_it_began_with(
    ann: User, bob: User, another_process: Callable[[], live.Tables]
) -> None:
    row = put("qapik\ncat\n")
    table = started("letter-tycoon", [ann, bob], chance=deal(), options=OPTIONS)
    assert table.data["words/own"] == row.content_id and table.data.keys() >= {"american", "british"}
    put("dog\n")
    InstalledSet.objects.update(enabled=False)
    another_process()
    assert isinstance(made(table, ann, QAPIK), play.Accepted)
    assert money(table) == [6, 0], "QAPIK is a word there, and its Q doubles"
    another_process()
    assert money(table) == [6, 0]
    history.history.forget()
    row_now = Table.objects.get(pk=table.pk)
    assert history.history.read(row_now, lambda past: past.at(row_now, 1).driver.position.money) == [6, 0]


def test_a_table_that_waits_keeps_the_list_it_was_opened_with(ann: User, bob: User) -> None:
    old = put("qapik\n").content_id
    table = service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS)
    service.join(table.id, bob)
    put("dog\n")
    InstalledSet.objects.update(enabled=False)
    begun = service.start(table.id, ann, chance=deal())
    assert begun.data["words/own"] == old
    made(begun, ann, QAPIK)
    assert money(begun) == [6, 0]


def test_a_new_table_gets_the_new_list(ann: User, bob: User) -> None:
    put("qapik\n")
    put("dog\n")
    table = started("letter-tycoon", [ann, bob], chance=deal(), options=OPTIONS)
    made(table, ann, QAPIK)
    assert money(table) == [0, 0], "QAPIK is no word in the list that came later"


def test_every_process_sees_a_list_at_once(ann: User) -> None:
    with pytest.raises(TableError, match="dictionary can be american, british"):
        service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS)

    def elsewhere() -> None:
        put("qapik\n")
        connection.close()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS).options["dictionary"] == "own"


def test_a_bot_in_its_own_process_has_the_list(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    put("cat\n")
    table = started("letter-tycoon", [ann], bots=[next(iter(GAME.bots))], chance=deal(), options=OPTIONS)
    InstalledSet.objects.update(enabled=False)
    problems: list[str] = []
    monkeypatch.setattr("parlor.tables.bots.logger.exception", lambda text, *given: problems.append(text % given))
    made(table, ann, {"kind": "Skip"})
    made(table, ann, {"kind": "Discard", "cards": []})
    wait_until(lambda: state(table)[0] > 2, "the bot did not move")
    assert problems == []


def test_an_export_comes_back_where_the_list_is_and_not_elsewhere(ann: User, bob: User) -> None:
    put("qapik\n")
    table = started("letter-tycoon", [ann, bob], chance=deal(), options=OPTIONS)
    made(table, ann, QAPIK)
    record = read(write(record_of(Table.objects.get(pk=table.pk))))
    put("dog\n")
    again = recreate(record)
    assert again.data["words/own"] == table.data["words/own"]
    assert money(again) == [6, 0]
    wrong = read(write(record))
    wrong.data["words/own"] = "0" * 64
    with pytest.raises(BadRecord, match=r"needs the set own \(words, digest 000000000000\), which is not on this site"):
        recreate(wrong)
    del wrong.data["words/own"]
    with pytest.raises(BadRecord, match="Option dictionary can be american, british"):
        recreate(wrong)


def test_a_content_that_is_gone_is_told_to_who_comes_to_the_table(
    ann: User, bob: User, another_process: Callable[[], live.Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    put("qapik\n")
    table = started("letter-tycoon", [ann, bob], chance=deal(), options=OPTIONS)
    SetContent.objects.update(content=b"something else")
    monkeypatch.setattr("parlor.engine.data._parsed", OrderedDict())
    another_process()
    with pytest.raises(Frozen, match="Letter Tycoon needs the set own"):
        state(table)


def test_a_rematch_with_a_list_that_is_off_is_refused_in_a_sentence(ann: User, bob: User) -> None:
    put("qapik\n")
    table = started("letter-tycoon", [ann, bob], chance=deal(), options=OPTIONS)
    InstalledSet.objects.update(enabled=False)
    play.concede(table.id, ann.pk, "c", 0).result(20)
    with pytest.raises(TableError, match="dictionary can be american, british"):
        rematch.play_again(table.id, bob)


def erase() -> str:
    out = StringIO()
    call_command("installdata", "letter-tycoon", "words", "own", "--erase", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("begun", [False, True], ids=["waiting", "running"])
def test_a_list_is_erased_for_good_but_not_while_an_open_table_has_it(ann: User, bob: User, begun: bool) -> None:
    put("cat\n")
    put("qapik\n")  # another table may still have the content from before
    if begun:
        table = started("letter-tycoon", [ann, bob], chance=deal(), options=OPTIONS)
    else:
        table = service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS)
    put("dog\n")
    with pytest.raises(CommandError, match=f"in use at {table.pk}"):
        erase()
    assert InstalledSet.objects.count() == 1 and SetContent.objects.count() == 3
    Table.objects.filter(pk=table.pk).update(status="finished")
    assert "Erased: own (Our own), with 3 files." in erase()
    assert not InstalledSet.objects.exists() and not SetContent.objects.exists()
    with pytest.raises(TableError):
        service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS)
    with pytest.raises(CommandError, match="no own"):
        erase()


def test_what_another_name_or_an_open_table_needs_stays(ann: User, bob: User) -> None:
    one = put("cat\n")
    twin = InstalledSet.objects.create(
        game="letter-tycoon", family="words", name="twin", label="Twin", content_id=one.content_id
    )
    assert "with 0 files" in erase()
    service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS | {"dictionary": "twin"})
    install(twin, make_ready(find_family("letter-tycoon", "words")[1], b"dog\n"))
    put("bird\n")
    assert "with 1 file." in erase()
    assert SetContent.objects.count() == 2, "that of the open table, and that of the other name"


def in_this_moment(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """While somebody waits for the lock on the sets, this happens, and whoever had the lock lets go of it."""
    real = QuerySet.select_for_update

    def select_for_update(rows: Any, *given: Any, **more: Any) -> Any:
        if rows.model is InstalledSet:
            monkeypatch.setattr(QuerySet, "select_for_update", real)
            happens()
        return real(rows, *given, **more)

    monkeypatch.setattr(QuerySet, "select_for_update", select_for_update)


def test_no_table_is_opened_with_a_list_that_is_just_erased(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    put("qapik\n")
    in_this_moment(monkeypatch, erase)
    with pytest.raises(TableError, match="not on this site any more"):
        service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS)
    assert not Table.objects.exists()


def test_no_list_is_erased_with_which_a_table_is_just_opened(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    put("qapik\n")
    in_this_moment(monkeypatch, lambda: service.create(ann, game="letter-tycoon", seats=2, options=OPTIONS))
    with pytest.raises(CommandError, match="in use at"):
        erase()
    assert InstalledSet.objects.exists()


ON_POSTGRESQL = """
import json, threading, time
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from parlor.accounts.models import User
from parlor.catalog.installed_sets import InstalledSet, find_family, install, make_ready
from parlor.tables import service

game, family = find_family("letter-tycoon", "words")
row = InstalledSet(game=game.slug, family=family.name, name="own", label="Our own")
install(row, make_ready(family, b"cat"))
said = []

def erase():
    try:
        call_command("installdata", "letter-tycoon", "words", "own", "--erase")
    except CommandError as why:
        said.append(str(why))
    connection.close()

def waits():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]

other = threading.Thread(target=erase)
with transaction.atomic():
    options = {"dictionary": "own", "challenge": "automatic"}
    service.create(User.objects.create_user("ann"), game="letter-tycoon", seats=2, options=options)
    other.start()
    while other.is_alive() and not waits():
        time.sleep(0.02)
other.join()
print(json.dumps([said, InstalledSet.objects.count()]))
"""


@pytest.mark.long
def test_on_postgresql_erasing_waits_for_a_table_that_is_being_opened(start_site: StartSite, postgres_url: str) -> None:
    told = start_site(database_url=postgres_url).manage("shell", "-v", "0", "-c", ON_POSTGRESQL)
    said, sets = json.loads(told.strip().splitlines()[-1])
    assert sets == 1 and "in use at" in said[0]


def test_no_game_is_brought_in_with_a_list_that_is_just_erased(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("qapik\n")
    table = started("letter-tycoon", [ann, bob], chance=deal(), options=OPTIONS)
    record = read(write(record_of(Table.objects.get(pk=table.pk))))
    Table.objects.update(status="finished")
    in_this_moment(monkeypatch, erase)
    with pytest.raises(BadRecord, match="not on this site any more"):
        recreate(record)
    assert Table.objects.count() == 1
